package choices

import "math/bits"

// A row is a player's choice: players, or their labels. Without order the picks ascend. Unused places are 0.
type row [mostPicks]uint8

// packed returns a number that compares like the picks, the first pick first.
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

// A numbering labels the players. It labels any player 0, then reads the choices of the players in the order of their
// labels, and gives the next label to each player that it finds for the first time. Several new players of one choice
// get theirs in the order of the picks, or in any order if picks have no order. When all labelled players have been
// read, it labels any other player. The string of a numbering is the choices in labels. The least string of a game is
// the least one over all numberings, and the number of numberings that have it is the number of automorphisms.
//
// A numbers follows all numberings of the first players' choices while their strings are not greater than the least
// one. It abandons a numbering that needs the choice of a player who has not chosen yet.
//
// Twins are players that no other player picked and that chose the same. The order in which numberings begin at twins
// makes no difference, so only one order is followed, and the number of ties is multiplied by the number of orders.
type numbers struct {
	players, picks int
	ordered        bool
	chosen         int // the number of players, from the first, who have chosen
	choice         [mostPlayers]row
	referred       uint32 // the players that another player picked

	least [mostPlayers]row
	known int  // how many choices of the least string are known
	test  bool // the least string is fixed: the players' own order; a lesser one ends the search
	ties  uint64
	first [mostPlayers]uint8 // by player: its label in the first numbering that ties

	label  [mostPlayers]uint8 // by labelled player
	player [mostPlayers]uint8 // by label
	given  int                // the number of labels given
	done   uint32             // the labelled players
	twins  [mostPlayers]uint32
}

// find follows all numberings. In a test it reports whether a numbering has a lesser string.
func (s *numbers) find() (less bool) {
	s.ties = 0
	s.pair()
	return s.begin(0)
}

// pair finds the earlier twins of each player who has chosen.
func (s *numbers) pair() {
	free := (uint32(1)<<s.chosen - 1) &^ s.referred
	clear(s.twins[:s.chosen])
	if free&(free-1) == 0 {
		return
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

// unnamed returns a player's choice, with a mark where the player picked themselves.
func (s *numbers) unnamed(p int) row {
	r := s.choice[p]
	for i := range s.picks {
		if int(r[i]) == p {
			r[i] = mostPlayers
		}
	}
	if !s.ordered {
		r.sort(s.picks)
	}
	return r
}

// automorphisms returns the number of automorphisms after the search. The size must be one that can be walked.
func (s *numbers) automorphisms() uint64 {
	number := s.ties
	for p := range s.chosen {
		number *= uint64(1 + bits.OnesCount32(s.twins[p]))
	}
	return number
}

// give labels a player.
func (s *numbers) give(p uint8) {
	s.label[p], s.player[s.given] = uint8(s.given), p
	s.done |= 1 << p
	s.given++
}

// take removes labels until the given number is left.
func (s *numbers) take(given int) {
	for s.given > given {
		s.given--
		s.done &^= 1 << s.player[s.given]
	}
}

// begin labels any remaining player who has chosen, after the k choices of the labelled players were read.
func (s *numbers) begin(k int) (less bool) {
	for p := range s.chosen {
		if s.done>>p&1 != 0 || s.twins[p]&^s.done != 0 {
			continue
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

// follow reads the choices from label k on.
func (s *numbers) follow(k int) (less bool) {
	before := s.given
	for ; k < s.given; k++ {
		p := s.player[k]
		if int(p) >= s.chosen {
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

// unlabelled returns the number of a player's picks without a label.
func (s *numbers) unlabelled(p uint8) int {
	picked := uint32(0)
	for _, v := range s.choice[p][:s.picks] {
		picked |= 1 << v
	}
	return bits.OnesCount32(picked &^ s.done)
}

// branch labels the unlabelled picks of choice k in every order, and continues after each.
func (s *numbers) branch(k int, picks row) (less bool) {
	complete := true
	for i, v := range picks[:s.picks] {
		if s.done>>v&1 != 0 {
			continue
		}
		complete = false
		if i > 0 && picks[i-1] == v {
			continue // the same player again
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

// compare compares the choice of a player, whose picks all have labels, with choice k of the least string: it returns
// -1 if the player's choice is less, 0 if they are equal, and +1 if it is greater. If test is not set, a lesser choice
// becomes choice k of the least string, and compare returns 0.
func (s *numbers) compare(k int, p uint8) int {
	var r row
	for i, v := range s.choice[p][:s.picks] {
		r[i] = s.label[v]
	}
	if !s.ordered {
		r.sort(s.picks)
	}
	ours, least := r.packed(), s.least[k].packed()
	if k < s.known && ours > least {
		return +1
	}
	if k < s.known && ours == least {
		return 0
	}
	if s.test {
		return -1
	}
	s.least[k] = r
	s.known = k + 1
	s.ties = 0
	return 0
}

// tie counts a numbering that has the least string.
func (s *numbers) tie() {
	if s.ties == 0 {
		s.first = s.label
	}
	s.ties++
}
