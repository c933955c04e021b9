package file

import "golang.org/x/sys/windows"

// FullErrors returns the ways of the system to say that there is no room.
func FullErrors() []error {
	return []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
}
