package wonderwall

import (
	"math/bits"

	"enumerate/solver/betweenness"
)

// A bulk is what a walker needs to settle all choices of the last player at
// once. Sets of players are bit masks; a set of choices is one mask of ninjas
// for each wonderwall.
type bulk struct {
	// first[a] is what the start at the last player says of wonderwall a. It
	// depends only on the choice of player a and on the string's second one,
	// so it is found when both are known, once for all the strings below.
	first []ninjas

	alive  betweenness.Rows // choices with which no start beats the string
	solves betweenness.Rows // choices that make the game solvable
	ties   []tie            // choices with which a start ties to the end
	census census
}

// ninjas is what a start says of the last player's choices of one wonderwall.
// With the ninjas in neither set the string beats the start.
type ninjas struct {
	beating uint16 // with these the start beats the string
	equal   uint16 // with these it ties as far as one can tell for all of them at once
}

// A tie counts the automorphisms, other than the identity, that one choice of
// the last player leaves.
type tie struct {
	choice
	automorphisms uint64
}

// last settles every choice of the last player: how many classes they make, how
// many of those are solvable, and which are symmetric.
//
// A start that waits for the last player is about to compare its choice. It
// looks at the wonderwall's label: a smaller one than the string has in that
// place beats the string with any ninja, a larger one is beaten. Only where
// the two are equal does the ninja matter, and only where both are equal does
// the start resume for one choice alone: at n = 8 for one choice in eight.
func (w *walker) last() {
	last := w.n - 1
	all := uint16(1)<<last - 1
	w.ties = w.ties[:0]
	for a := range last {
		w.alive[a&15] = all &^ (1 << a) &^ w.first[a].beating
	}
	// The latest starts leave the fewest choices for the others to look at.
	waits := w.waits[last&15]
	for i := len(waits) - 1; i >= 0; i-- {
		w.settle(waits[i])
	}
	first := begin(last)
	for a := range last {
		w.settleEach(first, a, w.first[a].equal)
	}

	if w.open[last&15] {
		w.frontier.Allowed(last, &w.solves)
	} else {
		w.solves = betweenness.Rows{}
	}
	var classes, good int
	for a := range last {
		alive := w.alive[a&15]
		classes += bits.OnesCount16(alive)
		good += bits.OnesCount16(alive & w.solves[a&15])
	}
	w.census.few[solvable][1] += uint64(good)
	w.census.few[unsolvable][1] += uint64(classes - good)
	for _, t := range w.ties {
		if w.alive[t.wonderwall&15]>>t.ninja&1 != 0 {
			verdict := w.verdict(t.choice)
			w.census.few[verdict][1]-- // it was taken for one without symmetry
			w.census.add(verdict, t.automorphisms+1, 1)
		}
	}
}

// verdict returns the verdict of the string with c as the last player's choice.
func (w *walker) verdict(c choice) int {
	if w.solves[c.wonderwall&15]>>c.ninja&1 != 0 {
		return solvable
	}
	return unsolvable
}

// settle strikes the choices of the last player with which s beats the string,
// and notes those with which it ties to the end.
func (w *walker) settle(s start) {
	last := uint64(w.n - 1)
	k := s.players >> 60
	if k == last {
		w.settlePermuted(s)
		return
	}
	ours, given := w.choice[k&15], uint64(w.given[k&15])
	var reached, smallerWonderwall, smallerNinja uint16
	for l := range given {
		if l == uint64(ours.wonderwall) {
			smallerWonderwall = reached
		}
		if l == uint64(ours.ninja) {
			smallerNinja = reached
		}
		reached |= 1 << at(s.players, l)
	}
	if uint64(ours.wonderwall) == given {
		smallerWonderwall = reached
	}
	if uint64(ours.ninja) >= given {
		smallerNinja = reached
	}
	others := uint16(1)<<last - 1
	for set := smallerWonderwall & others; set != 0; set &= set - 1 {
		w.alive[bits.TrailingZeros16(set)&15] = 0
	}

	equal := others &^ reached
	if uint64(ours.wonderwall) < given {
		equal = 1 << at(s.players, uint64(ours.wonderwall))
	}
	for ; equal != 0; equal &= equal - 1 {
		w.settleRow(s, bits.TrailingZeros16(equal), smallerNinja, others&^reached)
	}
}

// settleRow is settle for a wonderwall a whose label is that of the string's own
// choice. Players in fresh have no label, players in smaller have one below
// that of the string's ninja.
func (w *walker) settleRow(s start, a int, smaller, fresh uint16) {
	k := s.players >> 60
	ninja, given := uint64(w.choice[k&15].ninja), uint64(w.given[k&15])
	w.alive[a&15] &^= smaller
	if ninja < given {
		w.settleEach(s, a, 1<<at(s.players, ninja))
		return
	}
	next := s
	if fresh>>a&1 != 0 {
		next = s.label(uint64(a), given)
		given++
	}
	found := w.beyond(next, k+1, given, w.alive[a&15]&fresh&^(1<<a))
	w.alive[a&15] &^= found.beating
	w.settleEach(s, a, found.equal)
}

// beyond resumes a start that has given the last player's ninja, any one
// of the set, the next label: it compares from choice k on, for the whole
// set at once, up to the ninja's own choice. A player without a label either is
// the ninja or gets the label after it.
func (w *walker) beyond(s start, k, given uint64, set uint16) (found ninjas) {
	labels, players, next := s.labels, s.players, given+1
	for ; k < given && set != 0; k++ {
		theirs, ours := w.choice[at(players, k)], w.choice[k&15]
		for _, c := range [2][2]uint8{{theirs.wonderwall, ours.wonderwall}, {theirs.ninja, ours.ninja}} {
			p, own := uint64(c[0]), uint64(c[1])
			l := at(labels, p)
			if l == noLabel {
				// one of the set may be p itself
				if one := set & (1 << p); one != 0 {
					if given < own {
						found.beating |= one
					} else if given == own {
						found.equal |= one
					}
					set &^= one
				}
				l = next
				labels ^= (noLabel ^ l) << (4 * p & 63)
				next++
			}
			if l < own {
				found.beating |= set
				return found
			}
			if l > own {
				return found
			}
		}
	}
	found.equal |= set
	return found
}

// meet finds, when player i has chosen, what the start at the last player says
// of i as its wonderwall. The first choice of every start reads (1, 2); the
// second one it compares is that of its wonderwall.
func (w *walker) meet(i int) {
	switch i {
	case 0: // the string's second choice is not known yet
	case 1:
		w.meetRow(0)
		w.meetRow(1)
	default:
		w.meetRow(i)
	}
}

func (w *walker) meetRow(a int) {
	last := w.n - 1
	s := begin(last).label(uint64(a), 1)
	w.first[a] = w.beyond(s, 1, 2, (uint16(1)<<last-1)&^(1<<a))
}

// settlePermuted is settle for a start that has labelled everybody but the last
// player: an automorphism of the string so far.
func (w *walker) settlePermuted(s start) {
	last := uint64(w.n - 1)
	for a := range last {
		l := at(s.labels, a)
		if l < a {
			w.alive[a&15] = 0
		}
		if l != a {
			continue
		}
		for b := range last {
			l := at(s.labels, b)
			if l < b {
				w.alive[a&15] &^= 1 << b
			}
			if l == b && b != a {
				w.note(choice{uint8(a), uint8(b)}, 1)
			}
		}
	}
}

// settleEach resumes s for each ninja of the set in turn, beside wonderwall a.
func (w *walker) settleEach(s start, a int, set uint16) {
	last := w.n - 1
	for set &= w.alive[a&15]; set != 0; set &= set - 1 {
		c := choice{uint8(a), uint8(bits.TrailingZeros16(set))}
		w.choice[last&15] = c
		w.tied = 0
		if !w.advance(s, last) {
			w.alive[a&15] &^= 1 << c.ninja
		} else if w.tied > 0 {
			w.note(c, w.tied)
		}
	}
}

// note adds automorphisms to those of a choice.
func (w *walker) note(c choice, automorphisms uint64) {
	for i := range w.ties {
		if w.ties[i].choice == c {
			w.ties[i].automorphisms += automorphisms
			return
		}
	}
	w.ties = append(w.ties, tie{c, automorphisms})
}
