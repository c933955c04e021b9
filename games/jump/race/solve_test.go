package race_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games/jump/race"
)

func solve(t testing.TB, s *race.Solver, b race.Board, starts []int32, rules race.Rules) (race.Result, []int32) {
	t.Helper()
	result, err := s.Solve(context.Background(), b, starts, rules)
	if err != nil {
		t.Fatal(err)
	}
	if result.Winner == race.None {
		return result, nil
	}
	return result, s.Path()
}

func TestSamplesOfTheAssignmentAreSolved(t *testing.T) {
	assignment, document := race.Rules{}, race.Rules{Move: race.Diamond, Tie: race.Inherit}
	firstThree := []int32{0, 1, 2}
	for _, c := range []struct {
		board  race.Board
		starts []int32
		rules  race.Rules
		want   race.Result
	}{
		{race.Board{Rows: 1, Columns: 9, Lengths: []int32{4, 1, 3, 2, 2, 1, 2, 1, 0}}, firstThree, assignment, race.Result{Winner: 2, Round: 3}},
		{race.Board{Rows: 1, Columns: 6, Lengths: []int32{3, 2, 1, 0, 1, 0}}, firstThree, assignment, race.Result{Winner: race.None}},
		{race.Board{Rows: 3, Columns: 4, Lengths: []int32{1, 2, 2, 3, 3, 3, 1, 2, 1, 2, 2, 0}}, []int32{3, 6}, assignment, race.Result{Winner: 1, Round: 4}},
		{race.Board{Rows: 3, Columns: 4, Lengths: []int32{1, 2, 2, 3, 3, 3, 1, 2, 1, 2, 2, 0}}, []int32{3, 6}, document, race.Result{Winner: 1, Round: 2}},
		{race.Board{Rows: 1, Columns: 5, Lengths: []int32{0, 0, 2, 1, 0}}, []int32{2, 3}, document, race.Result{Winner: 0, Round: 1}},
		{race.Board{Rows: 1, Columns: 1, Lengths: []int32{9}}, []int32{0, 0}, document, race.Result{Winner: 0, Round: 0}},
		{race.Board{Rows: 1, Columns: 2, Lengths: []int32{1, 0}}, []int32{0, 1}, assignment, race.Result{Winner: 1, Round: 0}},
		{race.Board{Rows: 1, Columns: 2, Lengths: []int32{1, 0}}, nil, assignment, race.Result{Winner: race.None}},
	} {
		var solver race.Solver
		if got, _ := solve(t, &solver, c.board, c.starts, c.rules); got != c.want {
			t.Errorf("Solve(%v, %v, %v) = %v, want %v", c.board, c.starts, c.rules, got, c.want)
		}
	}
}

// everyGame calls visit with every board of a size that has length 0 on the goal and lengths up to `most` elsewhere,
// and all starts of the players off the goal; players may have the same start.
func everyGame(rows, columns, players int, most int32, visit func(b race.Board, starts []int32)) {
	b := race.Board{Rows: rows, Columns: columns, Lengths: make([]int32, rows*columns)}
	for {
		starts := make([]int32, players)
		for {
			visit(b, starts)
			if !count(starts, b.Goal()-1) {
				break
			}
		}
		if !count(b.Lengths[:b.Goal()], most) {
			return
		}
	}
}

// count changes digits, each up to most, into the next number, and reports whether there is one.
func count(digits []int32, most int32) bool {
	for i := range digits {
		if digits[i] < most {
			digits[i]++
			return true
		}
		digits[i] = 0
	}
	return false
}

func TestResultAgreesWithAllHistories(t *testing.T) {
	for _, c := range []struct {
		rows, columns, players int
		most                   int32
	}{
		{2, 2, 1, 3}, {2, 2, 2, 2}, {1, 4, 2, 3}, {4, 1, 2, 3}, {1, 4, 3, 2}, {2, 3, 1, 2}, {1, 5, 2, 4}, {2, 3, 2, 1}, {3, 2, 3, 1},
	} {
		if testing.Short() && c.rows*c.columns > 4 {
			continue
		}
		for _, rules := range allRules {
			var solver race.Solver
			games := 0
			everyGame(c.rows, c.columns, c.players, c.most, func(b race.Board, starts []int32) {
				games++
				got, _ := solve(t, &solver, b, starts, rules)
				want, ok := simulate(b, starts, rules)
				if !ok {
					t.Fatalf("%v, %v, %v: nobody can force a win, and somebody might win", b, starts, rules)
				}
				if got != want {
					t.Fatalf("Solve(%v, %v, %v) = %v, by all histories %v", b, starts, rules, got, want)
				}
			})
			t.Logf("%d x %d, %d players, lengths 0..%d, %v: %d games", c.rows, c.columns, c.players, c.most, rules, games)
		}
	}
}

// drawBoard draws a board, mostly with short lengths, and starts.
func drawBoard(t *rapid.T, tiles int) (race.Board, []int32) {
	rows := rapid.IntRange(1, 12).Draw(t, "rows")
	b := race.Board{Rows: rows, Columns: rapid.IntRange(1, tiles/rows).Draw(t, "columns")}
	seed := rapid.Uint64().Draw(t, "seed")
	random := rand.New(rand.NewPCG(seed, 1))
	most := rapid.SampledFrom([]int32{1, 2, 3, 5, 9, 30, race.MaxLength - 1}).Draw(t, "most")
	for range b.Rows * b.Columns {
		b.Lengths = append(b.Lengths, random.Int32N(most+1))
	}
	starts := make([]int32, rapid.IntRange(0, 6).Draw(t, "players"))
	for i := range starts {
		starts[i] = random.Int32N(int32(len(b.Lengths)))
	}
	return b, starts
}

func TestResultHasTheLeastKey(t *testing.T) {
	for _, rules := range allRules {
		t.Run(fmt.Sprint(rules), rapid.MakeCheck(func(t *rapid.T) {
			b, starts := drawBoard(t, 400)
			keysOf := leastKeys(b, rules)
			var solver race.Solver
			got, err := solver.Solve(context.Background(), b, starts, rules)
			if want := best(keysOf, starts); err != nil || got != want {
				t.Fatalf("Solve(%v, %v) = %v, %v, the least key has %v", b, starts, got, err, want)
			}
			if got.Winner == race.None {
				return
			}
			path := solver.Path()
			if len(path) != got.Round+1 || path[0] != starts[got.Winner] || path[got.Round] != b.Goal() {
				t.Fatalf("the path %v is not one of %v from %d to the goal", path, got, starts[got.Winner])
			}
			key := []int32{int32(got.Round)}
			last, first := got.Round-2, 0
			if rules.Order == race.Landed {
				last, first = got.Round-1, 1
			}
			for i := last; i >= first; i-- {
				if len(key) == 1 || rules.Tie == race.Inherit {
					key = append(key, b.Lengths[path[i]])
				}
			}
			for i, to := range path[1:] {
				if !slices.Contains(targets(b, rules.Move, path[i]), to) {
					t.Fatalf("the path %v jumps from %d to %d", path, path[i], to)
				}
			}
			if want := keysOf[path[0]]; !slices.Equal(key, want) {
				t.Fatalf("the path %v has the key %v, the least is %v", path, key, want)
			}
		}))
	}
}

func TestContextEndsASearch(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, rules := range allRules {
		var solver race.Solver
		b := square(50, func(int, int) int32 { return 1 })
		if _, err := solver.Solve(ctx, b, []int32{0}, rules); err != context.Canceled {
			t.Errorf("Solve(%v) with a context that has ended = %v, want %v", rules, err, context.Canceled)
		}
	}
}

func TestSolvingAllocatesNothingMore(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	b := square(40, func(int, int) int32 { return random.Int32N(6) })
	for _, rules := range allRules {
		var solver race.Solver
		allocations := testing.AllocsPerRun(10, func() {
			if result, err := solver.Solve(context.Background(), b, []int32{0, 7}, rules); err != nil || result.Winner == race.None {
				t.Fatal(result, err)
			}
		})
		if allocations != 0 {
			t.Errorf("%v: %v allocations a game, want none", rules, allocations)
		}
	}
}
