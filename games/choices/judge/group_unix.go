//go:build unix

package judge

import (
	"os/exec"
	"syscall"
)

// ownGroup puts a process into a new process group, so that Ctrl-C reaches only enumerate, and killing the group also
// ends a shell's children.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
