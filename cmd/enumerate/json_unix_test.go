//go:build unix

package main

import (
	"encoding/json"
	"os"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

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

// The page docs/reference/json.md must describe all keys of JSON that the commands in each of its sections print, and
// no others.
func TestThePageOfJSONHasTheKeysThatVerbsPrint(t *testing.T) {
	page, err := os.ReadFile("../../docs/reference/json.md")
	if err != nil {
		t.Fatal(err)
	}
	sections := strings.Split(string(page), "\n## ")[1:]
	if len(sections) < 15 {
		t.Fatalf("the page has %d sections", len(sections))
	}
	l := newLab(t, "data/")
	for _, section := range sections {
		title, text, _ := strings.Cut(section, "\n")
		documented := documentedKeys(text)
		var printed []string
		if title == "/status" {
			printed = tagsOf(reflect.TypeFor[fleet.Status](), "")
		}
		for _, m := range regexp.MustCompile(`(?m)^    ((?:enumerate|printf) .*)$`).FindAllStringSubmatch(text, -1) {
			out, _ := l.shell(t, m[1]) // the exit code depends on the answer
			printed = append(printed, printedKeys(t, m[1], out)...)
		}
		for _, key := range printed {
			if !slices.ContainsFunc(documented, func(d string) bool { return matches(d, key) || strings.HasPrefix(d, key+".") }) {
				t.Errorf("%s: the page does not have the key %s", title, key)
			}
		}
		for _, key := range documented {
			shown := slices.ContainsFunc(printed, func(p string) bool { return matches(key, p) })
			if !shown && !inSource(t, key) {
				t.Errorf("%s: no command prints the key %s", title, key)
			}
		}
	}
}

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
