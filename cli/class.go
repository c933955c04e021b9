package cli

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"io"
	"iter"
	"sync"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
)

// classFlags are the flags of class.
type classFlags struct {
	game          verb.Game
	unique, tally bool
	solve         bool
	workers       int
	format        verb.Format
}

func newClass(p *verb.Program) *cobra.Command {
	var f classFlags
	cmd := &cobra.Command{
		Use:         "class [FILE|-|GAME...]",
		Short:       "Say which class each game is of",
		Annotations: map[string]string{verb.TimeoutOf: "a game"},
		Long: `Class reads games, as solve does, and prints for each the canonical form, one game of its
class: games are isomorphic if and only if their canonical forms are equal. It is the game
that classes lists for the class, wherever that lists it. Beside it stand the orbit (how
many labelled games the class has) and the number of automorphisms; with --solve also the
verdict and what proves it, as on a line of classes. In JSON there is also the relabeling
that carries the game into its canonical form. Lines come in the order of the input.
A game that takes longer than --timeout, or more memory than --memory, is reported; if there
is one, and no failure, the exit code is 4.

--unique prints only the first game of each class that is met, as soon as it is met. --tally
prints the same games at the end of the input, each with how many times its class was met.`,
		Example: `  enumerate class 'BC CD DA AB'
  enumerate generate random --n 4 --count 100 | enumerate class --tally
  enumerate class --game nimbers 4.1-3.2-4
  enumerate generate random --n 4 --count 100 | enumerate class --unique --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(); err != nil {
				return err
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			err := f.run(cmd.Context(), cmd, args, out)
			return cmp.Or(err, out.Flush())
		},
	}
	verb.AddGame(cmd, &f.game, p)
	cmd.Flags().BoolVar(&f.unique, "unique", false, "only the first game of each class")
	cmd.Flags().BoolVar(&f.tally, "tally", false, "the same at the end, with how many times each class was met")
	cmd.Flags().BoolVar(&f.solve, "solve", false, "print the verdict, too, and what proves it")
	verb.AddWorkers(cmd, &f.workers)
	verb.AddFormat(cmd, &f.format, "table", "json")
	return cmd
}

// check refuses what the ruleset does not offer, and what does not go together.
func (f *classFlags) check() error {
	switch {
	case f.game.Classify == nil || f.game.Read == nil:
		return verb.Usagef("%s finds no classes of single games; its group: %s", f.game.Name, f.game.Group)
	case f.unique && f.tally:
		return verb.Usagef("--unique and --tally do not go together; leave out one")
	}
	return nil
}

// A formed is what became of one game of an input.
type formed struct {
	unread error // why it could not be read
	err    error // why it has no form
	key    classKey
	row    *enum.ClassRow // nil if a game before it has the same class, and one of each is printed
}

// A classKey stands for a class: the first half of the SHA-256 of its canonical form. Of 10^12
// classes two have one key with a chance of less than 10^-14.
type classKey [sha256.Size / 2]byte

// A seen is the classes that were met, with an index for each.
type seen struct {
	sync.RWMutex
	index map[classKey]int
}

// has reports whether a class was met.
func (s *seen) has(key classKey) bool {
	s.RLock()
	defer s.RUnlock()
	_, there := s.index[key]
	return there
}

// add returns the index of a class, and whether it was met before.
func (s *seen) add(key classKey) (index int, before bool) {
	s.Lock()
	defer s.Unlock()
	index, before = s.index[key]
	if !before {
		index = len(s.index)
		s.index[key] = index
	}
	return index, before
}

// run prints the classes of the games of an input.
func (f *classFlags) run(ctx context.Context, cmd *cobra.Command, args []string, out *bufio.Writer) error {
	in, name, err := verb.OpenGames(cmd, args, f.game.Ruleset)
	if err != nil {
		return err
	}
	defer in.Close()
	met := &seen{index: make(map[classKey]int)}
	var rows []*enum.ClassRow // of a tally
	var line []byte
	became := account{name: name, noun: "game", done: "classified"}
	for g, last := range f.formsOf(ctx, in, met) {
		became.all++
		switch {
		case became.cross(g.unread):
			became.fail(g.unread, cmd.ErrOrStderr())
		case g.unread != nil:
			became.report(g.unread, cmd.ErrOrStderr())
		case g.err != nil && ctx.Err() != nil:
			return ctx.Err()
		case g.err != nil:
			if !became.cross(g.err) {
				became.failed++
			}
			became.fail(g.err, cmd.ErrOrStderr())
		default:
			index, before := 0, false
			if f.unique || f.tally {
				index, before = met.add(g.key)
			}
			if f.tally && !before {
				g.row.First = became.all
				rows = append(rows, g.row)
			}
			if f.tally {
				rows[index].Times++
			} else if !before {
				line = g.row.Append(line[:0], f.format.Value)
				if _, err := out.Write(line); err != nil {
					return err
				}
			}
		}
		if last { // a user may be typing games, and waiting for each answer
			if err := out.Flush(); err != nil {
				return err
			}
		}
	}
	for _, row := range rows {
		line = row.Append(line[:0], f.format.Value)
		if _, err := out.Write(line); err != nil {
			return err
		}
	}
	return became.err(ctx)
}

// formsOf yields the forms of the games of an input, some at a time, or one by one where reading one is
// part of its time: each with whether it is the last of some.
func (f *classFlags) formsOf(ctx context.Context, in io.Reader, met *seen) iter.Seq2[formed, bool] {
	games := batchesOf(f.game.Ruleset, in)
	if verb.BoundsOf(ctx).TimesGames() {
		games = oneByOne(verb.Games(ctx, in, f.game.Read))
	}
	forms := func(ctx context.Context, games []read, _ int) []formed {
		all := make([]formed, len(games))
		for i, g := range games {
			if all[i].err = ctx.Err(); all[i].err == nil {
				all[i] = f.form(ctx, g, met)
			}
		}
		return all
	}
	return func(yield func(formed, bool) bool) {
		for some := range inOrder(ctx, games, f.workers, forms) {
			for i, g := range some {
				if !yield(g, i == len(some)-1) {
					return
				}
			}
		}
	}
}

// form finds the class of one game, and its row if it is to be printed as far as that is
// known. A row without need costs time only: classes are added in the order of the input.
func (f *classFlags) form(ctx context.Context, g read, met *seen) (found formed) {
	if found.unread = g.unread; g.unread != nil {
		return found
	}
	ctx, stop := verb.BoundsOf(ctx).Game(ctx)
	defer func() {
		found.err = verb.Ended(ctx, found.err)
		stop()
	}()
	if found.err = ctx.Err(); found.err != nil {
		return found
	}
	form, err := f.game.Classify(ctx, g.game)
	if err != nil {
		found.err = err
		return found
	}
	if f.unique || f.tally {
		sum := sha256.Sum256([]byte(form.Game))
		found.key = classKey(sum[:])
		if met.has(found.key) {
			return found
		}
	}
	found.row = form.Row(f.format.Value == "json")
	if f.solve {
		solution, err := form.Solution(ctx)
		found.row.Solution, found.err = &solution, err
	}
	return found
}
