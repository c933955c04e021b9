//go:build !unix

package cli

import "os/exec"

// together does nothing: there are no groups of processes.
func together(*exec.Cmd) {}
