package verb

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/checkpoints"
	"enumerate/internal/layers"
	"enumerate/internal/text"
)

// Exit codes.
const (
	ExitDone        = 0
	ExitFailure     = 1
	ExitUsage       = 2
	ExitCheck       = 3   // a check failed
	ExitUnknown     = 4   // something took more time or memory than it may
	exitIncomplete  = 5   // what was merged is not all there is
	ExitInterrupted = 130 // by Ctrl-C or SIGTERM
)

// usageError is an error of the command line itself.
type usageError struct{ error }

func Usagef(format string, args ...any) error {
	return usageError{fmt.Errorf(format, args...)}
}

// Usage says of an error that it is one of the command line itself.
func Usage(err error) error { return usageError{err} }

func (e usageError) Unwrap() error { return e.error }

// ErrCheck is the error of a command that found something wrong and has said so.
var ErrCheck = errors.New("a check failed")

// ErrIncomplete is the error of a merge after which shards are missing still.
var ErrIncomplete = errors.New("incomplete")

// exitCode returns what the program exits with after a verb's error.
func exitCode(err error) int {
	switch {
	case err == nil:
		return ExitDone
	case err == ErrInterrupted:
		return ExitInterrupted
	case errors.As(err, new(usageError)):
		return ExitUsage
	case errors.Is(err, ErrCheck), errors.Is(err, checkpoints.ErrProof), errors.Is(err, checkpoints.ErrContradiction), errors.Is(err, checkpoints.ErrSignature), errors.Is(err, layers.ErrMismatch):
		return ExitCheck
	case errors.Is(err, ErrUnknown):
		return ExitUnknown
	case errors.Is(err, ErrIncomplete):
		return exitIncomplete
	}
	return ExitFailure
}

// ErrUnknown is the kind of error of what took more time or memory than it may.
var ErrUnknown = errors.New("unknown")

// ErrInterrupted is the error of a verb that was interrupted.
var ErrInterrupted = errors.New("interrupted")

// someFailed is the error of some games of an input, whose others were done.
type someFailed struct{ error }

// SomeFailedf returns that error.
func SomeFailedf(format string, args ...any) error { return someFailed{fmt.Errorf(format, args...)} }

func (e someFailed) Unwrap() error { return e.error }

// ErrReported is the error of a command that has said what is wrong.
var ErrReported = errors.New("reported")

// reported reports what is wrong with an input, which ends the command.
func reported(err error, name string, stderr io.Writer) error {
	Report(err, name, stderr)
	return ErrReported
}

// Report reports what is wrong with a part of an input, a line for each of the first faults.
func Report(err error, name string, stderr io.Writer) {
	for fault := range strings.SplitSeq(err.Error(), "\n") {
		fmt.Fprintf(stderr, "enumerate: %s\n", text.Printable(name+": "+fault))
	}
}
