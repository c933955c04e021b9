package cli

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// addCompletion adds the verb completion, which cobra would add later, and mends its script
// for bash.
func addCompletion(root *cobra.Command) {
	root.InitDefaultCompletionCmd()
	verb, _, err := root.Find([]string{"completion", "bash"})
	if err != nil {
		panic(fmt.Sprintf("cobra has no completion for bash: %v", err))
	}
	verb.RunE = func(cmd *cobra.Command, _ []string) error {
		var script bytes.Buffer
		describe := cmd.Flags().Lookup("no-descriptions").Value.String() == "false"
		if err := root.GenBashCompletionV2(&script, describe); err != nil {
			return err
		}
		const cobras, ours = "-F __start_enumerate ", "-F __enumerate_start "
		if !strings.Contains(script.String(), cobras) {
			panic("the completion of cobra for bash begins with another function")
		}
		_, err := fmt.Fprint(cmd.OutOrStdout(), strings.ReplaceAll(script.String(), cobras, ours)+valuesInBash)
		return err
	}
}

// valuesInBash completes jump:move=dia, of which bash takes what follows the last '=' for a
// word of its own; cobra knows that of ':' alone.
const valuesInBash = `
__enumerate_start() {
    __start_enumerate
    local cur after
    _get_comp_words_by_ref -n "=:" cur
    after=${cur##*:}
    if [[ $after == *=* && $COMP_WORDBREAKS == *=* ]]; then
        after=${after%"${after##*=}"}
        COMPREPLY=("${COMPREPLY[@]#"$after"}") # several, as they are
        COMPREPLY=("${COMPREPLY[@]#"$(printf %q "$after")"}") # an only one, quoted
    fi
}
`
