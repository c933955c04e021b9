package partial

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math/bits"
	"slices"

	"enumerate/canon"
)

// A state has everything about a partial game, in which some players have chosen, that affects its completions.
type state struct {
	choosers uint16            // players who have not chosen yet
	wanted   uint16            // for core games: players whom no player has chosen yet
	next     [MaxPlayers]uint8 // the permutation of the games: the image of each player
	frontier frontier
}

// start returns the state in which no player has chosen.
func (g Games) start() state {
	all := uint16(1)<<g.players - 1
	s := state{choosers: all, next: g.next, frontier: make(frontier, 1)}
	if g.core {
		s.wanted = all
	}
	return s
}

// Start returns the key of the state in which no player has chosen.
func (g Games) Start() []byte { return g.StartOf(g.players) }

// StartOf returns the key of the state before any choice, for games in which only the first players choose, `choosers`
// of them. It serves to count the satisfiable choices of these players. The receiver g must be all games or the core
// games of a size, not the games that a permutation fixes.
func (g Games) StartOf(choosers int) []byte {
	s := g.start()
	s.choosers = 1<<choosers - 1
	k := &encoder{games: g}
	return slices.Clone(k.key(s))
}

// An encoder makes keys of states. A key is the bytes by which a state is stored, and by which equal states are found
// and merged. It consists of
//
//	2 bytes  the players without a choice
//	2 bytes  only for core games: the wanted players, which must still be chosen
//	n bytes  only if the permutation is not the identity: the image of each player
//	         the closures in ascending order: n rows of n bits, filled up to whole
//	         bytes with 0
//
// Numbers have the most significant byte first. Players have the labels of canon.Relabeler.
//
// A closure (who stands before whom) and its reverse have the same completions, so a key has only one of the two. Often
// two players are related in every closure. Then the key has each closure in the direction in which these two stand in
// the order of their labels; of several such pairs, the first by labels decides. If there is no such pair, the key has
// each closure in the direction whose bytes come first. A key determines the state up to relabeling, and nearly all
// isomorphic states have the same key.
type encoder struct {
	games  Games
	family canon.Family
	relab  canon.Relabeler
	naming
	rows   []canon.Rows
	buffer []byte
}

// A naming gives players other numbers, called names or labels.
type naming struct {
	name [MaxPlayers]uint8
	sets [4][16]uint16 // sets[i][s]: the names of the set s of the players 4i..4i+3
}

// prepare computes sets from name. Call it after every change of name, before image and relabel.
func (k *naming) prepare() {
	for block := range k.sets {
		sets := &k.sets[block]
		for set := 1; set < 16; set++ {
			sets[set] = sets[set&(set-1)] | 1<<k.name[4*block+bits.TrailingZeros8(uint8(set))]
		}
	}
}

// image returns the names of a set of players.
func (k *naming) image(set uint16) uint16 {
	return k.sets[0][set&15] | k.sets[1][set>>4&15] | k.sets[2][set>>8&15] | k.sets[3][set>>12]
}

// relabel returns a relation with the players of a set under their names, and without all others.
func (k *naming) relabel(r *canon.Rows, among uint16) (to canon.Rows) {
	for ; among != 0; among &= among - 1 {
		u := bits.TrailingZeros16(among)
		name := k.name[u&15]
		to[name>>2&3] |= uint64(k.image(r.Row(u))) << (name & 3 * 16)
	}
	return to
}

// describe writes a state to k.family, from which package canon finds labels for the players. The colour of a player
// says whether it has still to choose (bit 0) and whether it must still be chosen (bit 1). If the games are those that
// a permutation fixes, isomorphic states must have isomorphic permutations too.
func (k *encoder) describe(s *state) {
	k.family.Points = k.games.players
	for v := range k.games.players {
		k.family.Colours[v&15] = uint8(s.choosers>>v&1 | s.wanted>>v&1<<1)
	}
	if !k.games.identity() {
		k.family.Permutation = &s.next
	}
	k.family.Relations = s.frontier
}

// slabOf returns the number of the slab, one of several parts of a layer, to which a state belongs.
func (k *encoder) slabOf(s *state, slabs uint64) uint64 {
	k.describe(s)
	return k.relab.Invariant(&k.family) % slabs
}

// key returns the key of a state. The next call overwrites the key.
func (k *encoder) key(s state) []byte {
	k.describe(&s)
	k.relab.Label(&k.family, &k.name)

	n := k.games.players
	k.prepare()
	all := uint16(1)<<n - 1
	first, second, loose := k.common(s.frontier)

	k.rows = k.rows[:0]
	for i := range s.frontier {
		c := &s.frontier[i]
		side := &c.Forth
		if !loose && c.Back.Has(first, second) {
			side = &c.Back
		}
		rows := k.relabel(side, all)
		if loose {
			if other := k.relabel(&c.Back, all); less(&other, &rows) {
				rows = other
			}
		}
		k.rows = append(k.rows, rows)
		for j := len(k.rows) - 1; j > 0 && less(&k.rows[j], &k.rows[j-1]); j-- {
			k.rows[j], k.rows[j-1] = k.rows[j-1], k.rows[j]
		}
	}
	return k.encode(s)
}

// common returns two players that are related in every closure of a frontier, in either direction. Of several such
// pairs it takes the one with the least labels, so that isomorphic states get the same key. Without such a pair, the
// frontier is loose.
func (k *encoder) common(f frontier) (first, second int, loose bool) {
	related := f.commonRelations()
	const noPair = MaxPlayers * MaxPlayers
	least := noPair // a pair of labels as one number: the first label times MaxPlayers, plus the second
	for u := range k.games.players {
		row := related.Row(u)
		if row == 0 {
			continue
		}
		if labels := int(k.name[u&15])*MaxPlayers + bits.TrailingZeros16(k.image(row)); labels < least {
			least = labels
			first = u
		}
	}
	if least == noPair {
		return 0, 0, true
	}
	for v := range k.games.players {
		if int(k.name[v&15]) == least%MaxPlayers {
			second = v
		}
	}
	return first, second, false
}

// less compares two closures by their rows, beginning with the last row.
func less(a, b *canon.Rows) bool {
	for i := 3; i > 0; i-- {
		if a[i] != b[i] {
			return a[i] < b[i]
		}
	}
	return a[0] < b[0]
}

// encode returns the bytes of a key, in the format of encoder. k.rows has the closures of the state, in order.
func (k *encoder) encode(s state) []byte {
	b := binary.BigEndian.AppendUint16(k.buffer[:0], k.image(s.choosers))
	if k.games.core {
		b = binary.BigEndian.AppendUint16(b, k.image(s.wanted))
	}
	n := k.games.players
	if !k.games.identity() {
		from := len(b)
		b = append(b, s.next[:n]...)
		for v := range n {
			b[from+int(k.name[v])] = k.name[s.next[v]]
		}
	}
	// Write the last row of a closure first. The lowest bits of pending, `held` bits, are not written yet.
	for i := range k.rows {
		var pending uint64
		held := 0
		for u := n - 1; u >= 0; u-- {
			pending = pending<<n | uint64(k.rows[i].Row(u))
			for held += n; held >= 8; held -= 8 {
				b = append(b, byte(pending>>(held-8)))
			}
		}
		if held > 0 {
			b = append(b, byte(pending<<(8-held)))
		}
	}
	k.buffer = b
	return b
}

var errKey = errors.New("not a key of a state")

// checkPermutation returns an error unless s.next, which was read from a file, is a permutation of the cycle type of
// the games, and on each cycle either all players have chosen or none (s.choosers has the players that have not).
func (g Games) checkPermutation(s *state) error {
	n := g.players
	var images, chooserImages uint16 // the images of all players, and of those without a choice
	for v, to := range s.next[:n] {
		images |= 1 << to
		chooserImages |= s.choosers >> v & 1 << to
	}
	if images != 1<<n-1 || chooserImages != s.choosers {
		return fmt.Errorf("%w: its map of the players is not a permutation, or maps a player without a choice to one with a choice", errKey)
	}

	var difference [MaxPlayers + 1]int
	for _, length := range g.lengths {
		difference[length] += length
	}
	lengths := s.lengths(n)
	for _, length := range lengths[:n] {
		difference[length]--
	}
	if difference != [MaxPlayers + 1]int{} {
		return fmt.Errorf("%w: its permutation does not have cycles of the lengths %v", errKey, g.lengths)
	}
	return nil
}

// decode reads a state from its key into s. The key may come from a damaged file, so decode returns an error if it is
// not valid for these games.
func (g Games) decode(key []byte, s *state) error {
	n := g.players
	head := 2 // the number of bytes before the closures
	if g.core {
		head += 2
	}
	if !g.identity() {
		head += n
	}
	closureBytes := (n*n + 7) / 8
	if len(key) < head+closureBytes || (len(key)-head)%closureBytes != 0 {
		return fmt.Errorf("%w: it has %d bytes", errKey, len(key))
	}

	all := uint16(1)<<n - 1
	s.choosers = binary.BigEndian.Uint16(key)
	if g.core {
		s.wanted = binary.BigEndian.Uint16(key[2:])
	}
	if s.choosers&^all != 0 || s.wanted&^all != 0 {
		return fmt.Errorf("%w: it names a player that does not exist; the games have %d players", errKey, n)
	}

	s.next = g.next
	if !g.identity() {
		copy(s.next[:n], key[head-n:])
		if err := g.checkPermutation(s); err != nil {
			return err
		}
	}

	// The lowest bits of pending, `held` bits, are read but not yet part of a row.
	s.frontier = s.frontier[:0]
	for key = key[head:]; len(key) > 0; key = key[closureBytes:] {
		s.frontier = append(s.frontier, closure{})
		c := &s.frontier[len(s.frontier)-1]

		var pending, held uint64
		at := 0 // the next byte of key
		for u := n - 1; u >= 0; u-- {
			for ; held < uint64(n); held += 8 {
				pending = pending<<8 | uint64(key[at])
				at++
			}
			held -= uint64(n)
			row := uint16(pending >> held & uint64(all))
			c.Forth[u>>2] |= uint64(row) << (u & 3 * 16)
			for ; row != 0; row &= row - 1 {
				v := bits.TrailingZeros16(row)
				c.Back[v>>2] |= 1 << (v&3*16 + u)
			}
		}

		for v := range n {
			if c.Forth.Row(v)&c.Back.Row(v) != 0 || c.Forth.Has(v, v) {
				return fmt.Errorf("%w: a closure has a cycle", errKey)
			}
		}
	}
	return nil
}
