//go:build unix

package judge

import (
	"os/exec"
	"syscall"
)

// ownGroup makes a command run in a new process group. Then Ctrl-C in the terminal reaches only enumerate, and killing
// the command also kills the processes that a shell script has started.
func ownGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
