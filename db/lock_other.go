//go:build aix || solaris

package db

import "os"

// tryLock does nothing. On these systems a lock belongs to a process, not to an open file, so only bbolt can lock the
// file.
func tryLock(*os.File, bool) (bool, error) { return true, nil }

func unlock(*os.File) error { return nil }

func yieldLock(*os.File) error { return nil }
