package file

import "golang.org/x/sys/windows"

func fullErrors() []error {
	return []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
}
