package db

import (
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"time"

	"go.etcd.io/bbolt"

	"enumerate/internal/file"
)

// lockRetry is the time between two attempts to lock a file. The operating system waits for a lock either forever or
// not at all.
const lockRetry = 10 * time.Millisecond

// patience is the default time to wait for a lock. Other processes hold the lock for milliseconds, or for a second if
// they read or merge millions of shards. Tests set patience.
var patience = 5 * time.Second

// acquire opens the file at path, whose absolute path is abs, for writing if write is true, and locks it. If exclusive
// is true, the lock excludes all others; otherwise readers share it. The error is ErrHeld after the deadline.
func acquire(path, abs string, write, exclusive bool, deadline time.Time) (*os.File, error) {
	for {
		f, err := openFile(path, abs, write)
		if err != nil {
			return nil, err
		}
		if err := lock(path, f, exclusive, deadline); err != nil {
			f.Close()
			return nil, err
		}
		// If the file was replaced while this process waited, the lock is on the old file.
		same, err := leadsTo(abs, f)
		if same {
			return f, nil
		}
		f.Close()
		if time.Now().After(deadline) {
			return nil, &file.Error{Subject: path, Kind: ErrReplaced, Detail: "it was replaced while it was opened; open it again", Cause: err}
		}
	}
}

// openFile opens the file at path, whose absolute path is abs. It refuses what is not a regular file.
func openFile(path, abs string, write bool) (*os.File, error) {
	// Opening a named pipe would wait for the other end of the pipe, so look at the file first.
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		detail := "name a database that exists"
		if target, dangling := os.Readlink(abs); dangling == nil {
			detail = "it is a link to " + target + ", which does not exist; remove the link, or name another database"
		}
		return nil, &file.Error{Subject: path, Kind: fs.ErrNotExist, Detail: detail, Cause: err}
	case err != nil: // for example, the directory cannot be read
		return nil, file.Failed(path, "open it", err)
	case info.IsDir():
		return nil, &file.Error{Subject: path, Kind: ErrDirectory, Detail: "name a file"}
	case !info.Mode().IsRegular():
		return nil, &file.Error{Subject: path, Kind: ErrForeign, Detail: "it is not a regular file; name a regular file"}
	}

	if !write {
		f, err := os.Open(abs)
		return f, file.Failed(path, "open it", err)
	}
	f, err := os.OpenFile(abs, os.O_RDWR, 0)
	return f, system(path, "open it", err)
}

// lock locks f, the file at path. It tries again until the deadline; then the error is ErrHeld.
func lock(path string, f *os.File, exclusive bool, deadline time.Time) error {
	for {
		if ok, err := tryLock(f, exclusive); ok || err != nil {
			return file.Failed(path, "lock it", err)
		}
		rest := time.Until(deadline)
		if rest <= 0 {
			return heldError(path, f)
		}
		time.Sleep(min(rest, lockRetry))
	}
}

// heldError returns the error ErrHeld for f, the file at path, with the process that has locked f if the system tells
// it.
func heldError(path string, f *os.File) error {
	detail := "wait for it to end"
	switch pid := holder(f); pid {
	case 0:
	case os.Getpid():
		detail = fmt.Sprintf("process %d, which is this one; close it there first", pid)
	default:
		detail = fmt.Sprintf("process %d; wait for it to end", pid)
	}
	return &file.Error{Subject: path, Kind: ErrHeld, Detail: detail}
}

// Lock creates and locks a file that stands for something other than a database, such as a directory that only one
// process may use. It waits for the lock as Options.Timeout says, and then returns ErrHeld. The lock ends when the
// process ends or calls release, which removes the file.
func Lock(path string, timeout time.Duration) (release func() error, err error) {
	deadline := time.Now().Add(cmp.Or(timeout, patience))
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
		if err != nil {
			return nil, file.Failed(path, "create it", err)
		}
		if err := lock(path, f, true, deadline); err != nil {
			f.Close()
			return nil, err
		}

		same, err := leadsTo(path, f)
		if !same && (err == nil || errors.Is(err, fs.ErrNotExist)) { // the process that held the lock has just removed the file
			f.Close()
			continue
		}
		if err != nil {
			f.Close()
			return nil, file.Failed(path, "find it", err)
		}

		return func() error {
			// Remove the file before closing it. Closing unlocks it, so another process could lock it first, and lose
			// its lock with the file. Windows cannot remove an open file.
			err := os.Remove(path)
			if err := f.Close(); err != nil {
				return file.Failed(path, "close it", err)
			}
			if err != nil && runtime.GOOS == "windows" {
				_ = os.Remove(path)
			} else if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return file.Failed(path, "remove it", err)
			}
			return nil
		}, nil
	}
}

// leadsTo reports whether path leads to the open file f, which another process may have replaced.
func leadsTo(path string, f *os.File) (bool, error) {
	opened, err := f.Stat()
	if err != nil {
		return false, err
	}
	atPath, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	return os.SameFile(atPath, opened), nil
}

// fill writes a database without runs to an empty file, and closes it.
func fill(f *os.File) error {
	options := boltOptions()
	options.PageSize = pageSize // bbolt's default is the page size of the machine
	options.Timeout = time.Second
	options.OpenFile = func(string, int, os.FileMode) (*os.File, error) { return f, nil }

	bolt, err := bbolt.Open(f.Name(), 0o600, options)
	if err != nil {
		return err
	}

	err = bolt.Update(func(tx *bbolt.Tx) error {
		meta, err := tx.CreateBucket(metaBucket)
		if err != nil {
			return err
		}
		for _, r := range []struct{ key, payload []byte }{
			{magicKey, []byte(magic)},
			{versionKey, binary.BigEndian.AppendUint64(nil, version)},
			{lastKey, binary.BigEndian.AppendUint64(nil, 0)},
		} {
			if err := meta.Put(r.key, metaAddress(r.key).seal(r.payload)); err != nil {
				return err
			}
		}

		_, err = tx.CreateBucket(runsBucket)
		return err
	})
	return cmp.Or(err, bolt.Close())
}
