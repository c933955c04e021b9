//go:build aix || solaris

package db

import "os"

// tryLock does nothing. On these systems a lock belongs to a process, not to an open file, so only bbolt can lock the
// file.
func tryLock(*os.File, bool) (bool, error) { return true, nil }

// unlock does nothing. The system releases the lock when the file is closed.
func unlock(*os.File) error { return nil }

// yieldLock does nothing, because this package has no lock on the file.
func yieldLock(*os.File) error { return nil }
