package cli

import (
	"bufio"
	"bytes"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

// generateFlags are the flags of generate.
type generateFlags struct {
	game   game
	sizes  sizes
	copies int
	count  uint64
	seed   uint64
	format string
}

func newGenerate(all rulesets) *cobra.Command {
	var f generateFlags
	cmd := &cobra.Command{
		Use:   "generate FAMILY",
		Short: "Make games: random ones, and hard ones",
		Long: `Generate makes games of a family and prints them as solve reads them. The families
of each ruleset are

` + familiesInWords(all) + `

A game depends only on its family, size, seed and number: the same command prints
the same games, and a larger --count begins with those of a smaller one.
Games that take several lines have a blank line between them. Those of Ninja Assassin
Wonderwall are printed as table, code (for up to 52 players) or json.`,
		Example: `  enumerate generate random --n 10 --seed 1
  enumerate generate steiner --n 13 --count 5 --format code
  enumerate generate trap --copies 3
  enumerate generate random --n 20 --count 100 --format json | enumerate solve`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return usagef("generate makes games of one family; generate --help lists them")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return f.run(cmd, args[0])
		},
	}
	addGame(cmd, &f.game, all)
	addSizes(cmd, &f.sizes)
	cmd.Flags().IntVar(&f.copies, "copies", 0, "how many copies of the pattern make a game, in a family that has a pattern")
	addNumber(cmd, &f.count, "count", 1, "how many games of each size")
	addNumber(cmd, &f.seed, "seed", 1, "decides which games")
	cmd.Flags().StringVar(&f.format, "format", "", "how to print, the ruleset's first way by default")
	return cmd
}

// familiesInWords lists the families of each ruleset, a line for each.
func familiesInWords(all rulesets) string {
	return listing(all, "%s:\n", func(r *enum.Ruleset) (items []item) {
		for _, family := range r.Families {
			items = append(items, item{family.Name, family.Summary})
		}
		return items
	}, 10)
}

func (f *generateFlags) run(cmd *cobra.Command, name string) error {
	family, err := familyNamed(f.game.Ruleset, name)
	if err != nil {
		return err
	}
	sizes, err := f.sizesOf(family, cmd.Flags().Changed("copies"))
	if err != nil {
		return err
	}
	if f.count < 1 {
		return usagef("--count %d: want a number from 1", f.count)
	}
	if family.Fixed && (f.count > 1 || cmd.Flags().Changed("seed")) {
		return usagef("the family %s has one game of each size: --count and --seed make no others", name)
	}

	out := bufio.NewWriter(cmd.OutOrStdout())
	var text bytes.Buffer
	for size := sizes.first; size <= sizes.last; size++ {
		for number := range f.count {
			game, err := family.Generate(size, enum.GameSource(f.seed, size, number))
			if err != nil {
				return usageError{err}
			}
			if bytes.Count(text.Bytes(), []byte("\n")) > 1 {
				out.WriteByte('\n') // behind the game before this one
			}
			text.Reset()
			if f.format == "" {
				f.format = family.Formats[0]
			}
			if err := game.WriteFormat(&text, f.format); err != nil {
				return usageError{err}
			}
			if _, err := out.Write(text.Bytes()); err != nil {
				return err
			}
		}
	}
	return out.Flush()
}

// familyNamed returns the family of that name, or an error that lists the names
// there are.
func familyNamed(r *enum.Ruleset, name string) (enum.Family, error) {
	if r.Families == nil {
		return enum.Family{}, usagef("%s makes no games", r.Name)
	}
	var names []string
	for _, family := range r.Families {
		if family.Name == name {
			return family, nil
		}
		names = append(names, family.Name)
	}
	return enum.Family{}, usageError{enum.Unknown("family", name, names)}
}

// sizesOf returns the sizes of the games to make: those of --n, or for a family
// made of copies that of --copies.
func (f *generateFlags) sizesOf(family enum.Family, copies bool) (sizes, error) {
	given := f.sizes != (sizes{})
	switch {
	case family.Copies && given:
		return sizes{}, usagef("games of the family %s have their size from --copies, not from --n", family.Name)
	case family.Copies && !copies:
		return sizes{}, usagef("say how many copies with --copies, such as --copies 3")
	case family.Copies:
		return sizes{f.copies, f.copies}, nil
	case copies:
		return sizes{}, usagef("games of the family %s have their size from --n, not from --copies", family.Name)
	case !given:
		return sizes{}, usagef("say which size with --n, such as --n 6")
	}
	return f.sizes, nil
}
