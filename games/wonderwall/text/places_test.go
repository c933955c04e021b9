package text

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"enumerate/enum"

	"pgregory.net/rapid"
)

func TestFaultsOfPlacesNameTheirPlace(t *testing.T) {
	const abc = "A: 0 0\nB: 1 0\nC: 2 1\n"
	for _, c := range []struct {
		claim, text string
		want        []string
	}{
		{"nothing", "", []string{`line 1, column 1: no line for "A", "B", "C"; want a line for every player`}},
		{"a player missing", "A: 0\n\nC: 1\n", []string{`line 4, column 1: no line for "B"; want a line for every player`}},
		{"a stranger", abc + "X: 1 1\n", []string{`line 4, column 1: there is no player "X"; there is: "A", "B", "C"`}},
		{"a name misspelled", "A: 0\n  b: 1\nC: 2", []string{`line 2, column 3: there is no player "b"; did you mean "B"?`}},
		{"a player twice", abc + "A: 5 5\n", []string{`line 4, column 1: player "A" has a line already, line 1; want one`}},
		{"no separator", "A: 0\nB 1\nC: 2\n", []string{`line 2, column 1: no ":" behind a name; want a line such as A: 0 1`}},
		{"no coordinates", "A: 0\nB:\nC: 2\n", []string{`line 2, column 3: no coordinates; want at least one`}},
		{"no number", "A: 0 0\nB: 1 x\nC: 2 0\n", []string{`line 2, column 6: "x" is not a coordinate; want a number such as 2, -0.4, 1e3 or 1/3`}},
		{"a large number", "A: 0 0\nB: 1 1e9999\nC: 2 0\n", []string{`line 2, column 6: the exponent of "1e9999" is out of range; want one from -1000 to 1000`}},
		{"another dimension", "A: 0 0\nB: 1\nC: 2 0\n", []string{`line 2, column 4: 1 coordinate for player "B", but 2 for player "A" in line 1; want the same number for everybody`}},
		{"not UTF-8", "A: 0\nB: 1 \xff\nC: 2\n", []string{
			`line 2, column 6: the byte 0xff is not UTF-8; save the text as UTF-8`,
			`line 2, column 6: "\xff" is not a coordinate; want a number such as 2, -0.4, 1e3 or 1/3`,
		}},
		{"all at once", "A: 0 q\nA: 0 0\nX: 1 1\n", []string{
			`line 1, column 6: "q" is not a coordinate; want a number such as 2, -0.4, 1e3 or 1/3`,
			`line 2, column 1: player "A" has a line already, line 1; want one`,
			`line 3, column 1: there is no player "X"; there is: "A", "B", "C"`,
		}},
		{"too many dimensions", "A:" + strings.Repeat(" 0", 1001) + "\nB: 1\nC: 2\n", []string{
			`line 1, column 2004: 1001 coordinates; want at most 1000`,
		}},
		{"a long line", "A: " + strings.Repeat(" ", 1<<20) + "0\nB: 1\nC: 2\n", []string{
			`line 1, column 1: a line of more than 1048576 bytes; want shorter lines`,
		}},
	} {
		_, _, err := FromGame(ringGame(3)).ReadPlaces(strings.NewReader(c.text))
		if err == nil || err.Error() != strings.Join(c.want, "\n") {
			t.Errorf("%s: ReadPlaces = %v, want %s", c.claim, err, strings.Join(c.want, "\n"))
		}
	}
}

func TestReadPlacesReturnsTheErrorOfItsReader(t *testing.T) {
	failed := errors.New("the pipe broke")
	if _, _, err := FromGame(ringGame(3)).ReadPlaces(iotest.ErrReader(failed)); err != failed {
		t.Errorf("got %v, want %v", err, failed)
	}
}

func FuzzReadPlaces(f *testing.F) {
	for _, seed := range []string{
		"A: 0\nB: 1\nC: 2\n", "A: 0 1/3\nB | 1e2 .5\nC: 2 2", "A:\nB: x\n\n# c\nC: 1/0", "A | 0 | 1\nB: : 1\nC 2",
		"A: 1e1000 1\nB: 1e-1000 2\nC: 0 3", "A:0 0\nB|0 .0\nC:0 0",
	} {
		f.Add(seed)
	}
	table := FromGame(ringGame(3))
	f.Fuzz(func(t *testing.T, text string) {
		places, _, err := table.ReadPlaces(strings.NewReader(text))
		if err != nil {
			checkErrors(t, text, err)
			return
		}
		for _, place := range places {
			if len(places) != 3 || len(place) == 0 || len(place) != len(places[0]) {
				t.Errorf("%q is read as %v", text, places)
			}
		}
	})
}

// TestPlacesOfAllNamesAreRead writes a line for each player with the name as solve prints it.
func TestPlacesOfAllNamesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		table := anyTable(nastyRunes).Draw(t, "table")
		var text strings.Builder
		for p, word := range enum.Words(table.Names) {
			fmt.Fprintf(&text, "%s: %d\n", word, p)
		}
		// Without quotes these are a comment and a separator.
		if slices.ContainsFunc(table.Names, func(name string) bool { return strings.ContainsAny(name, "#|") }) {
			t.Skip()
		}
		places, shared, err := table.ReadPlaces(strings.NewReader(text.String()))
		if err != nil || shared != nil {
			t.Fatalf("%s: %v, %q", &text, err, shared)
		}
		for p, place := range places {
			if place.String() != fmt.Sprint(p) {
				t.Fatalf("%s\nis read as %v", &text, places)
			}
		}
	})
}
