package cli

import (
	"regexp"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// plainWord matches what a shell takes for one word as it stands.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,+=@%-]+$`)

// resumeCommand is the command line that goes on with this one.
func resumeCommand(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "resume" {
			return
		}
		value := flag.Value.String()
		if !plainWord.MatchString(value) {
			value = "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
		}
		if flag.Value.Type() == "bool" {
			words = append(words, "--"+flag.Name+"="+value)
		} else {
			words = append(words, "--"+flag.Name, value)
		}
	})
	return strings.Join(append(words, "--resume"), " ")
}
