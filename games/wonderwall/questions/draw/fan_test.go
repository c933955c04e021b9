package draw

import (
	"cmp"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
)

// TestSpreadAnglesAreApartAndNear gives the function spread angles and widths. The angles that it returns must be far
// enough apart for the widths. No other angles that are far enough apart, drawn at random, may be nearer to the given
// angles.
func TestSpreadAnglesAreApartAndNear(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const limit = math.Pi / 2
		n := rapid.IntRange(1, 12).Draw(t, "angles")
		angles := rapid.SliceOfN(rapid.Float64Range(-limit, limit), n, n).Draw(t, "at")
		widths := rapid.SliceOfN(rapid.Float64Range(0.01, 2*limit/float64(n)), n, n).Draw(t, "widths")
		got := spread(angles, widths, limit)
		order := make([]int, n)
		for i := range order {
			order[i] = i
		}
		slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(got[a], got[b]) })
		difference := func(of []float64) (sum float64) {
			for i := range of {
				sum += (of[i] - angles[i]) * (of[i] - angles[i])
			}
			return sum
		}
		const little = 1e-9
		other := make([]float64, n) // as far left as possible, then moved at random
		at := -limit
		for rank, i := range order {
			if got[i]-widths[i]/2 < at-little && rank == 0 || got[i]+widths[i]/2 > limit+little {
				t.Fatalf("spread(%v, %v) = %v: beyond the limit", angles, widths, got)
			}
			if rank > 0 {
				if before := order[rank-1]; got[i]-got[before] < (widths[i]+widths[before])/2-little {
					t.Fatalf("spread(%v, %v) = %v: %d and %d overlap", angles, widths, got, before, i)
				}
			}
			other[i] = at + widths[i]/2
			at += widths[i]
		}
		room := limit - at
		for _, i := range order {
			step := rapid.Float64Range(0, room).Draw(t, "step")
			room -= step
			for _, j := range order[slices.Index(order, i):] {
				other[j] += step
			}
			if difference(other) < difference(got)-little {
				t.Fatalf("spread(%v, %v) = %v, but %v is nearer", angles, widths, got, other)
			}
		}
	})
}

// popularGame is a random game in which a number of players, the admirers, have chosen player 0.
func popularGame(players, admirers int) betweenness.Game {
	random := rand.New(rand.NewPCG(7, uint64(players)))
	game := randomGame(players, random)
	for p := 1; p <= admirers; p++ {
		switch c := &game[p]; {
		case c.Wonderwall == 0 || c.Ninja == 0:
		case p%2 == 0:
			c.Wonderwall = 0
		default:
			c.Ninja = 0
		}
	}
	return game
}

// tips returns the points where the arrows of the circle end, from the attributes in the picture.
func tips(t *testing.T, list []element) (tips []svg.Point) {
	for i, e := range list {
		at := ""
		switch {
		case e.name == "polygon" && len(strings.Fields(e.attributes["points"])) == 3:
			at = strings.Fields(e.attributes["points"])[0]
		case e.name == "path" && strings.Contains(e.attributes["d"], " L") && i > 0 && list[i-1].attributes["stroke-dasharray"] != "":
			at = strings.TrimPrefix(strings.Fields(e.attributes["d"])[1], "L")
		default:
			continue
		}
		var p svg.Point
		if _, err := fmt.Sscanf(at, "%g,%g", &p.X, &p.Y); err != nil {
			t.Fatalf("<%s>: %q: %v", e.name, at, err)
		}
		tips = append(tips, p)
	}
	return tips
}

func TestArrowheadsDoNotPileUp(t *testing.T) {
	for _, c := range []struct{ players, admirers int }{{4, 3}, {12, 11}, {60, 30}, {60, 59}, {200, 100}} {
		game := popularGame(c.players, c.admirers)
		names := make([]string, c.players)
		for p := range names {
			names[p] = fmt.Sprint("P", p)
		}
		proof := betweenness.Solve(game)
		list, err := elements(Picture(names, game, proof).SVG())
		if err != nil {
			t.Fatal(err)
		}
		tips := tips(t, list)
		want := 2*c.players + 2 // two arrows are in the legend
		if !proof.Solvable() {
			want += 2 // the thick arrows of a player in the core
		}
		if len(tips) != want {
			t.Fatalf("%d players: there are %d arrowheads, want %d", c.players, len(tips), want)
		}
		for i, p := range tips {
			for _, q := range tips[:i] {
				if distance := p.Minus(q).Length(); distance < 5 {
					t.Errorf("%d players, one chosen by %d: two arrows end %.1f pixels from each other, at %v", c.players, c.admirers, distance, p)
				}
			}
		}
	}
}
