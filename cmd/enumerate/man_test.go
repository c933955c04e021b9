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

// The program and each verb must have a manual page, made from the text of the --help. With -man the pages are kept,
// for tools/release/build.sh. Their date is SOURCE_DATE_EPOCH, a time in seconds, so that the same source makes the
// same bytes.
func TestEveryVerbHasAManualPage(t *testing.T) {
	date := time.Unix(0, 0).UTC()
	if epoch, set := os.LookupEnv("SOURCE_DATE_EPOCH"); set {
		seconds, err := strconv.ParseInt(epoch, 10, 64)
		if err != nil {
			t.Fatalf("SOURCE_DATE_EPOCH is %q; expected a number of seconds", epoch)
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
	pages, err := filepath.Glob(filepath.Join(dir, "*.1"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range pages {
		page, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(plainRoff(string(page), date)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// listsAsTheyAre marks the indented lines of a text, so that Markdown does not join them into a paragraph.
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

// plainRoff changes a manual page so that `mandoc -T lint` has no complaint: the date is written in full, options are
// tagged paragraphs, and text is filled in lines of at most 72 bytes.
func plainRoff(page string, date time.Time) string {
	page = strings.Replace(page, strconv.Quote(date.Format("Jan 2006")), strconv.Quote(date.Format(time.DateOnly)), 1)
	var lines []string
	filled, option := true, false
	for line := range strings.Lines(page) {
		line = strings.TrimSuffix(line, "\n")
		switch {
		case line == ".EX" || line == ".nf":
			filled = false
		case line == ".EE" || line == ".fi":
			filled = true
		}
		text, described := strings.CutPrefix(line, "\t")
		last := len(lines) - 1
		switch {
		case !filled || strings.HasPrefix(line, "."):
			lines = append(lines, line)
		case line == "": // macros have the space
		case described && !option && last >= 0:
			tag := lines[last]
			if last > 0 && lines[last-1] == ".PP" {
				lines = lines[:last-1]
			} else {
				lines = lines[:last]
			}
			lines = append(lines, ".TP", tag)
			lines = append(lines, wrapped(text)...)
		default:
			lines = append(lines, wrapped(text)...)
		}
		option = described
	}
	return strings.Join(lines, "\n") + "\n"
}

// wrapped splits a line of filled text into lines of at most 72 bytes. No line begins with a character that would make
// roff read it as a macro.
func wrapped(text string) (lines []string) {
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && len(line)+len(" ")+len(word) > 72 {
			lines, line = append(lines, line), ""
		}
		if line == "" && (word[0] == '.' || word[0] == '\'') {
			line = `\&` + word
			continue
		}
		if line != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}
