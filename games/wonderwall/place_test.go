package wonderwall

import (
	"reflect"
	"strings"
	"testing"
)

// sourcesGame is the six-player game of the source.
func sourcesGame(t *testing.T) Table {
	t.Helper()
	table, err := parseTable("BC DF BA BE DF DB")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func TestPlacesSolveAGameOrSayWhomNot(t *testing.T) {
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
		got, err := sourcesGame(t).Place(t.Context(), strings.NewReader(c.text))
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
	got, err := table.Place(t.Context(), strings.NewReader("Ann Lee | 0 1\nb:c: 1 1\nD: 2 1\n"))
	want := Placement{
		Dimensions: 2, Order: []string{"Ann Lee", "b:c", "D"}, Direction: []string{"1", "0"},
		Violations: []string{"b:c: its wonderwall D is in line with b:c and its ninja \"Ann Lee\", but not between them"},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Place = %+v, %v, want %+v", got, err, want)
	}
}

func TestPlayersInOnePlaceAreSaid(t *testing.T) {
	got, err := fromGame(ringGame(3)).Place(t.Context(), strings.NewReader("A: 0 1/2\nB: 1 0\nC: 0 0.5\n"))
	want := Placement{Dimensions: 2, Violations: []string{"C stands in the same place as A"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Place = %+v, %v, want %+v", got, err, want)
	}
}

func FuzzPlace(f *testing.F) {
	for _, seed := range []string{
		"A: 0\nB: 1\nC: 2\n", "A: 0 1/3\nB | 1e2 .5\nC: 2 2", "A:\nB: x\n\n# c\nC: 1/0", "A | 0 | 1\nB: : 1\nC 2",
		"A: 1e1000 1\nB: 1e-1000 2\nC: 0 3", "A:0 0\nB|0 .0\nC:0 0",
	} {
		f.Add(seed)
	}
	table := fromGame(ringGame(3))
	f.Fuzz(func(t *testing.T, text string) {
		placement, err := table.Place(t.Context(), strings.NewReader(text))
		if err != nil {
			return // FuzzReadPlaces in package text looks at that
		}
		// No three players can each stand between the two others. Where two stand in one
		// place there is no order.
		apart := !strings.Contains(strings.Join(placement.Violations, "\n"), "in the same place")
		if apart && (len(placement.Order) != 3 || len(placement.Direction) != placement.Dimensions) || len(placement.Violations) == 0 {
			t.Errorf("%q: %+v of a game without a solution", text, placement)
		}
	})
}
