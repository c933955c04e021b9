//go:build unix

package judge

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process into a new process group. Then Ctrl-C reaches only enumerate, and killing the group
// also ends the processes that a shell has started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
