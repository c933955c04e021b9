//go:build unix && !aix && !solaris

package db

import (
	"errors"
	"os"
	"syscall"
)

// tryLock tries to lock f, and reports whether it has succeeded. bbolt later locks the same open file, which changes
// nothing, because the lock belongs to the open file.
func tryLock(f *os.File, exclusive bool) (bool, error) {
	how := syscall.LOCK_SH
	if exclusive {
		how = syscall.LOCK_EX
	}
	err := syscall.Flock(int(f.Fd()), how|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) || errors.Is(err, syscall.EINTR) {
		return false, nil
	}
	return err == nil, err
}

// unlock releases the lock on f. Closing f is not enough while a memory map of the file exists.
func unlock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_UN) }

// yieldLock does nothing, because bbolt can lock a file that this process has locked.
func yieldLock(*os.File) error { return nil }
