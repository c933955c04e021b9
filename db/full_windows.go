package db

import "golang.org/x/sys/windows"

// fullErrors are the ways of the system to say that there is no room.
var fullErrors = []error{windows.ERROR_DISK_FULL, windows.ERROR_HANDLE_DISK_FULL}
