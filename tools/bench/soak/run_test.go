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

// patience is how long a step may take with a fault; then it hangs.
const patience = 2 * time.Minute

// An end is how the program ended.
type end struct {
	code   int            // as a shell has it: that of a signal is 128 and more
	signal syscall.Signal // that ended it, if one did
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

// run runs the program in a directory, with a fault that may wrap its command line
// and be at work on its process. The error is one of the soak itself.
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

// seconds is the time of the work in JSON, the only part that may differ.
var seconds = regexp.MustCompile(`"seconds":[0-9.e+-]+`)

// crashed says whether the program ended in the middle of its code: never for the
// fault of a file.
func (e end) crashed() bool {
	return strings.Contains(e.stderr, "goroutine ") || strings.Contains(e.stderr, "panic:")
}

// starved says whether the Go runtime gave up for lack of memory, threads or descriptors.
func (e end) starved() bool {
	return e.code == 2 && (strings.Contains(e.stderr, "fatal error: ") || strings.Contains(e.stderr, "runtime: ") || strings.Contains(e.stderr, "runtime/"))
}

// clear says whether the program ended with an error in one line.
func (e end) clear() bool {
	last := e.stderr[strings.LastIndexByte(strings.TrimSuffix(e.stderr, "\n"), '\n')+1:]
	return e.code == 1 && strings.HasPrefix(last, "enumerate: ") && strings.HasSuffix(last, "\n")
}

// databases returns the databases in a directory.
func databases(dir string) ([]string, error) { return filepath.Glob(filepath.Join(dir, "[!.]*.db")) }
