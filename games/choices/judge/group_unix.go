//go:build unix

package judge

import (
	"os/exec"
	"syscall"
)

// ownGroup gives a process a group of its own, which is killed as a whole: Ctrl-C reaches enumerate alone, and a shell's children
// end with it.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
