package partial

import (
	"encoding/binary"
	"math/bits"
)

//go:generate go run ../../gen pairs_gen.go

// A pairCounter counts the choices of the last two players, p = n-2 and q = n-1, that leave a closure of a
// frontier. For core games they must also choose all wanted players.
type pairCounter interface {
	count(f frontier, players int, wanted uint16) uint64
}

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

// A pairs has the fields common to pair counters of all widths. The choices of a player are a square of bits
// with a row for each wonderwall and a column for each ninja. The player itself has no place in its square;
// the last place is that of q in the square of p, and that of p in the square of q.
type pairs struct {
	players int
	last    uint   // the last place
	square  uint16 // all places
	columns uint64 // the same in every row of a closure
}

func newPairs(players int) pairs {
	square := uint16(1)<<(players-1) - 1
	return pairs{players, uint(players - 2), square, uint64(square) * each}
}

// eachKind divides the choices of p by the wanted players that they name, and calls visit for each kind: with the
// wanted players that the choice names (chosen) and all players that it may name (others), as places in the square of
// p, and with the wanted players that q must name (rest), as places in the square of q.
func (t *pairs) eachKind(wanted uint16, visit func(chosen, others, rest uint16)) {
	if bits.OnesCount16(wanted) > 4 {
		return
	}
	both := wanted & (t.square >> 1)
	ofP, ofQ := both|wanted>>1&(1<<t.last), both|wanted&(1<<t.last)
	for chosen := ofP; ; chosen = (chosen - 1) & ofP {
		rest := ofQ &^ (chosen & (t.square >> 1))
		q := (ofP &^ chosen) >> t.last // 1 if q is wanted and p does not choose it; no other player can
		if q == 0 && bits.OnesCount16(chosen) <= 2 && bits.OnesCount16(rest) <= 2 {
			visit(chosen, t.square&^(ofP&^chosen), rest)
		}
		if chosen == 0 {
			return
		}
	}
}

// firstBits returns, for every set of rows of a word, the first bits of the rows.
func firstBits(rows, stride int) []uint64 {
	table := make([]uint64, 1<<rows)
	for set := range table {
		for row := range rows {
			table[set] |= uint64(set>>row&1) << (row * stride)
		}
	}
	return table
}

// places returns the row of every bit of some words, times sixteen, plus the column.
func places(words, rows, stride int) []uint8 {
	table := make([]uint8, words*64)
	for i := range table {
		table[i] = uint8((i/64*rows+i%64/stride)<<4 | i%64%stride)
	}
	return table
}

// A rows has the rows of a relation; single rows are quicker to read than those of canon.Rows.
type rows [2 * MaxPlayers]byte

func (r *rows) put(word int, four uint64) { binary.LittleEndian.PutUint64(r[8*word:], four) }

func (r *rows) set(v uint, row uint16) { binary.LittleEndian.PutUint16(r[2*(v&15):], row) }

func (r *rows) row(v uint) uint16 { return binary.LittleEndian.Uint16(r[2*(v&15):]) }
