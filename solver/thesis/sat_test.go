package thesis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/crillab/gophersat/solver"

	"enumerate/internal/pace"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/formula"
)

// TestASATSolverDecidesTheFormulaAsTheGame gives the formulas of random games to gophersat, an independent SAT solver.
// Its assignment must be an order that solves the game.
func TestASATSolverDecidesTheFormulaAsTheGame(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	games, verdicts := 300, make(map[bool]int)
	if testing.Short() {
		games = 20
	}
	for range games {
		g := randomGame(5+random.IntN(9), random)
		checkDecider(t, g, func(context.Context, betweenness.Game, *betweenness.Trace) ([]int, betweenness.Work, error) {
			var clauses [][]int
			for clause := range formula.Clauses(g, false) {
				clauses = append(clauses, slices.Clone(clause))
			}
			s := solver.New(solver.ParseSlice(clauses))
			sat := s.Solve() == solver.Sat
			verdicts[sat]++
			if !sat {
				return nil, betweenness.Work{}, nil
			}
			var answer strings.Builder
			answer.WriteString("s SATISFIABLE\nv")
			for i, is := range s.Model() {
				literal := i + 1
				if !is {
					literal = -literal
				}
				fmt.Fprint(&answer, " ", literal)
			}
			answer.WriteString(" 0\n")
			c, err := formula.ReadModel(t.Context(), strings.NewReader(answer.String()), g, nil)
			return c.Order, betweenness.Work{}, err
		}, solvableByPrefixes(g))
	}
	if len(verdicts) < 2 {
		t.Errorf("solvable or not: %v", verdicts)
	}
}

type decider = func(context.Context, betweenness.Game, *betweenness.Trace) ([]int, betweenness.Work, error)

// checkDecider checks that an algorithm finds the known verdict of a game and, if it is solvable, an order that solves
// it.
func checkDecider(t *testing.T, g betweenness.Game, decide decider, solvable bool) betweenness.Work {
	t.Helper()
	order, work, err := decide(t.Context(), g, nil)
	if err != nil {
		t.Fatalf("%v: %v", g, err)
	}
	if got := order != nil; got != solvable {
		t.Fatalf("%v: solvable = %t, want %t", g, got, solvable)
	}
	if order != nil {
		if err := (betweenness.Proof{Order: order}).Check(g); err != nil {
			t.Fatalf("%v: the order %v: %v", g, order, err)
		}
	}
	return work
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

// relaxedSolutions counts the assignments that satisfy the relaxed formula (without transitivity). It assigns only the
// variables of pairs of players that occur in the formula.
func relaxedSolutions(g betweenness.Game) int {
	var clauses [][]int
	for c := range formula.Clauses(g, true) {
		clauses = append(clauses, slices.Clone(c))
	}
	named := 0
	for _, clause := range clauses {
		for _, l := range clause {
			named |= 1 << (max(l, -l) - 1)
		}
	}
	count := 0
	for assignment := range 1 << (len(g) * (len(g) - 1) / 2) {
		if assignment&^named == 0 && satisfies(assignment, clauses) {
			count++
		}
	}
	return count
}

func TestTwosatTriesEverySolutionOfTheRelaxedFormula(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	unsolvable := 0
	for range 200 {
		g := randomGame(5, random)
		order, work, err := twosatOrder(t.Context(), g, nil)
		if err != nil {
			t.Fatal(err)
		}
		// Of two solutions that are reverses of each other, twosat tries only one.
		all := uint64(relaxedSolutions(g) / 2)
		switch {
		case order == nil && (work.Decisions != all || work.Conflicts != all):
			t.Fatalf("%v: unsolvable after %+v, want all %d", g, work, all)
		case order != nil && (work.Decisions > all || work.Conflicts != work.Decisions-1):
			t.Fatalf("%v: solved after %+v of %d", g, work, all)
		}
		if order == nil && all > 0 {
			unsolvable++
		}
	}
	if unsolvable == 0 {
		t.Error("no game of the test needs transitivity to be unsolvable")
	}
}

// apart returns g with `others` more players in a circle. Each of these chooses the players 1 and 3 places further on.
// In the relaxed formula, which omits transitivity, only choices with a pair of players in common depend on each other.
// No two of these choices have one, so each is a separate component.
func apart(g betweenness.Game, others int) betweenness.Game {
	from := len(g)
	for p := range others {
		g = append(g, choice(from+(p+1)%others, from+(p+3)%others))
	}
	return g
}

// transitivelyUnsolvable returns an unsolvable game whose relaxed formula (without transitivity) has solutions.
func transitivelyUnsolvable(t *testing.T) betweenness.Game {
	t.Helper()
	random := rand.New(rand.NewPCG(8, 3))
	for {
		g := randomGame(5, random)
		if order, work, err := twosatOrder(t.Context(), g, nil); err == nil && order == nil && work.Decisions > 0 {
			return g
		}
	}
}

// checkStops ends the context of a long computation after some time. The computation must then stop soon.
func checkStops(t *testing.T, g betweenness.Game, decide decider, after time.Duration) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var watch *pace.Watch
	time.AfterFunc(after, func() {
		watch = pace.Start(t)
		cancel()
	})
	order, _, err := decide(ctx, g, nil)
	if err != context.Canceled {
		t.Fatalf("got %v, %v, want %v", order, err, context.Canceled)
	}
	// Stopping should take 50 ms. The limit of a second allows for a slow machine.
	if took := watch.Stop(); took > time.Second {
		t.Errorf("it stopped %v after its context", took)
	}
}

func TestTwosatStopsWithItsContext(t *testing.T) {
	checkStops(t, apart(transitivelyUnsolvable(t), 60), twosatOrder, 50*time.Millisecond)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := twosatOrder(ctx, fourPlayers, nil); err != context.Canceled {
		t.Errorf("a context that has ended: %v, want %v", err, context.Canceled)
	}
}

func TestParitiesFindTheConsequencesOfJoins(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 4))
	for range 100 {
		const things = 12
		value := make([]bool, things) // the values of the elements
		for i := range value {
			value[i] = random.IntN(2) == 1
		}
		s := newParities(things)
		for range 20 {
			i, j := random.IntN(things), random.IntN(things)
			if !s.join(i, j, value[i] != value[j]) {
				t.Fatalf("%v: %d and %d contradict what is true", value, i, j)
			}
			a, x := s.find(i)
			b, y := s.find(j)
			if a != b || x != y != (value[i] != value[j]) {
				t.Fatalf("%v: %d and %d are joined, but found %d %t and %d %t", value, i, j, a, x, b, y)
			}
			if s.join(i, j, value[i] == value[j]) {
				t.Fatalf("%v: %d and %d are equal and opposite", value, i, j)
			}
		}
	}
}

// fourPlayers is solved by A B C D: A: B C, B: C D, C: B A, D: B A.
var fourPlayers = fromLetters("BC CD BA BA")
