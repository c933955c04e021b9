package wonderwall

// MaxPlayers is the largest size that can be walked. Labels and players fill four
// bits each, and label 15 stands for none: that would do for 15. But k players
// whom nobody chose and who chose alike make k! starts that tie, some e·k! of
// them waiting at once, 16 bytes each: 16 MB at 13 players, 160 MB at 14.
const MaxPlayers = 13

const (
	nibble  = 15
	noLabel = 15
	// noLabels and noPlayers are the maps of a start that has labelled nobody.
	noLabels  = ^uint64(0)
	noPlayers = uint64(0)
	identity  = 0xfedcba9876543210
)

// A choice is what the player with some label chose, in labels. It is the unit
// of canonical strings.
type choice struct{ wonderwall, ninja uint8 }

// A start is a numbering of the players other than that of the string itself,
// begun at some other player, that ties with the string as far as it is known.
// It waits for a player who has not chosen yet, and goes on when that player
// has. Two words hold it:
//
//	nibble p of labels    the label of player p, noLabel if it has none yet
//	nibble l of players   the player labelled l
//	nibble 15 of players  how many choices have been compared
//
// Players are named by their labels in the string itself, so the string's own
// numbering is the identity.
type start struct {
	labels  uint64
	players uint64
}

// begin returns the start at player p, with nothing compared.
func begin(p int) start { return start{noLabels, noPlayers}.label(uint64(p), 0) }

// at returns nibble i of a word.
func at(word uint64, i uint64) uint64 { return word >> (4 * i & 63) & nibble }

// prefix returns the string's own numbering of players 0..k-1, after k choices.
func prefix(k int) start {
	rest := ^uint64(0) << (4 * k & 63)
	return start{identity | rest, identity &^ rest}.compared(uint64(k))
}

// compared returns s with k choices compared.
func (s start) compared(k uint64) start {
	s.players = s.players&^(nibble<<60) | k<<60
	return s
}

// label returns s with player p labelled l. Neither was in use.
func (s start) label(p, l uint64) start {
	s.labels ^= (noLabel ^ l) << (4 * p & 63)
	s.players |= p << (4 * l & 63)
	return s
}

// advance goes on with s now that players 0..i have chosen: it compares s with
// the string, choice by choice, until they differ, until s waits again or until
// s has labelled everybody, which makes it an automorphism and adds one to
// w.tied. It reports false if s beats the string: then no string that begins
// like this one is canonical.
func (w *walker) advance(s start, i int) bool {
	k := s.players >> 60
	return w.compare(s.labels, s.players&^(nibble<<60), k, i)
}

// compare is advance with the start's parts in registers.
func (w *walker) compare(labels, players, k uint64, i int) bool {
	for {
		theirs := w.choice[at(players, k)]
		ours := w.choice[k&15]
		given := uint64(w.given[k&15])
		l := at(labels, uint64(theirs.wonderwall))
		if l == noLabel {
			l = given
			labels ^= (noLabel ^ l) << (4 * uint64(theirs.wonderwall) & 63)
			players |= uint64(theirs.wonderwall) << (4 * l & 63)
			given++
		}
		if l != uint64(ours.wonderwall) {
			return l > uint64(ours.wonderwall)
		}
		l = at(labels, uint64(theirs.ninja))
		if l == noLabel {
			l = given
			labels ^= (noLabel ^ l) << (4 * uint64(theirs.ninja) & 63)
			players |= uint64(theirs.ninja) << (4 * l & 63)
			given++
		}
		if l != uint64(ours.ninja) {
			return l > uint64(ours.ninja)
		}
		k++
		if k == uint64(w.n) {
			w.tied++
			return true
		}
		if k == given {
			return w.branch(labels, players, k, i)
		}
		if p := at(players, k); p > uint64(i) {
			w.waits[p] = append(w.waits[p], start{labels, players | k<<60})
			return true
		}
	}
}

// branch goes on after a start's reach has closed with k players labelled:
// every other player may be the next one to start from.
func (w *walker) branch(labels, players, k uint64, i int) bool {
	closed := start{labels, players}
	for p := range uint64(w.n) {
		if at(labels, p) != noLabel {
			continue
		}
		next := closed.label(p, k)
		if p > uint64(i) {
			w.waits[p] = append(w.waits[p], next.compared(k))
		} else if !w.compare(next.labels, next.players, k, i) {
			return false
		}
	}
	return true
}
