package repair

import (
	"context"
	"math"
	"math/bits"

	"enumerate/internal/bounded"
)

// maxSubsets is the largest number of players for fewestUnsatisfied: 24 take a second and 32 MB.
const maxSubsets = 24

// fewestUnsatisfied returns an order that leaves the fewest triples (player, wonderwall, ninja) unsatisfied. Among the
// best orders it returns one with the fewest triples whose player stands between the two others: any other unsatisfied
// triple has its ninja there, so an exchange of wonderwall and ninja satisfies it. There may be up to maxSubsets
// players and 32 triples.
//
// A triple is satisfied if exactly one of its ends is placed before its middle, the wonderwall. This depends on the set
// of players placed before the middle, not on their order. So dynamic programming over subsets finds the best last
// player of each set (Held and Karp, A dynamic programming approach to sequencing problems, 1962). It takes 2^n n steps
// and 2^n words of 16 bits for n players.
func fewestUnsatisfied(ctx context.Context, players int, triples [][3]int32) ([]int32, error) {
	s := newSubsets(players, triples)
	all := uint32(1)<<players - 1
	least := make([]uint16, all+1) // by set: the least cost of placing its players first
	budget := bounded.Steps{Context: ctx}
	for set := uint32(1); set <= all; set++ {
		if err := budget.Spend(players); err != nil {
			return nil, err
		}

		// The last player of the set adds its cost to the least cost of the others.
		unsatisfied, endInMiddle := s.last(set)
		best := uint16(math.MaxUint16)
		for rest := set; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros32(rest)
			best = min(best, least[set&^(1<<v)]+s.cost(v, unsatisfied, endInMiddle))
		}
		least[set] = best
	}

	// Read a best order from `least`, the least cost for each set, from the last player to the first: a player whose
	// cost and the least cost of the others add up to the least cost of the set.
	order := make([]int32, players)
	for set := all; set != 0; {
		unsatisfied, endInMiddle := s.last(set)
		v := bits.TrailingZeros32(set)
		for least[set&^(1<<v)]+s.cost(v, unsatisfied, endInMiddle) != least[set] {
			v += 1 + bits.TrailingZeros32(set>>(v+1)) // the next player in set
		}
		set &^= 1 << v
		order[bits.OnesCount32(set)] = int32(v)
	}
	return order, nil
}

// The type subsets tells which triples name a player of a set in a given role. A set of triples is a word with a bit
// for each triple.
type subsets struct {
	end, middle, other [maxSubsets]uint32 // by player: the triples with the player in this role

	// A table has, for each set of players, the triples with a player of the set in a given role (end, middle, other
	// end). One table for all sets would take 2^24 words, so each role has two tables: for the sets of the first half
	// of the players, and (high) for those of the second half.
	half                          int // the number of players in the first half
	ends, middles, others         []uint32
	highEnds, highMids, highOther []uint32
}

// newSubsets makes the tables for triples (player, wonderwall, ninja).
func newSubsets(players int, triples [][3]int32) *subsets {
	s := &subsets{half: players / 2}
	for i, t := range triples {
		s.end[t[0]] |= 1 << i
		s.middle[t[1]] |= 1 << i
		s.other[t[2]] |= 1 << i
	}
	// unions returns a table of the union of the players' sets of triples, for each subset of some players.
	unions := func(triplesOf []uint32) []uint32 {
		bySet := make([]uint32, 1<<len(triplesOf))
		for set := 1; set < len(bySet); set++ {
			bySet[set] = bySet[set&(set-1)] | triplesOf[bits.TrailingZeros(uint(set))]
		}
		return bySet
	}

	s.ends, s.highEnds = unions(s.end[:s.half]), unions(s.end[s.half:players])
	s.middles, s.highMids = unions(s.middle[:s.half]), unions(s.middle[s.half:players])
	s.others, s.highOther = unions(s.other[:s.half]), unions(s.other[s.half:players])
	return s
}

// last returns two sets of triples for the players of `set`, who stand first in an order. They answer for every player
// v of `set` at once what holds if v is the last of these players. A triple with the middle v is unsatisfied if it is
// in `unsatisfied`: both of its ends, or neither, are in `set`. A triple with the end v has v between the two others if
// it is in `endInMiddle`.
func (s *subsets) last(set uint32) (unsatisfied, endInMiddle uint32) {
	low, high := set&(1<<s.half-1), set>>s.half
	ends := s.ends[low] | s.highEnds[high]
	middles := s.middles[low] | s.highMids[high]
	others := s.others[low] | s.highOther[high]
	return ^(ends ^ others), middles ^ others
}

// unsatisfiedCost is the cost of an unsatisfied triple. If its end stands between the two others, it costs 1 more.
const unsatisfiedCost = 32

// cost returns the cost of placing player v last among a set of players, from the results of s.last for this set.
func (s *subsets) cost(v int, unsatisfied, endInMiddle uint32) uint16 {
	return uint16(unsatisfiedCost*bits.OnesCount32(unsatisfied&s.middle[v]) + bits.OnesCount32(endInMiddle&s.end[v]))
}
