package main

import (
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
)

// Every flag that a document shows in a command must be in the help of its verb.
func TestFlagsInDocumentsExist(t *testing.T) {
	commands := 0
	tree := os.DirFS("../..")
	err := fs.WalkDir(tree, ".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if file != "." && strings.HasPrefix(entry.Name(), ".") || slices.Contains([]string{"dist", "runs", "testdata"}, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		if path.Ext(file) != ".md" {
			return nil
		}
		text, err := fs.ReadFile(tree, file)
		if err != nil {
			return err
		}
		faults, found := unknownFlags(string(text))
		for _, fault := range faults {
			t.Errorf("%s: %s", file, fault)
		}
		commands += found
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if commands < 300 {
		t.Errorf("the documents show %d commands with flags, expected at least 300", commands)
	}
}

// unknownFlags returns a message for each flag in the code of a document that the flag's verb does not have, and the
// number of commands with flags.
func unknownFlags(document string) (faults []string, commands int) {
	root := program().Command()
	root.InitDefaultHelpFlag()
	for _, c := range code(document) {
		for _, command := range commandEnd.Split(c.text, -1) {
			words := strings.Fields(command)
			at := slices.Index(words, "enumerate")
			isCommand := at >= 0 || !c.isBlock // "serve --db FILE" is a command in a sentence, but not in a block
			words = words[at+1:]
			if !isCommand || len(words) == 0 {
				continue
			}

			verb := root
			for _, cmd := range root.Commands() {
				if cmd.Name() == words[0] {
					verb = cmd
				}
			}
			if verb == root && at < 0 {
				continue // a command of another program, or a flag alone
			}
			flags := flagsOf(words)
			if len(flags) > 0 {
				commands++
			}
			for _, flag := range flags {
				if !hasFlag(verb, flag) {
					faults = append(faults, fmt.Sprintf("%q: %s has no flag --%s", strings.Join(words, " "), verb.Name(), flag))
				}
			}
		}
	}
	return faults, commands
}

// commandEnd matches what stands between two commands of a line: an operator of the shell, or the beginning of a
// comment.
var commandEnd = regexp.MustCompile(`[|;&\n]|\$\(| # `)

type codeText struct {
	text    string
	isBlock bool
}

var (
	codeSpan  = regexp.MustCompile("`([^`]+)`")
	codeFence = regexp.MustCompile("^ *```")
)

// code returns the code spans and the lines of the code blocks of a Markdown document. A code span may continue on the
// next line. A line of a block that ends in a backslash continues on the next line.
func code(document string) (all []codeText) {
	var paragraph strings.Builder
	endParagraph := func() {
		for _, m := range codeSpan.FindAllStringSubmatch(paragraph.String(), -1) {
			all = append(all, codeText{text: strings.ReplaceAll(m[1], "\n", " ")})
		}
		paragraph.Reset()
	}
	fenced := false
	for line := range strings.Lines(strings.ReplaceAll(document, "\\\n", " ")) {
		isFence := codeFence.MatchString(line)
		if isFence {
			fenced = !fenced
		}
		switch {
		case isFence || strings.TrimSpace(line) == "":
			endParagraph()
		case fenced, strings.HasPrefix(line, "    ") && paragraph.Len() == 0:
			all = append(all, codeText{text: line, isBlock: true})
		default:
			paragraph.WriteString(line)
		}
	}
	endParagraph()
	return all
}

var flagWord = regexp.MustCompile(`^[("'\[]*--([a-z][a-z-]*)`)

func flagsOf(words []string) (flags []string) {
	for _, word := range words {
		if m := flagWord.FindStringSubmatch(word); m != nil {
			flags = append(flags, m[1])
		}
	}
	return flags
}

func hasFlag(cmd *cobra.Command, name string) bool {
	return name == "help" || cmd.Flags().Lookup(name) != nil || cmd.InheritedFlags().Lookup(name) != nil
}

func TestUnknownFlagsAreFound(t *testing.T) {
	const document = "The verb `serve --verify 5%` is right and `serve\n--check 5%` is wrong; `sha256sum --check` is not ours.\n" +
		"\n    $ seq 8 | enumerate solve --game spies | grep --color x    # enumerate has --resume\n" +
		"    enumerate --n 4 --picture\n    serve --nothing\n\n```\nenumerate count \\\n  --layer --n 4\n```\n"
	faults, commands := unknownFlags(document)
	want := []string{
		`"serve --check 5%": serve has no flag --check`,
		`"--n 4 --picture": enumerate has no flag --picture`,
		`"count --layer --n 4": count has no flag --layer`,
	}
	if !slices.Equal(faults, want) || commands != 6 {
		t.Errorf("unknownFlags found %q in %d commands, want %q in 6", faults, commands, want)
	}
}
