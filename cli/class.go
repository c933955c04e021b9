package cli

import (
	"bufio"
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
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
	same          bool
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
prints the same games at the end of the input, each with how many times its class was met.

--same compares the games of two files, the first with the first and so on. It prints for
each pair by which relabeling the first game becomes the second, or that they are different;
then the exit code is 3. A game that is in no file may stand in its place.`,
		Example: `  enumerate class 'BC CD DA AB'
  enumerate generate random --n 4 --count 100 | enumerate class --tally
  enumerate class --same 'BC CD DA AB' 'DC AD BA CB'
  enumerate class --game nimbers 4.1-3.2-4
  enumerate generate random --n 4 --count 100 | enumerate class --unique --format json`,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := f.check(cmd, args); err != nil {
				return err
			}
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			run := f.run
			if f.same {
				run = f.compare
			}
			err := run(cmd.Context(), cmd, args, out)
			return cmp.Or(err, out.Flush())
		},
	}
	verb.AddGame(cmd, &f.game, p)
	cmd.Flags().BoolVar(&f.unique, "unique", false, "only the first game of each class")
	cmd.Flags().BoolVar(&f.tally, "tally", false, "the same at the end, with how many times each class was met")
	cmd.Flags().BoolVar(&f.same, "same", false, "compare the games of two files, one by one")
	cmd.Flags().BoolVar(&f.solve, "solve", false, "print the verdict, too, and what proves it")
	verb.AddWorkers(cmd, &f.workers)
	verb.AddFormat(cmd, &f.format, "table", "json")
	return cmd
}

// check refuses what the ruleset does not offer, and what does not go together.
func (f *classFlags) check(cmd *cobra.Command, args []string) error {
	if f.game.Classify == nil || f.game.Read == nil {
		return verb.Usagef("%s finds no classes of single games; its group: %s", f.game.Name, f.game.Group)
	}
	for _, apart := range [][2]string{{"same", "unique"}, {"same", "tally"}, {"same", "solve"}, {"unique", "tally"}} {
		if cmd.Flags().Changed(apart[0]) && cmd.Flags().Changed(apart[1]) {
			return verb.Usagef("--%s and --%s do not go together; leave out one", apart[0], apart[1])
		}
	}
	switch {
	case f.same && len(args) != 2:
		return verb.Usagef("--same compares two files, not %d", len(args))
	case f.same && args[0] == "-" && args[1] == "-":
		return verb.Usagef("--same compares two files: only one of them can be standard input")
	}
	return nil
}

// A formed is what became of one game of an input.
type formed struct {
	unread error // why it could not be read
	err    error // why it has no form
	form   enum.Form
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
	found.form, found.err = f.game.Classify(ctx, g.game)
	if found.err != nil || f.same {
		return found
	}
	form := found.form
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

// compare says of two inputs, game by game, whether they are isomorphic.
func (f *classFlags) compare(ctx context.Context, cmd *cobra.Command, args []string, out *bufio.Writer) error {
	var names [2]string
	var next [2]func() (formed, bool, bool)
	for i := range names {
		in, name, err := verb.OpenGames(cmd, args[i:i+1], f.game.Ruleset)
		if err != nil {
			return err
		}
		defer in.Close()
		var stop func()
		names[i] = name
		if name == "the argument" {
			names[i] = [...]string{"the first argument", "the second argument"}[i]
		}
		next[i], stop = iter.Pull2(f.formsOf(ctx, in, nil))
		defer stop()
	}
	number, different, failed := 0, 0, 0
	for {
		var pair [2]formed
		var there [2]bool
		for i := range pair {
			pair[i], _, there[i] = next[i]()
		}
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case there != [2]bool{true, true}:
			return compared(names, there, number, different, failed)
		}
		number++
		ok := true
		for i, g := range pair {
			switch {
			case g.unread != nil:
				verb.Report(g.unread, names[i], cmd.ErrOrStderr())
			case g.err != nil:
				verb.Report(fmt.Errorf("game %d: %w", number, g.err), names[i], cmd.ErrOrStderr())
			default:
				continue
			}
			ok = false
		}
		if !ok {
			failed++
			continue
		}
		same := pair[0].form.Game == pair[1].form.Game
		if !same {
			different++
		}
		if _, err := out.Write(f.comparison(same, pair[0].form, pair[1].form)); err != nil {
			return err
		}
	}
}

// compared returns what is left to say of two inputs, of which one or both have ended after
// some pairs.
func compared(names [2]string, there [2]bool, pairs, different, failed int) error {
	for i, more := range there {
		if more {
			return fmt.Errorf("%s has no game %d, which %s has; want as many games in both", names[1-i], pairs+1, names[i])
		}
	}
	switch {
	case pairs == 0:
		return fmt.Errorf("%s: there is no game in it", names[0])
	case failed > 0:
		return fmt.Errorf("%d of %d pairs of games could not be compared", failed, pairs)
	case different > 0:
		return fmt.Errorf("%w: %d of %d pairs of games are not isomorphic", verb.ErrCheck, different, pairs)
	}
	return nil
}

// comparison returns the line that says of two games whether they are isomorphic, and which
// relabeling makes the second of the first: that to the canonical form and from there back.
func (f *classFlags) comparison(same bool, one, other enum.Form) []byte {
	var relabeling []enum.Renaming
	if same && one.Relabeling != nil {
		back := make(map[string]string)
		for _, r := range other.Relabeling() {
			back[r.To] = r.From
		}
		relabeling = one.Relabeling()
		for i, r := range relabeling {
			relabeling[i].To = back[r.To]
		}
	}
	if f.format.Value == "json" {
		object := enum.Object{{Key: "isomorphic", Value: same}}
		if relabeling != nil {
			object = append(object, enum.Member{Key: "relabeling", Value: enum.Renamed(relabeling)})
		}
		text, _ := object.MarshalJSON() // names and a bool can be encoded
		return append(text, '\n')
	}
	if !same {
		return []byte("different\n")
	}
	line := []byte("isomorphic")
	for i, r := range relabeling {
		if i == 0 {
			line = append(line, ' ')
		}
		line = append(line, " "+enum.Word(r.From)+"->"+enum.Word(r.To)...)
	}
	return append(line, '\n')
}
