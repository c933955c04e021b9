//go:build unix

package verb

import (
	"os"
	"syscall"
)

const canRaise = true

func raise(s syscall.Signal) { _ = syscall.Kill(os.Getpid(), s) }
