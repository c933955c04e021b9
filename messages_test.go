package enumerate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// unclear are beginnings of messages that say less than they could, with what to write instead.
var unclear = []struct {
	pattern *regexp.Regexp
	instead string
}{
	{regexp.MustCompile(`^(%[sq]: )?this is no\b`), "name what was read: not an OpenSSH private key"},
	{regexp.MustCompile(`^(%[sq]: )?there is no .* in it\b`), "no game found"},
	{regexp.MustCompile(`^there is no \w+ %[.\d]*q`), "unknown ruleset \"chess\"; choose one of: ..."},
	{regexp.MustCompile(`(^|[;:,] )want one\b`), "expected one of ..., or what there may be one of: each row has one queen"},
	{regexp.MustCompile(`\bthere is: `), "choose one of: "},
}

// TestMessagesSayWhatIsWrong checks every string of the program: strings with these beginnings are nearly always messages.
func TestMessagesSayWhatIsWrong(t *testing.T) {
	seen := 0
	for _, file := range sources(t) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			literal, ok := n.(*ast.BasicLit)
			if !ok || literal.Kind != token.STRING {
				return true
			}
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			seen++
			if instead := clearer(text); instead != "" {
				t.Errorf("%s: %q: write something like %q", file, text, instead)
			}
			return true
		})
	}
	if seen < 1000 {
		t.Errorf("%d strings found in all of the program: this test is broken", seen)
	}
}

// TestUnclearMessagesAreFound has messages of each kind, and messages that are clear.
func TestUnclearMessagesAreFound(t *testing.T) {
	for message, want := range map[string]bool{
		"this is no private key":                             true,
		"%s: there is no game in it":                         true,
		"there is no %s in it":                               true,
		"there is no ruleset %q; did you mean %q?":           true,
		"a second queen in the row; want one in each row":    true,
		"want one of %s":                                     true,
		"did you mean %q? there is: %s":                      true,
		"no game found":                                      false,
		"there is no home directory for the database":        false,
		"%d workers: want a number from 1 to %d":             false,
		"unknown ruleset %q; choose one of: %s":              false,
		"the ninja of %q is missing, or it is named only %q": false,
	} {
		if got := clearer(message) != ""; got != want {
			t.Errorf("%q: found is %v, want %v", message, got, want)
		}
	}
}

// clearer returns an example of what to write instead of a message, or "" if the message is clear.
func clearer(message string) string {
	for _, u := range unclear {
		if u.pattern.MatchString(message) {
			return u.instead
		}
	}
	return ""
}

// sources returns the Go files of the program, without its tests.
func sources(t *testing.T) []string {
	var files []string
	err := filepath.WalkDir(".", func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && path != "." && (strings.HasPrefix(entry.Name(), ".") || entry.Name() == "testdata"):
			return filepath.SkipDir
		case strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go"):
			files = append(files, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
