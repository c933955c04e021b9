package heapstest

import (
	"context"
	"fmt"
	"math/big"
	"testing"

	"enumerate/enum"
	"enumerate/games/heaps"
)

// Totals compares what every method comes to for a size, with parameters set, with all
// labelled games, one by one; least and most are how many heaps these have. It wants the
// methods named, of which "walk" is none.
func Totals(t *testing.T, r heaps.Ruleset, o *Oracle, values map[string]string, least, most, size int, methods ...string) {
	t.Helper()
	set, err := r.With(values)
	if err != nil {
		t.Fatal(err)
	}
	verdict := func(value int) string {
		switch {
		case values["verdict"] == "grundy":
			return fmt.Sprint(value)
		case value > 0:
			return "N"
		}
		return "P"
	}
	games := make(map[string]int64)
	classes := make(map[string]map[string]bool)
	for n := least; n <= most; n++ {
		o.games(n, size, func(p []int) {
			v := verdict(o.Value(p))
			if classes[v] == nil {
				classes[v] = make(map[string]bool)
			}
			games[v]++
			classes[v][text(o.class(p))] = true
		})
	}
	for _, method := range append([]string{"walk"}, methods...) {
		space := spaceOf(t, set, method, size)
		totals := Prove(t, space)
		for v, name := range space.Verdicts() {
			wantGames, wantClasses := big.NewInt(games[name]), big.NewInt(int64(len(classes[name])))
			if totals[v].Games.Cmp(wantGames) != 0 || totals[v].Classes.Cmp(wantClasses) != 0 {
				t.Errorf("%s, size %d, %s: %v games in %v classes are %s, want %v in %v", set.Name(), size, method, totals[v].Games, totals[v].Classes, name, wantGames, wantClasses)
			}
		}
		if _, ok := space.Walker().(enum.Lister); ok || method == "walk" {
			listed(t, o, space, verdict)
		}
	}
}

// Agree checks that methods, of which "walk" may be one, come to the same labelled games of
// each verdict, and to the same classes where they know them.
func Agree(t *testing.T, r heaps.Ruleset, values map[string]string, size int, methods ...string) {
	t.Helper()
	set, err := r.With(values)
	if err != nil {
		t.Fatal(err)
	}
	var first []enum.Total
	for _, method := range methods {
		totals := Prove(t, spaceOf(t, set, method, size))
		if first == nil {
			first = totals
		}
		for v := range totals {
			if totals[v].Games.Cmp(first[v].Games) != 0 || totals[v].Classes.Cmp(first[v].Classes) != 0 {
				t.Errorf("%s, size %d: by %s verdict %d has %v games in %v classes, by %s %v in %v", set.Name(), size, method, v, totals[v].Games, totals[v].Classes, methods[0], first[v].Games, first[v].Classes)
			}
		}
	}
}

// spaceOf returns a space as a method sees it.
func spaceOf(t *testing.T, r enum.Ruleset, method string, size int) enum.Space {
	t.Helper()
	var space enum.Space
	var err error
	if method == "walk" {
		space, err = r.Space(size)
	} else {
		space, err = r.(enum.Counted).Counting(method, size, enum.Means{Workers: 2})
	}
	if err != nil {
		t.Fatal(err)
	}
	return space
}

// Prove runs a space and returns what it comes to, proved.
func Prove(t *testing.T, s enum.Space) []enum.Total {
	t.Helper()
	tally := enum.NewTally(len(s.Verdicts()))
	err := enum.Run(context.Background(), s, enum.Plan{Workers: 2}, func(r enum.Result) error {
		tally.Merge(r.Tally)
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", s.Fingerprint(), err)
	}
	totals, err := s.Totals(tally)
	if err != nil {
		t.Fatalf("%s: %v", s.Fingerprint(), err)
	}
	want := enum.Checks{Games: "ok", Classes: "ok"}
	if all := enum.Overall(totals); all.GamesLeft && all.ClassesLeft {
		want = enum.Checks{Games: "not checked", Classes: "not checked"}
	}
	checks, err := enum.Prove(s, tally)
	if err != nil || checks != want {
		t.Fatalf("%s: Prove = %v, %v, want %v", s.Fingerprint(), checks, err, want)
	}
	return totals
}

// listed checks every class of a listing: its verdict, its orbit, and that it comes once.
func listed(t *testing.T, o *Oracle, s enum.Space, verdict func(int) string) {
	t.Helper()
	seen := make(map[string]bool)
	err := enum.List(context.Background(), s, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		line := c.Representative.String()
		p := parse(t, line)
		if seen[line] {
			t.Errorf("%s: %s is listed twice", s.Fingerprint(), line)
		}
		seen[line] = true
		want := verdict(o.Value(p))
		if got := s.Verdicts()[c.Verdict]; got != want {
			t.Errorf("%s: %s is listed as %s, want %s", s.Fingerprint(), line, got, want)
		}
		orbit := int64(0)
		if o.Unordered {
			o.games(len(p), max(0, largest(p)), func(q []int) {
				if text(o.class(q)) == line {
					orbit++
				}
			})
		} else {
			orbit = 1
		}
		if got := enum.Orbit(s, c.Automorphisms); got.Cmp(big.NewInt(orbit)) != 0 {
			t.Errorf("%s: %s has an orbit of %v games, want %d", s.Fingerprint(), line, got, orbit)
		}
		certified(t, o, p, want, c.Representative.Solution())
		return true
	})
	if err != nil {
		t.Errorf("%s: List: %v", s.Fingerprint(), err)
	}
}

func largest(p []int) int {
	most := 0
	for _, heap := range p {
		most = max(most, heap)
	}
	return most
}
