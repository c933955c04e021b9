//go:build !unix

package file

import (
	"errors"
	"os"
)

// duplicate is not there: no path leads to an open file.
func duplicate(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }
