package choices

import "math/bits"

// A row is a player's choice: the picked players, or their labels. If picks have no order, they ascend. Unused places
// are 0.
type row [mostPicks]uint8

// packed returns a number by which rows can be compared.
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
// of their labels, and gives the next label to each new player. Several new players of a choice get labels in the order
// of the picks, or in any order if picks have no order. When all labelled players have been read, any other player gets
// the next label. The string of a numbering is the list of choices, written in labels.
//
// The least string of a game is the least over all its numberings. The number of numberings with this string is the
// number of automorphisms.
//
// The type numbers searches for the least string. It follows all numberings as long as their strings are not greater
// than the least string so far. The walk also uses it before all players have chosen; then the search gives up a
// numbering that needs a choice not yet made.
//
// Twins are players whom no other player picked and who made the same choice. The order of their labels makes no
// difference, so the search follows only one order, and multiplies the number of numberings with the least string,
// called ties, by the number of orders.
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

// find searches for the least string. It sets s.least to the string, s.first to the first numbering with it, and s.ties
// to the number of numberings with it. If s.test is set, find only checks whether the players' own order has the least
// string: it returns true as soon as a numbering has a lesser one.
func (s *numbers) find() (less bool) {
	s.ties = 0
	s.pair()
	return s.begin(0)
}

// pair finds, for each player p with a choice, the set s.twins[p] of p's twins with smaller numbers. The search labels
// twins only in the order of their numbers.
func (s *numbers) pair() {
	free := (uint32(1)<<s.chosen - 1) &^ s.referred // the players whom no other player picked
	clear(s.twins[:s.chosen])
	if free&(free-1) == 0 {
		return // fewer than two
	}

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
// twins if their choices are equal in this form.
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

// automorphisms returns the number of automorphisms of the game; find must have been called before. It is s.ties times
// the number of orders of the twins, which a player with t twins of smaller numbers multiplies by t+1. The result fits
// in 64 bits for sizes that can be walked.
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
// next label may go to any player without one: begin tries each in turn. Like find, it stops and returns true if s.test
// is set and it has found a string less than that of the players' own order.
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

// follow continues a numbering of the players whose choices with labels below k have been read. It reads the next
// choices as long as the string is not greater than the least one so far, and finally takes back the labels that it
// gave. If s.test is set, it reports whether it found a string less than the players' own.
func (s *numbers) follow(k int) (less bool) {
	before := s.given
	for ; k < s.given; k++ {
		p := s.player[k]
		if int(p) >= s.chosen { // this player has not chosen yet: give up
			s.take(before)
			return false
		}

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

// branch continues a numbering at choice k if picks have no order and several of them have no label yet. It gives them
// the next labels in every order, and calls follow for each. Each call of branch gives only one label, and calls itself
// for the others. Like follow, it returns true if s.test is set and a string was found that is less than the players'
// own.
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
// It returns +1 if the choice is greater, so that this numbering is given up; 0 if it is followed further; -1 if the
// choice is less.
//
// The result -1 occurs only if s.test is set, when any lesser string is enough. Otherwise a lesser choice becomes
// choice k of the least string, whose later choices and ties are then unknown again.
func (s *numbers) compare(k int, p uint8) int {
	var r row // the choice, written in labels
	for i, v := range s.choice[p][:s.picks] {
		r[i] = s.label[v]
	}
	if !s.ordered {
		r.sort(s.picks)
	}

	ours, least := r.packed(), s.least[k].packed()
	if k < s.length && ours > least {
		return +1
	}
	if k < s.length && ours == least {
		return 0
	}

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
