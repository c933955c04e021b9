package nimbers

import (
	"context"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum/kit"
	"enumerate/enum/playing"
	"enumerate/enum/values"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/golden"
)

// pairValue returns the Grundy value of two chips, computed from the moves of both.
func (m matrix) pairValue(chip, other int) int {
	seen := make(map[int]bool)
	for to := range m {
		if m[chip][to] {
			seen[m.pairValue(to, other)] = true
		}
		if m[other][to] {
			seen[m.pairValue(chip, to)] = true
		}
	}
	value := 0
	for seen[value] {
		value++
	}
	return value
}

// TestValuesAgreeWithTheMovesOfBothChips checks how many games, and how many classes of isomorphic games, the program
// reports for each Grundy value. It goes through all sets of arcs, computes the value of the game of two chips from the
// moves of both chips (the program adds the values of the single chips), and finds the classes by trying all
// permutations.
func TestValuesAgreeWithTheMovesOfBothChips(t *testing.T) {
	complete := func(n int) (arcs []dag.Arc) {
		for a := range dag.Complete(n).All() {
			arcs = append(arcs, a)
		}
		return arcs
	}
	for _, c := range []struct {
		values map[string]string
		size   int
		arcs   []dag.Arc
	}{
		{nil, 2, allArcs(2)},
		{nil, 3, allArcs(3)},
		{nil, 4, allArcs(4)},
		{map[string]string{"chips": "unordered"}, 3, allArcs(3)},
		{map[string]string{"chips": "unordered"}, 4, allArcs(4)},
		{map[string]string{"dag": "complete"}, 4, complete(4)},
		{map[string]string{"dag": "complete"}, short(4, 5), complete(short(4, 5))},
	} {
		r := with(t, c.values)
		values, err := r.Values(context.Background(), c.size)
		if err != nil {
			t.Fatalf("%s, n=%d: %v", r.Name, c.size, err)
		}

		// Count the games of each value, and the classes by the sets that are least among their images.
		games, classes := make(map[string]int64), make(map[string]int64)
		renamings := permutations(c.size, c.values["chips"] == "unordered")
		index := make(map[dag.Arc]int)
		for i, a := range c.arcs {
			index[a] = i
		}
		for set := range uint64(1) << len(c.arcs) {
			m := newMatrix(c.size)
			for i, a := range c.arcs {
				m[a.From][a.To] = set>>i&1 != 0
			}
			if _, acyclic := m.nimbersOf(); !acyclic {
				continue
			}
			value := kit.Nimber(uint64(m.pairValue(0, 1)))
			games[value]++
			least := true
			for _, p := range renamings {
				image, whole := uint64(0), true
				for i, a := range c.arcs {
					to, ok := index[dag.Arc{From: p[a.From], To: p[a.To]}]
					whole = whole && ok
					image |= set >> i & 1 << to
				}
				least = least && !(whole && image < set)
			}
			if least {
				classes[value]++
			}
		}

		for _, v := range values {
			first := parse(t, v.First)
			m := newMatrix(c.size)
			for a := range first.All() {
				m[a.From][a.To] = true
			}
			verdict := "first"
			if v.Value == "0" {
				verdict = "second"
			}
			if v.Games.Cmp(big.NewInt(games[v.Value])) != 0 || v.Classes.Cmp(big.NewInt(classes[v.Value])) != 0 || kit.Nimber(uint64(m.pairValue(0, 1))) != v.Value || v.Verdict != verdict {
				t.Errorf("%s, n=%d: %+v, want %d games in %d classes", r.Name, c.size, v, games[v.Value], classes[v.Value])
			}
			delete(games, v.Value)
		}
		if len(games) > 0 {
			t.Errorf("%s, n=%d: these values are left out: %v", r.Name, c.size, games)
		}
	}
}

func TestValuesOfTooManyClassesAreRejectedBeforeTheyStart(t *testing.T) {
	if _, err := New().Values(context.Background(), 8); err == nil || !strings.Contains(strings.ReplaceAll(err.Error(), ",", ""), golden.Total("nimbers", 8, "classes")) {
		t.Errorf("Values(8) = %v, want an error with the number of classes", err)
	}
}

func TestProofsOfValuesFindWrongNumbers(t *testing.T) {
	s, err := New().Space(4)
	if err != nil {
		t.Fatal(err)
	}
	walked := count(t, s)
	for _, c := range []struct {
		claim string
		spoil func([]playing.ValueCount)
		want  string
	}{
		{"all is right", func([]playing.ValueCount) {}, ""},
		{"a class too many", func(v []playing.ValueCount) { v[1].Classes.Add(v[1].Classes, big.NewInt(1)) }, "the values sum to 543 games in 285 classes, expected 543 in 284"},
		{"another verdict", func(v []playing.ValueCount) { v[0].Verdict = "first" }, "the values of the verdict first sum to 543 games in 284 classes, expected 406 in 212"},
	} {
		counts, err := New().Values(context.Background(), 4)
		if err != nil {
			t.Fatal(err)
		}
		c.spoil(counts)
		got := ""
		if err := values.Prove(s, walked, counts); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("%s: Prove = %q, want %q", c.claim, got, c.want)
		}
	}
}
