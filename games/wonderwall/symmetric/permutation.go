package symmetric

import (
	"iter"
	"math/bits"
	"slices"

	"enumerate/canon"
)

// mostPlayers is the largest number of players. It determines the size of a search.
const mostPlayers = 12

// A choice is a player, its wonderwall and its ninja.
type choice [3]int

// A permutation has the players numbered cycle by cycle, the longest cycles first.
type permutation struct {
	lengths []int // the length of each cycle
	first   []int // the first player of each cycle
	cycleOf []int // the cycle of each player

	known map[[2]int][]option // the results of options, by its arguments
}

// A cycleSet is a set of cycles of a permutation: bit i says whether it has cycle i.
type cycleSet uint16

func (s cycleSet) has(cycle int) bool      { return s>>cycle&1 == 1 }
func (s cycleSet) with(cycle int) cycleSet { return s | 1<<cycle }

func newPermutation(cycles canon.CycleType) permutation {
	p := permutation{known: make(map[[2]int][]option)}
	for length := len(cycles) - 1; length > 0; length-- {
		for range cycles[length] {
			p.first = append(p.first, len(p.cycleOf))
			p.cycleOf = append(p.cycleOf, slices.Repeat([]int{len(p.lengths)}, length)...)
			p.lengths = append(p.lengths, length)
		}
	}
	return p
}

// next returns the player to which the permutation takes a player.
func (p permutation) next(player int) int {
	cycle := p.cycleOf[player]
	return p.first[cycle] + (player-p.first[cycle]+1)%p.lengths[cycle]
}

// longCycles returns the cycles of two or more players.
func (p permutation) longCycles() (long cycleSet) {
	for cycle, length := range p.lengths {
		if length > 1 {
			long = long.with(cycle)
		}
	}
	return long
}

// nextCycle returns the long cycle that chooses next, after the cycles `done` have chosen: if possible a cycle that is
// mentioned, i.e. has chosen or is chosen, because cycles that are not mentioned can be exchanged.
func (p permutation) nextCycle(done, mentioned cycleSet) int {
	open := p.longCycles() &^ done
	if open&mentioned != 0 {
		open &= mentioned
	}
	return bits.TrailingZeros16(uint16(open))
}

// An option is what the players on a cycle can choose in a game that the permutation leaves unchanged.
type option struct {
	choices   []choice
	mentioned cycleSet // the cycles of players who choose or are chosen
	linked    cycleSet // the cycles with players whom players of other cycles choose
	alike     int      // how many options differ from this one only by a relabeling
}

// options returns the options of a cycle, if the players on the cycles `mentioned` have chosen or are chosen. Every other
// cycle can be rotated, and exchanged with another of the same length that is not mentioned either. Of the options that
// differ only in this way, the list has one.
func (p permutation) options(cycle int, mentioned cycleSet) []option {
	key := [2]int{cycle, int(mentioned)}
	if list, known := p.known[key]; known {
		return list
	}
	var list []option
	player, length := p.first[cycle], p.lengths[cycle]
	mentioned = mentioned.with(cycle)
	for wonderwall, wonderwallAlike := range p.players(length, mentioned) {
		for ninja, ninjaAlike := range p.players(length, mentioned.with(p.cycleOf[wonderwall])) {
			if wonderwall == ninja || wonderwall == player || ninja == player {
				continue
			}
			o := option{choices: p.around(choice{player, wonderwall, ninja}), alike: wonderwallAlike * ninjaAlike}
			o.mentioned = cycleSet(0).with(cycle).with(p.cycleOf[wonderwall]).with(p.cycleOf[ninja])
			o.linked = cycleSet(0).with(p.cycleOf[wonderwall]).with(p.cycleOf[ninja]) &^ cycleSet(0).with(cycle)
			list = append(list, o)
		}
	}
	p.known[key] = list
	return list
}

// players yields the players whom a player on a cycle of this length can choose: those on cycles whose lengths divide it.
// Of the players on cycles of one length that are not mentioned it yields one, with their number.
func (p permutation) players(length int, mentioned cycleSet) iter.Seq2[int, int] {
	return func(yield func(player, alike int) bool) {
		others := make(map[int]int) // how many players are on cycles of a length that are not mentioned
		for cycle, of := range p.lengths {
			if !mentioned.has(cycle) {
				others[of] += of
			}
		}
		for player, cycle := range p.cycleOf {
			of, alike := p.lengths[cycle], 1
			if !mentioned.has(cycle) {
				alike = others[of]
				others[of] = 0
			}
			if length%of == 0 && alike > 0 && !yield(player, alike) {
				return
			}
		}
	}
}

// around returns the choices of all players on the cycle of a player, in a game that the permutation leaves unchanged.
func (p permutation) around(c choice) (choices []choice) {
	for range p.lengths[p.cycleOf[c[0]]] {
		choices = append(choices, c)
		c = choice{p.next(c[0]), p.next(c[1]), p.next(c[2])}
	}
	return choices
}

// fixedPointsIn returns the fixed points that players choose, in ascending order.
func (p permutation) fixedPointsIn(choices []choice) []int {
	var points []int
	for _, c := range choices {
		for _, chosen := range c[1:] {
			if p.next(chosen) == chosen {
				points = append(points, chosen)
			}
		}
	}
	slices.Sort(points)
	return slices.Compact(points)
}

// satisfiable reports whether some order satisfies all choices. It searches the sets of players that can stand first in
// such an order. A wonderwall can follow a set only if exactly one of the player who chose it and that player's ninja is
// in the set. An order of the k players who choose or are chosen suffices, so there are at most 2^k sets.
func satisfiable(choices []choice) bool {
	s := search{conditions: make([]between, 0, mostPlayers+1)} // a choice of every player, and one more
	for _, c := range choices {
		condition := between{ends: 1<<c[0] | 1<<c[2], wonderwall: 1 << c[1]}
		s.conditions = append(s.conditions, condition)
		s.all |= condition.ends | condition.wonderwall
	}
	return s.completes(0)
}

// A between is the condition of a choice: the wonderwall stands between the player and the ninja, the ends.
type between struct{ ends, wonderwall int } // sets of players

// A search looks for an order of the players `all` that satisfies conditions.
type search struct {
	conditions []between
	all        int
	visited    [1 << mostPlayers / 64]uint64 // the sets that were tried as beginnings
}

// completes reports whether some order that satisfies the choices begins with the players of a set. It has not been
// called for this set before.
func (s *search) completes(set int) bool {
	if set == s.all {
		return true
	}
	s.visited[set/64] |= 1 << (set % 64)
	next := s.all &^ set
	for _, c := range s.conditions {
		switch set & c.ends {
		case 0:
			next &^= c.wonderwall
		case c.ends:
			if set&c.wonderwall == 0 {
				return false // both ends stand before the wonderwall
			}
		}
	}
	for ; next != 0; next &= next - 1 {
		longer := set | next&-next
		if s.visited[longer/64]>>(longer%64)&1 == 0 && s.completes(longer) {
			return true
		}
	}
	return false
}
