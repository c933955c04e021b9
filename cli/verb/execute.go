package verb

import (
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"enumerate/internal/file"
	"enumerate/internal/text"
)

// Finish adds to the program and each verb the help, the messages for wrong flags, and the flags --timeout, --memory
// and, except for interactive verbs, --output.
func Finish(root *cobra.Command) {
	root.SetHelpFunc(help)
	root.SetFlagErrorFunc(flagError)
	for _, cmd := range append(root.Commands(), root) {
		cmd.Flags().SortFlags = false
		if cmd.RunE == nil {
			continue
		}
		addBounds(cmd)
		if _, prompts := cmd.Annotations[Prompts]; !prompts {
			addOutput(cmd)
		}
	}
}

// Execute runs a program, prints its error, and returns its exit code. It returns within a second of Ctrl-C, SIGTERM or
// an exceeded limit.
func Execute(root *cobra.Command) int {
	ctx, stop := interruptible()
	defer stop()

	// `enumerate help NAME` accepts only names of verbs: Find returns the root command if NAME is no verb.
	root.InitDefaultHelpCmd()
	if help, _, err := root.Find([]string{"help"}); err == nil {
		help.Args = func(_ *cobra.Command, args []string) error {
			if verb, rest, err := root.Find(args); err == nil && verb == root {
				return NoArgs(root, rest)
			}
			return nil
		}
	}

	err := within(ctx, lastGrace, func() error { return root.ExecuteContext(ctx) })
	// A help function of cobra returns no error, so an error of writing the help is kept in an annotation.
	if why := root.Annotations[unwritten]; err == nil && why != "" {
		err = file.Failed("standard output", "write it", errors.New(why))
	}
	// The system calls standard output /dev/stdout.
	if path, ok := errors.AsType[*os.PathError](err); ok && path.Path == os.Stdout.Name() {
		err = file.Failed("standard output", "write it", err)
	}
	// A verb that wraps a Crossing says itself what to do about the limit.
	if _, isOnlyCrossing := err.(Crossing); isOnlyCrossing {
		err = fmt.Errorf("%w; increase it", err)
	}
	if err != nil && err != ErrInterrupted && err != ErrReported {
		fmt.Fprintf(root.ErrOrStderr(), "enumerate: %s\n", text.Printable(err.Error()))
	}
	return exitCode(err)
}
