package questions

import (
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"enumerate/enum/single"
	words "enumerate/games/wonderwall/text"
	"enumerate/internal/text"
)

// sourcesGame is the game of six players in the thesis.
func sourcesGame(t *testing.T) table {
	t.Helper()
	table, err := parseTable("BC DF BA BE DF DB")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

var seeds = []string{
	"A: 0\nB: 1\nC: 2\n", "A: 0 1/3\nB | 1e2 .5\nC: 2 2", "A:\nB: x\n\n# c\nC: 1/0", "A | 0 | 1\nB: : 1\nC 2",
	"A: 1e1000 1\nB: 1e-1000 2\nC: 0 3", "A:0 0\nB|0 .0\nC:0 0",
	"A: 1\nA: 2\nC: 0 3", "\"A\": 1\n\"B\"|2\nC: \"",
}

func TestPlaceFindsSolutionsAndViolations(t *testing.T) {
	const fit = "A: 2 3\nB: 1 2\nC: 0 1\nD: 2.4 2\nE: -0.4 2\nF: 3.5 2\n"
	order := strings.Fields("E C B A D F")
	for _, c := range []struct {
		claim, text string
		want        Placement
	}{
		{"the source's picture", fit, Placement{Dimensions: 2, Order: order, Direction: []string{"1", "0"}}},
		{
			"comments, empty lines, bars and any order",
			"\ufeff# where they stand\n\nF | 7/2 2\r\nE | -2/5 2 # far left\n  D|24e-1   2\nC: 0 1\nB: 1 2\n\nA: 2\t3",
			Placement{Dimensions: 2, Order: order, Direction: []string{"1", "0"}},
		},
		{
			"quotes, which the names do not need",
			strings.ReplaceAll(strings.ReplaceAll(fit, "A:", "\"A\" : "), "B:", "\"\\x42\"|"),
			Placement{Dimensions: 2, Order: order, Direction: []string{"1", "0"}},
		},
		{
			"A off its line",
			strings.Replace(fit, "2 3", "2 3.5", 1),
			Placement{Dimensions: 2, Order: order, Direction: []string{"1", "0"}, Violations: []string{
				"A: its wonderwall B is not in line with A and its ninja C",
				"C: its wonderwall B is not in line with C and its ninja A",
			}},
		},
		{
			"A on the wrong side of B",
			strings.Replace(fit, "2 3", "0.5 1.5", 1),
			Placement{Dimensions: 2, Order: strings.Fields("E C A B D F"), Direction: []string{"1", "0"}, Violations: []string{
				"A: its wonderwall B is in line with A and its ninja C, but not between them",
				"C: its wonderwall B is in line with C and its ninja A, but not between them",
			}},
		},
		{
			"a line",
			"A: 4\nB: 3\nC: 2\nD: 5\nE: 1\nF: 6\n",
			Placement{Dimensions: 1, Order: order, Direction: []string{"1"}},
		},
	} {
		got, err := Place(t.Context(), sourcesGame(t).Table, strings.NewReader(c.text))
		if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: Place = %+v, %v, want %+v", c.claim, got, err, c.want)
		}
	}
}

func TestPlacesOfPlayersWithLongNames(t *testing.T) {
	table, err := parseTable("Ann Lee | b:c | D\nb:c | D | Ann Lee\nD | b:c | Ann Lee\n")
	if err != nil {
		t.Fatal(err)
	}
	got, err := Place(t.Context(), table.Table, strings.NewReader("Ann\u00a0 Lee | 0 1\nb:c: 1 1\nD: 2 1\n"))
	want := Placement{
		Dimensions: 2, Order: []string{"Ann Lee", "b:c", "D"}, Direction: []string{"1", "0"},
		Violations: []string{"b:c: its wonderwall D is in line with b:c and its ninja \"Ann Lee\", but not between them"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Place = %+v, %v, want %+v", got, err, want)
	}
}

func TestPlayersInOnePlaceAreReported(t *testing.T) {
	got, err := Place(t.Context(), fromGame(ringGame(3)).Table, strings.NewReader("A: 0 1/2\nB: 1 0\nC: 0 0.5\n"))
	want := Placement{Dimensions: 2, Violations: []string{"C stands in the same place as A"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Place = %+v, %v, want %+v", got, err, want)
	}
}

func TestFaultsOfPlacesNameTheirPlace(t *testing.T) {
	const abc = "A: 0 0\nB: 1 0\nC: 2 1\n"
	for _, c := range []struct {
		claim, text string
		want        []string
	}{
		{"nothing", "", []string{`line 1, column 1: no line for "A", "B", "C"; expected a line for every player`}},
		{"a player missing", "A: 0\n\nC: 1\n", []string{`line 4, column 1: no line for "B"; expected a line for every player`}},
		{"a stranger", abc + "X: 1 1\n", []string{`line 4, column 1: unknown player "X"; choose one of: "A", "B", "C"`}},
		{"a name misspelled", "A: 0\n  b: 1\nC: 2", []string{`line 2, column 3: unknown player "b"; did you mean "B"?`}},
		{"a player twice", abc + "A: 5 5\n", []string{`line 4, column 1: player "A" has a second line; the first is line 1`}},
		{"no separator", "A: 0\nB 1\nC: 2\n", []string{`line 2, column 1: no ":" after the name; expected a line such as A: 0 1`}},
		{"no coordinates", "A: 0\nB:\nC: 2\n", []string{`line 2, column 3: no coordinates; expected at least one`}},
		{"no number", "A: 0 0\nB: 1 x\nC: 2 0\n", []string{`line 2, column 6: "x" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`}},
		{"a large number", "A: 0 0\nB: 1 1e9999\nC: 2 0\n", []string{`line 2, column 6: the exponent of "1e9999" is out of range; expected a number from -1000 to 1000`}},
		{"another dimension", "A: 0 0\nB: 1\nC: 2 0\n", []string{`line 2, column 4: 1 coordinate for player "B", but 2 for player "A" in line 1; expected the same number for everybody`}},
		{"not UTF-8", "A: 0\nB: 1 \xff\nC: 2\n", []string{
			`line 2, column 6: the byte 0xff is not UTF-8; save the text as UTF-8`,
			`line 2, column 6: "\xff" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`,
		}},
		{"all at once", "A: 0 q\nA: 0 0\nX: 1 1\n", []string{
			`line 1, column 6: "q" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`,
			`line 2, column 1: player "A" has a second line; the first is line 1`,
			`line 3, column 1: unknown player "X"; choose one of: "A", "B", "C"`,
		}},
		{"too many dimensions", "A:" + strings.Repeat(" 0", 1001) + "\nB: 1\nC: 2\n", []string{
			`line 1, column 2004: 1001 coordinates; expected at most 1,000`,
		}},
		{"a long line", "A: " + strings.Repeat(" ", 1<<20) + "0\nB: 1\nC: 2\n", []string{
			`line 1, column 1: a line of more than 1,048,576 bytes; expected shorter lines`,
		}},
	} {
		_, _, err := fromGame(ringGame(3)).readPlaces(strings.NewReader(c.text))
		if err == nil || err.Error() != strings.Join(c.want, "\n") {
			t.Errorf("%s: readPlaces = %v, want %s", c.claim, err, strings.Join(c.want, "\n"))
		}
	}
}

func TestReadPlacesReturnsTheErrorOfItsReader(t *testing.T) {
	failed := errors.New("the pipe broke")
	if _, _, err := fromGame(ringGame(3)).readPlaces(iotest.ErrReader(failed)); err != failed {
		t.Errorf("got %v, want %v", err, failed)
	}
}

// TestPlacesOfAllNamesAreRead quotes names with any characters as the command solve does.
func TestPlacesOfAllNamesAreRead(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		// No name has # or |: solve does not quote them, although they start a comment and separate names.
		name := rapid.StringOfN(rapid.RuneFrom([]rune("Aa:{}[],\"\\ \t\r\n\x00\u0085\u00a0\u2028\u3000\ufeff\ufffdé𝄞")), 1, 6, -1)
		names := rapid.SliceOfNDistinct(name, 3, 8, rapid.ID).Draw(t, "names")
		table := withNames(words.Table{Names: names, Game: ringGame(len(names))})
		var written strings.Builder
		for p, word := range single.Words(names) {
			fmt.Fprintf(&written, "%s: %d\n", word, p)
		}
		places, _, err := table.readPlaces(strings.NewReader(written.String()))
		if err != nil {
			t.Fatalf("%s: %v", &written, err)
		}
		for p, place := range places {
			if place.String() != strconv.Itoa(p) {
				t.Fatalf("%s\nis read as %v", &written, places)
			}
		}
	})
}

// checkFaults checks that an error joins faults of a text, in the order of their places.
func checkFaults(t *testing.T, input string, err error) {
	t.Helper()
	if strings.HasPrefix(input, "\xff\xfe") || strings.HasPrefix(input, "\xfe\xff") { // UTF-16 has no places
		return
	}
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) == 0 {
		t.Fatalf("%.200q: %T, %v", input, err, err)
	}
	before := text.Error{Line: 1, Column: 1}
	for _, err := range joined.Unwrap() {
		e, ok := err.(text.Error)
		if !ok || e.Line < before.Line || e.Line == before.Line && e.Column < before.Column || e.Line > 1+strings.Count(input, "\n") {
			t.Fatalf("%.200q: %v behind %v", input, err, before)
		}
		before = e
	}
}

func FuzzReadPlaces(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	table := fromGame(ringGame(3))
	f.Fuzz(func(t *testing.T, text string) {
		places, _, err := table.readPlaces(strings.NewReader(text))
		if err != nil {
			checkFaults(t, text, err)
			return
		}
		for _, place := range places {
			if len(places) != 3 || len(place) == 0 || len(place) != len(places[0]) {
				t.Errorf("%q is read as %v", text, places)
			}
		}
	})
}

func FuzzPlace(f *testing.F) {
	for _, seed := range seeds {
		f.Add(seed)
	}
	table := fromGame(ringGame(3))
	f.Fuzz(func(t *testing.T, text string) {
		placement, err := Place(t.Context(), table.Table, strings.NewReader(text))
		if err != nil {
			return // FuzzReadPlaces tests this
		}
		// Each of three players chooses the two others. The game has no solution, so every placement must violate a
		// choice. If no two players are in the same place, the answer must still have an order.
		apart := !strings.Contains(strings.Join(placement.Violations, "\n"), "in the same place")
		if apart && (len(placement.Order) != 3 || len(placement.Direction) != placement.Dimensions) || len(placement.Violations) == 0 {
			t.Errorf("%q: %+v of a game without a solution", text, placement)
		}
	})
}
