package verb

import (
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/internal/file"
	"enumerate/internal/text"
)

// The exit codes of the program.
const (
	ExitDone        = 0
	ExitFailure     = 1
	ExitUsage       = 2
	ExitCheck       = 3   // a check failed
	ExitUnknown     = 4   // a time or memory limit was exceeded
	exitIncomplete  = 5   // shards or runs are missing after a merge, or an audit could not check all runs
	ExitInterrupted = 130 // by Ctrl-C or SIGTERM
)

type usageError struct{ error }

// Usagef returns an error of the command line. Its exit code is 2.
func Usagef(format string, args ...any) error { return usageError{fmt.Errorf(format, args...)} }

// Usage marks an error as an error of the command line.
func Usage(err error) error { return usageError{err} }

func (e usageError) Unwrap() error { return e.error }

// ErrCheck is the error of a command that found a fault and printed it.
var ErrCheck error = failedCheck("a check failed")

type failedCheck string

func (e failedCheck) Error() string { return string(e) }

// CheckFailed marks the error of a failed check, whose exit code is 3. Errors of other packages can have this method
// too.
func (failedCheck) CheckFailed() {}

// ErrIncomplete is the error of a merge after which shards or runs are missing, and of an audit that could not check
// all runs.
var ErrIncomplete = errors.New("incomplete")

func exitCode(err error) int {
	switch {
	case err == nil:
		return ExitDone
	case err == ErrInterrupted:
		return ExitInterrupted
	case errors.As(err, new(usageError)):
		return ExitUsage
	case errors.As(err, new(interface{ CheckFailed() })): // other packages mark such errors by this method
		return ExitCheck
	case errors.Is(err, ErrUnknown), errors.As(err, new(limitError)):
		return ExitUnknown
	case errors.Is(err, ErrIncomplete):
		return exitIncomplete
	}
	return ExitFailure
}

// A limitError is the error of another package that would exceed a limit of the verb; see package excess.
type limitError interface{ LimitExceeded() }

// ErrUnknown is the error of a verb or a game that exceeded its time or memory limit.
var ErrUnknown = errors.New("unknown")

// ErrInterrupted is the error of a verb that was interrupted.
var ErrInterrupted = errors.New("interrupted")

type someFailed struct{ error }

// SomeFailedf returns the error of an input in which some games failed. The file of --output is kept, because it has
// the answers to the other games.
func SomeFailedf(format string, args ...any) error { return someFailed{fmt.Errorf(format, args...)} }

func (e someFailed) Unwrap() error { return e.error }

// ErrReported is the error of a command that has already printed its error.
var ErrReported = errors.New("reported")

// Report prints the faults of an input, each on a line that begins with the name of the input. An error of the system
// does not name the input again.
func Report(err error, name string, stderr io.Writer) {
	for fault := range strings.SplitSeq(file.Bare(err).Error(), "\n") {
		fmt.Fprintf(stderr, "enumerate: %s\n", text.Printable(name+": "+fault))
	}
}
