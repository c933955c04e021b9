package layers

import "errors"

// The faults of layers and of their files, one error each, to be told apart by
// [errors.Is]. The errors that the functions of this package return wrap one of
// them, and their message is one line: the file, the place in it, what is
// wrong, and what would be right.
var (
	// ErrTruncated: the file is shorter than what was written, or its end is
	// not what was written there.
	ErrTruncated = errors.New("truncated")

	// ErrChecksum: a part of the file is not what was written at its place.
	ErrChecksum = errors.New("checksum mismatch")

	// ErrForeign: the file is something else: of another program, another
	// version of the format, another label, or made from another layer.
	ErrForeign = errors.New("not a file of this run")

	// ErrCorrupt: the file breaks the format although its checksums are right.
	ErrCorrupt = errors.New("corrupt")

	// ErrOverflow: a sum of weights takes more than 128 bits.
	ErrOverflow = errors.New("weights take more than 128 bits")

	// ErrTooLong: a key is longer than [MaxKey], or a label than [MaxLabel].
	ErrTooLong = errors.New("too long")

	// ErrMismatch: a layer does not prove itself. Keys did not ascend, or the
	// sums over the runs are not those of the layer, or a parent was expanded
	// twice or never. The layer is not made.
	ErrMismatch = errors.New("does not add up")
)

// unusable reports whether err is a fault of the content of a file, for which
// the remedy is to make the file again.
func unusable(err error) bool {
	for _, kind := range []error{ErrTruncated, ErrChecksum, ErrForeign, ErrCorrupt} {
		if errors.Is(err, kind) {
			return true
		}
	}
	return false
}
