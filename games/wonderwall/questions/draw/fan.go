package draw

import (
	"cmp"
	"math"
	"slices"

	"enumerate/internal/lists"
	"enumerate/internal/svg"
)

// The ends of arrows stand round a player, on the side towards the center, so far from each
// other that their heads do not touch. So the more players have chosen a player, the larger
// is the circle on which they stand.
const (
	headWidth = 6              // that the head of an arrow takes, in pixels
	tailWidth = 2              // that the other end takes
	fanWidth  = math.Pi * 1.05 // the angle in which all ends of a player stand
)

// An end is where an arrow meets a player: on the way from the player's place, of length 1.
// From there the arrow bends towards another point, given from there.
type end struct{ way, bend svg.Point }

// arrowEnds are those of one arrow.
type arrowEnds struct{ leaves, arrives end }

// outlines returns how far from their places the players' arrows end.
func (d *drawing) outlines() []float64 {
	outlines := make([]float64, len(d.game))
	for p := range outlines {
		outlines[p] = max(nodeOutline, (float64(d.chosen[p])*headWidth+2*tailWidth)/fanWidth)
		if d.inCore[p] {
			outlines[p] = max(outlines[p], ringOutline)
		}
	}
	return outlines
}

// spreadEnds returns the ends of the arrows from each player to its wonderwall and its ninja.
func (k *circle) spreadEnds() [][2]arrowEnds {
	ends := make([][2]arrowEnds, len(k.game))
	at, widths := make([][]*end, len(k.game)), make([][]float64, len(k.game)) // by player: the ends that stand round it
	for p, choice := range k.game {
		for i, q := range [2]int{choice.Wonderwall, choice.Ninja} {
			e := &ends[p][i]
			bend := k.bend(p, q)
			e.leaves, e.arrives = k.endAt(p, bend), k.endAt(q, bend)
			at[p], at[q] = append(at[p], &e.leaves), append(at[q], &e.arrives)
			widths[p], widths[q] = append(widths[p], tailWidth/k.outline[p]), append(widths[q], headWidth/k.outline[q])
		}
	}
	for p, around := range at {
		inward := k.angles[p] + math.Pi
		angles := lists.Map(around, func(e *end) float64 { return angleBetween(way(inward), e.way) })
		for i, angle := range spread(angles, widths[p], fanWidth/2) {
			around[i].way = way(inward + angle)
			around[i].bend = way(inward + (angle+angles[i])/2).Times(around[i].bend.Length())
		}
	}
	return ends
}

// endAt returns the end at a player of an arrow that bends towards a point.
func (k *circle) endAt(p int, bend svg.Point) end {
	at := k.place(p)
	return end{at.Towards(bend), bend.Minus(at).Times(2. / 3)}
}

// bend returns where the arrow between two players bends to: towards the center, past the
// players between them and their circles, and a little to its right, so that the arrow the other way has a
// place of its own.
func (k *circle) bend(p, q int) svg.Point {
	from, to := k.place(p), k.place(q)
	straight := to.Minus(from)
	middle := from.Plus(straight.Times(0.5))
	bend := middle.Plus(from.Towards(to).QuarterTurn().Times(4 + 0.08*straight.Length()))
	if nearness := 1 - straight.Length()/(2*k.radius); nearness > 1e-9 {
		bend = bend.Plus(middle.Towards(k.center).Times(0.35*nearness*straight.Length() + 2*k.inTheWay(p, q)))
	}
	return bend
}

// inTheWay returns how much further from its place than a dot anything of a player reaches
// that stands between two others, on the shorter way round the circle.
func (k *circle) inTheWay(p, q int) float64 {
	players := len(k.game)
	clockwise := math.Mod(k.angles[q]-k.angles[p]+2*math.Pi, 2*math.Pi)
	if clockwise > math.Pi {
		p, q = q, p
	}
	widest := 0.0
	for r := (p + 1) % players; r != q; r = (r + 1) % players {
		widest = max(widest, k.outline[r]-nodeOutline)
	}
	return widest
}

// way returns the way of length 1 in a direction, clockwise from the right.
func way(angle float64) svg.Point {
	sin, cos := math.Sincos(angle)
	return svg.At(cos, sin)
}

// angleBetween returns the angle by which p must be turned clockwise to point as q does,
// from -Pi to Pi.
func angleBetween(p, q svg.Point) float64 {
	return math.Atan2(p.X*q.Y-p.Y*q.X, p.X*q.X+p.Y*q.Y)
}

// spread returns angles in the order of those given, so that what has these widths around
// them does not overlap and is from -limit to limit, as near to the given ones as that
// allows: the sum of the squares of what they differ by is the least. There must be room for
// the widths. Less the widths before each of them the angles ascend; so this is isotonic
// regression, by pooling adjacent violators.
func spread(angles, widths []float64, limit float64) []float64 {
	order := make([]int, len(angles))
	for i := range order {
		order[i] = i
	}
	rounded := func(i int) float64 { return math.Round(angles[i] * 1e6) } // machines differ in the last bits
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(rounded(a), rounded(b)) })
	type pool struct {
		sum  float64
		size int
	}
	mean := func(p pool) float64 { return p.sum / float64(p.size) }
	var pools []pool
	before, all := make([]float64, len(angles)), 0.0 // the widths before each angle, and all
	for _, i := range order {
		before[i] = all + widths[i]/2
		all += widths[i]
		next := pool{angles[i] - before[i], 1}
		for len(pools) > 0 && mean(pools[len(pools)-1]) >= mean(next) {
			last := pools[len(pools)-1]
			pools, next = pools[:len(pools)-1], pool{last.sum + next.sum, last.size + next.size}
		}
		pools = append(pools, next)
	}
	apart := make([]float64, len(angles))
	rank := 0
	for _, p := range pools {
		at := max(-limit, min(mean(p), limit-all))
		for _, i := range order[rank : rank+p.size] {
			apart[i] = at + before[i]
		}
		rank += p.size
	}
	return apart
}
