package wonderwall

import (
	"slices"
	"strconv"
	"testing"

	"github.com/bits-and-blooms/bitset"
)

// The tests in this file count the solvable labelled games in a third way, which uses only sets. It has no closures, no
// strings and no solver, and shares no code with the walk and the count.
//
// A game is solvable if and only if some order satisfies all its choices. While the players choose one after another,
// the test keeps the set of orders that satisfy the choices so far. At first this set has all orders, one of each pair
// of reverses, because an order and its reverse satisfy the same choices. Every choice intersects the set with the
// orders that satisfy this choice. Partial games with equal sets have equally many solvable completions, so they are
// merged and counted. Partial games with an empty set have no solvable completion and are dropped.
//
// The choices of the last three players complete a partial game to a solvable game if and only if some order of its set
// satisfies all three choices. Each order satisfies certain triples of such choices, so the number of solvable
// completions is the size of the union of these triples over all orders of the set.

// mostOrders is 8!/2, the number of orders of the largest size that is counted.
const mostOrders = 20160

// An orderSet is a set of orders, with one bit for every order up to reversal. It is an array because an array can be
// the key of a map. If sets of package bitset were used instead, with their bytes as keys, n = 8 would take a third
// more memory and slightly more time.
type orderSet [mostOrders / 64]uint64

func (s *orderSet) add(order int) { s[order/64] |= 1 << (order % 64) }

// intersect returns the orders that are in both sets, and whether there are any.
func (s *orderSet) intersect(t *orderSet) (both orderSet, some bool) {
	for i := range both {
		both[i] = s[i] & t[i]
		some = some || both[i] != 0
	}
	return both, some
}

// ordersUpToReversal returns one order of each pair of reverse orders of n players: the one with player 0 before player
// 1. An order is given as a list that has the place of each player.
func ordersUpToReversal(n int) [][]int {
	var orders [][]int
	place, taken := make([]int, n), make([]bool, n)
	var put func(p int)
	put = func(p int) {
		if p == n {
			if place[0] < place[1] {
				orders = append(orders, slices.Clone(place))
			}
			return
		}
		for i := range n {
			if !taken[i] {
				taken[i], place[p] = true, i
				put(p + 1)
				taken[i] = false
			}
		}
	}
	put(0)
	return orders
}

// satisfied returns which choices of a player an order satisfies, i.e. which choices have the wonderwall between the
// player and the ninja. The player's choices are numbered from 0 to (n-1)(n-2)-1; place has the place of each player in
// the order.
func satisfied(place []int, player int) []int {
	var numbers []int
	number := 0
	for w, at := range place {
		for b, end := range place {
			if w == player || b == player || w == b {
				continue
			}
			if start := place[player]; start < at && at < end || end < at && at < start {
				numbers = append(numbers, number)
			}
			number++
		}
	}
	return numbers
}

// satisfying returns, for each choice of a player, the orders that satisfy the choice.
func satisfying(orders [][]int, player int) []orderSet {
	n := len(orders[0])
	sets := make([]orderSet, (n-1)*(n-2))
	for order, place := range orders {
		for _, choice := range satisfied(place, player) {
			sets[choice].add(order)
		}
	}
	return sets
}

// satisfiedTriples returns, for each order, the triples of choices of the last three players that the order satisfies.
func satisfiedTriples(orders [][]int) []*bitset.BitSet {
	n := len(orders[0])
	choices := (n - 1) * (n - 2)
	triples := make([]*bitset.BitSet, len(orders))
	for order, place := range orders {
		triples[order] = bitset.New(uint(choices * choices * choices))
		for _, a := range satisfied(place, n-3) {
			for _, b := range satisfied(place, n-2) {
				for _, c := range satisfied(place, n-1) {
					triples[order].Set(uint((a*choices+b)*choices + c))
				}
			}
		}
	}
	return triples
}

// solvableByOrders returns the number of solvable labelled games of n players, for n from 3 to 8. The players choose
// one after another. Layer k is a table of the states after the first k players have chosen: a state is the set of all
// orders that satisfy their choices, and the table says how many combinations of choices lead to this set. With 8
// players the layers k = 1, 2, 3, 4, 5 have 1, 40, 1,420, 41,838 and 944,006 sets. This takes 4 GB and about 70 seconds
// of one core, mostly for the last three players, whose choices are counted together.
func solvableByOrders(n int) uint64 {
	orders := ordersUpToReversal(n)
	var all orderSet
	for order := range orders {
		all.add(order)
	}
	layer := map[orderSet]uint64{all: 1} // the number of partial games with each set
	for player := range n - 3 {
		choices, alike := satisfying(orders, player), uint64(1)
		if player == 0 { // all its choices are relabelings of each other, so one choice represents them
			choices, alike = choices[:1], uint64(len(choices))
		}
		next := make(map[orderSet]uint64)
		for set, games := range layer {
			for c := range choices {
				if both, some := set.intersect(&choices[c]); some {
					next[both] += games * alike
				}
			}
		}
		layer = next
	}

	// A triple has one choice for each of the last three players. It completes a partial game to a solvable game if
	// some order of the partial game's set satisfies all three choices. So the completions of a set are the union of
	// the triples that its orders satisfy.
	triples := satisfiedTriples(orders)
	completions := bitset.New(triples[0].Len())
	var solvable uint64
	for set, games := range layer {
		completions.ClearAll()
		for order := range bitset.From(set[:]).EachSet() {
			completions.InPlaceUnion(triples[order])
		}
		solvable += games * uint64(completions.Count())
	}
	return solvable
}

func TestSolvableGamesByOrderSets(t *testing.T) {
	limit := largest(6, 7, 8)
	for _, g := range golden {
		if g.players > limit {
			break
		}
		if got := strconv.FormatUint(solvableByOrders(g.players), 10); got != g.solvable {
			t.Errorf("solvableByOrders(%d) = %s, want %s", g.players, got, g.solvable)
		}
	}
}

func TestEachChoiceIsSatisfiedByAThirdOfTheOrders(t *testing.T) {
	for n, want := range map[int]uint{3: 1, 4: 4, 5: 20, 6: 120, 7: 840} { // n!/6
		orders := ordersUpToReversal(n)
		for player := range n {
			for choice, set := range satisfying(orders, player) {
				if got := bitset.From(set[:]).Count(); got != want {
					t.Errorf("n=%d: choice %d of player %d is satisfied by %d orders, want %d", n, choice, player, got, want)
				}
			}
		}
	}
}
