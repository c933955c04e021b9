package marking

import (
	"errors"
	"fmt"

	"enumerate/internal/file"
)

// What can be wrong with a file of levels, to be told apart by [errors.Is]. The messages of
// the errors that wrap these are one line: the file, what is wrong with it, and what to do.
var (
	// ErrForeign: it is something else, of another n, other levels or another version.
	ErrForeign = errors.New("not levels of this table")

	// ErrDamaged: it is not what was written.
	ErrDamaged = errors.New("damaged")

	// ErrFull: the disk, a quota or the limit on the size of a file left no room.
	ErrFull = errors.New("disk full")
)

// system returns the fault of an operation on the file at path, which met the error err
// of the operating system.
func system(path, operation string, err error) error {
	cause := file.Bare(err)
	for _, full := range file.FullErrors() {
		if errors.Is(err, full) {
			return &file.Fault{Subject: path, Kind: ErrFull, Cause: cause,
				Detail: cause.Error() + "; make room and go on, what was kept before stays"}
		}
	}
	return fmt.Errorf("%s: cannot %s: %w", path, operation, cause)
}
