package wonderwall

import (
	"context"
	"fmt"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

// families lists the kinds of games that can be made, the simplest first.
func families() []enum.Family {
	families := []enum.Family{
		{Name: "random", Summary: "everybody chooses at random, among all choices alike", Generate: generate(randomGame)},
		{
			Name:     "trap",
			Summary:  "unsolvable: copies of a pattern, each of which doubles a plain search",
			Size:     enum.FamilyNumber{Name: "copies", Summary: "how many copies of the pattern make a game"},
			Fixed:    true,
			Generate: generate(trapGame),
		},
		{
			Name:     "steiner",
			Summary:  "for 6t+1 or 6t+3 players, from 7: no two choices share two players, so none implies another",
			Generate: generate(steinerGame),
		},
		{
			Name:     "coronene",
			Summary:  "unsolvable: hexagons in a hexagon with so many on a side, which cannot be coloured",
			Size:     enum.FamilyNumber{Name: "side", Summary: "how many hexagons are on a side"},
			Fixed:    true,
			Generate: generate(coroneneGame),
		},
		{
			Name:     "colouring",
			Summary:  "solvable if a random hypergraph with one edge more than vertices can be coloured with two colours",
			Size:     enum.FamilyNumber{Name: "vertices", Summary: "how many vertices the hypergraph has"},
			Generate: generate(colouringGame),
		},
		{
			Name:    "circulant",
			Summary: "everybody chooses the players that are a and b further in a circle, but some are nobody's wonderwall",
			Numbers: []enum.FamilyNumber{
				{Name: "a", Summary: "how far the wonderwall is from its player"},
				{Name: "b", Summary: "how far the ninja is from its player"},
				{Name: "nobody", Summary: "how many players are nobody's wonderwall"},
			},
			With: func(numbers []int) func(int, *rand.Rand) (enum.Answer, error) {
				return generate(circulant{numbers[0], numbers[1], numbers[2]}.game)
			},
		},
	}
	for i := range families {
		families[i].Formats = text.Formats()
		families[i].Shuffle = shuffle
	}
	return families
}

// generate gives the players of games default names.
func generate(game func(size int, random *rand.Rand) (betweenness.Game, error)) func(int, *rand.Rand) (enum.Answer, error) {
	return func(size int, random *rand.Rand) (enum.Answer, error) {
		g, err := game(size, random)
		if err != nil {
			return nil, err
		}
		return text.FromGame(g), nil
	}
}

// shuffle gives the players other numbers, and with them other names and rows.
func shuffle(made enum.Answer, random *rand.Rand) enum.Answer {
	game := made.(text.Table).Game
	shuffled := make(betweenness.Game, len(game))
	to := random.Perm(len(game))
	for p, c := range game {
		shuffled[to[p]] = betweenness.Choice{Wonderwall: to[c.Wonderwall], Ninja: to[c.Ninja]}
	}
	return text.FromGame(shuffled)
}

// randomGame returns a game drawn uniformly at random.
func randomGame(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	game := make(betweenness.Game, players)
	randomize(game, random)
	return game, nil
}

// randomize draws a game uniformly at random: the players choose independently.
func randomize(game betweenness.Game, random *rand.Rand) {
	for p := range game {
		// Step over the player, then over both.
		w := random.IntN(len(game) - 1)
		if w >= p {
			w++
		}
		n := random.IntN(len(game) - 2)
		if n >= min(p, w) {
			n++
		}
		if n >= max(p, w) {
			n++
		}
		game[p] = betweenness.Choice{Wonderwall: w, Ninja: n}
	}
}

// Random draws a labelled game of a size uniformly at random, and solves it.
func Random(ctx context.Context, players int, random *rand.Rand) (enum.Game, int, error) {
	game, err := randomGame(players, random)
	if err != nil {
		return nil, 0, err
	}
	solved, _, err := betweenness.NewSearcher().Solvable(ctx, game)
	if solved {
		return fromGame(game), space.Solvable, err
	}
	return fromGame(game), space.Unsolvable, err
}

// A sampler draws games and solves them.
type sampler struct {
	game   betweenness.Game
	search *betweenness.Searcher
}

// newSampler returns what makes samplers of a size.
func newSampler(players int) (func() enum.Sampler, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	return func() enum.Sampler {
		return &sampler{make(betweenness.Game, players), betweenness.NewSearcher()}
	}, nil
}

// Sample draws a game and solves it.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	randomize(s.game, random)
	solved, work, err := s.search.Solvable(ctx, s.game)
	if solved {
		return space.Solvable, enum.Work(work), err
	}
	return space.Unsolvable, enum.Work(work), err
}

// trapGame returns the game that the thesis sets as a trap for its search. For
// the copies of four players a, b, c, d
//
//	a: b c
//	b: c d
//	c: b a
//	d: the a of the next copy
//
// any solution of a copy puts a, b, c and d in a line, this way or that. A copy
// shares one player with the next, so nothing follows from one for another. The
// last d chooses a and b, and contradicts that line: there is no solution. A
// search that takes copy after copy finds that out 2^copies times.
func trapGame(copies int, _ *rand.Rand) (betweenness.Game, error) {
	const most = (space.Most - 1) / 3
	if copies < 1 || copies > most {
		return nil, fmt.Errorf("a trap has from 1 to %d copies, not %d", most, copies)
	}
	game := make(betweenness.Game, 3*copies+1)
	for a := 0; a < 3*copies; a += 3 {
		b, c, d := a+1, a+2, a+3
		game[a] = betweenness.Choice{Wonderwall: b, Ninja: c}
		game[b] = betweenness.Choice{Wonderwall: c, Ninja: d}
		game[c] = betweenness.Choice{Wonderwall: b, Ninja: a}
		game[d] = betweenness.Choice{Wonderwall: a, Ninja: b}
	}
	return game, nil
}

// A circulant is a family of games in a circle. Player p chooses the wonderwall p+a and the
// ninja p+b, modulo the number of players. Then some players, drawn at random, are made
// nobody's wonderwall: who had chosen one of them so swaps its choices, or if its ninja is one
// of them too keeps it and draws another wonderwall, among all that it may choose.
//
// The two ends of a solution are nobody's wonderwall. So with fewer than two such players
// there is none, and with two or three it is all but known who is at the ends.
type circulant struct{ a, b, nobody int }

func (c circulant) game(players int, random *rand.Rand) (betweenness.Game, error) {
	if _, err := space.New(players); err != nil {
		return nil, err
	}
	if min(c.a, c.b) < 1 || max(c.a, c.b) >= players || c.a == c.b {
		return nil, fmt.Errorf("in a circle of %d players a and b are two numbers from 1 to %d, not %d and %d", players, players-1, c.a, c.b)
	}
	if c.nobody < 0 || c.nobody > players-3 {
		return nil, fmt.Errorf("of %d players from 0 to %d can be nobody's wonderwall, not %d", players, players-3, c.nobody)
	}
	drawn := random.Perm(players)
	spared := make([]bool, players) // nobody's wonderwall
	for _, p := range drawn[:c.nobody] {
		spared[p] = true
	}
	others := drawn[c.nobody:]
	game := make(betweenness.Game, players)
	for p := range game {
		w, n := (p+c.a)%players, (p+c.b)%players
		if spared[w] && !spared[n] {
			w, n = n, w
		}
		for spared[w] || w == p || w == n {
			w = others[random.IntN(len(others))]
		}
		game[p] = betweenness.Choice{Wonderwall: w, Ninja: n}
	}
	return game, nil
}

// A triples is a Steiner triple system: v points, and blocks of three of them
// such that any two points are together in exactly one block. So it is enough to
// know the third point of the block of any two, and that follows from a formula:
// no blocks are stored. There is a system if and only if v is 1 or 3 modulo 6.
//
// For v = 6t+3 it is the construction of Bose, for v = 6t+1 that of Skolem (Stinson,
// Combinatorial Designs, 2004). Both take m points x on each of three
// levels i, numbered im + x, and a product xy on 0..m-1 that is commutative and
// has one solution y of xy = z for all x and z. A block is, for any x < y and i,
//
//	(x, i), (y, i), (xy, i+1)
//
// which leaves the pairs of points with the same x, and those of (x, i) with
// (xx, i+1).
//
//   - Bose: m = 2t+1, xy = (x+y)/2 modulo m, so that xx = x. The blocks left are
//     the x on all three levels.
//   - Skolem: m = 2t, and one more point, 6t. If x+y modulo m is 2z then xy = z, if
//     it is 2z+1 then xy = t+z. So xx is x for x < t, and x-t for the others. The
//     blocks left are the x < t on all three levels, and the point 6t with (x, i)
//     and (x-t, i+1) for x >= t.
type triples struct {
	points, t, m int
}

// newTriples returns the Steiner triple system of a number of points, at least
// 3, that is 1 or 3 modulo 6.
func newTriples(points int) triples {
	t := points / 6
	if points%6 == 3 {
		return triples{points, t, 2*t + 1}
	}
	return triples{points, t, 2 * t}
}

// product returns xy.
func (s triples) product(x, y int) int {
	sum := (x + y) % s.m
	if s.m%2 == 1 {
		return sum * (s.t + 1) % s.m // t+1 is a half
	}
	return sum/2 + sum%2*s.t
}

// quotient returns y of xy = z.
func (s triples) quotient(z, x int) int {
	sum := 2 * z
	if s.m%2 == 0 && z >= s.t {
		sum = 2*(z-s.t) + 1
	}
	return (sum - x + s.m) % s.m
}

// third returns the third point of the block of two different points.
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
	// Now q is one level above p.
	switch other := s.quotient(y, x); {
	case other != x:
		return s.point(other, i)
	case y == x:
		return s.point(x, j+1)
	}
	return 3 * s.m
}

func (s triples) point(x, i int) int { return i%3*s.m + x }

// A block is three points, ascending.
type block [3]int

// block returns the block of two different points.
func (s triples) block(p, q int) block {
	r := s.third(p, q)
	low, high := min(p, q, r), max(p, q, r)
	return block{low, p + q + r - low - high, high}
}

// steinerGame returns a game in which everybody chooses the two others of a
// block of a Steiner triple system. From 7 players on everybody has a block of
// its own, so no two choices speak of the same two players.
//
// That is possible by Hall's theorem: each point is in (v-1)/2 >= 3 blocks, and a
// block has 3 points, so k points are in at least k blocks. Which block is whose
// is found as a matching, by augmenting paths; where the search for a block
// begins and who is the ninja is drawn.
func steinerGame(players int, random *rand.Rand) (betweenness.Game, error) {
	if players < 7 || players > maxSteiner || players%6 != 1 && players%6 != 3 {
		return nil, fmt.Errorf("there are Steiner triple systems of 6t+1 and 6t+3 players, here from 7 to %d, not of %d", maxSteiner, players)
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
		var others []int
		for _, q := range b {
			if q != p {
				others = append(others, q)
			}
		}
		if random.IntN(2) == 1 {
			others[0], others[1] = others[1], others[0]
		}
		game[p] = betweenness.Choice{Wonderwall: others[0], Ninja: others[1]}
	}
	return game, nil
}

// maxSteiner bounds the matching, some 100 bytes for each player.
const maxSteiner = 1_000_000

// A matching gives players blocks of their own, each one that it is in.
type matching struct {
	triples
	owner  map[block]int
	random *rand.Rand
}

// match gives player p a block, and others other ones if need be, without those
// in tried. It reports whether it could.
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
