package heaps_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/heaps"
	"enumerate/games/nim"
	"enumerate/games/rotisserie"
	"enumerate/games/tower"
)

func rulesets() []*enum.Ruleset {
	return []*enum.Ruleset{nim.New(), antonim.New(), tower.New(), rotisserie.New(), greedy.New()}
}

func line(t interface{ Fatal(...any) }, game single.Game) string {
	var text strings.Builder
	if err := single.Write(&text, game.(single.Answer), "line"); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(text.String(), "\n")
}

// read reads all positions of a text, and returns the written form of each position, or its error.
func read(t interface{ Fatal(...any) }, r *enum.Ruleset, text string) []string {
	var lines []string
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			lines = append(lines, err.Error())
			continue
		}
		lines = append(lines, line(t, game))
	}
	return lines
}

func TestPositionsAreRead(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		text    string
		want    []string
	}{
		{nim.New(), "", nil},
		{nim.New(), " \n# nothing\r\n\t\n", nil},
		{nim.New(), "3,5,7\n", []string{"3,5,7"}},
		{nim.New(), "\ufeff 7 , 5,3 # three heaps\r\n0\n00 # none", []string{"3,5,7", "0", "0"}},
		{nim.New(), "007,7", []string{"7,7"}},
		{nim.New(), "7 5\t 3\r\n3, 5 ,7 , 9", []string{"3,5,7", "3,5,7,9"}},
		{nim.New(), "1000000000000000000", []string{"1000000000000000000"}},
		{antonim.New(), "9,3\n1", []string{"3,9", "1"}},
		{tower.New(), "7,5,5", []string{"7,5,5"}},
		{rotisserie.New(), "7 5 5", []string{"7,5,5"}},
		{rotisserie.New(), "7,5,5", []string{"7,5,5"}},
		{greedy.New(), "7,5,5", []string{"5,5,7"}},
	} {
		if got := read(t, c.ruleset, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: Read(%q) = %q, want %q", c.ruleset.Name, c.text, got, c.want)
		}
	}
}

func TestFaultsAreNamedWithTheirPlace(t *testing.T) {
	const heap = " number of sticks; expected a number from 1 to 1,000,000,000,000,000,000"
	const mixed = "heaps are separated by commas and by blanks: use either, and a line for each game"
	for _, c := range []struct {
		ruleset *enum.Ruleset
		text    string
		want    []string
	}{
		{nim.New(), "x", []string{"line 1, column 1: " + `"x" is not a valid` + heap}},
		{nim.New(), "3,-5\n4", []string{"line 1, column 3: " + `"-5" is not a valid` + heap, "4"}},
		{nim.New(), "3, 1000000000000000001", []string{"line 1, column 4: " + `"1000000000000000001" is not a valid` + heap}},
		{nim.New(), "9999999999999999999999999", []string{"line 1, column 1: " + `"999999999999999999999999..." is not a valid` + heap}},
		{nim.New(), "\n 3,,5", []string{"line 2, column 4: " + `"," is not a valid` + heap}},
		{nim.New(), ",5", []string{"line 1, column 1: " + `"," is not a valid` + heap}},
		{nim.New(), "3,\n", []string{"line 1, column 3: the line ends before the" + heap}},
		{nim.New(), "3,\n1\n2", []string{"line 1, column 3: the line ends before the" + heap, "1", "2"}},
		{nim.New(), "3,,\n1\n,\n2", []string{"line 1, column 3: " + `"," is not a valid` + heap, "1", "line 3, column 1: " + `"," is not a valid` + heap, "2"}},
		{nim.New(), "3, # and?", []string{"line 1, column 4: the input ends before the" + heap}},
		{nim.New(), "3 5 x", []string{`line 1, column 5: "x" is not a valid` + heap}},
		{nim.New(), "3 5,", []string{"line 1, column 5: the input ends before the" + heap}},
		{nim.New(), "\u00a03 日本", []string{`line 1, column 4: "日本" is not a valid` + heap}},
		{nim.New(), "3,5,6 3,5,7\n1", []string{"line 1, column 7: " + mixed, "1"}},
		{nim.New(), "3 5,7", []string{"line 1, column 5: " + mixed}},
		{nim.New(), "3,0,5", []string{"line 1, column 3: " + `"0" is not a valid` + heap}},
		{nim.New(), "0,3", []string{"line 1, column 1: " + `"0" is not a valid` + heap}},
		{antonim.New(), "3,5,3\n3,5", []string{"line 1, column 5: the heap 3 is repeated; all heaps of this game are different", "3,5"}},
		{nim.New(), "3,4 é\n日本,3", []string{`line 1, column 5: "é" is not a valid` + heap, "line 2, column 1: " + `"日本" is not a valid` + heap}},
		{nim.New(), "\ufeff3,é,\xff", []string{"line 1, column 3: " + `"é" is not a valid` + heap}},
		{nim.New(), "3 é\xff,", []string{`line 1, column 3: "é\xff" is not a valid` + heap}},
		{tower.New(), "3é", []string{"line 1, column 1: " + `"3é" is not a valid` + heap}},
	} {
		if got := read(t, c.ruleset, c.text); !slices.Equal(got, c.want) {
			t.Errorf("%s: Read(%q) = %q, want %q", c.ruleset.Name, c.text, got, c.want)
		}
	}
}

func TestAMillionHeapsAreReadAndNoMore(t *testing.T) {
	const most = 1_000_000
	text := strings.Repeat("1,", most)
	if got := read(t, tower.New(), text+"1"); len(got) != 1 || got[0] != "line 1, column 2000001: too many heaps; expected at most 1,000,000" {
		t.Errorf("Read of %d heaps = %.80q", most+1, got)
	}
	if testing.Short() {
		return
	}
	if got := read(t, tower.New(), text[:len(text)-1]); len(got) != 1 || got[0] != text[:len(text)-1] {
		t.Errorf("Read of %d heaps = %.80q", most, got)
	}
}

func TestErrorsOfTheInputAreTheLast(t *testing.T) {
	broken := errors.New("broken")
	in := io.MultiReader(strings.NewReader("3,5\n7,1"), iotest.ErrReader(broken))
	var got []string
	for _, err := range nim.New().Read(in) {
		got = append(got, fmt.Sprint(err))
	}
	if want := []string{"<nil>", "broken"}; !slices.Equal(got, want) {
		t.Errorf("Read yields the errors %q, want %q", got, want)
	}
}

// TestLargeHeapsTakeNoMemory reads and solves positions with heaps of up to 10^18 sticks. A position with that many
// moves must not be offered for play, where all moves are listed.
func TestLargeHeapsTakeNoMemory(t *testing.T) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	for _, r := range rulesets() {
		for game, err := range r.Read(strings.NewReader("1000000000000000000,3,5,7,11,13,17,19,23,999999999999999999")) {
			if err != nil {
				t.Fatal(err)
			}
			if _, ok := r.Position(game); ok {
				t.Errorf("%s: a position with 10^18 moves can be played", r.Name)
			}
			for _, a := range r.Questions[0].Algorithms {
				answer, err := game.Solve(context.Background(), single.How{Algorithm: a.Name})
				if err == nil {
					err = single.Write(io.Discard, answer, "table")
				} else if answer != nil {
					t.Errorf("%s by %s: an answer and the error %v", r.Name, a.Name, err)
				}
				if known := r.Name != "antonim" && (a.Name == "auto" || a.Name == "formula" || a.Name == "order"); (err == nil) != known {
					t.Errorf("%s by %s: %v, want an answer: %t", r.Name, a.Name, err, known)
				}
			}
		}
	}
	runtime.ReadMemStats(&after)
	if bytes := after.TotalAlloc - before.TotalAlloc; bytes > 32<<20 {
		t.Errorf("it takes %d bytes, want less than 32 megabytes", bytes)
	}
}

func TestPositionsWrittenAreReadBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rapid.SampledFrom(rulesets()).Draw(t, "ruleset")
		p := rapid.SliceOfNDistinct(rapid.Uint64Range(1, 1_000_000_000_000_000_000), 0, 20, rapid.ID).Draw(t, "heaps")
		text := heaps.Position(p).String()
		got := read(t, r, text+"\n\n"+text)
		if len(got) != 2 || got[0] != got[1] {
			t.Fatalf("%s: Read(%s) twice = %q", r.Name, text, got)
		}
		if again := read(t, r, got[0]); !slices.Equal(again, got[:1]) {
			t.Fatalf("%s: %s is read as %q", r.Name, got[0], again)
		}
	})
}

// written returns the number of lines that are not empty and not only a comment.
func written(text string) int {
	lines := 0
	for line := range strings.SplitSeq(strings.TrimPrefix(text, "\ufeff"), "\n") {
		if before, _, _ := strings.Cut(line, "#"); strings.TrimSpace(before) != "" {
			lines++
		}
	}
	return lines
}

func FuzzRead(f *testing.F) {
	f.Add("3,5,7\n0\n")
	f.Add("\ufeff 7 , 5,5 # three heaps\r\n00\n3,0\n3,,5\n3 5")
	f.Add("1000000000000000001\n1000000000000000000,1")
	place := regexp.MustCompile(`^line [1-9][0-9]*, column [1-9][0-9]*: [^\n]+$`)
	f.Add("3,\n1\n,,\n#\n2")
	f.Fuzz(func(t *testing.T, text string) {
		for _, r := range rulesets() {
			if got, want := len(read(t, r, text)), written(text); got != want {
				t.Fatalf("%s: %q has %d lines, read are %d", r.Name, text, want, got)
			}
			for game, err := range r.Read(strings.NewReader(text)) {
				if err != nil {
					if !place.MatchString(err.Error()) {
						t.Fatalf("the error is %q, want its place on one line", err)
					}
					continue
				}
				text := line(t, game)
				if again := read(t, r, text); !slices.Equal(again, []string{text}) {
					t.Fatalf("%s: %q is read as %q", r.Name, text, again)
				}
			}
		}
	})
}
