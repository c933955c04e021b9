package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/cli/verb"
)

// An account counts how many games of an input were answered, could not be read, failed or exceeded a limit, for the
// message and the exit code at the end.
type account struct {
	name       string // the name of the input
	noun       string // what an item of the input is called: "game"
	participle string // the action on each item, as a participle for messages: "solved"

	all, unread, failed, wrong, unknown int
	bounds                              []string // the limits that games have exceeded, each once
}

// exceeded reports whether err means that a game exceeded a limit, and then counts the game as unknown.
func (a *account) exceeded(err error) bool {
	crossing, exceeded := errors.AsType[verb.Crossing](err)
	if exceeded {
		a.unknown++
		if !slices.Contains(a.bounds, crossing.Bound) {
			a.bounds = append(a.bounds, crossing.Bound)
		}
	}
	return exceeded
}

func (a *account) fail(err error, stderr io.Writer) {
	verb.Report(fmt.Errorf("%s %d: %w", a.noun, a.all, err), a.name, stderr)
}

// err returns the error of the verb at the end of the input. The exit code can tell only one kind of error: a wrong
// answer comes first, then a game that could not be read or answered, then a game that exceeded a limit.
func (a *account) err(ctx context.Context) error {
	of := fmt.Sprintf("of %d %ss", a.all, a.noun)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case a.all == 0:
		return fmt.Errorf("%s: no %s found: write one, or name a file with %[2]ss", a.name, a.noun)
	case a.wrong > 0:
		return fmt.Errorf("%s: %w: %d %s are wrong", a.name, verb.ErrCheck, a.wrong, of)
	case a.all == 1 && a.unread+a.failed == 1: // the error of the only game has been printed
		return verb.ErrReported
	case a.unread > 0 && a.failed > 0:
		return verb.SomeFailedf("%s: %d %s could not be read, %d could not be %s", a.name, a.unread, of, a.failed, a.participle)
	case a.unread > 0:
		return verb.SomeFailedf("%s: %d %s could not be read", a.name, a.unread, of)
	case a.failed > 0:
		return verb.SomeFailedf("%s: %d %s could not be %s", a.name, a.failed, of, a.participle)
	case a.unknown > 0:
		return fmt.Errorf("%s: %d of %d games %w: the limit of %s is exceeded; increase it", a.name, a.unknown, a.all, verb.ErrUnknown, strings.Join(a.bounds, " or "))
	}
	return nil
}
