package file

import "golang.org/x/sys/windows"

// fullErrors returns the system's errors for a full disk.
func fullErrors() []error {
	return []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
}
