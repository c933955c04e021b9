//go:build unix || js

package file

import "syscall"

// fullErrors returns the system's errors for a full disk. EFBIG is the error for the limit on the size of a file
// (RLIMIT_FSIZE). The Go runtime ignores the limit's signal SIGXFSZ, so the write fails with EFBIG.
func fullErrors() []error {
	return []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
}
