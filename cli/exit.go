package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"

	"enumerate/checkpoints"
	"enumerate/internal/layers"
)

// Exit codes.
const (
	exitDone        = 0
	exitFailure     = 1
	exitUsage       = 2
	exitCheck       = 3   // a check failed
	exitInterrupted = 130 // by Ctrl-C or SIGTERM
)

// usageError is an error of the command line itself.
type usageError struct{ error }

func usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

func (e usageError) Unwrap() error { return e.error }

// errCheck is the error of a command that found something wrong and has said so.
var errCheck = errors.New("a check failed")

// errInterrupted is the error of a command that was interrupted and has put
// everything in order.
var errInterrupted = errors.New("interrupted")

// interruptible returns a context that ends with Ctrl-C or SIGTERM, for a command
// that then stops by itself. Others are ended by the signal. So is this one by a
// second signal.
func interruptible() (ctx context.Context, stop func()) {
	ctx, stop = signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// orInterrupted returns errInterrupted in place of an error that says nothing but
// that the context has ended.
func orInterrupted(err error) error {
	if err == context.Canceled {
		return errInterrupted
	}
	return err
}

// Main runs the program and returns its exit code.
func Main(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.Execute()
	var usage usageError
	switch {
	case err == nil:
		return exitDone
	case err == errInterrupted:
		return exitInterrupted
	}
	fmt.Fprintf(stderr, "enumerate: %v\n", err)
	switch {
	case errors.As(err, &usage):
		return exitUsage
	case errors.Is(err, errCheck), errors.Is(err, checkpoints.ErrProof), errors.Is(err, checkpoints.ErrContradiction), errors.Is(err, layers.ErrMismatch):
		return exitCheck
	}
	return exitFailure
}
