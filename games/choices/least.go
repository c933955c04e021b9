package choices

import "math/bits"

// A row is a player's choice: the picked players, or their labels. If picks have no order, they ascend. Unused places
// are 0.
type row [mostPicks]uint8

// packed returns a number by which rows can be compared: the first pick is the most significant.
func (r row) packed() uint32 {
	return uint32(r[0])<<24 | uint32(r[1])<<16 | uint32(r[2])<<8 | uint32(r[3])
}

// sort sorts the first picks.
func (r *row) sort(picks int) {
	for i := 1; i < picks; i++ {
		for j := i; j > 0 && r[j] < r[j-1]; j-- {
			r[j], r[j-1] = r[j-1], r[j]
		}
	}
}

// A numbering labels the players. It gives label 0 to any player. Then it reads the choices of the players in the order
// of their labels, and gives the next label to each player that it finds for the first time. If one choice has several
// new players, they get labels in the order of the picks, or in any order if picks have no order. When all labelled
// players have been read, the numbering gives the next label to any other player. The string of a numbering is the list
// of choices, written in labels.
//
// The least string of a game is the least over all its numberings. The number of numberings with this string is the
// number of automorphisms.
//
// The type numbers searches for the least string. It follows all numberings as long as their strings are not greater
// than the least string so far. The walk, which visits one game of every class, also uses it before all players have
// chosen. Then the search gives up a numbering that needs a choice not yet made.
//
// Twins are players whom no other player picked and who made the same choice. The order in which numberings label twins
// makes no difference. The search therefore follows only one order, and multiplies the number of numberings with the
// least string, called ties, by the number of orders.
type numbers struct {
	players, picks int
	ordered        bool
	chosen         int // the number of players, from the first, who have chosen
	choice         [mostPlayers]row
	referred       uint32 // the players that another player picked

	least  [mostPlayers]row
	length int                // how many choices of the least string have been found
	test   bool               // search only for a string that is less than the players' own order, which is then the least string
	ties   uint64             // the number of numberings followed to the end that have the least string
	first  [mostPlayers]uint8 // the labels of the players in the first numbering with the least string

	label  [mostPlayers]uint8  // the labels of labelled players
	player [mostPlayers]uint8  // the players by label
	given  int                 // the number of labels given
	done   uint32              // the set of labelled players
	twins  [mostPlayers]uint32 // twins[p] are the twins of player p with smaller numbers; see pair
}

// find searches all numberings of the players for the one with the least string, the list of choices written in its
// labels. It sets s.least to the string, s.first to the first numbering with it, and s.ties to the number of numberings
// with it. If s.test is set, find only checks whether the players' own order has the least string: it returns true as
// soon as a numbering has a lesser one.
func (s *numbers) find() (less bool) {
	s.ties = 0
	s.pair()
	return s.begin(0)
}

// pair finds, for each player p with a choice, the set s.twins[p] of p's twins with smaller numbers. Twins are players
// whom no other player picked and who made the same choice. The search for the least string labels twins only in the
// order of their numbers, because the other orders give the same strings. Sets of players are bits of a number.
func (s *numbers) pair() {
	free := (uint32(1)<<s.chosen - 1) &^ s.referred // the players whom no other player picked
	clear(s.twins[:s.chosen])
	if free&(free-1) == 0 {
		return // fewer than two
	}

	// Compare each free player p with each free player q < p.
	for rest := free; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros32(rest)
		for others := free & (uint32(1)<<p - 1); others != 0; others &= others - 1 {
			q := bits.TrailingZeros32(others)
			if s.unnamed(p) == s.unnamed(q) {
				s.twins[p] |= 1 << q
			}
		}
	}
}

// unnamed returns the choice of player p, with a mark instead of p itself. Two players whom no other player picked are
// twins if their choices are equal in this form: both pick the same other players, and either both pick themselves or
// neither does.
func (s *numbers) unnamed(p int) row {
	r := s.choice[p]
	for i := range s.picks {
		if int(r[i]) == p {
			r[i] = mostPlayers // no player has this number
		}
	}
	if !s.ordered {
		r.sort(s.picks)
	}
	return r
}

// automorphisms returns the number of automorphisms of the game; find must have been called before. It is the number of
// numberings with the least string that find followed, multiplied by the number of orders of the twins, because find
// followed only one order. A player with t twins of smaller numbers multiplies these orders by t+1. The result fits in
// 64 bits for sizes that can be walked.
func (s *numbers) automorphisms() uint64 {
	number := s.ties
	for p := range s.chosen {
		number *= uint64(1 + bits.OnesCount32(s.twins[p]))
	}
	return number
}

// give gives the next label to a player.
func (s *numbers) give(p uint8) {
	s.label[p], s.player[s.given] = uint8(s.given), p
	s.done |= 1 << p
	s.given++
}

// take takes labels back until only the given number is left.
func (s *numbers) take(given int) {
	for s.given > given {
		s.given--
		s.done &^= 1 << s.player[s.given]
	}
}

// begin continues the search for the least string after k players have labels and all their choices have been read. The
// next label then may go to any player without a label: begin tries each of these players in turn, and takes the label
// back. Like find, it stops and returns true if s.test is set and it has found a string less than that of the players'
// own order.
func (s *numbers) begin(k int) (less bool) {
	for p := range s.chosen {
		if s.done>>p&1 != 0 || s.twins[p]&^s.done != 0 {
			continue // labelled, or a twin with a smaller number must be labelled first
		}
		s.give(uint8(p))
		less = s.follow(k)
		s.take(k)
		if less {
			return true
		}
	}
	return false
}

// follow continues a numbering of the players whose choices with labels below k have been read. It reads the choice of
// the player with label k, gives the next labels to the players that it finds there for the first time, and continues
// with label k+1, as long as the string of choices is not greater than the least one found so far. Before it returns,
// it takes back the labels that it gave. If s.test is set, it reports whether it found a string less than the players'
// own.
func (s *numbers) follow(k int) (less bool) {
	before := s.given
	for ; k < s.given; k++ {
		p := s.player[k]
		if int(p) >= s.chosen { // this player has not chosen yet: give up
			s.take(before)
			return false
		}

		// Several new players without order: try every order of their labels.
		if !s.ordered && s.unlabelled(p) > 1 {
			less = s.branch(k, s.choice[p])
			s.take(before)
			return less
		}

		for _, v := range s.choice[p][:s.picks] {
			if s.done>>v&1 == 0 {
				s.give(v)
			}
		}

		switch s.compare(k, p) {
		case +1:
			s.take(before)
			return false
		case -1:
			s.take(before)
			return true
		}
	}

	if k < s.players {
		less = s.begin(k)
	} else {
		s.tie()
	}
	s.take(before)
	return less
}

// unlabelled returns how many of a player's picks have no label.
func (s *numbers) unlabelled(p uint8) int {
	picked := uint32(0)
	for _, v := range s.choice[p][:s.picks] {
		picked |= 1 << v
	}
	return bits.OnesCount32(picked &^ s.done)
}

// branch continues a numbering at choice k if the picks of a choice have no order and several picks have no label yet.
// It gives the next labels to the players without a label in every order, and calls the method follow for each order.
// Each call of branch gives only one label, to each of these players in turn, and calls itself for the others. Like
// follow, it returns true if s.test is set and a string was found that is less than the players' own.
func (s *numbers) branch(k int, picks row) (less bool) {
	complete := true // whether all picks have labels
	for i, v := range picks[:s.picks] {
		if s.done>>v&1 != 0 {
			continue
		}
		complete = false
		if i > 0 && picks[i-1] == v {
			continue // the same player, picked again
		}

		before := s.given
		s.give(v)
		less = s.branch(k, picks)
		s.take(before)
		if less {
			return true
		}
	}

	if !complete {
		return false
	}

	switch s.compare(k, s.player[k]) {
	case +1:
		return false
	case -1:
		return true
	}
	return s.follow(k + 1)
}

// compare compares the choice of player p, whose picks all have labels, with choice k of the least string found so far.
// The result says how the search continues: +1, the choice is greater, so this numbering is given up; 0, the numbering
// is followed further; -1, the choice is less.
//
// The result -1 occurs only if s.test is set, when any lesser string is enough. Otherwise a lesser choice becomes
// choice k of the least string, whose later choices and ties are then unknown again, and compare returns 0.
func (s *numbers) compare(k int, p uint8) int {
	var r row // the choice, written in labels
	for i, v := range s.choice[p][:s.picks] {
		r[i] = s.label[v]
	}
	if !s.ordered {
		r.sort(s.picks)
	}

	// Compare with choice k of the least string, if it has one yet.
	ours, least := r.packed(), s.least[k].packed()
	if k < s.length && ours > least {
		return +1
	}
	if k < s.length && ours == least {
		return 0
	}

	// The player's choice is less, or the least string has no choice k yet.
	if s.test {
		return -1
	}
	s.least[k] = r
	s.length = k + 1
	s.ties = 0
	return 0
}

// tie counts a numbering with the least string.
func (s *numbers) tie() {
	if s.ties == 0 {
		s.first = s.label
	}
	s.ties++
}
