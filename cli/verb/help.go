package verb

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// HelpWidth is how wide a line of help is, so that it fits on every terminal.
const HelpWidth = 80

// AddHelp gives a command and its verbs two helps: all of it with --help, and a screen with -h.
func AddHelp(root *cobra.Command) {
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		text := fullHelp(cmd)
		if slices.Contains(args, "-h") {
			text = shortHelp(cmd)
		}
		fmt.Fprint(cmd.OutOrStdout(), text)
	})
}

// fullHelp is --help, which opens with what to type.
func fullHelp(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n", cmd.Short)
	if cmd.Example != "" {
		fmt.Fprintf(&b, "\n%s\n", cmd.Example)
	}
	if cmd.Long != "" {
		fmt.Fprintf(&b, "\n%s\n", Filled(cmd.Long, HelpWidth))
	}
	fmt.Fprintf(&b, "\nUsage:\n  %s\n", cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		b.WriteString("\nVerbs:\n")
		for _, verb := range cmd.Commands() {
			if verb.IsAvailableCommand() {
				fmt.Fprintf(&b, "  %-*s %s\n", cmd.NamePadding(), verb.Name(), verb.Short)
			}
		}
	}
	fmt.Fprintf(&b, "\nFlags:\n%s", cmd.LocalFlags().FlagUsagesWrapped(HelpWidth))
	return b.String()
}

// shortHelp is -h: what the command does, three examples, its verbs by name, and its flags.
func shortHelp(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s.\n\n", cmd.Short)
	examples := slices.Collect(strings.Lines(cmd.Example))
	b.WriteString(strings.TrimRight(strings.Join(examples[:min(len(examples), 3)], ""), "\n"))
	fmt.Fprintf(&b, "\n\nUsage:\n  %s\n", cmd.UseLine())
	if cmd.HasAvailableSubCommands() {
		var verbs []string
		for _, verb := range cmd.Commands() {
			if verb.IsAvailableCommand() {
				verbs = append(verbs, verb.Name())
			}
		}
		fmt.Fprintf(&b, "\n%s\n", Filled("Verbs: "+strings.Join(verbs, ", "), HelpWidth))
	}
	fmt.Fprintf(&b, "\nFlags:\n%s\n%s --help says more.\n", cmd.LocalFlags().FlagUsagesWrapped(HelpWidth), cmd.CommandPath())
	return b.String()
}

// Filled returns a text with lines of at most so many characters, where words allow it.
// Indented lines stay lines of their own; what is too long of one stands below its second
// column.
func Filled(text string, width int) string {
	var b strings.Builder
	column := 0 // in the line at hand
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

// columnsOfItem cuts an indented line before its second column, which begins after two
// blanks or more. A line without one, such as a command, has no rest.
func columnsOfItem(line string) (head, rest string) {
	start := len(line) - len(strings.TrimLeft(line, " "))
	gap := strings.Index(line[start:], "  ")
	if gap < 0 {
		return line, ""
	}
	rest = strings.TrimLeft(line[start+gap:], " ")
	return line[:len(line)-len(rest)], rest
}

// gameOf returns what the --game of a command names, if it has one.
func gameOf(cmd *cobra.Command) (*Game, bool) {
	flag := cmd.Flags().Lookup("game")
	if flag == nil {
		return nil, false
	}
	chosen, ok := flag.Value.(*Game)
	return chosen, ok
}
