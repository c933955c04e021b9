//go:build unix || js

package file

import "syscall"

// fullErrors returns the errors of a full disk. A write beyond the limit on the size of a file (RLIMIT_FSIZE) fails
// with EFBIG, because the Go runtime ignores the limit's signal SIGXFSZ.
func fullErrors() []error {
	return []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
}
