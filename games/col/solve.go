package col

import (
	"bufio"
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/search"
	"enumerate/internal/lists"
	"enumerate/solver/partizan"
)

// formula is also the name of a method.
const (
	auto       = "auto"
	exhaustive = "search"
	formula    = "formula"
)

// maxQuick is the largest number of uncoloured vertices for which all best moves are named by default.
const maxQuick = 30

// maxTrees limits the trees that the search of a position keeps, to about 500 MB.
const maxTrees = 1 << 22

func algorithms() []single.Algorithm {
	return []single.Algorithm{
		{Name: auto, Summary: fmt.Sprintf("trees by the formula, with all best moves if at most %d vertices are uncoloured; other digraphs piece by piece, where vertices that add a star are removed first", maxQuick)},
		{Name: exhaustive, Summary: "computes the values of all reachable positions; about 30 vertices in branching trees, more in paths"},
		{Name: formula, Summary: "trees only, by the kinds of subtrees, in linear time; names the first of the best moves to the same value"},
	}
}

// Solve returns the outcome, the value, and the best moves of both sides. By default it uses the formula. It names all
// best moves of small positions; for others it names only the first move to each best value, because naming all takes
// quadratic time.
func (p position) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	switch how.Algorithm {
	case "", auto:
		return p.byFormula(ctx, p.uncoloured() <= maxQuick && len(p) <= search.MaxVertices)
	case exhaustive:
		return p.searched(ctx)
	case formula:
		return p.byFormula(ctx, false)
	}
	return nil, single.Unknown("algorithm", how.Algorithm, []string{auto, exhaustive, formula})
}

// searched answers by trying all moves, without the formula.
func (p position) searched(ctx context.Context) (single.Answer, error) {
	solver := search.NewSolver()
	solver.Most = maxTrees
	value, err := solver.Value(ctx, p)
	if err != nil {
		return nil, err
	}
	return answerBy(solver.Arena(), value, p, func(v, side int) (partizan.Value, error) { return solver.Value(ctx, p.with(v, side)) })
}

type option struct {
	vertex int
	value  partizan.Value
}

// answerBy returns the answer to a game. The function `after` returns the value that results when a side colours a
// vertex. All values are in the arena.
func answerBy(arena *partizan.Arena, value partizan.Value, g game, after func(vertex, side int) (partizan.Value, error)) (answer, error) {
	a := answer{outcome: arena.Outcome(value).String(), value: arena.String(value)}
	for side := range a.best {
		var options []option
		for _, v := range g.legal(side) {
			value, err := after(v, side)
			if err != nil {
				return answer{}, err
			}
			options = append(options, option{v, value})
		}
		for _, o := range best(arena, options, side) {
			a.best[side] = append(a.best[side], move{o.vertex, g.painted(o.vertex, side), arena.String(o.value), wins(arena.Outcome(o.value), side)})
		}
	}
	return a, nil
}

// best returns the options of a side for which no other option is better. Left prefers greater values, Right smaller
// ones. Each different value is compared only once.
func best(arena *partizan.Arena, options []option, side int) []option {
	worse := partizan.Less
	if side == playing.Right {
		worse = partizan.Greater
	}
	dominated := make(map[partizan.Value]bool) // there are few values
	for _, o := range options {
		dominated[o.value] = false
	}
	for v := range dominated {
		for w := range dominated {
			if arena.Compare(v, w) == worse {
				dominated[v] = true
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(options), func(o option) bool { return dominated[o.value] })
}

// wins reports whether a side that has just moved to a position with the outcome o wins.
func wins(o partizan.Outcome, side int) bool {
	return o == partizan.P || o == [...]partizan.Outcome{playing.Left: partizan.L, playing.Right: partizan.R}[side]
}

// An answer has the outcome of a position, its value, and the best moves of both sides.
type answer struct {
	outcome string    // L, R, N or P
	value   string    // the value in standard notation
	best    [2][]move // the best moves of Left and of Right; none for a side that cannot move
}

type move struct {
	vertex   int
	Position fmt.Stringer `json:"move"` // the position after the move
	Value    string       `json:"value"`
	Wins     bool         `json:"wins"`
}

// chosen returns the first of a side's best moves that wins, or the first best move if none wins. Its vertex is -1 if
// the side cannot move.
func (a answer) chosen(side int) move {
	best := a.best[side]
	if len(best) == 0 {
		return move{vertex: -1}
	}
	return best[max(0, slices.IndexFunc(best, func(m move) bool { return m.Wins }))]
}

// Contents has the outcome, the value, and the best moves of each side:
//
//	N  value: *  Left: Bo = 0 wins  Right: Ro = 0 wins
//	{"verdict":"N","value":"*","left":[{"move":"Bo","value":"0","wins":true}],"right":[{"move":"Ro","value":"0","wins":true}]}
func (a answer) Contents() single.Contents {
	return single.Contents{Lines: a.writeLine, Value: a.object}
}

func (a answer) writeLine(w *bufio.Writer) {
	fmt.Fprintf(w, "%s  value: %s", a.outcome, a.value)
	for side, name := range []string{"Left", "Right"} {
		moves := strings.Join(lists.Map(a.best[side], move.words), "; ")
		fmt.Fprintf(w, "  %s: %s", name, cmp.Or(moves, "no move"))
	}
	fmt.Fprintln(w)
}

func (a answer) object() any {
	return struct {
		Verdict string `json:"verdict"`
		Value   string `json:"value"`
		Left    []move `json:"left"`
		Right   []move `json:"right"`
	}{a.outcome, a.value, append([]move{}, a.best[playing.Left]...), append([]move{}, a.best[playing.Right]...)}
}

func (m move) words() string {
	end := "loses"
	if m.Wins {
		end = "wins"
	}
	return fmt.Sprintf("%v = %s %s", m.Position, m.Value, end)
}
