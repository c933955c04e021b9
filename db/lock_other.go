//go:build aix || solaris

package db

import "os"

// tryLock leaves the locking to bbolt: these systems have locks of a process,
// not of an open file, and the lock of bbolt is all there is to take.
func tryLock(*os.File, bool) (bool, error) { return true, nil }

// unlock leaves that to the system, which does it when the file is closed.
func unlock(*os.File) error { return nil }

// yieldLock makes way for the lock that bbolt takes.
func yieldLock(*os.File) error { return nil }
