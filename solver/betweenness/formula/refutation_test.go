package formula

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/solver/betweenness"
)

// checkLRAT returns an error unless a proof in the format LRAT refutes the clauses. It does not support RAT steps and
// deletions, because the refutations of this package have none.
func checkLRAT(clauses [][]int, proof string) error {
	known := make(map[int][]int)
	for i, clause := range clauses {
		known[i+1] = clause
	}
	for line := range strings.Lines(proof) {
		var numbers []int
		for _, word := range strings.Fields(line) {
			number, err := strconv.Atoi(word)
			if err != nil {
				return err
			}
			numbers = append(numbers, number)
		}
		at, rest := numbers[0], numbers[1:]
		zero := slices.Index(rest, 0)
		clause, hints := rest[:zero], rest[zero+1:len(rest)-1]
		holds := make(map[int]bool)
		for _, l := range clause {
			holds[-l] = true
		}
		contradiction := false
		for _, hint := range hints {
			used, is := known[hint]
			left := slices.DeleteFunc(slices.Clone(used), func(l int) bool { return holds[-l] })
			if !is || contradiction || len(left) > 1 || len(left) == 1 && holds[left[0]] {
				return fmt.Errorf("line %d: %d is no unit", at, hint)
			}
			contradiction = len(left) == 0
			if !contradiction {
				holds[left[0]] = true
			}
		}
		if _, twice := known[at]; twice || !contradiction {
			return fmt.Errorf("line %d does not follow", at)
		}
		if len(clause) == 0 {
			return nil
		}
		known[at] = clause
	}
	return errors.New("there is no empty clause")
}

// written returns the clauses of a refutation and the lines of its proof, read from the files that it writes.
func written(t interface{ Fatal(...any) }, r *Refutation, players int) (clauses [][]int, lines []string) {
	var form, proof bytes.Buffer
	names := make([]string, players)
	if err := errors.Join(r.WriteDIMACS(&form, names), r.WriteLRAT(&proof)); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(form.String()) {
		var clause []int
		for _, word := range strings.Fields(line) {
			if l, err := strconv.Atoi(word); err == nil && line[0] != 'c' && line[0] != 'p' && l != 0 {
				clause = append(clause, l)
			}
		}
		if clause != nil {
			clauses = append(clauses, clause)
		}
	}
	return clauses, slices.Collect(strings.Lines(proof.String()))
}

// tight draws a game in which most players are wonderwalls. Most of these games are unsolvable.
func tight(t *rapid.T) betweenness.Game {
	n := rapid.IntRange(4, 16).Draw(t, "players")
	g := make(betweenness.Game, n)
	for p, w := range rapid.Permutation(rangeOf(n)).Draw(t, "wonderwalls") {
		g[p] = betweenness.Choice{Wonderwall: w, Ninja: rapid.IntRange(0, n-1).Draw(t, "ninja")}
	}
	for range rapid.IntRange(0, 4).Draw(t, "free") {
		g[rapid.IntRange(0, n-1).Draw(t, "player")].Wonderwall = rapid.IntRange(0, n-1).Draw(t, "wonderwall")
	}
	for p := range g { // if a choice breaks a rule, take the next player instead
		for g[p].Wonderwall == p {
			g[p].Wonderwall = (g[p].Wonderwall + 1) % n
		}
		for g[p].Ninja == p || g[p].Ninja == g[p].Wonderwall {
			g[p].Ninja = (g[p].Ninja + 1) % n
		}
	}
	return g
}

func rangeOf(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func TestEveryRefutationIsAcceptedAndOfTheFormula(t *testing.T) {
	longest, ways := 0, map[string]int{}
	rapid.Check(t, func(t *rapid.T) {
		g := tight(t)
		c := betweenness.Solve(g)
		if c.Solvable() {
			if _, err := Refute(context.Background(), g, rangeOf(len(g))); err == nil {
				t.Fatalf("%v is refuted, which has the solution %v", g, c.Order)
			}
			return
		}
		for _, players := range [][]int{c.Core, rangeOf(len(g))} {
			r, err := Refute(context.Background(), g, players)
			if err != nil {
				t.Fatal(err)
			}
			switch ends, _, _ := betweenness.Refute(context.Background(), g, players); {
			case ends == nil:
				ways["sweep"]++
			case len(named(g, ends)) > len(ends):
				ways["one end"]++
			default:
				ways["no end"]++
			}
			clauses, lines := written(t, r, len(g))
			longest = max(longest, len(lines))
			if err := checkLRAT(clauses, strings.Join(lines, "")); err != nil {
				t.Fatalf("%v: %v", g, err)
			}
			form := make(map[string]bool)
			for clause := range Clauses(g, false) {
				form[fmt.Sprint(clause)] = true
			}
			for _, clause := range clauses {
				if !form[fmt.Sprint(clause)] {
					t.Fatalf("%v: the clause %v is not one of the formula", g, clause)
				}
			}
			// Each line of the proof is a lemma. All lemmas are used, so the proof must be refused if one is left out.
			for i, line := range lines {
				if checkLRAT(clauses, strings.Join(slices.Delete(slices.Clone(lines), i, i+1), "")) == nil {
					t.Fatalf("%v: accepted without line %q", g, line)
				}
			}
		}
		r, err := Refute(context.Background(), g, c.Core)
		if err != nil {
			t.Fatal(err)
		}
		clauses, lines := written(t, r, len(g))
		for i, clause := range clauses {
			for _, own := range chosen(c.Core[0], g[c.Core[0]]) {
				if slices.Equal(clause, own[:]) {
					clauses[i] = []int{1, -1} // a tautology
				}
			}
		}
		if c.Irreducible && checkLRAT(clauses, strings.Join(lines, "")) == nil {
			t.Fatalf("%v: accepted without the choice of %d", g, c.Core[0])
		}
	})
	// A short run has only 20 games.
	if !testing.Short() && (len(ways) < 3 || longest < 12) {
		t.Errorf("%v, up to %d lines: too few to test anything", ways, longest)
	}
}

// named returns the set of the given players and the players whom they chose.
func named(g betweenness.Game, players []int) map[int]bool {
	all := make(map[int]bool)
	for _, p := range players {
		all[p], all[g[p].Wonderwall], all[g[p].Ninja] = true, true, true
	}
	return all
}

// hunted reads a game of the given number of players from data/hard: one that takes the search many conflicts.
func hunted(t *testing.T, players int) betweenness.Game {
	text, err := os.ReadFile(fmt.Sprintf("../../../data/hard/hunt-%d.txt", players))
	if err != nil {
		t.Fatal(err)
	}
	g := make(betweenness.Game, players)
	for line := range strings.Lines(string(text)) {
		var p, w, n int
		if _, err := fmt.Sscanf(line, "P%d: P%d P%d", &p, &w, &n); err == nil {
			g[p-1] = betweenness.Choice{Wonderwall: w - 1, Ninja: n - 1}
		}
	}
	return g
}

// TestRefutationsOfHardGamesAreShort limits the number of lemmas. The first three games are hard for a search that
// learns clauses.
func TestRefutationsOfHardGamesAreShort(t *testing.T) {
	crowd := make(betweenness.Game, 100)
	for p := range crowd {
		crowd[p] = betweenness.Choice{Wonderwall: (p + 37) % 100, Ninja: (p*p + 3*p + 1) % 100}
		for crowd[p].Ninja == p || crowd[p].Ninja == crowd[p].Wonderwall {
			crowd[p].Ninja = (crowd[p].Ninja + 1) % 100
		}
	}
	for name, c := range map[string]struct {
		game betweenness.Game
		most int // the limit on lemmas
	}{
		"hunt-20": {hunted(t, 20), 1000}, "hunt-40": {hunted(t, 40), 30_000}, "hunt-50": {hunted(t, 50), 50_000},
		"everybody is a wonderwall": {crowd, 10_000},
	} {
		r, err := Refute(context.Background(), c.game, rangeOf(len(c.game)))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		clauses, lines := written(t, r, len(c.game))
		if err := checkLRAT(clauses, strings.Join(lines, "")); err != nil || len(lines) > c.most {
			t.Errorf("%s: %d lemmas, want %d at most: %v", name, len(lines), c.most, err)
		}
	}
}
