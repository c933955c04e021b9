package enumerate_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// unclear lists beginnings of messages that say less than they could, each with an example of what to write instead.
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

type unclearMessage struct {
	pattern *regexp.Regexp
	instead string   // an example of what to write instead
	folders []string // that still have such messages
}

// unclearMessages lists patterns that no message or description may contain. Other strings, such as the names of stored
// columns, may contain them.
var unclearMessages = []unclearMessage{
	{regexp.MustCompile(`\bmakers?\b`), "contributor", nil},
	{regexp.MustCompile(`\b(one|some|none|all|not all|more) of them\b`), "name what is counted: not all shards", nil},
	{regexp.MustCompile(`\bnobody\b( [^=]|[^ =])`), "name the subject: no estimate for the method", nil},
	{regexp.MustCompile(`\bmust be .*, not %`), "ask \"x\": expected hint or solution", nil},
	{regexp.MustCompile(`\bthat there (is|are)\b`), "the game has 9 players", nil},
	{regexp.MustCompile(`\bthose (there are|that are there)\b`), "enumerate runs lists the runs", nil},
	{regexp.MustCompile(`^there (is|are) (no|nothing|two|%[.\d]*[ds]|more than)\b`), "no game found, or 2 readings are possible", nil},
	{regexp.MustCompile(`\bis none of\b`), "not a line of a certificate", nil},
	{regexp.MustCompile(`(^|[;:,] )want\b`), "expected a number from 1 to 4", nil},
	{regexp.MustCompile(`\b(is|are) no [a-z]`), "is not a number", nil},
	{regexp.MustCompile(`^it (is|has) `), "name the subject: the range is reversed", nil},
	{regexp.MustCompile(`\ball alike\b`), "all are equally likely", nil},
	{regexp.MustCompile(`\ball that\b`), "name what is meant: all reachable positions", nil},
	{regexp.MustCompile(`^by (all|what|whatever)\b`), "begin with a verb or a noun: the known formula", nil},
	{regexp.MustCompile(`\bsome \d`), "about 20 vertices", nil},
	{regexp.MustCompile(`\b(print|say|show)s? also\b`), "also print", nil},
}

// messageFunctions are functions whose strings are messages, formats or parts of messages.
var messageFunctions = []string{
	"Errorf", "New", "Usagef", "SomeFailedf", "remark", "Remark", "fault", "refuse", "faultf", "wrongf", "corruptAt",
	"corrupt", "truncated", "lost", "fail", "say", "Sprintf", "Fprintf", "Fprintln",
}

// descriptionFields are fields of the descriptions that helps, enumerate games and the page show.
var descriptionFields = []string{"Summary", "summary", "Values", "Title", "Input"}

// descriptionFunctions are functions that have a description, such as the usage of a flag, as their last string.
var descriptionFunctions = []string{
	"AddMethod", "AddNumber", "AddTrialNumber", "BoolVar", "BoolVarP", "DurationVar", "Float64Var", "IntVar",
	"StringArrayVar", "StringSliceVar", "StringVar", "Var", "VarP", "family", "methodOf",
}

// A message must not begin in one of the ways that the variable unclear lists. The test looks at all strings of the
// program, because nearly every string with such a beginning is a message.
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

// No message or description, i.e. no string that is passed to one of the messageFunctions or descriptionFunctions or
// set to one of the descriptionFields, and no text of a template of the page, may match a pattern of unclearMessages. A
// pattern may exempt some folders.
func TestMessagesHaveNoUnclearParts(t *testing.T) {
	texts := make(map[string][]string) // by file
	seen, descriptions, templates := 0, 0, 0
	for _, file := range sources(t) {
		messages, described := messagesIn(t, file)
		descriptions += len(described)
		texts[file] = append(messages, described...)
	}
	for _, file := range pageTemplates(t) {
		texts[file] = templateTexts(t, file)
		templates += len(texts[file])
	}
	for file, list := range texts {
		for _, message := range list {
			seen++
			for _, u := range unclearMessages {
				if !u.pattern.MatchString(message) {
					continue
				}
				excused := slices.ContainsFunc(u.folders, func(folder string) bool { return strings.HasPrefix(filepath.ToSlash(file), folder+"/") })
				if !excused {
					t.Errorf("%s: %q: write something like %q", file, message, u.instead)
				}
			}
		}
	}
	if seen < 1500 || descriptions < 150 || templates < 300 {
		t.Errorf("%d texts, of which %d are descriptions and %d in templates, found in all of the program: this test is broken", seen, descriptions, templates)
	}
}

func pageTemplates(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob("rooms/web/templates/*.html")
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// betweenTexts matches an action or a tag of a template.
var betweenTexts = regexp.MustCompile(`(?s)\{\{.*?\}\}|<[^>]*>`)

// templateTexts returns the texts between the actions and tags of a template.
func templateTexts(t *testing.T, file string) (texts []string) {
	t.Helper()
	source, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range betweenTexts.Split(string(source), -1) {
		if text = strings.TrimSpace(text); text != "" {
			texts = append(texts, text)
		}
	}
	return texts
}

// messagesIn returns the messages and the descriptions in a file of the program.
func messagesIn(t *testing.T, file string) (messages, descriptions []string) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(parsed, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && slices.Contains(descriptionFields, key.Name) {
				descriptions = append(descriptions, stringsIn(t, n.Value)...)
			}
		case *ast.CallExpr:
			name := calledName(n)
			switch isMessage := slices.Contains(messageFunctions, name); {
			case !isMessage && !slices.Contains(descriptionFunctions, name):
			case isMessage:
				for _, argument := range n.Args {
					if literal, ok := argument.(*ast.BasicLit); ok && literal.Kind == token.STRING {
						messages = append(messages, stringsIn(t, literal)...)
					}
				}
			default:
				for _, argument := range slices.Backward(n.Args) {
					if texts := stringsIn(t, argument); texts != nil {
						descriptions = append(descriptions, texts...)
						break
					}
				}
			}
		}
		return true
	})
	return messages, descriptions
}

// stringsIn returns the string literals in an expression.
func stringsIn(t *testing.T, in ast.Expr) (texts []string) {
	t.Helper()
	ast.Inspect(in, func(n ast.Node) bool {
		if literal, ok := n.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			text, err := strconv.Unquote(literal.Value)
			if err != nil {
				t.Fatal(err)
			}
			texts = append(texts, text)
		}
		_, isFunction := n.(*ast.FuncLit)
		return !isFunction
	})
	return texts
}

func calledName(call *ast.CallExpr) string {
	switch function := call.Fun.(type) {
	case *ast.Ident:
		return function.Name
	case *ast.SelectorExpr:
		return function.Sel.Name
	}
	return ""
}

func TestMessagesThatNeedDecodingAreFound(t *testing.T) {
	for message, want := range map[string]bool{
		"an unknown maker (%s shards)":                      true,
		"%s: not all of them are left":                      true,
		"nobody knows how long %s takes":                    true,
		"it names players beyond the %d that there are":     true,
		"enumerate runs lists those there are":              true,
		"there is nothing to compare":                       true,
		"line %d is none of a certificate":                  true,
		"it is reversed: want %s..%s":                       true,
		"%d columns; want at most %d":                       true,
		"%s is no number of a column":                       true,
		"ask must be hint or solution, not %q":              true,
		"%s is not a number; expected at most %d":           false,
		"the range is reversed: use %s..%s":                 false,
		"an unknown contributor (%s shards)":                false,
		"nothing to compare: no finished run; %s":           false,
		"any game of the size, all alike":                   true,
		"by what is known in closed form":                   true,
		"any DAG with some 20 vertices":                     true,
		"print also every line":                             true,
		"a random game; all are equally likely":             false,
		"%s: its SHA-256 is %s, and the checked one has %s": false,
	} {
		found := slices.ContainsFunc(unclearMessages, func(u unclearMessage) bool { return u.pattern.MatchString(message) })
		if found != want {
			t.Errorf("%q: found is %v, want %v", message, found, want)
		}
	}
}

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
		"%d workers: expected a number from 1 to %d":         false,
		"unknown ruleset %q; choose one of: %s":              false,
		"the ninja of %q is missing, or it is named only %q": false,
	} {
		if got := clearer(message) != ""; got != want {
			t.Errorf("%q: found is %v, want %v", message, got, want)
		}
	}
}

// clearer returns an example of what to write instead of an unclear message, or "" if it is clear.
func clearer(message string) string {
	for _, u := range unclear {
		if u.pattern.MatchString(message) {
			return u.instead
		}
	}
	return ""
}

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
