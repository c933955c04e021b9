// Man writes the manual pages of enumerate and its verbs into a directory, from the text
// of their --help.
//
//	go run ./release/man DIR
package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra/doc"

	"enumerate/claims"
	"enumerate/cli"
	"enumerate/fleet"
	"enumerate/games"
	"enumerate/pictures"
	"enumerate/simulate"
	"enumerate/web"
)

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "man:", err)
		os.Exit(1)
	}
}

// run writes the pages. They are dated SOURCE_DATE_EPOCH, in seconds, so that the same
// source makes the same bytes.
func run(args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("want one directory, have %d arguments", len(args))
	}
	date := time.Unix(0, 0).UTC()
	if epoch, set := os.LookupEnv("SOURCE_DATE_EPOCH"); set {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			return fmt.Errorf("SOURCE_DATE_EPOCH is %q; want a number of seconds", epoch)
		}
		date = time.Unix(seconds, 0).UTC()
	}
	if err := os.MkdirAll(args[0], 0o755); err != nil {
		return err
	}
	root := program().Command()
	root.DisableAutoGenTag = true
	for _, verb := range append(root.Commands(), root) {
		verb.Long = listsAsTheyAre(verb.Long)
	}
	return doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &date, Source: "enumerate", Manual: "Enumerate"}, args[0])
}

// listsAsTheyAre returns a text in which Markdown leaves indented lines alone: lists and
// commands, which it would fill otherwise.
func listsAsTheyAre(text string) string {
	var b strings.Builder
	within := false
	for line := range strings.Lines(text) {
		indented := strings.HasPrefix(line, "  ")
		if indented != within {
			b.WriteString("\n")
			within = indented
		}
		if indented {
			b.WriteString("    ")
		}
		b.WriteString(line)
	}
	return b.String()
}

// program is every ruleset and the verbs of every room, as in cmd/enumerate.
func program() cli.Program {
	return cli.Program{
		Rulesets: games.All(),
		Verbs:    slices.Concat(fleet.Verbs(web.Beside), web.Verbs(), simulate.Verbs(), claims.Verbs(), pictures.Verbs()),
		Stored:   simulate.Space,
		PNG:      pictures.PNG,
	}
}
