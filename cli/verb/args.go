package verb

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"unicode"
	"unicode/utf8"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/text"
)

// NoArgs refuses arguments, except a size, which may be given without --n. An argument of the program itself is an unknown
// verb.
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
			return Usagef("unknown verb %q; for the ruleset, use %s --game %s", word, cmd.CommandPath(), word)
		}
	}
	if verb, found := text.Nearest(word, verbs); found {
		return Usagef("unknown verb %q; did you mean %q? %s --help lists them", word, verb, cmd.CommandPath())
	}
	return Usagef("unknown verb %q; %s --help lists them", word, cmd.CommandPath())
}

// invalidValue says which values a flag takes. Flags of this package say it themselves; those of pflag give an error of strconv
// or time.
func invalidValue(wrong *pflag.InvalidValueError) error {
	value := wrong.GetValue()
	switch wrong.GetFlag().Value.Type() {
	case "duration":
		if _, err := strconv.ParseFloat(value, 64); err == nil {
			return fmt.Errorf("expected a unit, such as %[1]ss, %[1]sm or %[1]sh", value)
		}
		return errors.New("expected a duration, such as 30s or 5m")
	case "int":
		return errors.New("expected a whole number")
	case "float":
		return errors.New("expected a number")
	case "bool":
		return errors.New("expected true or false")
	}
	return errors.Unwrap(wrong)
}

// flagError returns the error of wrong flags: what is wrong, and what to do.
func flagError(cmd *cobra.Command, err error) error {
	if wrong, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return Usagef("--%s %s: %w", wrong.GetFlag().Name, cmp.Or(wrong.GetValue(), `""`), invalidValue(wrong))
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return usageError{err}
	}
	if _, values := cmd.Annotations[TakesValues]; values && isNoFlag(unknown.GetSpecifiedShortnames()) {
		return Usagef("unknown flag -%s; put -- before a value that begins with a minus sign: %s -- '-%[1]s'", unknown.GetSpecifiedShortnames(), cmd.CommandPath())
	}
	var flags []string
	cmd.Flags().VisitAll(func(flag *pflag.Flag) { flags = append(flags, flag.Name) })
	if flag, found := text.Nearest(unknown.GetSpecifiedName(), flags); found {
		return Usagef("%w; did you mean --%s?", err, flag)
	}
	return Usagef("%w; %s -h lists the flags", err, cmd.CommandPath())
}

// TakesValues is the annotation of a verb whose arguments can begin with a minus sign.
const TakesValues = "values"

// isNoFlag reports whether the text after a hyphen cannot be a flag because it does not begin with a letter, as in -3/4.
func isNoFlag(text string) bool {
	first, _ := utf8.DecodeRuneInString(text)
	return text != "" && !unicode.IsLetter(first)
}
