// Package generate makes games of the families of rulesets: the verb generate.
package generate

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/internal/lists"
)

// Verbs returns generate.
func Verbs() []verb.Verb { return []verb.Verb{newVerb} }

type generateFlags struct {
	game      verb.Game
	sizes     verb.Sizes
	numbers   map[string]*int           // that some families have, by name
	origins   map[string]*verb.FileName // and the files of others
	orderFile verb.FileName
	count     uint64
	seed      uint64
	shuffle   bool
	format    string
}

const (
	about = `Generate prints games of a family (a kind of games, see below), in a form that enumerate solve reads. A
game depends only on its family, size, seed and number, so --count 5 prints the same first games as --count 3. --shuffle
renames the players and reorders the rows of each game; the seed determines how. A blank line separates games that have
several lines.`
	// aboutOrigins is for rulesets with families whose games are made from something else, such as a formula.
	aboutOrigins = `

The family sat converts a propositional formula to a game, and linkage converts a digraph to a game. The list of
families says when these games are solvable. --read FILE reads a solution of such a game, as solve prints it: sat then
prints an assignment that satisfies the formula, and linkage prints two disjoint paths.`
)

func newVerb(p *verb.Program) *cobra.Command {
	var f generateFlags
	cmd := &cobra.Command{
		Use:   "generate FAMILY",
		Short: "Generate random games and hard games",
		Long:  about + aboutOrigins,
		Example: `  enumerate generate random --n 10 --seed 1
  enumerate generate trap --copies 3
  enumerate generate sat --formula data/examples/formula.cnf | enumerate solve`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return verb.Usagef("expected one family, such as random; enumerate generate --help lists the families")
			}
			return nil
		},
		RunE: f.run,
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddSizes(cmd, &f.sizes)
	f.numbers, f.origins = make(map[string]*int), make(map[string]*verb.FileName)
	for _, r := range p.Rulesets {
		for _, family := range r.Families {
			for _, n := range append(family.Numbers, family.Size) {
				if n.Name != "" && f.numbers[n.Name] == nil {
					f.numbers[n.Name] = new(int)
					verb.AddNumber(cmd, f.numbers[n.Name], n.Name, 0, n.Summary+" ("+family.Name+")")
				}
			}
			if o := family.Origin; o != nil && f.origins[o.Name] == nil {
				f.origins[o.Name] = new(verb.FileName)
				cmd.Flags().Var(f.origins[o.Name], o.Name, o.Summary+" ("+family.Name+")")
			}
		}
	}
	cmd.Flags().Var(&f.orderFile, "read", "order of the players to convert back")
	verb.AddNumber(cmd, &f.count, "count", 1, "games of each size")
	verb.AddNumber(cmd, &f.seed, "seed", 1, "seed of the random numbers")
	cmd.Flags().BoolVar(&f.shuffle, "shuffle", false, "relabel the players of each game at random")
	cmd.Flags().StringVar(&f.format, "format", "", "format: "+strings.Join(formatsOf(p.Rulesets...), ", ")+" (default the first of the family)")
	verb.FollowGame(cmd, &f.game, "Families of", familiesOf, f.foreign)
	help := cmd.HelpFunc()
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		if list := f.game.Families; f.foreign("read") && list != nil {
			cmd.Long = about
			cmd.Example = fmt.Sprintf("  enumerate generate %s %s", list[0].Name, f.game.Example)
		}
		cmd.Flags().Lookup("format").Usage = "format: " + strings.Join(formatsOf(f.game.Ruleset), ", ") + " (default the first)"
		help(cmd, args)
	})
	cmd.ValidArgsFunction = func(_ *cobra.Command, args []string, _ string) (families []string, _ cobra.ShellCompDirective) {
		if len(args) == 0 {
			families = lists.Map(f.game.Families, func(family single.Family) string { return family.Name })
		}
		return families, cobra.ShellCompDirectiveNoFileComp
	}
	verb.Complete(cmd, "format", func() []string { return formatsOf(f.game.Ruleset) })
	return cmd
}

// formatsOf returns the formats of the families of rulesets, in the order of the families.
func formatsOf(rulesets ...*enum.Ruleset) (formats []string) {
	for _, r := range rulesets {
		for _, family := range r.Families {
			for _, format := range family.Formats {
				if !slices.Contains(formats, format) {
					formats = append(formats, format)
				}
			}
		}
	}
	return formats
}

func familiesOf(r *enum.Ruleset) []verb.Item {
	return lists.Map(r.Families, func(family single.Family) verb.Item { return verb.Item{Name: family.Name, Summary: family.Summary} })
}

// foreign reports whether a flag belongs to families of other rulesets only.
func (f *generateFlags) foreign(flag string) bool {
	return (f.numbers[flag] != nil || f.origins[flag] != nil || flag == "read") && !slices.ContainsFunc(f.game.Families, func(family single.Family) bool {
		return family.Size.Name == flag || slices.ContainsFunc(family.Numbers, func(n single.FamilyNumber) bool { return n.Name == flag }) ||
			family.Origin != nil && (family.Origin.Name == flag || flag == "read")
	})
}

func (f *generateFlags) run(cmd *cobra.Command, args []string) error {
	family, err := familyNamed(f.game.Ruleset, args[0])
	if err != nil {
		return err
	}
	if family.Origin != nil {
		return f.derive(cmd, family)
	}
	sizes, generate, err := f.sizesOf(family, cmd.Flags().Changed)
	if err != nil {
		return err
	}
	if f.count < 1 {
		return verb.Usagef("--count %d: expected at least 1", f.count)
	}
	if f.shuffle && family.Shuffle == nil {
		return verb.Usagef("games of the family %s cannot be shuffled", family.Name)
	}
	if family.Fixed && !f.shuffle && (f.count > 1 || cmd.Flags().Changed("seed")) {
		return verb.Usagef("the family %s has one game of each size: leave out --count and --seed", family.Name)
	}

	out := bufio.NewWriter(cmd.OutOrStdout())
	var text bytes.Buffer
	for size := sizes.First; size <= sizes.Last; size++ {
		for number := range f.count {
			if err := cmd.Context().Err(); err != nil {
				return cmp.Or(err, out.Flush()) // what was made is printed in any case
			}
			random := sampling.GameSource(f.seed, size, number)
			game, err := generate(size, random)
			if err != nil {
				return verb.Usage(withFlag(err, cmd.Flags().Changed))
			}
			if f.shuffle {
				game = family.Shuffle(game, random)
			}
			if bytes.Count(text.Bytes(), []byte("\n")) > 1 {
				out.WriteByte('\n') // after the previous game
			}
			text.Reset()
			if err := single.Write(&text, game, cmp.Or(f.format, family.Formats[0])); err != nil {
				return verb.Usage(f.withFormat(err))
			}
			if _, err := out.Write(text.Bytes()); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// withFormat returns an error about --format for an error about an unknown format, and other errors unchanged.
func (f *generateFlags) withFormat(err error) error {
	if unknown, ok := errors.AsType[*single.UnknownError](err); ok {
		return fmt.Errorf("--format %s: expected one of %s", f.format, strings.Join(unknown.Names, ", "))
	}
	return err
}

// derive generates a game of a family whose games are made from files, such as logical formulas. With --read FILE it
// instead reads a solution of the game from FILE, and prints what the solution means for the file from which the game
// is made, for example an assignment that satisfies the formula.
func (f *generateFlags) derive(cmd *cobra.Command, family single.Family) error {
	if err := f.check(family, []string{family.Origin.Name}, cmd.Flags().Changed, "n", "count", "seed", "shuffle"); err != nil {
		return err
	}
	made, err := read(cmd, *f.origins[family.Origin.Name], family.Origin.Read)
	switch {
	case err != nil:
		return err
	case f.orderFile == "":
		fmt.Fprintln(cmd.ErrOrStderr(), made.Remark)
		return f.withFormat(single.Write(cmd.OutOrStdout(), made.Game, cmp.Or(f.format, family.Formats[0])))
	}
	answer, err := read(cmd, f.orderFile, made.Answer)
	if err == nil {
		_, err = io.WriteString(cmd.OutOrStdout(), answer)
	}
	return err
}

// read opens a file, and returns what the function `from` reads in it. Its errors begin with the name of the file.
func read[T any](cmd *cobra.Command, file verb.FileName, from func(io.Reader) (T, error)) (content T, err error) {
	in, name, err := file.Open(cmd.InOrStdin())
	if err != nil {
		return content, err
	}
	defer in.Close()
	content, err = from(in)
	switch {
	case errors.As(err, new(single.Wrong)): // the file was read, but is not a solution
		err = fmt.Errorf("%w: %s: %w", verb.ErrCheck, name, err)
	case err != nil:
		err = fmt.Errorf("%s: %w", name, err)
	}
	return content, err
}

// familyNamed returns the family, a kind of games, of a ruleset that has the given name. The error lists the families.
func familyNamed(r *enum.Ruleset, name string) (single.Family, error) {
	if r.Families == nil {
		return single.Family{}, verb.Usagef("%s has no families of games: choose another --game", r.Name)
	}
	names := lists.Map(r.Families, func(family single.Family) string { return family.Name })
	i := slices.Index(names, name)
	if i < 0 {
		return single.Family{}, verb.Usage(single.Unknown("family", name, names))
	}
	return r.Families[i], nil
}

// sizesOf returns the sizes of the games to generate from a family, and the function that makes a game of a size. Most
// families take their size from --n, others from a separate flag, and some take more numbers. The function `given`
// reports whether the user has given a flag. The error names a missing flag, or a given flag that the family does not
// take.
func (f *generateFlags) sizesOf(family single.Family, given func(flag string) bool) (verb.Sizes, func(int, *rand.Rand) (single.Answer, error), error) {
	size := cmp.Or(family.Size.Name, "n")
	takes := []string{size}
	var numbers []int
	for _, n := range family.Numbers {
		takes = append(takes, n.Name)
		numbers = append(numbers, *f.numbers[n.Name])
	}
	if err := f.check(family, takes, given, "n", "read"); err != nil {
		return verb.Sizes{}, nil, err
	}

	generate := family.Generate
	if family.With != nil {
		generate = family.With(numbers)
	}
	if size == "n" {
		return f.sizes, generate, nil
	}
	return verb.Sizes{First: *f.numbers[size], Last: *f.numbers[size]}, generate, nil
}

// check returns an error if the command line lacks one of `takes`, the flags of the family. It also returns an error if
// the command line has a flag of other families, or one of `others`, that this family does not take. The function
// `given` reports whether the user has given a flag.
func (f *generateFlags) check(family single.Family, takes []string, given func(flag string) bool, others ...string) error {
	inWords := "--" + strings.Join(takes, ", --")
	for _, flag := range slices.Concat(slices.Sorted(maps.Keys(f.numbers)), slices.Sorted(maps.Keys(f.origins)), others) {
		if given(flag) && !slices.Contains(takes, flag) {
			return verb.Usagef("the family %s takes %s, not --%s", family.Name, inWords, flag)
		}
	}
	missing := slices.DeleteFunc(slices.Clone(takes), given)
	switch {
	case len(missing) == 0:
		return nil
	case len(missing) < len(takes):
		return verb.Usagef("the family %s also needs --%s: enumerate generate --help describes the flags", family.Name, strings.Join(missing, ", --"))
	}
	return verb.Usagef("the family %s needs %s", family.Name, inWords)
}

// withFlag names the flag of a number that a family refuses: it changes "copies = 0: ..." to "--copies 0: ...". The
// function `given` reports whether the user has given a flag.
func withFlag(err error, given func(flag string) bool) error {
	number, expected, _ := strings.Cut(err.Error(), ": ")
	name, value, found := strings.Cut(number, " = ")
	if !found || strings.Contains(value, " ") || !given(name) {
		return err
	}
	return fmt.Errorf("--%s %s: %s", name, value, expected)
}
