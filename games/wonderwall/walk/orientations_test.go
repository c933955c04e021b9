package walk

import (
	"cmp"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"enumerate/enum"
	"enumerate/games/wonderwall/orientations"
)

// The tests in this file compare the closures of the walk with a formula that does not use closures. To orient a choice
// is to decide in which of its two directions the three players stand in the line. A closure is the partial order of
// the players that follows when all choices are oriented. The walk keeps only the minimal closures of a game, and one
// of each pair of reverses. The tests keep all closures instead. Then a game has one closure for each of its acyclic
// orientations, and docs/papers/random.md has a formula for their total number in all games.

// orientationsAfter adds choice c of player i to each of the closures, in both orientations. It gives the walk one
// closure at a time, because the walk would drop a closure that contains another.
func orientationsAfter(t *bulk1, to, closures []closure1, i int, c choice) []closure1 {
	for k := range closures {
		t.frontier = t.choose(t.frontier[:0], closures[k:k+1], i, c)
		to = append(to, t.frontier...)
	}
	return to
}

func TestOrientationsOfAllClassesAreAsManyAsTheFormulaSays(t *testing.T) {
	for n := 3; n <= largest(6, 6, 7); n++ {
		list, all := lister(t, n), sized(n)
		bulk := newBulk1(newWalker(n))
		sum := new(big.Int)
		closures := [][]closure1{make([]closure1, 1)} // closures[i]: after the first i choices in chosen
		var chosen []choice
		for shard := range all.Shards() {
			err := list.List(t.Context(), shard, enum.AnyVerdict, func(verdict int, automorphisms uint64) bool {
				str := list.walker.choice[:n]
				same := 0
				for same < len(chosen) && chosen[same] == str[same] {
					same++
				}
				chosen, closures = append(chosen[:same], str[same:]...), closures[:same+1]
				for i := same; i < n; i++ {
					closures = append(closures, orientationsAfter(bulk, nil, closures[i], i, str[i]))
				}

				found := big.NewInt(int64(len(closures[n])))
				sum.Add(sum, found.Mul(found, enum.Orbit(all, automorphisms)))
				if solved := len(closures[n]) > 0; solved != (verdict == solvable) {
					t.Errorf("%v has %d orientations, and is listed as solvable: %t", list.Game(), len(closures[n]), verdict == solvable)
				}
				return true
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if want := orientations.Count(n); sum.Cmp(want) != 0 {
			t.Errorf("n=%d: the orbits of all classes have %v orientations, want %v", n, sum, want)
		}
	}
}

// TestOrientationsOfAllPartialGamesSumToTheFormula lets the players choose one after another. To orient a choice is to
// decide in which of its two directions the three players stand in the line. The closure, a partial order of the
// players, follows from the oriented choices. Orientations of partial games that have the same closure, up to
// relabeling, are merged. So the layer has each closure with the number of pairs of a partial game and an orientation
// that lead to it.
func TestOrientationsOfAllPartialGamesSumToTheFormula(t *testing.T) {
	for n := 3; n <= largest(7, 8, 9); n++ {
		bulk := newBulk1(newWalker(n))
		var after []closure1
		layer := map[closure1]uint64{{}: 1}
		for i := range n - 1 {
			next := make(map[closure1]uint64)
			for closure, weight := range layer {
				for c := range choicesOfPlayer(n, i) {
					after = orientationsAfter(bulk, after[:0], []closure1{closure}, i, c)
					for _, made := range after {
						next[made] += weight
					}
				}
			}
			layer = make(map[closure1]uint64)
			for closure, weight := range next {
				layer[relabeled(bulk.layout, closure, i+1)] += weight
			}
		}

		sum := new(big.Int)
		for closure, weight := range layer {
			found := uint64(0)
			for c := range choicesOfPlayer(n, n-1) {
				after = orientationsAfter(bulk, after[:0], []closure1{closure}, n-1, c)
				found += uint64(len(after))
			}
			sum.Add(sum, new(big.Int).SetUint64(weight*found))
		}
		if want := orientations.Count(n); sum.Cmp(want) != 0 {
			t.Errorf("n=%d: %v orientations, want %v", n, sum, want)
		}
	}
}

func choicesOfPlayer(n, player int) func(yield func(choice) bool) {
	return func(yield func(choice) bool) {
		for w := range n {
			for b := range n {
				if w == player || b == player || w == b {
					continue
				}
				if !yield(choice{uint8(w), uint8(b)}) {
					return
				}
			}
		}
	}
}

// relabeled gives the players of a closure new labels, such that most closures that are relabelings of each other
// become equal. The first `chosen` players, who chose, keep the first labels among themselves. Player 0 keeps its
// label, because the walk orients the choice of player 0 in one way only.
func relabeled(l *layout, c closure1, chosen int) closure1 {
	n := l.players
	kind := make([]uint64, n)
	for v := 1; v < n; v++ {
		kind[v] = 1 + uint64(min(v/chosen, 1))
	}
	var after, before [16]uint16
	for v := range n {
		after[v] = c.upFrom(l, v) &^ (1 << v)
		before[v] = c.upTo(l, v) &^ (1 << v)
	}

	// Compute colours that do not depend on the labels. At first a player's colour is its kind. In each of two rounds,
	// it also takes in the colours of the players before and after it.
	colour := slices.Clone(kind)
	for range 2 {
		old := slices.Clone(colour)
		for v := range n {
			colour[v] = mixed(old[v]) + 3*mixed(sumOf(old, before[v])) + 5*mixed(sumOf(old, after[v]))
		}
	}
	order := make([]int, n) // of players, by new label
	for v := range order {
		order[v] = v
	}
	slices.SortStableFunc(order, func(u, v int) int {
		return cmp.Or(cmp.Compare(kind[u], kind[v]), cmp.Compare(colour[u], colour[v]))
	})
	label := make([]int, n)
	for to, v := range order {
		label[v] = to
	}

	var renamed closure1
	for u := range n {
		var then uint16
		for set := after[u]; set != 0; set &= set - 1 {
			then |= 1 << label[bits.TrailingZeros16(set)]
		}
		renamed.add(l, 1<<label[u], then)
	}
	return renamed
}

// sumOf returns the sum of the mixed colours of a set of players.
func sumOf(colour []uint64, set uint16) (sum uint64) {
	for ; set != 0; set &= set - 1 {
		sum += mixed(colour[bits.TrailingZeros16(set)] + 1)
	}
	return sum
}

// mixed spreads the bits of a colour, so that different sets of colours rarely have the same sum.
func mixed(x uint64) uint64 {
	x ^= x >> 31
	x *= hashFactor
	return x ^ x>>29
}
