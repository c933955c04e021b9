package cli

import (
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/enum"
	"enumerate/games"
)

// gameFlag is the name of a ruleset, --game, with its parameters: always the name by
// which the ruleset calls itself.
type gameFlag struct{ name *string }

func (g gameFlag) String() string {
	if g.name == nil {
		return ""
	}
	return *g.name
}

func (g gameFlag) Type() string { return "RULESET[:PARAMETER=VALUE,...]" }

func (g gameFlag) Set(text string) error {
	text, err := withFiles(text)
	if err != nil {
		return err
	}
	ruleset, err := games.Named(text)
	if err != nil {
		return err
	}
	*g.name = ruleset.Name()
	return nil
}

// withFiles puts the content of a file in place of each value @FILE.
func withFiles(text string) (string, error) {
	name, settings, set := strings.Cut(text, ":")
	if !set {
		return text, nil
	}
	parts := strings.Split(settings, ",")
	for i, part := range parts {
		key, path, fromFile := strings.Cut(part, "=@")
		if !fromFile {
			continue
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return "", err
		}
		if strings.Contains(string(content), ",") {
			return "", fmt.Errorf("%s: there is a comma in it, which no value may have", path)
		}
		parts[i] = key + "=" + string(content)
	}
	return name + ":" + strings.Join(parts, ","), nil
}

func addGame(cmd *cobra.Command, name *string) {
	*name = games.All()[0].Name()
	cmd.Flags().Var(gameFlag{name}, "game", "the ruleset; enumerate games lists them")
	_ = cmd.RegisterFlagCompletionFunc("game", func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, r := range games.All() {
			names = append(names, r.Name())
		}
		return names, cobra.ShellCompDirectiveNoFileComp
	})
}

// sizesOf returns the sizes that --n asks for, or the only one that a ruleset has.
func sizesOf(ruleset enum.Ruleset, s sizes) (sizes, error) {
	if s != (sizes{}) {
		return s, nil
	}
	if there := ruleset.About().Sizes; there.First == there.Last {
		return sizes{there.First, there.First}, nil
	}
	return s, usagef("say which size with --n, such as --n 6")
}
