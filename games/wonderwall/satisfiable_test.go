package wonderwall

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/games/wonderwall/families/reduction"
	"enumerate/solver/betweenness"
)

// The tests in this file check the explicit small instance of docs/papers/np-complete.md.

// A clauses is a formula: the literals of each clause, x or -x, with x from 1.
type clauses [][]int

func (f clauses) satisfied(assignment int) bool {
	return !slices.ContainsFunc(f, func(clause []int) bool {
		return !slices.ContainsFunc(clause, func(x int) bool { return (x > 0) == (assignment>>max(x, -x)&1 == 1) })
	})
}

// randomClauses draws a formula of at most six literals in which every variable occurs with both signs.
func randomClauses(variables int, random *rand.Rand) clauses {
	for {
		var f clauses
		signs, literals := make(map[int]bool), 0
		for range 2 + random.IntN(4) {
			var clause []int
			for range 2 + random.IntN(2) {
				x := (1 + random.IntN(variables)) * (1 - 2*random.IntN(2))
				clause, signs[x] = append(clause, x), true
			}
			f, literals = append(f, clause), literals+len(clause)
		}
		if len(signs) == 2*variables && literals <= 6 {
			return f
		}
	}
}

func TestAGameSaysWhetherItsFormulaIsSatisfiable(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	formulas := []clauses{
		{{1, 1}, {-1, -1}},
		{{1, 2}, {-1, -2}},
		{{1, 2}, {1, -2}, {-1, 2}, {-1, -2}},
		{{1, 2}, {-1, 3}, {-2, 3}, {-3, -3}},
		{{1, -1, 2, 2}, {-1, -2}}, // its digraph has a chain of two more vertices
	}
	players := []int{72, 74, 142, 144, 110}
	for range 8 {
		formulas = append(formulas, randomClauses(1+random.IntN(3), random))
	}
	if testing.Short() {
		formulas = formulas[:2]
	}
	seen := make(map[bool]int)

	for k, f := range formulas {
		variables, more, literals, longest := 0, 0, 0, 3
		for _, clause := range f {
			longest = max(longest, len(clause))
			literals += len(clause)
			more += len(clause) - 2
			for _, x := range clause {
				variables = max(variables, x, -x)
			}
		}

		l := linkage{reduction.NewLinkage(f)}
		game := l.Game().Game
		if want := 2*(8*literals+variables+len(f)+more) + 2; len(game) != want || k < len(players) && want != players[k] {
			t.Errorf("%v has %d players, want %d", f, len(game), want)
		}
		if most := 55*len(f) + 2; longest == 3 && len(game) > most {
			t.Errorf("%v has %d players, expected at most %d", f, len(game), most)
		}
		named := make([]int, len(game))
		for _, c := range game {
			named[c.Wonderwall]++
			named[c.Ninja]++
		}
		if most := slices.Max(named); game.Validate() != nil || !l.fans() || most > longest+1 {
			t.Fatalf("%v: %v, fans: %t, somebody is named %d times", f, game.Validate(), l.fans(), most)
		}

		want := false
		for assignment := range 1 << (variables + 1) {
			want = want || f.satisfied(assignment)
		}
		if literals <= 6 && l.linked() != want { // with more literals there are too many paths to try
			t.Errorf("%v is satisfiable: %t, its paths can be disjoint: %t", f, want, !want)
		}
		proof := betweenness.Solve(game)
		if proof.Solvable() != want || proof.Check(game) != nil {
			t.Errorf("%v is satisfiable: %t, its game is solvable: %t, %v", f, want, proof.Solvable(), proof.Check(game))
		}

		if want {
			assignment, read := 0, l.Literals(proof.Order)
			for x := range variables {
				if read[x+1] {
					assignment |= 2 << x
				}
			}
			if !f.satisfied(assignment) || len(read) != variables {
				t.Errorf("%v: the order gives %v, which does not satisfy it", f, read)
			}
		}
		seen[want]++
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("satisfiable or not: %v times", seen)
	}
}

// TestTheSwitchLetsPathsThroughInTwoWays tries all families of disjoint paths through a switch, a small digraph that
// stands for a literal. The paper describes exactly two ways.
func TestTheSwitchLetsPathsThroughInTwoWays(t *testing.T) {
	arcs := map[string][]string{
		"w": {"a"}, "w'": {"a'"}, "C": {"b", "b'"}, "B": {"c", "c'"},
		"a": {"b", "D"}, "b": {"c", "x"}, "c": {"a'", "A"}, "a'": {"b'", "D"}, "b'": {"c'", "x'"}, "c'": {"a", "A"},
	}
	families := 0
	wanted := map[string]bool{}
	used := make(map[string]bool)
	var paths []string
	var enter func(from int)
	var walk func(path []string, from int)
	walk = func(path []string, from int) {
		v := path[len(path)-1]
		if used[v] {
			return
		}
		if len(arcs[v]) == 0 { // A, D, x or x'
			used[v] = true
			paths = append(paths, fmt.Sprint(path))
			enter(from)
			paths, used[v] = paths[:len(paths)-1], false
			return
		}
		used[v] = true
		for _, to := range arcs[v] {
			walk(append(slices.Clone(path), to), from)
		}
		used[v] = false
	}
	enter = func(from int) {
		ways := []string{"C", "B", "w", "w'"}
		if from < len(ways) {
			enter(from + 1)
			walk([]string{ways[from]}, from+1)
			return
		}
		families++
		up := slices.IndexFunc(paths, func(p string) bool { return p[len(p)-2] == 'A' })
		down := slices.IndexFunc(paths, func(p string) bool { return p[1] == 'B' })
		if up >= 0 && down >= 0 && up != down {
			wanted[fmt.Sprint(paths)] = true
		}
	}
	enter(0)
	want := map[string]bool{
		"[[C b c A] [B c' a D]]": true, "[[C b c A] [B c' a D] [w' a' b' x']]": true,
		"[[C b' c' A] [B c a' D]]": true, "[[C b' c' A] [B c a' D] [w a b x]]": true,
	}
	if fmt.Sprint(wanted) != fmt.Sprint(want) || families != 150 {
		t.Errorf("of %d families of paths, want 150, %v have one to A and another from B, want %v", families, wanted, want)
	}
}
