//go:build unix && !aix && !solaris

package file

import (
	"os"
	"syscall"
)

const removeOpen = true

// tryLock tries to lock f exclusively until f is closed. Package db uses the same lock.
func tryLock(f *os.File) bool {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) == nil
}

// keepLock returns a file that shares the lock of f, so that the lock stays when f is closed.
func keepLock(f *os.File) *os.File {
	fd, err := syscall.Dup(int(f.Fd()))
	if err != nil {
		return nil
	}
	syscall.CloseOnExec(fd)
	return os.NewFile(uintptr(fd), f.Name())
}
