package thesis

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"enumerate/solver/betweenness"
)

// TestStepsFollow checks that every arc is an assumption or follows from earlier arcs, that cycles consist of such
// arcs, that each step continues an earlier one, and that the last step decides the game.
func TestStepsFollow(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 8))
	cycles, orders := 0, 0
	for trial := range 300 {
		g := randomGame(3+trial%10, random)
		steps, order, err := stepsOfImplied(context.Background(), g, 1000)
		if err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		var trace strings.Builder
		if _, _, err := impliedBy(byPair)(context.Background(), g, &betweenness.Trace{W: &trace, Names: make([]string, len(g))}); err != nil {
			t.Fatal(err)
		}
		if supposed := strings.Count(trace.String(), "Suppose"); supposed != len(steps) {
			t.Errorf("%v: there are %d steps, the trace supposes %d times", g, len(steps), supposed)
		}
		var path []betweenness.Step
		for i, step := range steps {
			if step.Depth < 1 || step.Depth > len(path)+1 {
				t.Fatalf("%v: step %d has depth %d after %d", g, i, step.Depth, len(path))
			}
			path = path[:step.Depth-1]
			if before := len(path); before > 0 && !slices.Equal(step.Arcs[:step.New], path[before-1].Arcs) || before == 0 && step.New != 0 {
				t.Fatalf("%v: step %d does not continue the one before it", g, i)
			}
			if len(path) > 0 && path[len(path)-1].Cycle != nil {
				t.Fatalf("%v: step %d goes on after a cycle", g, i)
			}
			for j := step.New + 1; j < len(step.Arcs); j++ {
				if !followsFrom(g, step.Arcs[:j], step.Arcs[j]) {
					t.Fatalf("%v: step %d: %v does not follow from %v", g, i, step.Arcs[j], step.Arcs[:j])
				}
			}
			for k, p := range step.Cycle {
				cycles++
				if next := [2]int{p, step.Cycle[(k+1)%len(step.Cycle)]}; !slices.Contains(step.Arcs, next) {
					t.Fatalf("%v: step %d: the cycle %v has no arc %v", g, i, step.Cycle, next)
				}
			}
			path = append(path, step)
		}
		if solvable := betweenness.Solve(g).Solvable(); solvable != (order != nil) {
			t.Fatalf("%v: the order is %v, solvable %v", g, order, solvable)
		}
		last := steps[len(steps)-1]
		if order == nil {
			if last.Cycle == nil {
				t.Errorf("%v: it ends without a cycle and without an order", g)
			}
			continue
		}
		orders++
		for _, a := range last.Arcs {
			if slices.Index(order, a[0]) > slices.Index(order, a[1]) {
				t.Errorf("%v: the order %v is against %v", g, order, a)
			}
		}
		if err := (betweenness.Proof{Order: order}).Check(g); err != nil || last.Cycle != nil {
			t.Errorf("%v: %v, and the cycle %v", g, err, last.Cycle)
		}
	}
	if cycles == 0 || orders == 0 {
		t.Errorf("there were %d cycles and %d orders", cycles, orders)
	}
}

// followsFrom reports whether some player's choice has an orientation that contains the arc and one of the earlier
// arcs.
func followsFrom(g betweenness.Game, before [][2]int, a [2]int) bool {
	for p, c := range g {
		for _, line := range [2][3]int{{p, c.Wonderwall, c.Ninja}, {c.Ninja, c.Wonderwall, p}} {
			at, to := slices.Index(line[:], a[0]), slices.Index(line[:], a[1])
			if at < 0 || at >= to {
				continue
			}
			for _, b := range before {
				if from, to := slices.Index(line[:], b[0]), slices.Index(line[:], b[1]); from >= 0 && from < to {
					return true
				}
			}
		}
	}
	return false
}

func TestStepsEndAtTheMost(t *testing.T) {
	g := fromLetters("BC CD BA EF FG ED HI IJ HG GH") // the thesis's trap: 7 steps
	for _, c := range []struct{ most, steps int }{{100, 7}, {7, 7}, {6, -1}, {0, -1}} {
		steps, order, err := stepsOfImplied(context.Background(), g, c.most)
		if c.steps < 0 && !errors.Is(err, betweenness.ErrManySteps) || c.steps >= 0 && (err != nil || len(steps) != c.steps || order != nil) {
			t.Errorf("Steps(%d) = %d steps, %v, %v, want %d", c.most, len(steps), order, err, c.steps)
		}
	}
	ended, end := context.WithCancel(context.Background())
	end()
	if _, _, err := stepsOfImplied(ended, slices.Repeat(g, 1), 100); err != nil && !errors.Is(err, context.Canceled) {
		t.Errorf("Steps of an ended context: %v", err)
	}
}
