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

// lockRetry is the time between two attempts to lock a file. The lock that the
// systems offer waits for ever or not at all.
const lockRetry = 10 * time.Millisecond

// patience is how long to wait for others to release their lock, unless said otherwise. They
// hold it for milliseconds, or for a second where they read or merge millions of shards. Tests set it.
var patience = 5 * time.Second

// acquire opens the file at path, which is where abs is, to be written to if write, and locks
// it, alone if exclusive, and shared with other readers if not. It gives up at the deadline.
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
		// While it waited the file may have been replaced by another: then
		// the lock is on a file that no one will find again.
		same, err := leadsTo(abs, f)
		if same {
			return f, nil
		}
		f.Close()
		if time.Now().After(deadline) {
			return nil, &file.Error{Subject: path, Kind: ErrReplaced, Detail: "it changed while being opened; open it again", Cause: err}
		}
	}
}

// openFile opens the regular file at path, which is where abs is, to be written to if write.
func openFile(path, abs string, write bool) (*os.File, error) {
	// Looked at first, since opening a named pipe waits for its other end.
	info, err := os.Stat(abs)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		detail := "name a database that exists"
		if target, dangling := os.Readlink(abs); dangling == nil {
			detail = "it is a link to " + target + ", which is not there; remove the link, or name another database"
		}
		return nil, &file.Error{Subject: path, Kind: fs.ErrNotExist, Detail: detail, Cause: err}
	case err != nil:
		return nil, system(path, "open it", err)
	case info.IsDir():
		return nil, &file.Error{Subject: path, Kind: ErrDirectory, Detail: "name a file"}
	case !info.Mode().IsRegular():
		return nil, &file.Error{Subject: path, Kind: ErrForeign, Detail: "it is not a regular file; name one"}
	}
	if !write {
		f, err := os.Open(abs)
		return f, file.Failed(path, "open it", err)
	}
	f, err := os.OpenFile(abs, os.O_RDWR, 0)
	return f, system(path, "open it", err)
}

// lock locks f, opened from path, before the deadline.
func lock(path string, f *os.File, exclusive bool, deadline time.Time) error {
	for {
		if ok, err := tryLock(f, exclusive); ok || err != nil {
			return file.Failed(path, "lock it", err)
		}
		rest := time.Until(deadline)
		if rest <= 0 {
			return held(path, f)
		}
		time.Sleep(min(rest, lockRetry))
	}
}

// held returns the error of a lock on f that another holds, opened from path.
func held(path string, f *os.File) error {
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

// Lock locks a file that stands for something beside a database, such as files that one
// process alone may write, and makes it if there is none. It waits for another process that
// has locked it as Options.Timeout says, and fails with ErrHeld. The lock ends with release, which removes the file, or with
// the process, however that ends.
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
		if same, _ := leadsTo(path, f); !same { // its last holder has just removed it
			f.Close()
			continue
		}
		return func() error {
			// Removed while it is locked, or it might be another's by then. Windows removes
			// no file that somebody has open.
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

// leadsTo reports whether path is a path of the open file f.
func leadsTo(path string, f *os.File) (bool, error) {
	here, err := f.Stat()
	if err != nil {
		return false, err
	}
	there, err := os.Stat(path)
	if err != nil {
		return false, err
	}
	return os.SameFile(there, here), nil
}

// fill makes an empty file a database without a run, and closes it.
func fill(f *os.File) error {
	options := boltOptions()
	options.PageSize = pageSize // whatever it is on this machine
	options.Timeout = time.Second
	options.OpenFile = func(string, int, os.FileMode) (*os.File, error) { return f, nil } // it is locked
	bolt, err := bbolt.Open(f.Name(), 0o600, options)
	if err != nil {
		return err
	}
	return cmp.Or(bolt.Update(func(tx *bbolt.Tx) error {
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
	}), bolt.Close())
}
