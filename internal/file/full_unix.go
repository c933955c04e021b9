//go:build unix || js

package file

import "syscall"

// fullErrors returns the system's errors for a full disk. EFBIG is the limit on the size of
// a file (RLIMIT_FSIZE): the Go runtime ignores its signal SIGXFSZ, and the write fails.
func fullErrors() []error {
	return []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
}
