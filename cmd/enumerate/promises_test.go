package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The tests, scripts or programs in the last cell of each row of docs/reference/promises.md, which show that a promise
// is kept, must exist.
func TestEveryPromiseNamesTestsThatExist(t *testing.T) {
	exists := make(map[string]bool)
	declared := regexp.MustCompile(`(?m)^func ((?:Test|Fuzz)\w+)\(`)
	err := filepath.WalkDir("../..", func(path string, entry os.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case strings.HasSuffix(path, ".txtar"):
			exists[entry.Name()] = true
		case strings.HasSuffix(path, "_test.go"):
			source, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			for _, found := range declared.FindAllStringSubmatch(string(source), -1) {
				exists[found[1]] = true
			}
		case entry.IsDir() && path != "../..":
			exists[strings.TrimPrefix(filepath.ToSlash(path), "../../")] = true
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../docs/reference/promises.md")
	if err != nil {
		t.Fatal(err)
	}
	rows := 0
	quoted := regexp.MustCompile("`([^`]+)`")
	for line := range strings.Lines(string(text)) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), " | ")
		if !strings.HasPrefix(line, "| ") || len(cells) != 3 || cells[0] == " fault" {
			continue
		}
		rows++
		tests := quoted.FindAllStringSubmatch(cells[2], -1)
		if len(tests) == 0 {
			t.Errorf("no test is named for %q", cells[0])
		}
		for _, test := range tests {
			if !exists[test[1]] {
				t.Errorf("%q is held by %s, which there is not", cells[0], test[1])
			}
		}
	}
	if rows == 0 {
		t.Error("there is no promise")
	}
}
