package db

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	bolterrors "go.etcd.io/bbolt/errors"

	"enumerate/internal/file"
)

// Every error of this package wraps one of the following, or [fs.ErrNotExist] for a missing file that Open does not
// create. Its message is one line: the file, the place in it, the problem, and what to do.
var (
	// ErrHeld: another process, or another DB of this one, has locked the file.
	ErrHeld = errors.New("held by another process")

	// ErrForeign: the file is not a database of this package. It was not changed.
	ErrForeign = errors.New("not an enumerate database")

	// ErrOlder and ErrNewer: the file has an earlier or later version of the format.
	ErrOlder = errors.New("older format")
	ErrNewer = errors.New("newer format")

	// ErrTruncated: the file is shorter than its content.
	ErrTruncated = errors.New("truncated")

	// ErrChecksum: a record is damaged, or was written for another place.
	ErrChecksum = errors.New("checksum mismatch")

	// ErrContributor: the record with the wrong checksum is that of a contributor, so no result is lost.
	ErrContributor = errors.New("contributor")

	// ErrCorrupt: the pages or the buckets around the records are damaged.
	ErrCorrupt = errors.New("corrupt")

	// ErrTorn: one of the two meta pages is torn, which is ErrCorrupt too. See [DB.TornPage].
	ErrTorn = fmt.Errorf("%w", ErrCorrupt)

	// ErrFull: the disk, a quota or the largest size of a file is exhausted. The earlier content is kept.
	ErrFull = file.ErrFull

	// ErrReadOnly: a write without permission, to a DB opened with [Options].ReadOnly, or inside [DB.View].
	ErrReadOnly = errors.New("read-only")

	// ErrDirectory: the path is a directory.
	ErrDirectory = errors.New("is a directory")

	// ErrReplaced: the path no longer leads to the file that was opened.
	ErrReplaced = errors.New("moved, removed or replaced while open")

	// ErrConflict: the shard is stored already, with another payload.
	ErrConflict = errors.New("already stored with a different payload")

	// ErrNotFound: the run does not exist.
	ErrNotFound = errors.New("not found")

	// ErrTooLarge: a payload is longer than [MaxPayload].
	ErrTooLarge = errors.New("too large")

	// ErrClosed: the DB is closed, or the transaction has ended.
	ErrClosed = errors.New("closed")
)

// system turns an error of the operating system or of bbolt into one that names the file at path and says what to do;
// nil remains nil. operation is what failed, such as "create it".
func system(path, operation string, err error) error {
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		cause := file.Bare(err)
		return &file.Error{Subject: path, Kind: ErrReadOnly, Detail: cause.Error() + "; make the file and its directory writable, or work on a copy", Cause: cause}
	case errors.Is(err, bolterrors.ErrDatabaseNotOpen):
		return &file.Error{Subject: path, Kind: ErrClosed, Cause: err}
	}
	return file.Failed(path, operation, err)
}

func foreign(path, detail string) error {
	return &file.Error{Subject: path, Kind: ErrForeign,
		Detail: detail + "; name another file"}
}

func corruptAt(path, place, format string, args ...any) error {
	return &file.Error{Subject: path, Place: place, Kind: ErrCorrupt, Detail: fmt.Sprintf(format, args...)}
}
