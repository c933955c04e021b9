package wonderwall

import (
	"slices"
	"strconv"
	"testing"

	"github.com/bits-and-blooms/bitset"
)

// The tests in this file count the solvable labelled games in a third way, which uses only sets. It shares no code with
// the walk and the count.
//
// While the players choose one after another, the test keeps the set of orders that satisfy the choices so far: at
// first one of each pair of reverse orders, because these satisfy the same choices. Partial games with equal sets have
// equally many solvable completions, so they are merged and counted. Those with an empty set have none and are dropped.
//
// The choices of the last three players complete a partial game to a solvable game if and only if some order of its set
// satisfies all three. So the number of solvable completions is the size of the union, over all orders of the set, of
// the triples of choices that the order satisfies.

// mostOrders is 8!/2, the number of orders of the largest size that is counted.
const mostOrders = 20160

// An orderSet has one bit for every order up to reversal. It is an array because an array can be the key of a map. With
// the bytes of sets of package bitset as keys, n = 8 would take a third more memory and slightly more time.
type orderSet [mostOrders / 64]uint64

func (s *orderSet) add(order int) { s[order/64] |= 1 << (order % 64) }

func (s *orderSet) intersect(t *orderSet) (both orderSet, some bool) {
	for i := range both {
		both[i] = s[i] & t[i]
		some = some || both[i] != 0
	}
	return both, some
}

// ordersUpToReversal returns the orders of n players with player 0 before player 1, one of each pair of reverses. An
// order is a list of the places of the players.
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

// satisfied returns the numbers of the choices of a player that an order, given by places, satisfies. The choices are
// numbered from 0 to (n-1)(n-2)-1.
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

// satisfying returns, for each choice of a player, the set of orders that satisfy it.
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

// satisfiedTriples returns, for each order, the set of triples that it satisfies: one choice for each of the last three
// players.
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

// solvableByOrders returns the number of solvable labelled games of n players, n from 3 to 8. After the choices of each
// player it keeps the different sets of orders that satisfy all choices of a partial game. With 8 players there are 1,
// 40, 1,420, 41,838 and 944,006 such sets after 1, 2, 3, 4 and 5 choices, which takes 4 GB and about 70 seconds of one
// core.
func solvableByOrders(n int) uint64 {
	orders := ordersUpToReversal(n)
	var all orderSet
	for order := range orders {
		all.add(order)
	}
	layer := map[orderSet]uint64{all: 1} // the number of partial games with each set
	for player := range n - 3 {
		choices, alike := satisfying(orders, player), uint64(1)
		if player == 0 { // all its choices are relabelings of each other
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
	for _, g := range walkedTotals {
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
