//go:build !unix

package file

import (
	"errors"
	"os"
)

// duplicate is not needed, because no path names an open file on this system.
func duplicate(int, string) (*os.File, error) { return nil, errors.ErrUnsupported }
