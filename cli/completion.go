package cli

import (
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/internal/lists"
)

// zshLoads is the first line of the completion script for zsh, which calls compdef, a function of zsh's own completion
// system. The line loads that system if necessary, so that a start-up file can source the script even if it does not
// run compinit.
const zshLoads = "(( $+functions[compdef] )) || { autoload -Uz compinit && compinit -i -D }\n"

//go:embed words.bash
var bashWords string

const bashHelp = `The script works with and without the package bash-completion. To load it in your current shell session:

	eval "$(enumerate completion bash)"

To load it in every new session, add this line to ~/.bashrc.`

// addCompletion adds cobra's verb completion to the root command, with changes: the helps are like those of other verbs,
// the script for bash needs no package, that for zsh works in a start-up file without compinit, and an unknown shell is
// an error of usage.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	completion := mustFind(root, "completion")
	completion.Args = knownShell
	completion.Run = func(cmd *cobra.Command, _ []string) { _ = cmd.Help() } // cobra checks arguments only if it can run the verb
	completion.Use, completion.Short = "completion SHELL", "Print a completion script for a shell"
	completion.Long = "With the script, the shell completes verbs, flags and their values. enumerate completion SHELL --help says how to load it."
	completion.Example = "  enumerate completion bash\n  enumerate completion zsh >_enumerate\n  enumerate completion fish --no-descriptions"
	completion.DisableFlagsInUseLine = true
	for _, shell := range completion.Commands() {
		shell.Args, shell.Short = verb.NoArgs, "Print the completion script for "+shell.Name()
		_, shell.Long, _ = strings.Cut(shell.Long, "\n\n") // the first paragraph of cobra's help is its Short
	}

	bash := mustFind(root, "completion", "bash")
	bash.Long = bashHelp
	bash.RunE = printScript(root.GenBashCompletionV2, func(script string) string {
		return strings.Replace(script, `_get_comp_words_by_ref "$@" cur prev words cword`, "__enumerate_words", 1) + bashWords
	})

	zsh := mustFind(root, "completion", "zsh")
	generate := func(w io.Writer, descriptions bool) error {
		if descriptions {
			return root.GenZshCompletion(w)
		}
		return root.GenZshCompletionNoDesc(w)
	}
	zsh.RunE = printScript(generate, func(script string) string {
		register := fmt.Sprintf("compdef _%s %[1]s\n", root.Name())
		return strings.Replace(script, register, zshLoads+register, 1)
	})
}

// printScript returns the function that runs a command such as "completion bash": it prints the script that cobra
// generates, adapted by the function change.
func printScript(generate func(w io.Writer, descriptions bool) error, change func(string) string) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, _ []string) error {
		plain, err := cmd.Flags().GetBool("no-descriptions")
		if err != nil {
			return err
		}
		var script strings.Builder
		if err := generate(&script, !plain); err != nil {
			return err
		}
		_, err = io.WriteString(cmd.OutOrStdout(), change(script.String()))
		return err
	}
}

// mustFind returns a command that cobra has added itself. It panics if a new version of cobra does not add it.
func mustFind(root *cobra.Command, path ...string) *cobra.Command {
	cmd, _, err := root.Find(path)
	if err != nil {
		panic(err)
	}
	return cmd
}

// knownShell refuses any argument of the verb completion: for the name of a shell, cobra runs a subcommand.
func knownShell(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	shells := lists.Map(cmd.Commands(), (*cobra.Command).Name)
	return verb.Usagef("unknown shell %q: choose one of %s", args[0], strings.Join(shells, ", "))
}
