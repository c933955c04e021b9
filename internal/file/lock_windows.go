package file

import "os"

const removeOpen = false

// tryLock does nothing, because open files cannot be removed on this system.
func tryLock(*os.File) bool { return true }

// keepLock does nothing. Another process may remove the file after it is closed and before it is renamed; then the
// renaming fails.
func keepLock(*os.File) *os.File { return nil }
