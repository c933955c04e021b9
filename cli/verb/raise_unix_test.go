//go:build unix

package verb

import (
	"os"
	"syscall"
)

// canRaise reports whether a process can send itself a signal.
const canRaise = true

// raise sends a signal to this process.
func raise(s syscall.Signal) { _ = syscall.Kill(os.Getpid(), s) }
