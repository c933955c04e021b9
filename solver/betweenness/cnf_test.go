package betweenness

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestPairIsTheInverseOfLiteral(t *testing.T) {
	check := func(a, b int) {
		l := Literal(a, b)
		if first, second := Pair(l); first != a || second != b {
			t.Errorf("Pair(Literal(%d, %d)) = Pair(%d) = %d, %d", a, b, l, first, second)
		}
		if got := Literal(b, a); got != -l {
			t.Errorf("Literal(%d, %d) = %d, want the negation of %d", b, a, got, l)
		}
	}
	next := 1
	for b := range 100 {
		for a := range b {
			if got := Literal(a, b); got != next {
				t.Fatalf("Literal(%d, %d) = %d, want %d: variables are numbered one after the other", a, b, got, next)
			}
			next++
			check(a, b)
			check(b, a)
		}
		if got := Variables(b + 1); got != next-1 {
			t.Errorf("Variables(%d) = %d, want %d", b+1, got, next-1)
		}
	}
	// Where the square root of a rounded number is least exact.
	for _, b := range []int{1 << 10, 1<<16 - 1, 1 << 20, 1<<30 - 1, 1 << 30} {
		for _, a := range []int{0, 1, b - 2, b - 1} {
			check(a, b)
			check(b, a)
		}
	}
}

func TestLiteralsOfTheLargestFormulaHave32Bits(t *testing.T) {
	if got := Variables(MaxFormula); got > 1<<31-1 {
		t.Errorf("Variables(%d) = %d, want at most %d", MaxFormula, got, 1<<31-1)
	}
}

// allClauses returns copies of the clauses, each sorted.
func allClauses(g Game, relaxed bool) [][]int {
	var list [][]int
	for c := range Clauses(g, relaxed) {
		list = append(list, slices.Sorted(slices.Values(c)))
	}
	return list
}

func TestTransitivityHasAThirdOfTheSourcesClauses(t *testing.T) {
	for n := 3; n <= 12; n++ {
		// -x(a,b) | -x(b,c) | x(a,c) for all a, b, c in order.
		source := 0
		distinct := make(map[string]bool)
		for a := range n {
			for b := range n {
				for c := range n {
					if a == b || b == c || a == c {
						continue
					}
					source++
					clause := []int{-Literal(a, b), -Literal(b, c), Literal(a, c)}
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
			if got, want := ClauseCount(n, relaxed), len(allClauses(g, relaxed)); got != want {
				t.Errorf("ClauseCount(%d, %t) = %d, want %d", n, relaxed, got, want)
			}
		}
	}
}

func TestClausesEndWhenNobodyWantsMore(t *testing.T) {
	g := randomGame(5, rand.New(rand.NewPCG(5, 2)))
	for stop := range ClauseCount(len(g), false) {
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

// satisfies reports whether an assignment, variable v in bit v-1, makes a
// literal of each clause true.
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

// assignmentOf is what an order says of the variables.
func assignmentOf(order []int) int {
	assignment := 0
	for i, a := range order {
		for _, b := range order[i+1:] {
			if l := Literal(a, b); l > 0 {
				assignment |= 1 << (l - 1)
			}
		}
	}
	return assignment
}

func TestSolutionsAreWhatSatisfiesTheFormula(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 3))
	for n := 3; n <= 5; n++ {
		for range 20 {
			g := randomGame(n, random)
			full, relaxed := allClauses(g, false), allClauses(g, true)
			solutions := make(map[int]bool)
			eachOrder(n, func(order []int) bool {
				if CheckOrder(g, order) == nil {
					solutions[assignmentOf(order)] = true
				}
				return true
			})
			for assignment := range 1 << Variables(n) {
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

func TestTheRelaxedFormulaSaysTheSameOfThreePairs(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 4))
	g := randomGame(5, random)
	for assignment := range 1 << Variables(5) {
		want := true
		for p, c := range g {
			before := func(a, b int) bool {
				l := Literal(a, b)
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
