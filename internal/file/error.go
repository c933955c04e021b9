// Package file is what several packages do with files: it writes them so that they exist
// only when they are whole, and says what is wrong with one in one line, in the words of
// the operating system where it is that which fails.
//
// [Write], [Replace] and [Begin] write a file aside, sync it and rename it; [Create] makes a file
// that is not there yet, and never replaces one. What a process that was killed left of these
// is removed by the next: by [Sweep] and by Begin of the same file. [Failed] is the error of what an operation
// met, [Error] that of what a file holds.
package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
)

// ErrFull is the kind of error where the disk, a quota or the limit on the size of a file
// left no room.
var ErrFull = errors.New("disk full")

// An Error is one thing that is wrong with one file. Its message is one line.
type Error struct {
	Subject string // the file, or what else is wrong
	Place   string // where in it, if known
	Kind    error  // which of the errors that callers tell apart
	Detail  string // what exactly, and what would be right
	Cause   error  // the error beneath, if any; Detail tells it
}

// Error returns the subject, the place, the kind and the detail.
func (e *Error) Error() string {
	s := e.Subject + ": "
	if e.Place != "" {
		s += e.Place + ": "
	}
	s += e.Kind.Error()
	if e.Detail != "" {
		s += ": " + e.Detail
	}
	return s
}

// Unwrap returns the kind, and the cause if there is one.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// Failed returns the error of an operation on the file at path, such as "write it", that
// met the error err. It says what to do about a disk that is full, as [ErrFull], and about
// a file that may not be accessed. Of nil it is nil.
func Failed(path, operation string, err error) error {
	if err == nil {
		return nil
	}
	if full := full(err); full != nil {
		return &Error{Subject: path, Kind: ErrFull, Cause: full,
			Detail: full.Error() + "; make room and try again, all that was stored before is kept"}
	}
	cause := Bare(err)
	if errors.Is(err, fs.ErrPermission) {
		return fmt.Errorf("%s: cannot %s: %w; make the file and its directory accessible", path, operation, cause)
	}
	return fmt.Errorf("%s: cannot %s: %w", path, operation, cause)
}

// full returns which of the errors of a full disk err is, nil if none. bbolt passes on
// some of them as text alone, so the text has to do as well.
func full(err error) error {
	for _, full := range fullErrors() {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) {
			return full
		}
	}
	return nil
}

// Bare returns err without the names of files that package os puts before it: the caller
// reports it with the name that the user knows.
func Bare(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
