package db

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// lockedByte is where bbolt puts its lock: the last byte a file can have.
const lockedByte = 1<<32 - 1

// tryLock locks f, alone or shared with other readers, and reports whether it
// could.
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

// unlock releases the lock on f.
func unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0,
		&windows.Overlapped{Offset: lockedByte, OffsetHigh: lockedByte})
}

// yieldLock makes way for the lock that bbolt takes, which here would clash
// with the one of tryLock. A process that gets in between leaves the file
// sound, so what was found out under the first lock holds under the second.
func yieldLock(f *os.File) error { return unlock(f) }
