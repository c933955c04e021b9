//go:build unix

package main

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"enumerate/cli/verb"
)

func TestCtrlCEndsSolving(t *testing.T) {
	const easy = "BC CD BA BA\n"
	// These two games take too long: one question asks for all orders of twelve players, and the other for the 14!
	// solutions of a game of sixteen.
	const orderly = "BC CD BA EF FG ED HI IJ HG GH AB AB\n"
	crowd := "CD AC" + strings.Repeat(" AB", 14) + "\n"
	for _, c := range []struct{ args, input string }{
		{"--algorithm orders", orderly},
		{"--all", crowd},
	} {
		t.Run(c.args, func(t *testing.T) {
			t.Parallel()
			cmd := command(t, append([]string{"solve"}, strings.Fields(c.args)...)...)
			ignoreEarlySignals(t, cmd)
			cmd.Stdin = strings.NewReader(easy + c.input)
			stdout, err := cmd.StdoutPipe()
			if err != nil {
				t.Fatal(err)
			}
			var stderr strings.Builder
			cmd.Stderr = &stderr
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			lines := bufio.NewReader(stdout)
			if _, err := lines.ReadString('\n'); err != nil {
				t.Fatal(err)
			}
			solved := processorTime(cmd.Process.Pid) // the first game
			endsWithCtrlC(t, cmd, lines, &stderr, func() bool {
				return processorTime(cmd.Process.Pid) >= solved+50*time.Millisecond
			})
		})
	}
}

// endsWithCtrlC checks that Ctrl-C ends a command within a second.
func endsWithCtrlC(t *testing.T, cmd *exec.Cmd, stdout io.Reader, stderr *strings.Builder, underWay func() bool) {
	t.Helper()
	go io.Copy(io.Discard, stdout) // until the program ends
	took := interruptOnce(t, cmd, os.Interrupt, underWay)
	if got := cmd.ProcessState.ExitCode(); got != verb.ExitInterrupted || stderr.Len() > 0 {
		t.Errorf("exit code %d, stderr %q, want %d and nothing", got, stderr.String(), verb.ExitInterrupted)
	}
	if took > time.Second {
		t.Errorf("it took %v to end", took)
	}
}
