package wonderwall

import (
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
)

// The tests in this file check what docs/papers/betweenness.md says about the complexity of the problem.

// randomTriples returns random triples. A triple demands that its second player stands between the others.
func randomTriples(players, n int, random *rand.Rand) []triple {
	var triples []triple
	for range n {
		p := random.Perm(players)
		triples = append(triples, triple{p[0], p[1], p[2]})
	}
	return triples
}

func canBeSatisfied(players int, triples []triple) bool {
	return slices.ContainsFunc(ordersUpToReversal(players), func(place []int) bool {
		return !slices.ContainsFunc(triples, func(t triple) bool { return !t.satisfied(place) })
	})
}

// owners assigns to each triple one of its three players, such that no player is assigned to two triples, or returns
// nil.
func owners(triples []triple) []int {
	owner := make([]int, len(triples))
	var assign func(i int, taken int) bool
	assign = func(i, taken int) bool {
		if i == len(triples) {
			return true
		}
		for _, p := range triples[i] {
			if taken>>p&1 == 0 {
				owner[i] = p
				if assign(i+1, taken|1<<p) {
					return true
				}
			}
		}
		return false
	}
	if !assign(0, 0) {
		return nil
	}
	return owner
}

// gameOfTriples returns a game in which the owner of each triple, one of its players, makes the choice that stands for
// the triple (docs/papers/betweenness.md). It is solvable if and only if the triples can be satisfied.
func gameOfTriples(players int, triples []triple, owner []int) betweenness.Game {
	game := make(betweenness.Game, players)
	owns := make([]bool, players)
	for i, t := range triples {
		owns[owner[i]] = true
		p, w, a := t[0], t[1], t[2]
		switch owner[i] {
		case p:
			game[p] = betweenness.Choice{Wonderwall: w, Ninja: a}
		case a:
			game[a] = betweenness.Choice{Wonderwall: w, Ninja: p}
		default:
			y := len(game)
			game[w] = betweenness.Choice{Wonderwall: y, Ninja: p}
			game = append(game, betweenness.Choice{Wonderwall: w, Ninja: a})
		}
	}
	d := len(game)
	game = append(game, betweenness.Choice{Wonderwall: d + 1, Ninja: d + 2}, betweenness.Choice{Wonderwall: d, Ninja: 0}, betweenness.Choice{Wonderwall: d + 1, Ninja: d})
	for x, own := range owns {
		if !own {
			game[x] = betweenness.Choice{Wonderwall: d, Ninja: d + 1}
		}
	}
	return game
}

func TestTriplesWithOwnersAreAGame(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 5))
	seen := make(map[bool]int)
	for range 4000 {
		players := 3 + random.IntN(4)
		triples := randomTriples(players, 1+random.IntN(players), random)
		owner := owners(triples)
		few := true // no set of triples has more triples than players
		for set := 1; set < 1<<len(triples); set++ {
			mentioned := 0
			for i, t := range triples {
				if set>>i&1 == 1 {
					mentioned |= 1<<t[0] | 1<<t[1] | 1<<t[2]
				}
			}
			few = few && bits.OnesCount(uint(mentioned)) >= bits.OnesCount(uint(set))
		}
		if few != (owner != nil) {
			t.Fatalf("%v: no part with too many: %t, owners: %v", triples, few, owner)
		}
		if !few {
			continue
		}
		game := gameOfTriples(players, triples, owner)
		if err := game.Validate(); err != nil {
			t.Fatalf("%v: %v", triples, err)
		}
		want := canBeSatisfied(players, triples)
		if got := betweenness.Solve(game).Solvable(); got != want {
			t.Fatalf("%v of %v can be satisfied: %t, the game %v solved: %t", triples, owner, want, game, got)
		}
		seen[want]++
	}
	if seen[true] < 500 || seen[false] < 500 {
		t.Errorf("satisfied or not: %v times", seen)
	}
}

// weak reports whether a map that gives each player a number gives the three players of a triple the same number, or
// gives the middle player a number between those of the other two.
func (t triple) weak(value []int) bool {
	return value[t[0]] == value[t[1]] && value[t[1]] == value[t[2]] || t.satisfied(value)
}

// weakMaps visits the maps from players to the numbers 0..players-1 that are weak for every triple: the three players
// have the same number, or the middle one a number between the others. It returns true as soon as visit does.
func weakMaps(players int, triples []triple, visit func(value []int) bool) bool {
	value := make([]int, players)
	var assign func(p int) bool
	assign = func(p int) bool {
		if p == players {
			return !slices.ContainsFunc(triples, func(t triple) bool { return !t.weak(value) }) && visit(value)
		}
		for v := range players {
			value[p] = v
			if assign(p + 1) {
				return true
			}
		}
		return false
	}
	return assign(0)
}

func constant(value []int, players int) bool {
	return slices.Min(value[:players]) == slices.Max(value[:players])
}

// treeSigns takes one leg of each triple, i.e. an arc from its middle player to one of its two ends, in every way. If
// the legs of q triples on q+1 players form a spanning tree, the tree has a sign: the determinant (1 or -1) of the
// incidence matrix of the legs, without the column of the last player. treeSigns returns which signs these trees have.
func treeSigns(triples []triple) map[int]bool {
	q := len(triples)
	signs := make(map[int]bool)
	for set := range 1 << q {
		m := make([][]int, q)
		for i, t := range triples {
			m[i] = make([]int, q+1)
			m[i][t[set>>i&1*2]]++
			m[i][t[1]]--
		}
		if d := smallDeterminant(m, 0, 0); d != 0 {
			signs[d] = true
		}
	}
	return signs
}

// smallDeterminant returns the determinant of the rows of m from `row` on, without the columns in the bit set `taken`.
func smallDeterminant(m [][]int, row, taken int) (sum int) {
	if row == len(m) {
		return 1
	}
	sign := 1
	for column := range m {
		if taken>>column&1 == 1 {
			continue
		}
		if x := m[row][column]; x != 0 {
			sum += sign * x * smallDeterminant(m, row+1, taken|1<<column)
		}
		sign = -sign
	}
	return sum
}

func TestWeakMapsExistUnlessAllTreesHaveOneSign(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 6))
	seen := make(map[bool]int)
	for range 1500 {
		q := 2 + random.IntN(3)
		triples := randomTriples(q+1, q, random)
		signs := treeSigns(triples)
		if len(signs) > 0 && !signs[1] && !signs[-1] {
			t.Fatalf("%v: trees with the determinants %v", triples, signs)
		}
		want := len(signs) != 1
		if got := weakMaps(q+1, triples, func(value []int) bool { return !constant(value, q+1) }); got != want {
			t.Fatalf("%v: a weak map that is not constant: %t; signs of trees: %v", triples, got, signs)
		}
		seen[want]++
	}
	if seen[true] < 100 || seen[false] < 100 {
		t.Errorf("weak maps or none: %v times", seen)
	}
}

// A gadget is a set of triples on three old players and some new ones, with as many triples as new players. A map of
// the players to numbers is weak if it gives the players of each triple the same number, or the middle player a number
// between those of the other two. If the triples can be satisfied, and every weak map that is constant on the old
// players is constant on all, then every order of the old players is part of an order that satisfies the triples.
func TestAGadgetWithAsManyTriplesAsNewPlayersRestrictsNothing(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 7))
	const old = 3
	seen := 0
	for range 600 {
		fresh := 1 + random.IntN(2)
		players := old + fresh
		triples := randomTriples(players, fresh, random)
		loose := weakMaps(players, triples, func(value []int) bool { return constant(value, old) && !constant(value, players) })
		if loose || !canBeSatisfied(players, triples) {
			continue
		}
		seen++
		orders := make(map[[2]bool]bool) // the orders of the first three players that some order of all players has
		for _, place := range ordersUpToReversal(players) {
			if !slices.ContainsFunc(triples, func(t triple) bool { return !t.satisfied(place) }) {
				orders[[2]bool{place[0] < place[2], place[1] < place[2]}] = true
			}
		}
		if len(orders) != old { // up to reversal, so that player 0 is before player 1
			t.Errorf("%v: the first three can be put in %d orders, want %d", triples, len(orders), old)
		}
	}
	if seen < 100 {
		t.Errorf("only %d gadgets", seen)
	}
}
