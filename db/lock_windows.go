package db

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is the byte that bbolt locks: the last byte that a file can have.
const lockedByte = 1<<32 - 1

// tryLock tries to lock lockedByte of f, and reports whether it has succeeded.
func tryLock(f *os.File, exclusive bool) (bool, error) {
	how := uint32(windows.LOCKFILE_FAIL_IMMEDIATELY)
	if exclusive {
		how |= windows.LOCKFILE_EXCLUSIVE_LOCK
	}
	err := windows.LockFileEx(windows.Handle(f.Fd()), how, 0, 1, 0,
		&windows.Overlapped{Offset: lockedByte, OffsetHigh: lockedByte})
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0,
		&windows.Overlapped{Offset: lockedByte, OffsetHigh: lockedByte})
}

// yieldLock releases the lock of f before bbolt locks the file, because on Windows bbolt's lock would conflict with it.
// Another process may change the file in between, but leaves it sound.
func yieldLock(f *os.File) error { return unlock(f) }
