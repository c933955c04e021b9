package partial

import (
	"encoding/binary"
	"math/bits"
)

//go:generate go run ../../gen pairs_gen.go

// A pairCounter counts the pairs of choices of the last two players, p = n-2 and q = n-1, with which a game is
// solvable. The frontier f has the closures (who stands before whom) of all other choices, and at least one of them
// must allow both choices of the pair. For core games a pair must also name all wanted players, whom no other player
// names.
type pairCounter interface {
	count(f frontier, players int, wanted uint16) uint64
}

// newPairCounter returns the fastest counter for games of the given number of players: the one with the fewest words of
// 64 bits that hold all choices of a player.
func newPairCounter(players int) pairCounter {
	switch {
	case players <= 9:
		return new(pairs1)
	case players <= 11:
		return new(pairs2)
	case players <= 13:
		return new(pairs3)
	}
	return new(pairs4)
}

// A pairs has the fields that all types of pair counters share. The choices of each of the last two players, p and q,
// are a square of bits with a row for each wonderwall and a column for each ninja. No player chooses itself, so the
// last row and column belong to q in the square of p, and to p in the square of q.
type pairs struct {
	players int
	last    uint   // the number of the last row and column of the square
	square  uint16 // a row of the square with all bits set
	columns uint64 // this row four times, because a word of a closure has four rows
}

// newPairs returns the fields for games of the given number of players.
func newPairs(players int) pairs {
	square := uint16(1)<<(players-1) - 1
	return pairs{players, uint(players - 2), square, uint64(square) * each}
}

// eachKind divides the choices of p, the last player but one, into kinds, and calls visit for each kind. The set
// `wanted` has the players whom no player except p and the last player, q, names. Together p and q must name all of
// them. All choices of a kind name the same wanted players.
//
// The arguments of visit are three sets of players. A player x < p is bit x in each of them. A set of players that p
// can name needs no bit for p, so there bit p is free and stands for q:
//
//	          players                                               bit p
//	chosen    the wanted players that all choices of the kind name  q
//	nameable  these, and the players that are not wanted            q
//	rest      the wanted players that remain for q to name          p
//
// In the set `wanted`, p is bit p and q is bit q. Bit p is 1<<t.last. For n = 5 we have p = 3 and q = 4: bit 3 stands
// for q in `chosen` and `nameable`, and for p in `rest`.
func (t *pairs) eachKind(wanted uint16, visit func(chosen, nameable, rest uint16)) {
	if bits.OnesCount16(wanted) > 4 {
		return // two choices name at most four players
	}
	// t.square is the set of the players 0 to p, so t.square>>1 has all players except p and q. ofP has the wanted
	// players that p can name, and ofQ those that q can name. In ofP bit p (t.last) stands for q, because p cannot name
	// itself, so the shift moves q from its own bit, the next one, to bit p. In ofQ bit p stands for p.
	both := wanted & (t.square >> 1)
	ofP := both | wanted>>1&(1<<t.last)
	ofQ := both | wanted&(1<<t.last)
	for chosen := ofP; ; chosen = (chosen - 1) & ofP { // all subsets of ofP, the empty set last
		rest := ofQ &^ (chosen & (t.square >> 1))
		// If q is wanted and p does not name it, no one can, because q does not name itself.
		missesQ := (ofP&^chosen)>>t.last != 0
		if !missesQ && bits.OnesCount16(chosen) <= 2 && bits.OnesCount16(rest) <= 2 { // each names two players
			visit(chosen, t.square&^(ofP&^chosen), rest)
		}
		if chosen == 0 {
			return
		}
	}
}

// firstBits returns a table for words that are divided into rows, each of `stride` bits. For every set of rows, it has
// a word with the first bit of each row in the set; this word times a set of columns has the columns in each of these
// rows.
func firstBits(rows, stride int) []uint64 {
	table := make([]uint64, 1<<rows)
	for set := range table {
		for row := range rows {
			table[set] |= uint64(set>>row&1) << (row * stride)
		}
	}
	return table
}

// places returns the row and the column of every bit of some words, as 16 times the row plus the column.
func places(words, rows, stride int) []uint8 {
	table := make([]uint8, words*64)
	for i := range table {
		table[i] = uint8((i/64*rows+i%64/stride)<<4 | i%64%stride)
	}
	return table
}

// A rows has the rows of a relation, which are quicker to read one by one than from canon.Rows.
type rows [2 * MaxPlayers]byte

// put sets the four rows of a word of a relation.
func (r *rows) put(word int, four uint64) { binary.LittleEndian.PutUint64(r[8*word:], four) }

func (r *rows) set(v uint, row uint16) { binary.LittleEndian.PutUint16(r[2*(v&15):], row) }

func (r *rows) row(v uint) uint16 { return binary.LittleEndian.Uint16(r[2*(v&15):]) }
