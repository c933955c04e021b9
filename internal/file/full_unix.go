//go:build unix || js

package file

import "syscall"

// fullErrors returns the ways of the system to say that there is no room. EFBIG
// is the limit on the size of a file (RLIMIT_FSIZE): the signal SIGXFSZ that
// goes with it is ignored by the Go runtime, and the write fails.
func fullErrors() []error {
	return []error{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
}
