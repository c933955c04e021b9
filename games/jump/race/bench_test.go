package race_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"enumerate/games/jump/race"
)

func square(n int, length func(row, column int) int32) race.Board {
	b := race.Board{Rows: n, Columns: n, Lengths: make([]int32, 0, n*n)}
	for row := range n {
		for column := range n {
			b.Lengths = append(b.Lengths, length(row, column))
		}
	}
	return b
}

// corridor returns the lengths of a board of n rows and columns, as the function square takes them. Only one way leads
// from the first tile to the last row: it runs along every other row, and these rows are joined at alternating ends. It
// has about n*n/2 tiles.
func corridor(n int) func(row, column int) int32 {
	return func(row, column int) int32 {
		joint := row%4 == 1 && column == n-1 || row%4 == 3 && column == 0
		if row%2 == 0 || joint {
			return 1
		}
		return 0
	}
}

// BenchmarkSolve has 11 players on random tiles of 1000 rows and 1000 columns.
func BenchmarkSolve(b *testing.B) {
	const n = 1000
	random := rand.New(rand.NewPCG(1, 2))
	upTo := func(most int32) func(int, int) int32 {
		return func(int, int) int32 { return random.Int32N(most + 1) }
	}
	always := func(length int32) func(int, int) int32 {
		return func(int, int) int32 { return length }
	}
	boards := []struct {
		name  string
		board race.Board
	}{
		{"0-9", square(n, upTo(9))},
		{"0-99", square(n, upTo(99))},
		{"0-1000", square(n, upTo(1000))},
		{"mostly-ones", square(n, func(int, int) int32 {
			if random.IntN(20) == 0 {
				return random.Int32N(10)
			}
			return 1
		})},
		{"all-0", square(n, always(0))},
		{"all-2", square(n, always(2))},
		{"all-500", square(n, always(500))},
		{"even-to-1000", square(n, func(int, int) int32 { return 2 * random.Int32N(501) })},
		{"near-the-goal-0", square(n, func(row, column int) int32 { return random.Int32N(int32(max(1, 2*n-2-row-column))) })},
		{"never-nearer", square(n, func(_, column int) int32 {
			if column < n/2 {
				return 400 // a long jump, so that each row keeps tiles that no player reaches
			}
			return 0
		})},
		{"corridor", square(n, corridor(n))},
	}
	starts := make([]int32, 11)
	for i := range starts {
		starts[i] = random.Int32N(n * n)
	}
	for _, c := range boards {
		for _, rules := range allRules {
			b.Run(fmt.Sprintf("%s/%v-%v", c.name, rules.Move, rules.Tie), func(b *testing.B) {
				from := starts
				if c.name == "corridor" {
					from = []int32{0}
				}
				var solver race.Solver
				var result race.Result
				for b.Loop() {
					var err error
					if result, err = solver.Solve(context.Background(), c.board, from, rules); err != nil {
						b.Fatal(err)
					}
				}
				b.ReportMetric(float64(result.Round), "rounds")
				b.ReportMetric(float64(len(solver.Reached())), "tiles")
			})
		}
	}
}

var allRules = []race.Rules{
	{Move: race.Straight, Tie: race.Initial},
	{Move: race.Straight, Tie: race.Inherit},
	{Move: race.Diamond, Tie: race.Initial},
	{Move: race.Diamond, Tie: race.Inherit},
	{Move: race.Straight, Tie: race.Initial, Order: race.Landed},
	{Move: race.Straight, Tie: race.Inherit, Order: race.Landed},
	{Move: race.Diamond, Tie: race.Initial, Order: race.Landed},
	{Move: race.Diamond, Tie: race.Inherit, Order: race.Landed},
}
