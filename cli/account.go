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

// An account is what became of the games of an input.
type account struct {
	name string // of the input
	noun string // of what is in it: "game"
	done string // what could not be done with those that failed: "solved"

	all, unread, failed, wrong, unknown int
	bounds                              []string // that unknown ones crossed, each once
}

// cross counts a game that crossed a bound, if that is its error, and reports whether it is.
func (a *account) cross(err error) bool {
	c, crossed := errors.AsType[verb.Crossing](err)
	if crossed {
		a.unknown++
		if !slices.Contains(a.bounds, c.Bound) {
			a.bounds = append(a.bounds, c.Bound)
		}
	}
	return crossed
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
		return fmt.Errorf("%s: no %s found", a.name, a.noun)
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
	case a.unknown > 0:
		return fmt.Errorf("%s: %d of %d games %w: they take more than %s", a.name, a.unknown, a.all, verb.ErrUnknown, strings.Join(a.bounds, " or "))
	}
	return nil
}
