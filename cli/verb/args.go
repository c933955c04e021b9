package verb

import (
	"errors"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// NoArgs refuses arguments, but for a size, which may stand without --n. Without a verb, what
// is not a flag is taken for one.
func NoArgs(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	word := args[0]
	n := cmd.Flags().Lookup("n")
	if size := new(Sizes); n != nil && !n.Changed && len(args) == 1 && size.Set(word) == nil {
		return cmd.Flags().Set("n", word)
	}
	if cmd.HasParent() {
		return Usagef("%s takes flags only, not %q", cmd.CommandPath(), word)
	}
	verbs := lists.Map(cmd.Commands(), (*cobra.Command).Name)
	if chosen, ok := gameOf(cmd); ok {
		if _, err := enum.Find(chosen.Program.Rulesets, word); err == nil {
			return Usagef("%q is no verb; for the ruleset: %s --game %s", word, cmd.CommandPath(), word)
		}
	}
	if verb, found := text.Nearest(word, verbs); found {
		return Usagef("unknown verb %q; did you mean %q? %s --help lists them", word, verb, cmd.CommandPath())
	}
	return Usagef("unknown verb %q; %s --help lists them", word, cmd.CommandPath())
}

// flagError is the error of a command line whose flags are not those of its verb.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		if _, number := strconv.ParseFloat(wrong.GetValue(), 64); wrong.GetFlag().Value.Type() == "duration" && number == nil {
			return Usagef("--%s %s: want a unit, such as %[2]ss, %[2]sm or %[2]sh", wrong.GetFlag().Name, wrong.GetValue())
		}
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return usageError{err}
	}
	if _, values := cmd.Annotations[TakesValues]; values && isNoFlag(unknown.GetSpecifiedShortnames()) {
		return Usagef("-%s is no flag; put -- before a value that begins with a minus sign: %s -- '-%[1]s'", unknown.GetSpecifiedShortnames(), cmd.CommandPath())
	}
	var flags []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, flag.Name) })
	if flag, found := text.Nearest(unknown.GetSpecifiedName(), flags); found {
		return Usagef("%w; did you mean --%s?", err, flag)
	}
	return Usagef("%w; %s -h lists those there are", err, cmd.CommandPath())
}

// TakesValues is the annotation of a verb whose arguments may begin with a minus sign.
const TakesValues = "values"

// isNoFlag reports whether the text after a hyphen cannot be meant for flags, as in -3/4: it begins with
// no letter.
func isNoFlag(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && !unicode.IsLetter(first)
}
