package families

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"enumerate/internal/rows"
	"enumerate/solver/betweenness"
)

// A triples is a Steiner triple system: v points, and blocks of three points such that any two points are together in
// exactly one block. A system exists if and only if v is 1 or 3 modulo 6. No blocks are stored; third computes them.
//
// For v = 6t+3 the system is the construction of Bose, and for v = 6t+1 that of Skolem (Stinson, Combinatorial Designs,
// 2004). Both put m points on each of three levels. Point (x, i), where i is the level and x is from 0 to m-1, has the
// number im + x. Both have a commutative product xy of the numbers 0 to m-1, such that xy = z has exactly one solution
// y for all x and z. For any x < y and any level i there is a block
//
//	(x, i), (y, i), (xy, i+1)
//
// These blocks leave out the pairs of points with the same x, and the pairs of (x, i) and (xx, i+1), which further
// blocks have:
//
//   - Bose: m = 2t+1, and xy = (x+y)/2 modulo m, so that xx = x. The further blocks have the
//     same x on all three levels.
//   - Skolem: m = 2t, and there is one more point, 6t. If x+y modulo m is 2z then xy = z, and if it is 2z+1 then xy =
//     t+z. So xx is x for x < t, and x-t for the other x. Further blocks have the same x < t on all three levels, or
//     the point 6t with (x, i) and (x-t, i+1) for an x >= t.
type triples struct {
	points int // v
	t, m   int
}

// newTriples returns the Steiner triple system of a number of points, which must be at least 3, and 1 or 3 modulo 6.
func newTriples(points int) triples {
	t := points / 6
	return triples{points, t, 2*t + points%6/3}
}

// product returns xy, the product that the construction defines.
func (s triples) product(x, y int) int {
	sum := (x + y) % s.m
	if s.m%2 == 1 {
		return sum * (s.t + 1) % s.m // t+1 is a half
	}
	return sum/2 + sum%2*s.t
}

// quotient returns the y with xy = z.
func (s triples) quotient(z, x int) int {
	sum := 2 * z
	if s.m%2 == 0 && z >= s.t {
		sum = 2*(z-s.t) + 1
	}
	return (sum - x + s.m) % s.m
}

// third returns the third point of the block that contains two different points p and q. The type triples explains the
// construction of the blocks. It puts m points on each of three levels: the number of point (x, i), the point x on
// level i, is im + x. Level 3 is level 0 again. With the product xy of the construction, and t = m/2 rounded down, the
// blocks are
//
//	(x, i), (y, i), (xy, i+1)     for x < y
//	(x, 0), (x, 1), (x, 2)        if xx = x
//	3m, (x, i), (x-t, i+1)        if xx = x-t, which happens only if there is an additional point, 3m
func (s triples) third(p, q int) int {
	if last := 3 * s.m; p == last || q == last {
		x, i := min(p, q)%s.m, min(p, q)/s.m
		if x >= s.t {
			return s.point(x-s.t, i+1)
		}
		return s.point(x+s.t, i+2)
	}

	x, i := p%s.m, p/s.m
	y, j := q%s.m, q/s.m
	switch {
	case i == j:
		return s.point(s.product(x, y), i+1)
	case j == (i+2)%3:
		x, i, y, j = y, j, x, i
	}

	// Now p = (x, i) and q = (y, i+1): q is one level above p.
	switch other := s.quotient(y, x); { // the product of x and other is y
	case other != x: // a block of two points on the level of p, and their product q
		return s.point(other, i)
	case y == x: // a block of x on all three levels
		return s.point(x, j+1)
	}
	return 3 * s.m // a block of p = (x, i), q = (x-t, i+1) and the additional point 6t
}

func (s triples) point(x, i int) int { return i%3*s.m + x }

// A block is three points in ascending order.
type block [3]int

func (s triples) block(p, q int) block {
	r := s.third(p, q)
	low, high := min(p, q, r), max(p, q, r)
	return block{low, p + q + r - low - high, high}
}

// steinerGame returns a random game in which no two choices share two players. Its players are the points of a Steiner
// triple system. Each player has its own block, and chooses the two other points of this block.
//
// There are enough blocks by Hall's theorem: of v points, each is in (v-1)/2 >= 3 blocks, and a block has 3 points, so
// k points are in at least k blocks. Augmenting paths, which start with random blocks, assign them.
func steinerGame(players int, random *rand.Rand) (betweenness.Game, error) {
	if players < 7 || players > maxSteiner || players%6 != 1 && players%6 != 3 {
		return nil, fmt.Errorf("n = %d: for Steiner triple systems, expected 6t+1 or 6t+3 players, from 7 to %s", players, rows.Count(maxSteiner))
	}
	m := matching{triples: newTriples(players), owner: make(map[block]int), random: random}
	owns := make([]block, players)
	for p := range players {
		m.match(p, make(map[block]bool))
	}
	for b, p := range m.owner {
		owns[p] = b
	}
	game := make(betweenness.Game, players)
	for p, b := range owns {
		others := slices.DeleteFunc(slices.Clone(b[:]), func(q int) bool { return q == p })
		if random.IntN(2) == 1 {
			others[0], others[1] = others[1], others[0]
		}
		game[p] = betweenness.Choice{Wonderwall: others[0], Ninja: others[1]}
	}
	return game, nil
}

// maxSteiner limits the matching, which takes about 100 bytes for each player.
const maxSteiner = 1_000_000

// A matching assigns to each player a different block that contains the player.
type matching struct {
	triples
	owner  map[block]int // by block: the player whose block it is
	random *rand.Rand
}

// match gives player p a block that contains p and has no other owner. If a block of p is taken, match tries to give
// its owner another block instead, and so on (an augmenting path). tried has the blocks that this search has looked at.
func (m *matching) match(p int, tried map[block]bool) bool {
	from := m.random.IntN(m.points)
	for i := range m.points {
		q := (from + i) % m.points
		if q == p {
			continue
		}
		b := m.block(p, q)
		if tried[b] {
			continue
		}
		tried[b] = true
		if owner, taken := m.owner[b]; !taken || m.match(owner, tried) {
			m.owner[b] = p
			return true
		}
	}
	return false
}
