package results

import (
	"strings"
	"testing"

	"enumerate/data"
)

// read reads a table of two columns with these rows of nim.
func read(t *testing.T, rows string) data.Table {
	t.Helper()
	if rows == "" {
		return data.Table{Ruleset: "nim", Columns: []string{"games", "classes"}}
	}
	table, err := data.Read("ruleset,n,games,classes,methods,machines,since\n" + rows)
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestJoinedRowsSayWhatBothSay(t *testing.T) {
	for _, c := range []struct {
		claim, a, b string
		want        string // nothing if they disagree
	}{
		{"one method each", "nim,6,9,4,walk,1,\n", "nim,6,9,4,count,1,\n", "nim,6,9,4,\"walk, count\",1,\n"},
		{"the walk comes first", "nim,6,9,4,\"core, count\",1,\n", "nim,6,9,4,walk,1,\n", "nim,6,9,4,\"walk, count, core\",1,\n"},
		{"others come last, by name", "nim,6,9,4,\"guess, abacus\",1,\n", "nim,6,9,4,core,1,\n", "nim,6,9,4,\"abacus, core, guess\",1,\n"},
		{"each method once", "nim,6,9,4,\"walk, count\",1,\n", "nim,6,9,4,\"count, walk\",1,\n", "nim,6,9,4,\"walk, count\",1,\n"},
		{"a number that one does not know", "nim,6,9,,core,1,\n", "nim,6,9,4,walk,1,\n", "nim,6,9,4,\"walk, core\",1,\n"},
		{"a number that neither knows", "nim,6,9,,core,1,\n", "nim,6,9,,core,1,\n", "nim,6,9,,core,1,\n"},
		{"another number", "nim,6,9,4,walk,1,\n", "nim,6,9,5,walk,1,\n", ""},
		{"another number, the rest not known", "nim,6,8,,core,1,\n", "nim,6,9,5,walk,1,\n", ""},
		{"other sizes", "nim,5,3,2,walk,1,\nnim,7,9,4,walk,1,\n", "nim,6,8,3,walk,1,\n", "nim,5,3,2,walk,1,\nnim,6,8,3,walk,1,\nnim,7,9,4,walk,1,\n"},
		{"the larger number of machines", "nim,6,9,4,walk,2,\n", "nim,6,9,4,count,3,\n", "nim,6,9,4,\"walk, count\",3,\n"},
		{"the earlier day", "nim,6,9,4,walk,1,2026-11-24\n", "nim,6,9,4,walk,1,2026-11-23\n", "nim,6,9,4,walk,1,2026-11-23\n"},
		{"the day that one knows", "nim,6,9,4,walk,1,\n", "nim,6,9,4,walk,1,2026-11-23\n", "nim,6,9,4,walk,1,2026-11-23\n"},
		{"nothing", "", "nim,6,8,3,walk,1,\n", "nim,6,8,3,walk,1,\n"},
	} {
		a, b := read(t, c.a), read(t, c.b)
		for _, order := range []struct{ a, b data.Table }{{a, b}, {b, a}} {
			joined, err := Join(order.a, order.b)
			if _, got, _ := strings.Cut(joined.CSV(), "\n"); err == nil && got != c.want {
				t.Errorf("%s: they join to %q, want %q", c.claim, got, c.want)
			}
			if disagree := err != nil; disagree != (c.want == "") {
				t.Errorf("%s: %v", c.claim, err)
			}
		}
	}
}

func TestTablesOfOtherColumnsAreNotJoined(t *testing.T) {
	other, err := data.Read("ruleset,n,games,methods\nnim,6,9,walk\n")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Join(other, read(t, "nim,6,9,4,walk,1,\n")); err == nil || err.Error() != "it has the columns games of nim, the database games, classes of nim" {
		t.Error(err)
	}
}

func TestMarkdown(t *testing.T) {
	want := "| n | labelled games | classes | verdicts by |\n|--:|--:|--:|:--|\n| 6 | 1,296 | - | walk, count |\n| 7 | 1 | - | walk, on 2 machines |\n"
	if got := Markdown(read(t, "nim,6,1296,,\"walk, count\",1,\nnim,7,1,,walk,2,\n")); got != want {
		t.Errorf("Markdown = %q, want %q", got, want)
	}
}
