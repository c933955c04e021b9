//go:build !unix

package verb

import "syscall"

// canRaise reports whether a process can send itself a signal.
const canRaise = false

// raise is not called.
func raise(syscall.Signal) {}
