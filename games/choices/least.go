package choices

import "math/bits"

// A row is a player's choice: the picked players, or their labels in a numbering. If the order of picks means nothing,
// the entries ascend. Unused entries are 0.
type row [mostPicks]uint8

func (r row) packed() uint32 {
	return uint32(r[0])<<24 | uint32(r[1])<<16 | uint32(r[2])<<8 | uint32(r[3])
}

// sort sorts the first `picks` entries.
func (r *row) sort(picks int) {
	for i := 1; i < picks; i++ {
		for j := i; j > 0 && r[j] < r[j-1]; j-- {
			r[j], r[j-1] = r[j-1], r[j]
		}
	}
}

// A numbering labels the players. It gives label 0 to any player. Then it reads the choices of the players in the order
// of their labels, and gives the next label to each new player: in the order of the picks, or in any order if picks
// have no order. When all labelled players have been read, any other player gets the next label. The string of a
// numbering is the list of choices, written in labels.
//
// The least string of a game is the least over all its numberings. The number of numberings with this string is the
// number of automorphisms.
//
// The type numbers searches for the least string. It follows all numberings as long as their strings are not greater
// than the least string so far. The walk also uses it before all players have chosen; then it gives up a numbering that
// needs a choice not yet made.
//
// Twins are players whom no other player picked and who made the same choice. The search follows only one order of
// their labels, and multiplies the number of numberings with the least string, called ties, by the number of orders.
type numbers struct {
	players, picks int
	ordered        bool
	choosers       int // the number of players, from the first, who have chosen
	choice         [mostPlayers]row
	pickedPlayers  uint32 // the players that another player picked

	least  [mostPlayers]row
	length int                // how many choices of the least string have been found
	test   bool               // search only for a string that is less than the players' own order, which is then the least string
	ties   uint64             // the number of numberings followed to the end that have the least string
	first  [mostPlayers]uint8 // the labels of the players in the first numbering with the least string

	label           [mostPlayers]uint8  // the labels of labelled players
	player          [mostPlayers]uint8  // the players by label
	labelCount      int                 // the number of labels given
	labelledPlayers uint32              // the set of labelled players
	twins           [mostPlayers]uint32 // twins[p] are the twins of player p with smaller numbers; see pair
}

// find searches for the least string (list of choices, written in labels). It sets s.least to this string, s.first to
// the first numbering that has it, and s.ties to how many it found. If s.test is set, it only checks whether the
// players' own order has the least string: it returns true as soon as a numbering has a lesser string.
func (s *numbers) find() (less bool) {
	s.ties = 0
	s.pair()
	return s.begin(0)
}

// pair finds, for each player p with a choice, the set s.twins[p] of p's twins with smaller numbers, which the search
// labels before p. Twins are players whom no other player picked, and who made the same choice (see twinForm).
func (s *numbers) pair() {
	free := (uint32(1)<<s.choosers - 1) &^ s.pickedPlayers // the players whom no other player picked
	clear(s.twins[:s.choosers])
	if free&(free-1) == 0 {
		return // fewer than two
	}

	for rest := free; rest != 0; rest &= rest - 1 {
		p := bits.TrailingZeros32(rest)
		for others := free & (uint32(1)<<p - 1); others != 0; others &= others - 1 {
			q := bits.TrailingZeros32(others)
			if s.twinForm(p) == s.twinForm(q) {
				s.twins[p] |= 1 << q
			}
		}
	}
}

// twinForm returns the choice of player p, whom no other player picked, in a form that is equal for twins. If p picked
// itself, a mark replaces this pick, so that two players who picked themselves can be twins.
func (s *numbers) twinForm(p int) row {
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

// automorphisms returns the number of automorphisms of the game, after find: s.ties, the number of numberings found
// with the least string, times the number of orders of twins, of which find tries only one. A player with t twins of
// smaller numbers multiplies the number of orders by t+1. The result fits in 64 bits for sizes that can be walked.
func (s *numbers) automorphisms() uint64 {
	number := s.ties
	for p := range s.choosers {
		number *= uint64(1 + bits.OnesCount32(s.twins[p]))
	}
	return number
}

// give gives player p the next label.
func (s *numbers) give(p uint8) {
	s.label[p], s.player[s.labelCount] = uint8(s.labelCount), p
	s.labelledPlayers |= 1 << p
	s.labelCount++
}

// take takes labels back until only the given number is left.
func (s *numbers) take(count int) {
	for s.labelCount > count {
		s.labelCount--
		s.labelledPlayers &^= 1 << s.player[s.labelCount]
	}
}

// begin continues the search for the least string (list of choices) after k players have labels and all their choices
// have been read: it gives the next label to each other player in turn. If s.test is set, it stops and returns true as
// soon as a numbering has a lesser string.
func (s *numbers) begin(k int) (less bool) {
	for p := range s.choosers {
		if s.labelledPlayers>>p&1 != 0 || s.twins[p]&^s.labelledPlayers != 0 {
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

// follow continues a numbering of which k choices have been read, as long as its string (the choices, written in
// labels) is not greater than the least string so far. Finally it takes back the labels that it gave. If s.test is set,
// it returns true as soon as the string is less.
func (s *numbers) follow(k int) (less bool) {
	before := s.labelCount
	for ; k < s.labelCount; k++ {
		p := s.player[k]
		if int(p) >= s.choosers { // this player has not chosen yet: give up
			s.take(before)
			return false
		}

		if !s.ordered && s.unlabelled(p) > 1 {
			less = s.branch(k, s.choice[p])
			s.take(before)
			return less
		}

		for _, v := range s.choice[p][:s.picks] {
			if s.labelledPlayers>>v&1 == 0 {
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

// unlabelled returns how many different players that player p picked have no label.
func (s *numbers) unlabelled(p uint8) int {
	picked := uint32(0)
	for _, v := range s.choice[p][:s.picks] {
		picked |= 1 << v
	}
	return bits.OnesCount32(picked &^ s.labelledPlayers)
}

// branch continues a numbering, which labels the players, at choice k if picks have no order and several of the players
// in `picks` have no label yet. It tries every order in which they can get the next labels: it labels each of them in
// turn, and calls itself for the rest. When all have labels, it compares the choice with the least string (list of
// choices, written in labels), and calls follow for the later choices. If s.test is set, it stops and returns true as
// soon as a numbering has a lesser string.
func (s *numbers) branch(k int, picks row) (less bool) {
	complete := true // whether all picks have labels
	for i, v := range picks[:s.picks] {
		if s.labelledPlayers>>v&1 != 0 {
			continue
		}
		complete = false
		if i > 0 && picks[i-1] == v {
			continue // the same player, picked again
		}

		before := s.labelCount
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

// compare compares the choice of player p, whose picks all have labels, with choice k of the least string (list of
// choices, written in labels) so far. It returns +1 if the choice is greater, so that this numbering is given up; 0 if
// it is followed further; -1 if the choice is less.
//
// The result -1 occurs only if s.test is set, i.e. if the search ends at any lesser string. Otherwise a lesser choice
// replaces choice k of the least string, and the result is 0. The rest of the least string and the ties (numberings
// with this string) are then forgotten.
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

// tie counts a complete numbering that has the least string (list of choices), and keeps the labels of the first such
// numbering.
func (s *numbers) tie() {
	if s.ties == 0 {
		s.first = s.label
	}
	s.ties++
}
