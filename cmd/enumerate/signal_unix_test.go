//go:build unix

package main

import (
	"os"
	"os/exec"
	"runtime"
	"testing"
	"time"

	"enumerate/internal/eventually"
	"enumerate/internal/pace"
)

// ignoreEarlySignals makes a command start with Ctrl-C and SIGTERM ignored. Without it, a signal that arrives before
// the program has installed its handlers would kill the process.
func ignoreEarlySignals(t *testing.T, cmd *exec.Cmd) {
	t.Helper()
	sh, err := exec.LookPath("sh")
	if err != nil {
		t.Fatal(err)
	}
	cmd.Args = append([]string{"sh", "-c", `trap "" INT TERM; exec "$0" "$@"`, cmd.Path}, cmd.Args[1:]...)
	cmd.Path = sh
}

// interruptOnce sends a signal to a process that [ignoreEarlySignals] started, as soon as the process handles signals
// and underWay returns true. It waits until the process ends, and returns how long that took, as a [pace.Watch]
// measures it.
//
// If the system does not report which signals a process ignores, interruptOnce repeats the signal until the process
// ends.
func interruptOnce(t *testing.T, cmd *exec.Cmd, signal os.Signal, underWay func() bool) time.Duration {
	t.Helper()
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(ended)
	}()
	hasEnded := func() bool {
		select {
		case <-ended:
			return true
		default:
			return false
		}
	}
	eventually.True(t, func() bool {
		return hasEnded() || handlesSignals(cmd.Process.Pid) && underWay()
	})
	if hasEnded() {
		t.Errorf("the program ended before it was interrupted: %v", cmd.ProcessState)
		return 0
	}

	watch := pace.Start(t)
	if err := cmd.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS == "linux" {
		<-ended
		return watch.Stop()
	}
	eventually.True(t, func() bool {
		_ = cmd.Process.Signal(signal) // fails if the process has ended
		return hasEnded()
	})
	return watch.Stop()
}

// endAfter sends a signal to a process when it has used `life` of processor time, unless it has ended. It returns the
// error of Wait.
func endAfter(t *testing.T, cmd *exec.Cmd, signal os.Signal, life time.Duration) error {
	t.Helper()
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()

	var err error
	hasEnded := false
	eventually.True(t, func() bool {
		select {
		case err = <-ended:
			hasEnded = true
		default:
		}
		return hasEnded || processorTime(cmd.Process.Pid) >= life
	})
	if hasEnded {
		return err
	}

	_ = cmd.Process.Signal(signal) // fails if the process has just ended
	return <-ended
}
