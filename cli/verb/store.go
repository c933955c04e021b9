package verb

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"enumerate/checkpoints"
	"enumerate/internal/text"
)

// StorePath returns the database that --db names, or the default one.
func StorePath(path FileName) (string, error) {
	if path == "-" {
		return "", Usagef("-: a database cannot be standard input or output: name a file (./- is a file named -)")
	}
	if path != "" {
		return string(path), nil
	}
	return checkpoints.DefaultPath()
}

// OpenStore opens it, and says so if a power cut has left it torn, or runs of it are mended or joined.
func OpenStore(path FileName, open func(string) (*checkpoints.Store, error), stderr io.Writer) (*checkpoints.Store, error) {
	name, err := StorePath(path)
	if err != nil {
		return nil, err
	}
	store, err := open(name)
	if err != nil {
		return nil, err
	}
	if store.Torn() != nil {
		fmt.Fprintln(stderr, text.Printable(store.Torn().Error()))
	}
	store.Remark = func(remark string) { fmt.Fprintln(stderr, text.Printable(store.Path()+": "+remark)) }
	return store, nil
}

// OpenIfThere opens a database to read, and returns nil if there is none.
func OpenIfThere(path FileName, stderr io.Writer) (*checkpoints.Store, error) {
	store, err := OpenStore(path, checkpoints.OpenReadOnly, stderr)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return store, err
}

// Remarks returns what is told of stored runs that are left out: a line for each of the first
// ones.
func Remarks(store *checkpoints.Store, stderr io.Writer) func(string) {
	const most = 5
	told := 0
	return func(remark string) {
		switch told++; {
		case told == most+1:
			fmt.Fprintf(stderr, "%s: and more runs are left out\n", text.Printable(store.Path()))
		case told <= most:
			fmt.Fprintln(stderr, text.Printable(store.Path()+": "+remark))
		}
	}
}
