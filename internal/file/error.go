// Package file writes files atomically, and makes one-line errors about files, in the words of the operating system if
// an operation fails.
//
// [Write], [Replace] and [Begin] write a temporary file, sync it and rename it. [Create] makes a new file and never
// replaces one. [Sweep], and Begin for the same file, remove the temporary files of killed processes.
package file

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
	"syscall"
)

// ErrFull means that the disk, a quota or the limit on the size of a file left no room.
var ErrFull = errors.New("disk full")

// An Error is a problem with a file. Its message is one line.
type Error struct {
	Subject string // what the problem is with, usually the file
	Place   string // in the subject, if known
	Kind    error  // by which callers distinguish problems
	Detail  string // the problem, and what would be right
	Cause   error  // the underlying error, if any; Detail contains it
}

// Error returns the subject, the place, the kind and the detail.
func (e *Error) Error() string {
	parts := []string{e.Subject, e.Place, e.Kind.Error(), e.Detail}
	return strings.Join(slices.DeleteFunc(parts, func(part string) bool { return part == "" }), ": ")
}

// Unwrap returns the kind, and the cause if there is one.
func (e *Error) Unwrap() []error {
	if e.Cause == nil {
		return []error{e.Kind}
	}
	return []error{e.Kind, e.Cause}
}

// Failed returns the error of an operation, such as "write it", on the file at path. It returns nil if err is nil. If
// the disk is full (kind [ErrFull]), access is denied, or the directory of a new file does not exist or is a file, it
// also says what to do.
func Failed(path, operation string, err error) error {
	if err == nil {
		return nil
	}
	if full := full(err); full != nil {
		return &Error{Subject: path, Kind: ErrFull, Cause: full,
			Detail: full.Error() + "; make room and try again, all that was stored before is kept"}
	}
	advice := ""
	switch {
	case errors.Is(err, fs.ErrPermission):
		advice = "; make the file and its directory accessible"
	case errors.Is(err, fs.ErrNotExist) && operation == "create it", errors.Is(err, syscall.ENOTDIR):
		advice = "; name a file in a directory that exists"
	}
	return fmt.Errorf("%s: cannot %s: %w%s", path, operation, Bare(err), advice)
}

// full returns the system's error for a full disk that caused err, nil if none did. Package bbolt passes on some of
// these errors as text, so full also compares texts.
func full(err error) error {
	for _, full := range fullErrors() {
		if errors.Is(err, full) || strings.HasSuffix(err.Error(), full.Error()) {
			return full
		}
	}
	return nil
}

// Bare returns err without the file name that package os puts into it, for callers that name the file themselves.
func Bare(err error) error {
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		return path.Err
	}
	if link, ok := errors.AsType[*os.LinkError](err); ok {
		return link.Err
	}
	return err
}
