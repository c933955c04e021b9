package formula

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"enumerate/solver/betweenness"
)

func TestPairIsTheInverseOfLiteral(t *testing.T) {
	check := func(a, b int) {
		l := orderLiteral(a, b)
		if first, second := literalPair(l); first != a || second != b {
			t.Errorf("literalPair(orderLiteral(%d, %d)) = literalPair(%d) = %d, %d", a, b, l, first, second)
		}
		if got := orderLiteral(b, a); got != -l {
			t.Errorf("orderLiteral(%d, %d) = %d, want the negation of %d", b, a, got, l)
		}
	}
	next := 1
	for b := range 100 {
		for a := range b {
			if got := orderLiteral(a, b); got != next {
				t.Fatalf("orderLiteral(%d, %d) = %d, want %d: variables are numbered one after the other", a, b, got, next)
			}
			next++
			check(a, b)
			check(b, a)
		}
		if got := variableCount(b + 1); got != next-1 {
			t.Errorf("variableCount(%d) = %d, want %d", b+1, got, next-1)
		}
	}
	// Near these numbers the rounded square root is least exact.
	for _, b := range []int{1 << 10, 1<<16 - 1, 1 << 20, 1<<30 - 1, 1 << 30} {
		for _, a := range []int{0, 1, b - 2, b - 1} {
			check(a, b)
			check(b, a)
		}
	}
}

func TestLiteralsOfTheLargestFormulaHave32Bits(t *testing.T) {
	if got := variableCount(maxFormula); got > 1<<31-1 {
		t.Errorf("variableCount(%d) = %d, want at most %d", maxFormula, got, 1<<31-1)
	}
}

func allClauses(g betweenness.Game, relaxed bool) [][]int {
	var list [][]int
	for c := range Clauses(g, relaxed) {
		list = append(list, slices.Sorted(slices.Values(c)))
	}
	return list
}

func TestTransitivityHasAThirdOfTheSourcesClauses(t *testing.T) {
	for n := 3; n <= 12; n++ {
		// The thesis has the clause -x(a,b) | -x(b,c) | x(a,c) for all a, b, c.
		source := 0
		distinct := make(map[string]bool)
		for a := range n {
			for b := range n {
				for c := range n {
					if a == b || b == c || a == c {
						continue
					}
					source++
					clause := []int{-orderLiteral(a, b), -orderLiteral(b, c), orderLiteral(a, c)}
					slices.Sort(clause)
					distinct[fmt.Sprint(clause)] = true
				}
			}
		}
		if source != n*(n-1)*(n-2) || 3*len(distinct) != source {
			t.Fatalf("n=%d: the source has %d clauses, %d distinct", n, source, len(distinct))
		}
		got := make(map[string]bool)
		for _, clause := range allClauses(randomGame(n, rand.New(rand.NewPCG(uint64(n), 1))), false) {
			if len(clause) == 3 {
				if text := fmt.Sprint(clause); !distinct[text] || got[text] {
					t.Errorf("n=%d: the clause %s is not one of the source, or there twice", n, text)
				}
				got[fmt.Sprint(clause)] = true
			}
		}
		if len(got) != len(distinct) {
			t.Errorf("n=%d: %d clauses, want %d", n, len(got), len(distinct))
		}
	}
}

func TestClauseCountCountsClauses(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 1))
	for n := 3; n <= 40; n++ {
		g := randomGame(n, random)
		for _, relaxed := range []bool{false, true} {
			if got, want := Count(n, relaxed), len(allClauses(g, relaxed)); got != want {
				t.Errorf("Count(%d, %t) = %d, want %d", n, relaxed, got, want)
			}
		}
	}
}

func TestClausesEndWhenAsked(t *testing.T) {
	g := randomGame(5, rand.New(rand.NewPCG(5, 2)))
	for stop := range Count(len(g), false) {
		seen := 0
		for range Clauses(g, false) {
			if seen++; seen > stop {
				break
			}
		}
		if seen != stop+1 {
			t.Errorf("%d clauses, want to stop after %d", seen, stop+1)
		}
	}
}

// satisfies reports whether an assignment (variable v in bit v-1) makes a literal of each clause true.
func satisfies(assignment int, clauses [][]int) bool {
	for _, clause := range clauses {
		holds := slices.ContainsFunc(clause, func(l int) bool {
			if l > 0 {
				return assignment>>(l-1)&1 == 1
			}
			return assignment>>(-l-1)&1 == 0
		})
		if !holds {
			return false
		}
	}
	return true
}

// assignmentOf returns the assignment (variable v in bit v-1) that an order gives.
func assignmentOf(order []int) int {
	assignment := 0
	for i, a := range order {
		for _, b := range order[i+1:] {
			if l := orderLiteral(a, b); l > 0 {
				assignment |= 1 << (l - 1)
			}
		}
	}
	return assignment
}

func TestSolutionsAreTheModelsOfTheFormula(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 3))
	for n := 3; n <= 5; n++ {
		for range 20 {
			g := randomGame(n, random)
			full, relaxed := allClauses(g, false), allClauses(g, true)
			solutions := make(map[int]bool)
			eachOrder(n, func(order []int) bool {
				if g.Unsatisfied(order) == nil {
					solutions[assignmentOf(order)] = true
				}
				return true
			})
			for assignment := range 1 << variableCount(n) {
				if got, want := satisfies(assignment, full), solutions[assignment]; got != want {
					t.Fatalf("%v: %b satisfies the formula: %t, is a solution: %t", g, assignment, got, want)
				}
				if solutions[assignment] && !satisfies(assignment, relaxed) {
					t.Fatalf("%v: the solution %b does not satisfy the relaxed formula", g, assignment)
				}
			}
		}
	}
}

func TestTheRelaxedFormulaMakesThreePairsEqual(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 4))
	g := randomGame(5, random)
	for assignment := range 1 << variableCount(5) {
		want := true
		for p, c := range g {
			before := func(a, b int) bool {
				l := orderLiteral(a, b)
				return assignment>>(max(l, -l)-1)&1 == 1 == (l > 0)
			}
			if before(p, c.Wonderwall) != before(c.Wonderwall, c.Ninja) || before(p, c.Ninja) != before(p, c.Wonderwall) {
				want = false
			}
		}
		if got := satisfies(assignment, allClauses(g, true)); got != want {
			t.Fatalf("%v: %b satisfies the relaxed formula: %t, want %t", g, assignment, got, want)
		}
	}
}

// fourPlayers has the solution A B C D: A: B C, B: C D, C: B A, D: B A.
var fourPlayers = betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 2, Ninja: 3}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}

func TestDIMACSGolden(t *testing.T) {
	const want = `c A game of Ninja Assassin Wonderwall with 4 players, as a formula.
c For each player four clauses put its wonderwall between it and its ninja.
c The clauses of three literals make the relation "before" transitive, so an
c assignment that satisfies this formula is an order that solves the game.
c 1 A before B
c 2 A before "Ann Lee"
c 3 B before "Ann Lee"
c 4 A before "\n\""
c 5 B before "\n\""
c 6 "Ann Lee" before "\n\""
p cnf 6 24
-1 3 0
1 -3 0
-3 2 0
3 -2 0
-3 6 0
3 -6 0
-6 5 0
6 -5 0
3 -1 0
-3 1 0
1 -2 0
-1 2 0
5 -1 0
-5 1 0
1 -4 0
-1 4 0
-1 -3 2 0
1 3 -2 0
-1 -5 4 0
1 5 -4 0
-2 -6 4 0
2 6 -4 0
-3 -6 5 0
3 6 -5 0
`
	var b strings.Builder
	if err := WriteDIMACS(&b, fourPlayers, []string{"A", "B", `"Ann Lee"`, `"\n\""`}, false); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

func TestDIMACSHasTheClausesItsHeadCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for n := 3; n <= 12; n++ {
		for _, relaxed := range []bool{false, true} {
			g := randomGame(n, random)
			var b strings.Builder
			if err := WriteDIMACS(&b, g, numbered(n), relaxed); err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(b.String(), "\np cnf ")
			head, body, _ := strings.Cut(body, "\n")
			var variables, clauses int
			if _, err := fmt.Sscanf(head, "%d %d", &variables, &clauses); err != nil {
				t.Fatal(err)
			}
			if variables != n*(n-1)/2 || clauses != strings.Count(body, " 0\n") {
				t.Errorf("n=%d, relaxed %t: the head says %s, there are %d clauses", n, relaxed, head, strings.Count(body, " 0\n"))
			}
		}
	}
}

func numbered(n int) []string {
	names := make([]string, n)
	for p := range names {
		names[p] = fmt.Sprint(p)
	}
	return names
}

// A full disk fails when `room` bytes have been written.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.room {
		return 0, errFull
	}
	f.room -= len(b)
	return len(b), nil
}

func TestDIMACSReturnsTheErrorOfItsWriter(t *testing.T) {
	g := randomGame(60, rand.New(rand.NewPCG(6, 2)))
	for _, room := range []int{0, 1 << 16, 1 << 18} {
		if err := WriteDIMACS(&full{room}, g, numbered(60), false); err != errFull {
			t.Errorf("room for %d bytes: %v, want %v", room, err, errFull)
		}
	}
}

func TestDIMACSOfMorePlayersThanASolverCanNameIsRefused(t *testing.T) {
	g := make(betweenness.Game, maxFormula+1)
	var b bytes.Buffer
	if err := WriteDIMACS(&b, g, nil, true); !errors.Is(err, betweenness.ErrTooLarge) || b.Len() > 0 {
		t.Errorf("%d players: %v, %d bytes", len(g), err, b.Len())
	}
}

func TestDIMACSOfMoreClausesThanASolverCountsIsRefused(t *testing.T) {
	for _, c := range []struct {
		players int
		relaxed bool
		want    error
	}{{1861, false, errFull}, {1862, false, betweenness.ErrTooLarge}, {1862, true, errFull}} {
		g := randomGame(c.players, rand.New(rand.NewPCG(6, 5)))
		if err := WriteDIMACS(&full{}, g, numbered(c.players), c.relaxed); !errors.Is(err, c.want) {
			t.Errorf("%d players, relaxed %v: %v, want %v", c.players, c.relaxed, err, c.want)
		}
	}
}

func BenchmarkWriteDIMACS(b *testing.B) {
	for _, n := range []int{100, 300} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			g, names := randomGame(n, rand.New(rand.NewPCG(6, 4))), numbered(n)
			for b.Loop() {
				if err := WriteDIMACS(&full{1 << 40}, g, names, false); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*Count(n, false))/b.Elapsed().Seconds(), "clauses/s")
		})
	}
}

func randomGame(n int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		for {
			w, b := random.IntN(n), random.IntN(n)
			if w != p && b != p && w != b {
				g[p] = betweenness.Choice{Wonderwall: w, Ninja: b}
				break
			}
		}
	}
	return g
}

// eachOrder visits the orders of the players until visit returns false.
func eachOrder(players int, visit func(order []int) bool) {
	order := make([]int, 0, players)
	used := make([]bool, players)
	var place func() bool
	place = func() bool {
		if len(order) == players {
			return visit(order)
		}
		for p := range players {
			if used[p] {
				continue
			}
			used[p] = true
			order = append(order, p)
			on := place()
			order = order[:len(order)-1]
			used[p] = false
			if !on {
				return false
			}
		}
		return true
	}
	place()
}
