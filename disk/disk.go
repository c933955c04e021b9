// Package disk knows how the operating system says what is wrong with files, for the
// packages that keep some: db and layers.
package disk

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
