package main

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra/doc"
)

var man = flag.String("man", "", "write the manual pages into this directory")

// TestEveryVerbHasAManualPage writes the pages of enumerate and its verbs, from the text of their
// --help. With -man they stay: tools/release/build.sh has them so. They are dated SOURCE_DATE_EPOCH, in
// seconds, so that the same source makes the same bytes.
func TestEveryVerbHasAManualPage(t *testing.T) {
	date := time.Unix(0, 0).UTC()
	if epoch, set := os.LookupEnv("SOURCE_DATE_EPOCH"); set {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			t.Fatalf("SOURCE_DATE_EPOCH is %q; want a number of seconds", epoch)
		}
		date = time.Unix(seconds, 0).UTC()
	}
	dir := *man
	if dir == "" {
		dir = t.TempDir()
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	root := program().Command()
	root.DisableAutoGenTag = true
	all := append(root.Commands(), root)
	for _, verb := range all {
		verb.Long = listsAsTheyAre(verb.Long)
	}
	if err := doc.GenManTree(root, &doc.GenManHeader{Section: "1", Date: &date, Source: "enumerate", Manual: "Enumerate"}, dir); err != nil {
		t.Fatal(err)
	}
	for _, verb := range all {
		page, err := os.ReadFile(filepath.Join(dir, strings.ReplaceAll(verb.CommandPath(), " ", "-")+".1"))
		if err != nil || !strings.Contains(string(page), ".SH NAME\n") {
			t.Errorf("%s: %v, it has %d bytes", verb.CommandPath(), err, len(page))
		}
	}
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
