package verb

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
)

// HelpWidth is the width of a help in columns.
const HelpWidth = 80

func help(cmd *cobra.Command, args []string) {
	short := slices.Contains(args, "-h")
	flags := usages(cmd, func(flag *pflag.Flag) bool { return !omits(cmd, flag.Name, short) })
	page{example: cmd.Example, long: cmd.Long, flags: "Flags:\n" + flags}.print(cmd, args)
}

// FollowGame makes the help of a verb depend on --game. Under the title, it lists the items of the ruleset, such as its
// families of games. It omits the flags for which foreign returns true, which are for other rulesets.
func FollowGame(cmd *cobra.Command, game *Game, title string, itemsOf func(*enum.Ruleset) []Item, foreign func(flag string) bool) {
	cmd.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		long := cmd.Long
		for i, item := range itemsOf(game.Ruleset) {
			if i == 0 {
				long += fmt.Sprintf("\n\n%s %s:", title, game.Name)
			}
			long += fmt.Sprintf("\n  %-10s %s", item.Name, item.Summary)
		}
		page{
			example: cmd.Example, long: long, flags: "Flags:\n" + usages(cmd, func(flag *pflag.Flag) bool { return !foreign(flag.Name) }),
			more: game.otherHelps(cmd, func(r *enum.Ruleset) bool { return itemsOf(r) != nil }),
		}.print(cmd, args)
	})
}

// otherHelps returns a last line for a help that depends on --game, with the other rulesets for which the verb has a
// help.
func (g *Game) otherHelps(cmd *cobra.Command, hasHelp func(*enum.Ruleset) bool) string {
	plain, _, _ := strings.Cut(g.Name, ":") // the name of the ruleset of --game, without its parameters
	var others []string
	for _, r := range g.Program.Rulesets {
		if r.Name != plain && hasHelp(r) {
			others = append(others, r.Name)
		}
	}
	if others == nil {
		return ""
	}
	return Filled(fmt.Sprintf("Help for other rulesets: %s --help --game %s.", cmd.CommandPath(), strings.Join(others, ", ")), HelpWidth)
}

// placeholders are the names of the values of flags in a help: by flag, or else by type.
var placeholders = map[string]string{
	"bfiles": "DIR", "column": "COLUMN", "core": "CORE", "core-hours": "HOURS", "export": "DIR", "format": "FORMAT",
	"from": "DIR", "into": "DIR|DOCUMENT", "judge-format": "NAME", "method": "METHOD", "nats": "URLS",
	"parts": "DIR", "rule": "RULE", "suppose": "A,B", "verdict": "VERDICT", "duration": "TIME", "int": "N", // the last two are types
}

// A placeholder stands for the value of a flag.
type placeholder string

func (p placeholder) String() string   { return "" }
func (p placeholder) Type() string     { return string(p) }
func (p placeholder) Set(string) error { return nil }

// usages returns the part of a verb's help that describes its flags: those for which the function shows returns true.
// Values get placeholders, such as TIME for a duration. The function shows may change the copy of a flag that it gets.
func usages(cmd *cobra.Command, shows func(flag *pflag.Flag) bool) string {
	set := pflag.NewFlagSet(cmd.Name(), pflag.ContinueOnError)
	set.SortFlags = cmd.Flags().SortFlags
	cmd.LocalFlags().VisitAll(func(flag *pflag.Flag) {
		shown := *flag
		kind, _ := pflag.UnquoteUsage(flag)
		if name := cmp.Or(placeholders[flag.Name], placeholders[kind]); kind != "" && name != "" {
			// An empty default is not printed: hide 0s and [], and print [a,b] as a,b.
			shown.Value, shown.DefValue = placeholder(name), strings.Trim(strings.TrimPrefix(flag.DefValue, "0s"), "[]")
		}
		if shows(&shown) {
			set.AddFlag(&shown)
		}
	})
	return set.FlagUsagesWrapped(HelpWidth)
}

type page struct{ example, long, flags, more string }

// unwritten is the annotation that holds the error of writing a help: a help function of cobra cannot return one.
const unwritten = "unwritten"

// mostExamples is the number of examples in a help. The manual page of a verb has them all.
const mostExamples = 3

// print prints what the command does, its first examples, its verbs and its flags. With -h, it omits descriptions.
func (p page) print(cmd *cobra.Command, args []string) {
	var verbs []string
	short := slices.Contains(args, "-h")
	for _, verb := range cmd.Commands() {
		switch {
		case !verb.IsAvailableCommand():
		case short:
			verbs = append(verbs, verb.Name())
		default:
			verbs = append(verbs, fmt.Sprintf("  %-*s %s", cmd.NamePadding(), verb.Name(), verb.Short))
		}
	}
	list := ""
	switch {
	case short && verbs != nil:
		list = Filled("Verbs: "+strings.Join(verbs, ", "), HelpWidth)
	case verbs != nil:
		list = "Verbs:\n" + strings.Join(verbs, "\n")
	}
	if short {
		p.long, p.more = "", cmd.CommandPath()+" --help says more."
	}
	examples := slices.Collect(strings.Lines(p.example))
	p.example = strings.Join(examples[:min(len(examples), mostExamples)], "")
	var text strings.Builder
	fmt.Fprintf(&text, "%s.\n", cmd.Short)
	for _, part := range []string{p.example, Filled(p.long, HelpWidth), "Usage:\n  " + cmd.UseLine(), list, p.flags, p.more} {
		if part != "" {
			fmt.Fprintf(&text, "\n%s\n", strings.TrimRight(part, "\n"))
		}
	}
	if _, err := io.WriteString(cmd.OutOrStdout(), text.String()); err != nil {
		cmd.Root().Annotations = map[string]string{unwritten: err.Error()}
	}
}

// Filled returns a text whose lines have at most width characters, unless a single word is longer. Lines that are not
// indented are joined and broken again. An indented line is an item of a list, "name  meaning", whose meaning continues
// on the next line below its own beginning.
func Filled(text string, width int) string {
	var b strings.Builder
	column := 0 // in the current line
	fill := func(words []string, indent int) {
		for _, word := range words {
			length := utf8.RuneCountInString(word)
			switch {
			case column > indent && column+1+length > width:
				fmt.Fprintf(&b, "\n%*s", indent, "")
				column = indent
			case column > indent:
				b.WriteByte(' ')
				column++
			}
			b.WriteString(word)
			column += length
		}
	}
	end := func() {
		if column > 0 {
			b.WriteByte('\n')
		}
		column = 0
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case line == "":
			end()
			b.WriteByte('\n')
		case line[0] != ' ':
			fill(strings.Fields(line), 0)
		default:
			end()
			head, rest := columnsOfItem(line)
			if rest == "" || utf8.RuneCountInString(line) <= width {
				b.WriteString(line + "\n")
				continue
			}
			b.WriteString(head)
			column = utf8.RuneCountInString(head)
			fill(strings.Fields(rest), column)
			end()
		}
	}
	return strings.TrimRight(b.String(), "\n")
}

// columnsOfItem splits a line of a list, such as "  --n 7   the size", into two columns. The second, rest, begins after
// two blanks or more.
func columnsOfItem(line string) (head, rest string) {
	start := len(line) - len(strings.TrimLeft(line, " "))
	gap := strings.Index(line[start:], "  ")
	if gap < 0 {
		return line, ""
	}
	rest = strings.TrimLeft(line[start+gap:], " ")
	return line[:len(line)-len(rest)], rest
}

// gameOf returns the value of the flag --game, if the verb has this flag.
func gameOf(cmd *cobra.Command) (*Game, bool) {
	flag := cmd.Flags().Lookup("game")
	if flag == nil {
		return nil, false
	}
	chosen, ok := flag.Value.(*Game)
	return chosen, ok
}

// omits reports whether a help omits a flag because few rulesets take it. Flags that select the sheet and the columns of
// a workbook, and flags about judges, are omitted if the verb has --game and the chosen ruleset refuses them. Without
// --game, flags about judges are omitted if the help is short (-h).
func omits(cmd *cobra.Command, flag string, short bool) bool {
	game, has := gameOf(cmd)
	if flag == "sheet" || flag == "columns" {
		return has && game.ReadPick == nil
	}
	forJudge := flag == "judge" || strings.HasPrefix(flag, "judge-")
	if has {
		return forJudge && game.WithJudge == nil
	}
	return forJudge && short
}

// An Item is a name and its meaning.
type Item struct{ Name, Summary string }
