package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/internal/lists"
)

// zshLoads is what the completion script for zsh does first: a start-up file may not have loaded zsh's completion.
const zshLoads = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i -D }\n"

// addCompletion adds cobra's verb completion to the root command, with a script for zsh that works in a start-up file that does not
// call compinit.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := mustFind(root, "completion")
	completion.Args = knownShell
	completion.Run = func(cmd *cobra.Command, _ []string) { _ = cmd.Help() } // cobra checks arguments only if it can run the verb
	completion.Use = "completion SHELL"
	completion.DisableFlagsInUseLine = true
	for _, shell := range completion.Commands() {
		shell.Args = verb.NoArgs
	}

	zsh := mustFind(root, "completion", "zsh")
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

// mustFind returns a command that cobra has added.
func mustFind(root *cobra.Command, path ...string) *cobra.Command {
	cmd, _, err := root.Find(path)
	if err != nil {
		panic(err)
	}
	return cmd
}

// knownShell rejects arguments of completion, which are not the name of a shell.
func knownShell(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	shells := lists.Map(cmd.Commands(), (*cobra.Command).Name)
	return verb.Usagef("unknown shell %q: choose one of %s", args[0], strings.Join(shells, ", "))
}
