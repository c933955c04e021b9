package main

import (
	"fmt"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"enumerate/data"
	"enumerate/internal/rows"
)

// placeholder matches a text in a script that stands for totals. It names a ruleset, a size or a range of sizes, and
// how the totals are written:
//
//	{{wonderwall 6}}                all totals with | between them, as in Markdown
//	{{wonderwall 6 |}}              the same as a regular expression
//	{{wonderwall 6 +}}              all totals with blanks between them, as a regular expression
//	{{wonderwall 6 ,}}              all totals as in CSV
//	{{wonderwall 6 classes}}        only the number of classes
//	{{wonderwall 6 #classes}}       only the number of classes, with commas
//	{{wonderwall 3..6 classes}}     the number of classes of each size, as the lines of a b-file
//	{{today}}                       the date of a run that begins now
var placeholder = regexp.MustCompile(`\{\{([a-z][^{}| ]*) (\d+)(?:\.\.(\d+))?(?: ([^\s{}]+))?\}\}`)

// withTotals copies the scripts of a directory to a new one, and replaces the placeholders by totals.
func withTotals(t *testing.T, dir string) string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "*.txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", dir, err)
	}
	filled := t.TempDir()
	for _, file := range files {
		script, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		today := time.Now().UTC().Format(time.DateOnly)
		text := placeholder.ReplaceAllStringFunc(strings.ReplaceAll(string(script), "{{today}}", today), func(p string) string {
			written, err := totalsOf(placeholder.FindStringSubmatch(p))
			if err != nil {
				t.Fatalf("%s: %s: %v", file, p, err)
			}
			return written
		})
		if err := os.WriteFile(filepath.Join(filled, filepath.Base(file)), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return filled
}

// totalsOf returns the totals for a placeholder, from the parts that the regular expression matches.
func totalsOf(parts []string) (string, error) {
	table, how := data.Totals(parts[1]), parts[4]
	n, err := strconv.Atoi(parts[2])
	if err != nil {
		return "", err
	}
	if parts[3] != "" {
		last, err := strconv.Atoi(parts[3])
		if err != nil || last < n {
			return "", fmt.Errorf("no sizes")
		}
		var lines []string
		for ; n <= last; n++ {
			number := table.Number(n, how)
			if number == "" {
				return "", fmt.Errorf("no total for n = %d", n)
			}
			lines = append(lines, fmt.Sprintf("%d %s", n, number))
		}
		return strings.Join(lines, "\n"), nil
	}
	grouped := func(number string) string {
		if x, ok := new(big.Int).SetString(number, 10); ok {
			return rows.Grouped(x)
		}
		return rows.Unknown
	}
	numbers := slices.Clone(table.Of(n).Numbers)
	switch separator := map[string]string{"": " | ", "|": ` \| `, "+": " +", ",": ","}[how]; {
	case len(table.Rows) == 0 || !slices.ContainsFunc(numbers, func(s string) bool { return s != "" }):
		return "", fmt.Errorf("no totals")
	case how == ",":
		return strings.Join(numbers, separator), nil
	case separator != "":
		for i := range numbers {
			numbers[i] = grouped(numbers[i])
		}
		return strings.Join(numbers, separator), nil
	}
	column, commas := strings.CutPrefix(how, "#")
	number := table.Number(n, column)
	switch {
	case number == "":
		return "", fmt.Errorf("no such total")
	case commas:
		return grouped(number), nil
	}
	return number, nil
}

func TestTotalsAreWrittenAsScriptsWantThem(t *testing.T) {
	for p, want := range map[string]string{
		"{{wonderwall 4}}":                    "1,296 | 60 | 108 | 6 | 1,188 | 54",
		"{{wonderwall 4 |}}":                  `1,296 \| 60 \| 108 \| 6 \| 1,188 \| 54`,
		"{{wonderwall 4 +}}":                  "1,296 +60 +108 +6 +1,188 +54",
		"{{wonderwall 4 ,}}":                  "1296,60,108,6,1188,54",
		"{{wonderwall 4 solvable-games}}":     "108",
		"{{wonderwall 4 #games}}":             "1,296",
		"{{wonderwall 3..5 solvable-games}}":  "3 0\n4 108\n5 30480",
		"{{jump:players=2 3 #games}}":         "367,416",
		"{{wonderwall 99}}":                   "",
		"{{wonderwall 4 solved-games}}":       "",
		"{{wonderwall 3..99 solvable-games}}": "",
		"{{nobody 3}}":                        "",
	} {
		got, err := totalsOf(placeholder.FindStringSubmatch(p))
		if got != want || (err != nil) != (want == "") {
			t.Errorf("%s is %q, %v, want %q", p, got, err, want)
		}
	}
}
