//go:build unix || js

package file

import "syscall"

// EFBIG is the error for the limit on the size of a file (RLIMIT_FSIZE): the Go runtime ignores the limit's signal
// SIGXFSZ.
func fullErrors() []error {
	return []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
}
