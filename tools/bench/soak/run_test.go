//go:build linux

package soak

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"time"
)

// patience is how long a step with a fault may take. If it takes longer, it counts as hanging.
const patience = 2 * time.Minute

// An end is how a step ended, and what it printed.
type end struct {
	code   int            // as in a shell: 128 plus the number of the signal if a signal ended it
	signal syscall.Signal // the signal that ended it, or 0
	stdout string
	stderr string
	took   time.Duration
	hangs  bool
}

func (e end) String() string {
	how := fmt.Sprintf("exit code %d", e.code)
	switch {
	case e.hangs:
		how = fmt.Sprintf("no end within %v", patience)
	case e.signal != 0:
		how = e.signal.String()
	}
	return fmt.Sprintf("%s after %v, it says %q", how, e.took.Round(time.Millisecond), e.stderr)
}

// run runs the program in a directory while a fault disturbs it. The error reports a failure of the test itself.
func (s *soak) run(ctx context.Context, dir string, args []string, f fault) (end, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	line := append(append(f.wrap, s.program), args...)
	cmd := exec.CommandContext(ctx, line[0], line[1:]...)
	var stdout, stderr bytes.Buffer
	cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &stdout, &stderr

	// A new process group, so that all processes can be killed if the program hangs.
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }

	began := time.Now()
	if err := cmd.Start(); err != nil {
		return end{}, err
	}
	over, disturbed := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(disturbed)
		if f.during != nil {
			f.during(cmd.Process, over)
		}
	}()
	err := cmd.Wait()
	close(over)
	<-disturbed

	e := end{stdout: seconds.ReplaceAllString(stdout.String(), `"seconds":0`), stderr: stderr.String(), took: time.Since(began)}
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		return e, err
	}
	e.code = cmd.ProcessState.ExitCode()
	if status := cmd.ProcessState.Sys().(syscall.WaitStatus); status.Signaled() {
		e.signal = status.Signal()
		e.code = 128 + int(e.signal)
	}
	e.hangs = errors.Is(ctx.Err(), context.DeadlineExceeded)
	return e, nil
}

// seconds matches the time of the work in JSON, the only part of the output that may differ between two runs.
var seconds = regexp.MustCompile(`"seconds":[0-9.e+-]+`)

// crashed reports whether the program printed a panic or the stacks of its goroutines. No fault of a file may cause
// this.
func (e end) crashed() bool {
	return strings.Contains(e.stderr, "goroutine ") || strings.Contains(e.stderr, "panic:")
}

// starved reports whether the Go runtime gave up because it lacked memory, threads or descriptors.
func (e end) starved() bool {
	return e.code == 2 && (strings.Contains(e.stderr, "fatal error: ") || strings.Contains(e.stderr, "runtime: ") || strings.Contains(e.stderr, "runtime/"))
}

// clear reports whether the program failed with a message of its own.
func (e end) clear() bool {
	last := e.stderr[strings.LastIndexByte(strings.TrimSuffix(e.stderr, "\n"), '\n')+1:]
	return e.code == 1 && strings.HasPrefix(last, "enumerate: ") && strings.HasSuffix(last, "\n")
}

func databases(dir string) ([]string, error) { return filepath.Glob(filepath.Join(dir, "[!.]*.db")) }
