package cli

import (
	"context"
	"fmt"
	"io"

	"enumerate/cli/verb"
)

// An account is what became of the games of an input.
type account struct {
	name string // of the input
	noun string // of what is in it: "game"
	done string // what could not be done with those that failed: "solved"

	all, unread, failed, wrong int
	unknown                    verb.Unknowns
}

// report reports a game, the last of all so far, that could not be read.
func (a *account) report(unread error, stderr io.Writer) {
	a.unread++
	verb.Report(unread, a.name, stderr)
}

// fail reports that one failed.
func (a *account) fail(err error, stderr io.Writer) {
	verb.Report(fmt.Errorf("%s %d: %w", a.noun, a.all, err), a.name, stderr)
}

// err returns the error of the input once all games are done.
func (a *account) err(ctx context.Context) error {
	of := fmt.Sprintf("of %d %ss", a.all, a.noun)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.all == 0:
		return fmt.Errorf("%s: there is no %s in it", a.name, a.noun)
	case a.wrong > 0:
		return fmt.Errorf("%s: %w: %d %s are wrong", a.name, verb.ErrCheck, a.wrong, of)
	case a.all == 1 && a.unread+a.failed == 1:
		return verb.ErrReported
	case a.unread > 0 && a.failed > 0:
		return verb.SomeFailedf("%s: %d %s could not be read, %d could not be %s", a.name, a.unread, of, a.failed, a.done)
	case a.unread > 0:
		return verb.SomeFailedf("%s: %d %s could not be read", a.name, a.unread, of)
	case a.failed > 0:
		return verb.SomeFailedf("%s: %d %s could not be %s", a.name, a.failed, of, a.done)
	}
	return a.unknown.Err(a.name, a.all)
}
