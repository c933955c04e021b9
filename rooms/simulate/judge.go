package simulate

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strconv"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/questions"
	"enumerate/internal/lists"
	"enumerate/solver/betweenness"
)

// directions are the directions of the lines onto which places in the plane are projected, to find an order that solves
// the game. There are several, because one line may project three players that are nearly in line onto nearly the same
// place, and give a wrong order.
var directions = []Point{{1, 0}, {0, 1}, {5, 3}, {-3, 5}, {13, 4}, {-4, 13}, {7, 11}, {-11, 7}, {17, 1}, {-1, 17}, {9, 16}, {-16, 9}}

// Moves reports whether a ruleset has simulations: only Ninja Assassin Wonderwall has.
func Moves(r *enum.Ruleset) bool { return r.Name == wonderwall.Name }

// A Judge decides whether places solve a game.
type Judge struct{ table wonderwall.Table }

// NewJudge returns the judge of a game of a ruleset that has simulations.
func NewJudge(g single.Game) Judge { return Judge{g.(wonderwall.Table)} }

// Names returns the names of the players.
func (j Judge) Names() []string { return j.table.Names }

// Wants returns the choices of the players.
func (j Judge) Wants() betweenness.Game { return j.table.Game }

// Solution decides whether players at rest have solved their game. It projects their places onto one or more lines, and
// returns the first order on such a line that the ruleset accepts as a solution, or nil if there is none.
func (j Judge) Solution(ctx context.Context, ground string, places []Point) ([]string, error) {
	for on := range projections(grounds[ground], places) {
		if !j.satisfies(on) {
			continue // the ruleset would reject these places too, but more slowly
		}
		placement, err := questions.Place(ctx, j.table, bytes.NewReader(j.format(on)))
		if err != nil {
			return nil, err
		}
		if len(placement.Violations) == 0 {
			return placement.Order, nil
		}
	}
	return nil, nil
}

// projections yields the coordinates of the players on one or more lines, so that the caller can test whether their
// order on such a line solves the game. The line is that of the players, a circle cut at its widest gap, or one of
// several directions of the plane.
func projections(g ground, places []Point) func(yield func([]float64) bool) {
	return func(yield func([]float64) bool) {
		on := make([]float64, len(places))
		switch g {
		case line:
			for p, at := range places {
				on[p] = at.X
			}
			yield(on)
		case circle:
			cut := widest(places)
			for p, at := range places {
				on[p] = at.X
				if at.X < cut {
					on[p]++ // the places before the cut come after all others
				}
			}
			yield(on)
		default:
			for _, d := range directions {
				for p, at := range places {
					on[p] = float64(at.X*d.X) + float64(at.Y*d.Y)
				}
				if !yield(on) {
					return
				}
			}
		}
	}
}

// widest returns the coordinate of the player after the widest gap between neighbours on a circle, where the circle is
// cut.
func widest(places []Point) (cut float64) {
	sorted := lists.Map(places, func(at Point) float64 { return at.X })
	slices.Sort(sorted)

	most := -1.0                        // the widest gap so far
	before := sorted[len(sorted)-1] - 1 // the last player is before the first, around the circle
	for _, x := range sorted {
		if x-before > most {
			most, cut = x-before, x
		}
		before = x
	}
	return cut
}

// satisfies reports whether every player has its wonderwall between itself and its ninja at these places on a line.
func (j Judge) satisfies(on []float64) bool {
	for p, want := range j.table.Game {
		me, wonderwall, ninja := on[p], on[want.Wonderwall], on[want.Ninja]
		if !(me < wonderwall && wonderwall < ninja) && !(ninja < wonderwall && wonderwall < me) {
			return false
		}
	}
	return true
}

// format writes places on a line as the ruleset reads them.
func (j Judge) format(on []float64) []byte {
	var text []byte
	for p, name := range j.table.Names {
		text = fmt.Appendf(text, "%s: ", single.Word(name))
		text = strconv.AppendFloat(text, on[p], 'f', -1, 64)
		text = append(text, '\n')
	}
	return text
}
