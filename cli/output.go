package cli

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"enumerate/internal/file"
)

// addOutput gives a verb --output: what it prints goes to a file, which is there whole or
// not at all. It stays as it was after wrong usage, a failed write or an interruption, and
// after a failure that leaves the results incomplete. But where a check failed, or some
// games of an input could not be read or solved, what was printed is kept.
func addOutput(cmd *cobra.Command) {
	var path fileName
	cmd.Flags().VarP(&path, "output", "o", "print to this file, whole or not at all (default standard output)")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if path == "" || path == "-" {
			return run(cmd, args)
		}
		// What keeps a file from being written should not show after hours of work.
		if probe, err := file.Begin(string(path)); err != nil {
			return err
		} else {
			probe.Discard()
		}
		o := output{path: string(path)}
		cmd.SetOut(&o)
		return o.end(run(cmd, args))
	}
}

// someFailed is the error of some games of an input, whose others were done.
type someFailed struct{ error }

func (e someFailed) Unwrap() error { return e.error }

// An output is the file of --output. There is nothing of it before the first Write: up to
// then Ctrl-C ends those verbs at once that put nothing in order.
type output struct {
	path   string
	file   *file.Replacement
	ctx    context.Context // of the interruption
	stop   func()
	failed error // of a Write
}

// begin begins to write the file, and removes what was written when the program is
// interrupted.
func (o *output) begin() (err error) {
	if o.file, err = file.Begin(o.path); err != nil {
		return err
	}
	ctx, stop := interruptible()
	discard := context.AfterFunc(ctx, o.file.Discard)
	o.ctx, o.stop = ctx, func() { discard(); stop() }
	return nil
}

// Write writes more. After an interruption it fails, which ends the verb.
func (o *output) Write(p []byte) (n int, err error) {
	if o.file == nil {
		o.failed = o.begin()
	}
	if o.failed == nil {
		n, o.failed = o.file.Write(p)
	}
	return n, o.failed
}

// end keeps the file or not, by the error of the verb, and returns that of both.
func (o *output) end(err error) error {
	if o.file == nil {
		if err != nil {
			return err
		}
		if _, err := o.Write(nil); err != nil { // a file of nothing
			return err
		}
	}
	defer o.stop()
	defer o.file.Discard()
	code := exitCode(err)
	switch {
	case o.ctx.Err() != nil:
		return errInterrupted
	case o.failed != nil:
		return o.failed
	case code != exitDone && code != exitCheck && code != exitUnknown && !errors.As(err, new(someFailed)):
		return err
	}
	if failed := o.file.Keep(); failed != nil {
		return failed
	}
	return err
}
