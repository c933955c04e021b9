// Package file says what is wrong with files, for the packages that keep some, db and
// layers: in one line, and in the words of the operating system where it is that which
// fails.
package file

import (
	"errors"
	"io/fs"
	"os"
)

// Bare returns err without the names of files that package os puts before it: whoever
// reports it names the file that the user knows.
func Bare(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// A Fault is one thing that is wrong with one file. Its message is one line.
type Fault struct {
	Subject string // the file, or what else is at fault
	Place   string // where in it, if known
	Kind    error  // which of the errors that callers tell apart
	Detail  string // what exactly, and what would be right
	Cause   error  // the error beneath, if any; Detail tells it
}

// Error returns the subject, the place, the kind and the detail.
func (f *Fault) Error() string {
	s := f.Subject + ": "
	if f.Place != "" {
		s += f.Place + ": "
	}
	s += f.Kind.Error()
	if f.Detail != "" {
		s += ": " + f.Detail
	}
	return s
}

// Unwrap returns the kind, and the cause if there is one.
func (f *Fault) Unwrap() []error {
	if f.Cause == nil {
		return []error{f.Kind}
	}
	return []error{f.Kind, f.Cause}
}
