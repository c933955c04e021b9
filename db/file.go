package db

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"go.etcd.io/bbolt"

	"enumerate/internal/file"
)

// lockRetry is the time between two attempts to lock a file. The lock that the
// systems offer waits for ever or not at all.
const lockRetry = 10 * time.Millisecond

// acquire opens the file at path and locks it, alone if exclusive, and shared
// with other readers if not. It gives up at the deadline.
func acquire(path string, exclusive bool, deadline time.Time) (*os.File, error) {
	for {
		f, err := openFile(path, exclusive)
		if err != nil {
			return nil, err
		}
		if err := lock(path, f, exclusive, deadline); err != nil {
			f.Close()
			return nil, err
		}
		// While it waited the file may have been replaced by another: then
		// the lock is on a file that no one will find again.
		same, err := leadsTo(path, f)
		if same {
			return f, nil
		}
		f.Close()
		if time.Now().After(deadline) {
			return nil, &file.Error{Subject: path, Kind: ErrReplaced, Detail: "it changed while being opened; open it again", Cause: err}
		}
	}
}

// openFile opens the regular file at path, to be written to if write.
func openFile(path string, write bool) (*os.File, error) {
	// Looked at first, since opening a named pipe waits for its other end.
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, &file.Error{Subject: path, Kind: fs.ErrNotExist, Detail: "name a database that exists", Cause: err}
	case err != nil:
		return nil, system(path, "open it", err)
	case info.IsDir():
		return nil, &file.Error{Subject: path, Kind: ErrDirectory, Detail: "name a file"}
	case !info.Mode().IsRegular():
		return nil, &file.Error{Subject: path, Kind: ErrForeign, Detail: "it is not a regular file; name one"}
	}
	flag := os.O_RDONLY
	if write {
		flag = os.O_RDWR
	}
	f, err := os.OpenFile(path, flag, 0)
	if err == nil {
		return f, nil
	}
	if !write {
		return nil, file.Failed(path, "open it", err)
	}
	return nil, system(path, "open it", err)
}

// lock locks f, opened from path, before the deadline.
func lock(path string, f *os.File, exclusive bool, deadline time.Time) error {
	for {
		switch ok, err := tryLock(f, exclusive); {
		case ok:
			return nil
		case err != nil:
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

// fill makes an empty file a database without a run.
func fill(path string) error {
	options := boltOptions()
	options.PageSize = pageSize // whatever it is on this machine
	options.Timeout = time.Second
	bolt, err := bbolt.Open(path, 0o600, options)
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
	if closeErr := bolt.Close(); err == nil {
		err = closeErr
	}
	return err
}
