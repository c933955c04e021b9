package wonderwall

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
)

// Tests of the explicit small instance of docs/papers/np-complete.md.

// A clauses is a formula: the literals of each clause, x or -x with x from 1.
type clauses [][]int

// satisfied reports whether an assignment, a bit for each variable, makes it true.
func (f clauses) satisfied(assignment int) bool {
	return !slices.ContainsFunc(f, func(clause []int) bool {
		return !slices.ContainsFunc(clause, func(x int) bool { return (x > 0) == (assignment>>max(x, -x)&1 == 1) })
	})
}

// The vertices of a switch, and after them the four from which arcs lead to it.
const (
	switchA, switchB, switchC = iota, iota + 1, iota + 2
	primed                    = 3 // of a', b' and c'
	enterB, enterC            = 6, 7
	switchSize                = 8
)

// linkage returns the digraph of a formula, and the vertices of its variables.
func (f clauses) linkage(variables int) (l linkage, variable []int) {
	add := func() int {
		l.out = append(l.out, [2]int{})
		return len(l.out) - 1
	}
	low, high := add(), add()
	u, q := []int{0}, []int{}
	for range variables {
		u = append(u, add())
	}
	for range f {
		q = append(q, add())
	}
	var literals, clauseOf []int
	for j, clause := range f {
		for _, x := range clause {
			literals, clauseOf = append(literals, x), append(clauseOf, j)
		}
	}
	r, first := len(literals), len(l.out)
	for range r * switchSize {
		add()
	}
	at := func(i, vertex int) int { return first + i*switchSize + vertex }
	exit, next := append(q[1:], low), append(u[2:], q[0])
	for i, j := range clauseOf {
		down, up := u[1], high // B of the switch before, C of the one after
		if i > 0 {
			down = at(i-1, enterB)
		}
		if i < r-1 {
			up = at(i+1, enterC)
		}
		for _, s := range []int{0, primed} {
			l.out[at(i, switchA+s)] = [2]int{at(i, switchB+s), down}
			l.out[at(i, switchC+s)] = [2]int{at(i, switchA+primed-s), up}
		}
		l.out[at(i, switchB)] = [2]int{at(i, switchC), exit[j]}
		l.out[at(i, switchB+primed)] = [2]int{at(i, switchC+primed)} // its branch says where it leads
		l.out[at(i, enterB)] = [2]int{at(i, switchC), at(i, switchC+primed)}
		l.out[at(i, enterC)] = [2]int{at(i, switchB), at(i, switchB+primed)}
	}
	for x := 1; x <= variables; x++ {
		for side, literal := range []int{x, -x} { // the branch "false" has the switches of x, "true" those of -x
			from, place := u[x], side
			for i, y := range literals {
				if y == literal {
					l.out[from][place] = at(i, switchA+primed)
					from, place = at(i, switchB+primed), 1
				}
			}
			l.out[from][place] = next[x-1]
		}
	}
	for j := range f {
		var own []int
		for i, c := range clauseOf {
			if c == j {
				own = append(own, at(i, switchA))
			}
		}
		l.out[q[j]] = [2]int(own[:2])
		if len(own) == 3 {
			l.out[q[j]][1] = add()
			l.out[len(l.out)-1] = [2]int{own[1], own[2]}
		}
	}
	l.from, l.other = at(0, enterC), at(r-1, enterB)
	return l, u
}

// assignment reads the branches that the path down from other takes in an order of the players.
func (l linkage) assignment(order, variable []int) (read int) {
	place := make([]int, len(order))
	for i, p := range order {
		place[p] = i
	}
	down := func(v int) int {
		p, a := l.out[v][0], l.out[v][1]
		if (place[p] < place[a]) == (place[0] < place[1]) {
			return p
		}
		return a
	}
	for v := l.other; v > 1; v = down(v) {
		if x := slices.Index(variable, v); x > 0 && down(v) == l.out[v][1] {
			read |= 1 << x
		}
	}
	return read
}

// randomClauses draws a formula in which every variable has both signs, of at most six literals.
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
	}
	players := []int{72, 74, 142, 144}
	for range 8 {
		formulas = append(formulas, randomClauses(1+random.IntN(3), random))
	}
	if testing.Short() {
		formulas = formulas[:2]
	}
	seen := make(map[bool]int)
	for k, f := range formulas {
		variables, threes, literals := 0, 0, 0
		for _, clause := range f {
			literals += len(clause)
			threes += len(clause) - 2
			for _, x := range clause {
				variables = max(variables, x, -x)
			}
		}
		l, variable := f.linkage(variables)
		game := l.game()
		if want := 2*(8*literals+variables+len(f)+threes) + 2; len(game) != want || k < len(players) && want != players[k] {
			t.Errorf("%v has %d players, want %d", f, len(game), want)
		}
		named := make([]int, len(game))
		for _, c := range game {
			named[c.Wonderwall]++
			named[c.Ninja]++
		}
		if most := slices.Max(named); game.Validate() != nil || !l.fans() || most > 4 {
			t.Fatalf("%v: %v, fans: %t, somebody is named %d times", f, game.Validate(), l.fans(), most)
		}
		want := false
		for assignment := range 1 << (variables + 1) {
			want = want || f.satisfied(assignment)
		}
		if literals <= 6 && l.linked() != want { // of more literals there are too many paths
			t.Errorf("%v is satisfiable: %t, its paths can be disjoint: %t", f, want, !want)
		}
		certificate := betweenness.Solve(game)
		if certificate.Solvable() != want || certificate.Check(game) != nil {
			t.Errorf("%v is satisfiable: %t, its game is solvable: %t, %v", f, want, certificate.Solvable(), certificate.Check(game))
		}
		if want && !f.satisfied(l.assignment(certificate.Order, variable)) {
			t.Errorf("%v: the order gives %b, which does not satisfy it", f, l.assignment(certificate.Order, variable))
		}
		seen[want]++
	}
	if seen[true] == 0 || seen[false] == 0 {
		t.Errorf("satisfiable or not: %v times", seen)
	}
}

// TestTheSwitchLetsPathsThroughInTwoWays looks at all families of disjoint paths through a switch.
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
