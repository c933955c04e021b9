package verb

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"enumerate/checkpoints"
	"enumerate/enum"
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

// OpenStore opens a database with the function open. It prints a remark if a power cut left a page written only in
// part, because the last transaction may be lost. It also prints a remark whenever a run of the open database is
// repaired, or takes over the shards of another run.
func OpenStore(path FileName, open func(string) (*checkpoints.Store, error), stderr io.Writer) (*checkpoints.Store, error) {
	name, err := StorePath(path)
	if err != nil {
		return nil, err
	}
	store, err := open(name)
	if err != nil {
		return nil, err
	}
	if store.TornPage() != nil {
		fmt.Fprintln(stderr, text.Printable(store.TornPage().Error()))
	}
	store.Remark = func(remark string) { fmt.Fprintln(stderr, text.Printable(store.Path()+": "+remark)) }
	return store, nil
}

// OpenIfExists opens a database for reading. It returns nil, and no error, if the file does not exist.
func OpenIfExists(path FileName, stderr io.Writer) (*checkpoints.Store, error) {
	store, err := OpenStore(path, checkpoints.OpenReadOnly, stderr)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return store, err
}

// Remarks returns a function that prints the first five remarks on runs that a verb leaves out, and then a line which
// says that more exist.
func Remarks(store *checkpoints.Store, stderr io.Writer) func(string) {
	const most = 5
	remarks := 0
	return func(remark string) {
		remarks++
		switch {
		case remarks == most+1:
			fmt.Fprintf(stderr, "%s: more runs are left out\n", text.Printable(store.Path()))
		case remarks <= most:
			fmt.Fprintln(stderr, text.Printable(store.Path()+": "+remark))
		}
	}
}

// RunFirst returns the advice for a database without results of a ruleset: a command that stores a result.
func RunFirst(r *enum.Ruleset) string {
	return fmt.Sprintf("run enumerate --game %s --n %d --resume first", r.Name, smallSize(r.Walked()))
}
