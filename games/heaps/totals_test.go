package heaps_test

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/kit"
)

// compareTotals compares counts for a size with the oracle, which solves all labelled games of `least` to `most` heaps
// of at most this size one by one. The counts are the totals of the method walk and of the given methods, and how often
// each Grundy value occurs. The argument `parameters` sets parameters of the ruleset.
func compareTotals(t *testing.T, r *enum.Ruleset, o *oracle, parameters map[string]string, least, most, size int, methods ...string) {
	t.Helper()
	set, err := r.With(parameters)
	if err != nil {
		t.Fatal(err)
	}

	verdict := func(value int) string {
		switch {
		case parameters["verdict"] == "grundy":
			return fmt.Sprint(value)
		case value > 0:
			return "N"
		}
		return "P"
	}
	games := make(map[string]int64)
	classes := make(map[string]map[string]bool)
	add := func(name string, p []int) {
		if classes[name] == nil {
			classes[name] = make(map[string]bool)
		}
		games[name]++
		classes[name][text(o.class(p))] = true
	}
	const value = "value " // marks Grundy values, so that they are not taken for verdicts
	for n := least; n <= most; n++ {
		o.games(n, size, func(p []int) {
			add(verdict(o.Value(p)), p)
			add(value+kit.Nimber(uint64(o.Value(p))), p)
		})
	}

	occurring, err := set.Values(context.Background(), size)
	if err != nil {
		t.Fatalf("%s, size %d: Values: %v", set.Name, size, err)
	}
	for _, c := range occurring {
		name := value + c.Value
		first := o.Value(parse(t, c.First))
		if c.Games.Cmp(big.NewInt(games[name])) != 0 || c.Classes.Cmp(big.NewInt(int64(len(classes[name])))) != 0 || kit.Nimber(uint64(first)) != c.Value || verdict(first) != c.Verdict {
			t.Errorf("%s, size %d: Values has %+v, want %v games in %v classes", set.Name, size, c, games[name], len(classes[name]))
		}
		delete(games, name)
	}
	for name := range games {
		if strings.HasPrefix(name, value) {
			t.Errorf("%s, size %d: Values leaves out the %s", set.Name, size, name)
		}
	}

	for _, method := range append([]string{"walk"}, methods...) {
		space := spaceOf(t, set, method, size)
		totals := proved(t, space)
		for v, name := range space.Verdicts() {
			wantGames, wantClasses := big.NewInt(games[name]), big.NewInt(int64(len(classes[name])))
			if totals[v].Games.Cmp(wantGames) != 0 || totals[v].Classes.Cmp(wantClasses) != 0 {
				t.Errorf("%s, size %d, %s: %v games in %v classes are %s, want %v in %v", set.Name, size, method, totals[v].Games, totals[v].Classes, name, wantGames, wantClasses)
			}
		}
		walker, ok := space.Walker().(interface {
			List(context.Context, enum.Shard, int, func(enum.Class) bool) error
		})
		if ok {
			listed(t, o, space, walker.List, verdict)
		} else if method == "walk" {
			t.Errorf("%s, size %d: the classes of the walk cannot be listed", set.Name, size)
		}
	}
}

// compareMethods checks that the given methods come to the same totals.
func compareMethods(t *testing.T, r *enum.Ruleset, parameters map[string]string, size int, methods ...string) {
	t.Helper()
	set, err := r.With(parameters)
	if err != nil {
		t.Fatal(err)
	}
	var first []enum.Total
	for _, method := range methods {
		totals := proved(t, spaceOf(t, set, method, size))
		if first == nil {
			first = totals
		}
		for v := range totals {
			if totals[v].Games.Cmp(first[v].Games) != 0 || totals[v].Classes.Cmp(first[v].Classes) != 0 {
				t.Errorf("%s, size %d: by %s verdict %d has %v games in %v classes, by %s %v in %v", set.Name, size, method, v, totals[v].Games, totals[v].Classes, methods[0], first[v].Games, first[v].Classes)
			}
		}
	}
}

func spaceOf(t *testing.T, r *enum.Ruleset, method string, size int) enum.Space {
	t.Helper()
	m, err := r.Method(method)
	if err != nil {
		t.Fatal(err)
	}
	space, err := m.Space(size, enum.Means{Workers: 2})
	if err != nil {
		t.Fatal(err)
	}
	return space
}

// proved counts a space and returns its totals. enum.Count checks that the classes of all verdicts sum to the number of
// classes of the space, but only if all these numbers are known; here they must be. A method may find the games of one
// verdict by subtracting those of the other verdicts from all games. Then, and only then, it must also find the classes
// of this verdict by subtraction.
func proved(t *testing.T, s enum.Space) []enum.Total {
	t.Helper()
	totals, err := enum.Count(context.Background(), s, 2)
	if err != nil {
		t.Fatalf("%s: %v", s.Fingerprint(), err)
	}
	if all := totals.All(); all.Classes == nil || s.Classes() == nil || all.GamesLeft != all.ClassesLeft {
		t.Fatalf("%s: the totals are %+v, and not checked by the number of classes", s.Fingerprint(), all)
	}
	return totals.Verdicts
}

// listed checks the list of a space against the oracle: its games, their verdicts, and the proofs.
func listed(t *testing.T, o *oracle, s enum.Space, list enum.Lister, verdict func(int) string) {
	t.Helper()
	seen := make(map[string]bool)
	err := enum.List(context.Background(), s, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
		line := c.Game()
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
			o.games(len(p), slices.Max(append(p, 0)), func(q []int) {
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
		certified(t, o, p, want, c.Solution())
		return true
	})
	if err != nil {
		t.Errorf("%s: List: %v", s.Fingerprint(), err)
	}
}
