package draw

import (
	"cmp"
	"math"
	"slices"

	"enumerate/internal/lists"
	"enumerate/internal/svg"
)

// The ends of all arrows to and from a player form a fan, on the side that faces the center of the circle of players.
// They are so far apart that the heads of arrows do not touch. If more players chose the player, the fan is on a larger
// circle around the player.
const (
	headWidth = 6              // of the head of an arrow, in pixels
	tailWidth = 2              // of the other end
	fanWidth  = math.Pi * 1.05 // the angle of the fan
)

// An end is one end of an arrow: way is the unit vector from the player's place to it, and bend is the point towards
// which the arrow bends, relative to the end.
type end struct{ way, bend svg.Point }

type arrowEnds struct{ leaves, arrives end }

// outlines returns, for each player, the radius of the circle around its dot at which arrows end.
func (d *drawing) outlines() []float64 {
	outlines := make([]float64, len(d.game))
	for p := range outlines {
		// The heads of the arrows to the player and the tails of its own arrows fit side by side on an arc of the angle
		// fanWidth. The radius is the length of this arc divided by its angle.
		outlines[p] = max(nodeOutline, (float64(d.chooserCount[p])*headWidth+2*tailWidth)/fanWidth)
		if d.inCore[p] {
			outlines[p] = max(outlines[p], ringOutline)
		}
	}
	return outlines
}

// spreadEnds returns where the arrows of each player to its wonderwall and to its ninja begin and end. An end of an
// arrow lies on the outline of its player, a circle around the dot, in the direction in which the arrow bends. Ends at
// the same player are then moved apart so that the heads do not touch.
func (k *circle) spreadEnds() [][2]arrowEnds {
	ends := make([][2]arrowEnds, len(k.game))
	at, widths := make([][]*end, len(k.game)), make([][]float64, len(k.game)) // by player: the ends at it and their widths
	for p, choice := range k.game {
		if !k.choosing(p) {
			continue
		}
		for i, q := range [2]int{choice.Wonderwall, choice.Ninja} {
			e := &ends[p][i]
			bend := k.bend(p, q)
			e.leaves, e.arrives = k.endAt(p, bend), k.endAt(q, bend)
			at[p], at[q] = append(at[p], &e.leaves), append(at[q], &e.arrives)
			widths[p], widths[q] = append(widths[p], tailWidth/k.outline[p]), append(widths[q], headWidth/k.outline[q])
		}
	}

	// Angles are measured from the direction to the center of the circle.
	for p, around := range at {
		inward := k.angles[p] + math.Pi
		angles := lists.Map(around, func(e *end) float64 { return angleBetween(way(inward), e.way) })
		for i, angle := range spread(angles, widths[p], fanWidth/2) {
			around[i].way = way(inward + angle)
			// The point towards which the arrow bends is turned half as far as the end of the arrow.
			around[i].bend = way(inward + (angle+angles[i])/2).Times(around[i].bend.Length())
		}
	}
	return ends
}

// endAt returns the end, at player p, of an arrow that bends towards the point `bend`.
func (k *circle) endAt(p int, bend svg.Point) end {
	at := k.place(p)
	return end{at.Towards(bend), bend.Minus(at).Times(2. / 3)}
}

// bend returns the point towards which the arrow from player p to player q bends. The point is a little to the right of
// the middle between them, so that the arrow does not cover an arrow in the other direction. For players near each
// other it is also closer to the center of the circle, so that the arrow passes the players between them.
func (k *circle) bend(p, q int) svg.Point {
	from, to := k.place(p), k.place(q)
	straight := to.Minus(from)
	middle := from.Plus(straight.Times(0.5))
	bend := middle.Plus(from.Towards(to).QuarterTurn().Times(4 + 0.08*straight.Length()))
	// The nearness is 0 for players opposite each other, and almost 1 for neighbours in a large circle.
	if nearness := 1 - straight.Length()/(2*k.radius); nearness > 1e-9 {
		bend = bend.Plus(middle.Towards(k.center).Times(0.35*nearness*straight.Length() + 2*k.extraDistance(p, q)))
	}
	return bend
}

// extraDistance returns by how much the players between p and q are larger than plain dots. An arrow between p and q
// must keep away from them by that much more. The players between are those on the shorter side of the circle. Each has
// an outline, the distance from its place at which arrows to it end. The result is the largest of these outlines minus
// the outline of a plain dot.
func (k *circle) extraDistance(p, q int) float64 {
	players := len(k.game)
	clockwise := math.Mod(k.angles[q]-k.angles[p]+2*math.Pi, 2*math.Pi)
	if clockwise > math.Pi {
		p, q = q, p // now the way clockwise from p to q is the shorter one
	}
	widest := 0.0
	for r := (p + 1) % players; r != q; r = (r + 1) % players {
		widest = max(widest, k.outline[r]-nodeOutline)
	}
	return widest
}

// way returns the unit vector in a direction, clockwise from the right.
func way(angle float64) svg.Point {
	sin, cos := math.Sincos(angle)
	return svg.At(cos, sin)
}

// angleBetween returns the clockwise angle from the direction of p to the direction of q, from -Pi to Pi.
func angleBetween(p, q svg.Point) float64 {
	return math.Atan2(p.X*q.Y-p.Y*q.X, p.X*q.X+p.Y*q.Y)
}

// spread moves angles apart so that the intervals of the given widths around them do not overlap, and lie between
// -limit and limit. The sum of the widths must be at most 2·limit. spread keeps the order of the angles, and minimizes
// the sum of the squares of the changes.
//
// Subtract from each angle the sum of the widths before it. The intervals do not overlap if these differences ascend.
// The nearest ascending numbers are found by isotonic regression: as long as two neighbours are in the wrong order,
// both get their mean.
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
	before, all := make([]float64, len(angles)), 0.0 // the widths before each angle, and the sum of all widths
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
	spreadAngles := make([]float64, len(angles))
	rank := 0
	for _, p := range pools {
		at := max(-limit, min(mean(p), limit-all))
		for _, i := range order[rank : rank+p.size] {
			spreadAngles[i] = at + before[i]
		}
		rank += p.size
	}
	return spreadAngles
}
