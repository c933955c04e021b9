package file

import "golang.org/x/sys/windows"

// fullErrors returns the ways of the system to say that there is no room.
func fullErrors() []error {
	return []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
}
