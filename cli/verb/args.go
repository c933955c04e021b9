package verb

import (
	"cmp"
	"errors"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// NoArgs refuses the arguments of a verb that takes none, but takes a lone size as the value of --n. If the command is
// the program itself, the error names the verb that was probably meant.
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
		return Usagef("%s takes flags only, not %q", strings.TrimPrefix(cmd.CommandPath(), cmd.Root().Name()+" "), word)
	}

	verbs := lists.Map(cmd.Commands(), (*cobra.Command).Name)
	if chosen, ok := gameOf(cmd); ok {
		if _, err := enum.Find(chosen.Program.Rulesets, word); err == nil {
			return Usagef("unknown verb %q; for the ruleset, use %s --game %s", word, cmd.CommandPath(), word)
		}
	}
	if verb, found := text.Nearest(word, verbs); found {
		return Usagef("unknown verb %q; did you mean %q? %s --help lists the verbs", word, verb, cmd.CommandPath())
	}
	return Usagef("unknown verb %q; %s --help lists the verbs", word, cmd.CommandPath())
}

// expected says which values each type of flag takes. The errors of package pflag do not.
var expected = map[string]string{
	"bool":     "expected true or false",
	"duration": "expected a duration with a unit, such as 30s or 5m",
	"float64":  "expected a number",
}

// flagError turns an error of the parser of flags into an error of usage that says what to do.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		flag := wrong.GetFlag()
		reason := cmp.Or(expected[flag.Value.Type()], errors.Unwrap(wrong).Error())
		return Usagef("--%s %s: %s", flag.Name, cmp.Or(wrong.GetValue(), `""`), reason)
	}
	if unknown, ok := errors.AsType[*pflag.NotExistError](err); ok {
		// An unknown flag such as -3/4 is probably meant as a game or a value, if the verb takes arguments.
		if short := unknown.GetSpecifiedShortnames(); cannotBeFlag(short) && cmd.ValidateArgs([]string{"-" + short}) == nil {
			return Usagef("-%s is not a flag: put -- between the flags and the arguments: %s [FLAGS] -- '-%[1]s'", short, cmd.CommandPath())
		}
		var flags []string
		cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, flag.Name) })
		if flag, found := text.Nearest(unknown.GetSpecifiedName(), flags); found {
			return Usagef("%w; did you mean --%s?", err, flag)
		}
	}
	return Usagef("%w; %s -h lists the flags", err, cmd.CommandPath())
}

// cannotBeFlag reports whether the text after a minus sign begins unlike a flag, with something other than a letter.
func cannotBeFlag(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && !unicode.IsLetter(first)
}
