package partizan

import (
	"math/big"
	"slices"
)

// A Point is where a wall of a thermograph bends: the wall is at X at the temperature T.
type Point struct{ T, X *big.Rat }

// A Thermograph says how a game is played with a tax of t on each move: its walls are the Left
// and the Right stop then, for t from 0 on. They bend at their points, are straight between these,
// and stay where they are beyond the last, the mast.
type Thermograph struct {
	Left, Right []Point
	// Mean is where the mast stands. Temperature is where it begins, for a game that is no
	// number; for a number m/2^k in lowest terms it is -1/2^k.
	Mean, Temperature *big.Rat
}

// Thermograph returns the thermograph of a value. Its Left wall is the most of the Right walls of
// its Left options, less t. Its Right wall is the least of the Left walls of its Right options,
// and t more. This is so until they meet (Conway, On Numbers and Games, chapter 9). The time is
// quadratic in the options of each position of the canonical form.
func (a *Arena) Thermograph(v Value) Thermograph {
	return a.thermograph(v, make(map[Value]Thermograph))
}

// thermograph is Thermograph, which keeps what is found.
func (a *Arena) thermograph(v Value, known map[Value]Thermograph) Thermograph {
	if found, ok := known[v]; ok {
		return found
	}
	a.step()
	var found Thermograph
	if num, exp, ok := a.Number(v); ok {
		x := new(big.Rat).SetFrac(big.NewInt(num), new(big.Int).Lsh(big.NewInt(1), uint(exp)))
		wall := []Point{{new(big.Rat), x}}
		found = Thermograph{wall, wall, x, new(big.Rat).SetFrac(big.NewInt(-1), x.Denom())}
	} else {
		var left, right [][]Point
		for _, o := range a.Left(v) {
			left = append(left, a.thermograph(o, known).Right)
		}
		for _, o := range a.Right(v) {
			right = append(right, a.thermograph(o, known).Left)
		}
		found = meet(scaffold{left, -1}, scaffold{right, 1})
	}
	known[v] = found
	return found
}

// at returns where a wall is at a temperature.
func at(wall []Point, t *big.Rat) *big.Rat {
	next := slices.IndexFunc(wall, func(p Point) bool { return p.T.Cmp(t) >= 0 })
	switch {
	case next < 0:
		return wall[len(wall)-1].X
	case next == 0:
		return wall[0].X
	}
	return between(wall[next-1], wall[next], t)
}

// between returns where the line through two points is at a temperature.
func between(p, q Point, t *big.Rat) *big.Rat {
	slope := new(big.Rat).Sub(q.X, p.X)
	slope.Quo(slope, new(big.Rat).Sub(q.T, p.T))
	x := new(big.Rat).Sub(t, p.T)
	return x.Add(x.Mul(x, slope), p.X)
}

// A scaffold is the walls of a side's options, taxed: -1 for Left, who wants the most of them, 1
// for Right, who wants the least.
type scaffold struct {
	walls [][]Point
	tax   int64
}

// at returns where a scaffold is at a temperature.
func (s scaffold) at(t *big.Rat) *big.Rat {
	best := at(s.walls[0], t)
	for _, wall := range s.walls[1:] {
		if x := at(wall, t); int64(x.Cmp(best))*s.tax < 0 {
			best = x
		}
	}
	return new(big.Rat).Add(best, new(big.Rat).Mul(t, big.NewRat(s.tax, 1)))
}

// bends returns the temperatures, in their order, between which a scaffold is straight: those at
// which a wall bends, and at which two walls cross.
func (s scaffold) bends() []*big.Rat {
	times := []*big.Rat{new(big.Rat)}
	for _, wall := range s.walls {
		for _, p := range wall {
			times = append(times, p.T)
		}
	}
	times = inOrder(times)
	for i, end := range times[1:] {
		begin := times[i]
		for j, wall := range s.walls {
			for _, other := range s.walls[:j] {
				before := new(big.Rat).Sub(at(wall, begin), at(other, begin))
				after := new(big.Rat).Sub(at(wall, end), at(other, end))
				if before.Sign()*after.Sign() < 0 {
					times = append(times, crossing(begin, end, before, after))
				}
			}
		}
	}
	return inOrder(times)
}

// crossing returns when a straight difference is 0 that has two signs at two times.
func crossing(begin, end, before, after *big.Rat) *big.Rat {
	return between(Point{before, begin}, Point{after, end}, new(big.Rat))
}

// inOrder sorts times and drops repetitions.
func inOrder(times []*big.Rat) []*big.Rat {
	slices.SortFunc(times, (*big.Rat).Cmp)
	return slices.CompactFunc(times, func(s, t *big.Rat) bool { return s.Cmp(t) == 0 })
}

// meet returns the thermograph of a game whose scaffolds these are: they are its walls until they
// meet.
func meet(left, right scaffold) Thermograph {
	times := inOrder(append(left.bends(), right.bends()...))
	// Beyond the last bend the gap shrinks by 2 for each unit.
	last := times[len(times)-1]
	gap := new(big.Rat).Sub(left.at(last), right.at(last))
	if gap.Sign() > 0 {
		times = append(times, gap.Add(gap.Quo(gap, big.NewRat(2, 1)), last))
	}
	var g Thermograph
	for i, t := range times {
		l, r := left.at(t), right.at(t)
		gap := new(big.Rat).Sub(l, r)
		if gap.Sign() < 0 { // they have met since the time before
			before := new(big.Rat).Sub(left.at(times[i-1]), right.at(times[i-1]))
			t = crossing(times[i-1], t, before, gap)
			l = left.at(t)
			r, gap = l, new(big.Rat)
		}
		g.Left, g.Right = append(g.Left, Point{t, l}), append(g.Right, Point{t, r})
		if gap.Sign() == 0 {
			g.Mean, g.Temperature = l, t
			break
		}
	}
	g.Left, g.Right = straightened(g.Left), straightened(g.Right)
	return g
}

// straightened drops the points at which a wall does not bend.
func straightened(wall []Point) []Point {
	var bends []Point
	for i, p := range wall {
		if i > 0 && i < len(wall)-1 && between(bends[len(bends)-1], wall[i+1], p.T).Cmp(p.X) == 0 {
			continue
		}
		bends = append(bends, p)
	}
	if n := len(bends); n > 1 && bends[n-1].X.Cmp(bends[n-2].X) == 0 {
		bends = bends[:n-1] // the mast begins there
	}
	return bends
}
