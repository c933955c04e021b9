package cli

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"
)

// zshLoads is what the completion script for zsh does first: a start-up file may not have loaded zsh's completion.
const zshLoads = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i -D }\n"

// addCompletion adds cobra's verb completion to the root command, with a script for zsh that works in a start-up file that does not
// call compinit.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	zsh, _, err := root.Find([]string{"completion", "zsh"})
	if err != nil {
		panic(err) // cobra has this verb
	}
	zsh.RunE = func(cmd *cobra.Command, _ []string) error {
		var script bytes.Buffer
		if err := root.GenZshCompletion(&script); err != nil {
			return err
		}
		register := fmt.Appendf(nil, "compdef _%s %[1]s\n", root.Name())
		whole := bytes.Replace(script.Bytes(), register, append([]byte(zshLoads), register...), 1)
		_, err := cmd.OutOrStdout().Write(whole)
		return err
	}
}
