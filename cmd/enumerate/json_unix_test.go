//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"enumerate/games"
	"enumerate/rooms/fleet"
)

// elsewhere lists keys that docs/reference/json.md describes although no command on that page prints them, each with
// the source file in which it must be.
var elsewhere = map[string]string{
	"contributors.signed_by":   "checkpoints/contributor.go",
	"contributors.key":         "checkpoints/contributor.go",
	"contributors.banned":      "checkpoints/contributor.go",
	"contributors.coordinator": "checkpoints/contributor.go",
	"unknown_contributor":      "cli/runs.go",
	"recomputed.seed":          "checkpoints/contributor.go",
	"signed_by":                "cli/runs.go",
	"unsigned":                 "cli/runs.go",
	"damage":                   "cli/runs.go",
	"commit":                   "internal/build/build.go",
	"committed":                "internal/build/build.go",
	"irreducible":              "enum/single/solution.go",
}

// stored lists the source files whose JSON is stored, or sent to other programs, but not printed.
var stored = []string{"checkpoints/header.go", "enum/ruleset.go", "rooms/fleet/message.go", "rooms/fleet/server.go", "rooms/web/export.go"}

// sectionsOfJSON returns the sections of docs/reference/json.md by title.
func sectionsOfJSON(t *testing.T) map[string]string {
	page, err := os.ReadFile("../../docs/reference/json.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := make(map[string]string)
	for _, section := range strings.Split(string(page), "\n## ")[1:] {
		title, text, _ := strings.Cut(section, "\n")
		sections[title] = text
	}
	if len(sections) < 15 {
		t.Fatalf("the page has %d sections", len(sections))
	}
	return sections
}

// The page docs/reference/json.md must describe all keys of JSON that the commands in each of its sections print, and
// no others.
func TestThePageOfJSONHasTheKeysThatVerbsPrint(t *testing.T) {
	l := newLab(t, "data/")
	for title, text := range sectionsOfJSON(t) {
		documented := documentedKeys(text)
		var printed []string
		if title == "/status" {
			printed = tagsOf(reflect.TypeFor[fleet.Status](), "")
		}
		for _, m := range regexp.MustCompile(`(?m)^    ((?:enumerate|printf) .*)$`).FindAllStringSubmatch(text, -1) {
			out, _ := l.shell(t, m[1]) // the exit code depends on the answer
			printed = append(printed, printedKeys(t, m[1], out)...)
		}
		checkDocumented(t, title, documented, printed)
		for _, key := range documented {
			shown := slices.ContainsFunc(printed, func(p string) bool { return matches(key, p) })
			if !shown && !inSource(t, key) {
				t.Errorf("%s: no command prints the key %s", title, key)
			}
		}
	}
}

// The page must describe all keys of every ruleset: those that classes, class and solve print for small games, and
// those that only the source has, because no small game has them.
func TestThePageOfJSONHasTheKeysOfAllRulesets(t *testing.T) {
	l, sections, everywhere := newLab(t, ""), sectionsOfJSON(t), make(map[string]bool)
	for _, text := range sections {
		for _, key := range documentedKeys(text) {
			for part := range strings.SplitSeq(key, ".") {
				everywhere[part] = true
			}
		}
	}
	for _, r := range games.All() {
		title := ""
		for each := range sections {
			if rulesets, found := strings.CutPrefix(each, "solve --game "); found && slices.Contains(strings.Split(rulesets, ", "), r.Name) {
				title = each
			}
		}
		if title == "" {
			t.Errorf("the page has no section for solve --game %s", r.Name)
		}
		seen := make(map[string]bool)
		for n := 2; n <= 5; n++ {
			command := fmt.Sprintf("enumerate classes --game %s --n %d --format json | head -n 60", r.Name, n)
			out, _ := l.shell(t, command) // not every ruleset has every size
			for line := range strings.Lines(out) {
				if !strings.HasPrefix(line, "{") {
					continue
				}
				keys := printedKeys(t, command, line)
				if slices.Sort(keys); seen[fmt.Sprint(keys)] {
					continue
				}
				seen[fmt.Sprint(keys)] = true
				checkDocumented(t, "classes, class", documentedKeys(sections["classes, class"]), keys)
				var class struct{ Game string }
				if err := json.Unmarshal([]byte(line), &class); err != nil {
					t.Fatal(err)
				}
				for at, verb := range map[string]string{"classes, class": "class --solve", title: "solve"} {
					command := fmt.Sprintf("enumerate %s --game %s --format json '%s'", verb, r.Name, class.Game)
					out, _ := l.shell(t, command) // class ends with an error if every game is a class
					if strings.HasPrefix(out, "{") {
						checkDocumented(t, at, documentedKeys(sections[at]), printedKeys(t, command, out))
					}
				}
			}
		}
		if len(seen) == 0 {
			t.Errorf("%s: no class was printed", r.Name)
		}
	}
	inSource := regexp.MustCompile(`json:"(\w[\w-]*)|(?:Proof(?:, [\w.]+)?(?::| =) +|single\.Member\{Key: )"(\w+)"`)
	for _, file := range sourceFiles(t) {
		source, err := os.ReadFile(filepath.Join("../..", file))
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range inSource.FindAllStringSubmatch(string(source), -1) {
			if key := m[1] + m[2]; !everywhere[key] && !slices.Contains(stored, file) {
				t.Errorf("%s: the page does not have the key %s", file, key)
			}
		}
	}
}

// sourceFiles returns the Go files of the project that are not tests.
func sourceFiles(t *testing.T) (files []string) {
	err := fs.WalkDir(os.DirFS("../.."), ".", func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") && !strings.HasPrefix(path, "tools/") {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// checkDocumented checks that a section of the page documents all keys that were printed.
func checkDocumented(t *testing.T, title string, documented, printed []string) {
	t.Helper()
	for _, key := range printed {
		if !slices.ContainsFunc(documented, func(d string) bool { return matches(d, key) || strings.HasPrefix(d, key+".") }) {
			t.Errorf("%s: the page does not have the key %s", title, key)
		}
	}
}

// documentedKeys returns the keys in the first column of the tables of a section.
func documentedKeys(section string) (keys []string) {
	for line := range strings.Lines(section) {
		cell, isRow := strings.CutPrefix(line, "| ")
		if !isRow {
			continue
		}
		cell, _, _ = strings.Cut(cell, " | ")
		for _, m := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cell, -1) {
			keys = append(keys, m[1])
		}
	}
	return keys
}

// printedKeys returns the keys of all objects that a command prints, one on a line.
func printedKeys(t *testing.T, command, out string) (keys []string) {
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, "{") {
			continue
		}
		var object any
		if err := json.Unmarshal([]byte(line), &object); err != nil {
			t.Errorf("%s prints %s: %v", command, line, err)
			continue
		}
		keys = append(keys, keysOf(object, "")...)
	}
	if keys == nil && strings.Contains(command, "--format json") {
		t.Errorf("%s prints no JSON: %s", command, out)
	}
	return keys
}

// keysOf returns the paths to the values below a path, such as verdicts.solvable.games. Items of an array have the path
// of the array. The value of the key "next" in a proof is a proof itself, so its keys have the path "proof".
func keysOf(value any, path string) (keys []string) {
	switch value := value.(type) {
	case map[string]any:
		for key, below := range value {
			inner := strings.TrimPrefix(path+"."+key, ".")
			if key == "next" {
				keys = append(append(keys, inner), keysOf(below, "proof")...)
				continue
			}
			keys = append(keys, keysOf(below, inner)...)
		}
		return keys
	case []any:
		for _, item := range value {
			keys = append(keys, keysOf(item, path)...)
		}
		if keys != nil {
			return keys
		}
	}
	return []string{path}
}

// tagsOf returns the JSON keys of the fields of a struct below a path.
func tagsOf(of reflect.Type, path string) (keys []string) {
	for i := range of.NumField() {
		field := of.Field(i)
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		inner := field.Type
		switch {
		case field.Anonymous:
			keys = append(keys, tagsOf(inner, path)...)
		case inner.Kind() == reflect.Slice && inner.Elem().Kind() == reflect.Struct:
			keys = append(keys, tagsOf(inner.Elem(), path+name+".")...)
		default:
			keys = append(keys, path+name)
		}
	}
	return keys
}

// matches reports whether a documented key stands for a printed key. A part in capitals, such as VERDICT, stands for
// any name.
func matches(documented, printed string) bool {
	want, got := strings.Split(documented, "."), strings.Split(printed, ".")
	if len(want) != len(got) {
		return false
	}
	for i, part := range want {
		if part != got[i] && part != strings.ToUpper(part) {
			return false
		}
	}
	return true
}

// inSource reports whether the file that elsewhere lists for a key has the key.
func inSource(t *testing.T, key string) bool {
	file, listed := elsewhere[key]
	if !listed {
		return false
	}
	source, err := os.ReadFile("../../" + file)
	if err != nil {
		t.Fatal(err)
	}
	name := key[strings.LastIndex(key, ".")+1:]
	return strings.Contains(string(source), `"`+name)
}
