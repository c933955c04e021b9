//go:build !unix

package verb

import "syscall"

const canRaise = false

func raise(syscall.Signal) {}
