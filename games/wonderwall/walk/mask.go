package walk

import "math/bits"

// A mask1 is a set of choices of one player v, with a bit for each choice. The bits form a table: its rows are the
// wonderwalls and its columns the ninjas. It has no row and column for v, so players above v move down by one. A row
// has n-1 bits and is never split between two words. The order of the bits is the lexicographic order of the choices.
//
//	n = 5, the choice (3, 1) of player 4:   row 3, column 1, bit 4·3 + 1
//	n = 5, the choice (4, 0) of player 3:   row 3, column 0, bit 4·3
//
// Masks of up to 9 players have one word (mask1), of up to 11 two (mask2), and of up to 13 three (mask3). The place of
// a choice is the number of its bit; each word has 64 places.
type mask1 struct{ w0 uint64 }

const (
	words1  = 1
	places1 = 64 * words1
)

// rows1 is the number of rows in the word of a mask1, and rows2 that in each word of a mask2 or a mask3.
const (
	rows1 = 8
	rows2 = 5
)

func (m mask1) and(o mask1) mask1    { return mask1{m.w0 & o.w0} }
func (m mask1) andNot(o mask1) mask1 { return mask1{m.w0 &^ o.w0} }
func (m mask1) or(o mask1) mask1     { return mask1{m.w0 | o.w0} }
func (m mask1) empty() bool          { return m.w0 == 0 }
func (m mask1) count() int           { return bits.OnesCount64(m.w0) }
func (m mask1) has(place uint8) bool { return m.w0>>(place&63)&1 != 0 }

func (m mask1) with(place uint8) mask1 { return mask1{m.w0 | 1<<(place&63)} }

// from returns the choices of m at a place and after it.
func (m mask1) from(place uint8) mask1 { return mask1{m.w0 >> (place & 63) << (place & 63)} }

// first returns the place of the least choice. The set must not be empty.
func (m mask1) first() uint8 { return uint8(bits.TrailingZeros64(m.w0)) }

// rest returns the set without its least choice. The set must not be empty.
func (m mask1) rest() mask1 { return mask1{m.w0 & (m.w0 - 1)} }

func (m mask1) hash(seed uint64) uint64 { return (seed ^ m.w0) * hashFactor }

type mask2 struct{ w0, w1 uint64 }

const (
	words2  = 2
	places2 = 64 * words2
)

func (m mask2) and(o mask2) mask2    { return mask2{m.w0 & o.w0, m.w1 & o.w1} }
func (m mask2) andNot(o mask2) mask2 { return mask2{m.w0 &^ o.w0, m.w1 &^ o.w1} }
func (m mask2) or(o mask2) mask2     { return mask2{m.w0 | o.w0, m.w1 | o.w1} }
func (m mask2) empty() bool          { return m.w0|m.w1 == 0 }
func (m mask2) count() int           { return bits.OnesCount64(m.w0) + bits.OnesCount64(m.w1) }

// has and with look at the two words without a branch. For a place in the first word, place-64 is negative and wraps to
// 192 or more, and a shift by 64 or more gives 0.
func (m mask2) has(place uint8) bool   { return (m.w0>>place|m.w1>>(place-64))&1 != 0 }
func (m mask2) with(place uint8) mask2 { return mask2{m.w0 | 1<<place, m.w1 | 1<<(place-64)} }

// from returns the choices of m at a place and after it.
func (m mask2) from(place uint8) mask2 {
	if place < 64 {
		return mask2{m.w0 >> place << place, m.w1}
	}
	return mask2{0, m.w1 >> (place & 63) << (place & 63)}
}

// first returns the place of the least choice.
func (m mask2) first() uint8 {
	if m.w0 != 0 {
		return uint8(bits.TrailingZeros64(m.w0))
	}
	return 64 + uint8(bits.TrailingZeros64(m.w1))
}

func (m mask2) hash(seed uint64) uint64 { return mask1{m.w1}.hash(mask1{m.w0}.hash(seed)) }

// rest returns the set without its least choice.
func (m mask2) rest() mask2 {
	if m.w0 != 0 {
		return mask2{m.w0 & (m.w0 - 1), m.w1}
	}
	return mask2{0, m.w1 & (m.w1 - 1)}
}

type mask3 struct{ w0, w1, w2 uint64 }

const (
	words3  = 3
	places3 = 64 * words3
)

func (m mask3) and(o mask3) mask3    { return mask3{m.w0 & o.w0, m.w1 & o.w1, m.w2 & o.w2} }
func (m mask3) andNot(o mask3) mask3 { return mask3{m.w0 &^ o.w0, m.w1 &^ o.w1, m.w2 &^ o.w2} }
func (m mask3) or(o mask3) mask3     { return mask3{m.w0 | o.w0, m.w1 | o.w1, m.w2 | o.w2} }
func (m mask3) empty() bool          { return m.w0|m.w1|m.w2 == 0 }

func (m mask3) count() int {
	return bits.OnesCount64(m.w0) + bits.OnesCount64(m.w1) + bits.OnesCount64(m.w2)
}

func (m mask3) has(place uint8) bool {
	return !m.and(mask3{}.with(place)).empty()
}

func (m mask3) with(place uint8) mask3 {
	return mask3{m.w0 | 1<<place, m.w1 | 1<<(place-64), m.w2 | 1<<(place-128)} // without a branch: see mask2.with
}

// from returns the choices of m at a place and after it.
func (m mask3) from(place uint8) mask3 {
	const all = ^uint64(0) // shifted by 64 or more, it is 0
	return mask3{m.w0 & (all << place), m.w1 & (all << (max(place, 64) - 64)), m.w2 & (all << (max(place, 128) - 128))}
}

// first returns the place of the least choice.
func (m mask3) first() uint8 {
	if m.w0 != 0 {
		return uint8(bits.TrailingZeros64(m.w0))
	}
	if m.w1 != 0 {
		return 64 + uint8(bits.TrailingZeros64(m.w1))
	}
	return 128 + uint8(bits.TrailingZeros64(m.w2))
}

func (m mask3) hash(seed uint64) uint64 { return mask1{m.w2}.hash(mask2{m.w0, m.w1}.hash(seed)) }

// rest returns the set without its least choice.
func (m mask3) rest() mask3 {
	switch {
	case m.w0 != 0:
		m.w0 &= m.w0 - 1
	case m.w1 != 0:
		m.w1 &= m.w1 - 1
	default:
		m.w2 &= m.w2 - 1
	}
	return m
}

// hashFactor, a factor for hashes, is odd, so that different words have different products, and has ones in all parts,
// so that the bits are mixed.
const hashFactor = 0xa0761d6478bd642f

// The sides of a closure (who stands before whom) are two sets for each player u: u and the players before it (to), and
// u and the players after it (from).
type sides struct{ to, from [16]uint16 }

func (s *sides) reversed() sides { return sides{s.from, s.to} }

// A layout gives each choice of the last three players its place, the number of its bit in masks, which are sets of
// choices.
type layout struct {
	players int
	stride  int    // bits of a row
	perWord int    // rows in a word: rows1 or rows2
	line    uint16 // all columns of a row
	all     uint16 // all players
	// starts[r] is the place of the first column of row r.
	starts [16]uint8
	// spread[s] has the first bit of each row in the set s of the rows of a word.
	spread [256]uint64
	// place[i][a<<4|b] is the place of the choice (a, b) of player n-3+i; choices[i] is the inverse.
	place   [3][256]uint8
	choices [3][256]choice
}

// newLayout returns the layout of masks (sets of choices) with the given number of words. It fills the tables that the
// hot loops look up.
func newLayout(players, words int) *layout {
	l := &layout{players: players, stride: players - 1, line: 1<<(players-1) - 1, all: 1<<players - 1}
	l.perWord = rows1
	if words > 1 {
		l.perWord = rows2
	}

	for r := range l.stride {
		l.starts[r] = uint8(r/l.perWord*64 + r%l.perWord*l.stride)
	}

	for s := range l.spread {
		for r := range l.perWord {
			if s>>r&1 != 0 {
				l.spread[s] |= 1 << (r * l.stride)
			}
		}
	}

	for i := range l.place {
		v := players - 3 + i
		for a := range players {
			for b := range players {
				if a == b || a == v || b == v {
					continue
				}

				place := l.find(v, choice{uint8(a), uint8(b)})
				l.place[i][a<<4|b] = place
				l.choices[i][place] = choice{uint8(a), uint8(b)}
			}
		}
	}
	return l
}

// find returns the place, the number of the bit, of the choice c in the masks of player v.
func (l *layout) find(v int, c choice) uint8 {
	row := bits.TrailingZeros16(without(1<<c.wonderwall, v))
	column := bits.TrailingZeros16(without(1<<c.ninja, v))
	return l.starts[row&15] + uint8(column)
}

// everyLabel has 1 in every nibble, so everyLabel times l has l in every nibble. Nibble i of after is i+1.
const (
	everyLabel = 0x1111111111111111
	after      = 0x0fedcba987654321
)

// below returns the set of players whose nibble (four bits) in labels is less than their nibble in bounds. It has no
// branches, because the processor would mispredict a branch for each player half of the time.
func (l *layout) below(labels, bounds uint64) uint16 {
	const low = 0x0f0f0f0f0f0f0f0f
	// Compare the nibbles of the even players and then of the odd players, with a whole byte for each player. The byte
	// bound + 15 - label is 16 or more if and only if the label is less than the bound, so its bit 4 is the result.
	even := (bounds&low + low - labels&low) >> 4 & 0x0101010101010101
	odd := (bounds>>4&low + low - labels>>4&low) >> 3 & 0x0202020202020202

	// Each byte has the results of two players. Move these bits together.
	set := even | odd
	set = (set | set>>6) & 0x000f000f000f000f
	set = (set | set>>12) & 0x000000ff000000ff
	return uint16(set|set>>24) & l.all
}

// without converts a set of players to a set of rows or columns in the masks of player v, which have none for v.
func without(set uint16, v int) uint16 {
	low := uint16(1)<<v - 1
	return set&low | set>>1&^low
}

// outer returns the set of all choices whose wonderwall is in one set of players, the rows, and whose ninja is in
// another. l.spread has the first bit of each row of a set, so the multiplication copies the columns into each row; the
// copies do not overlap.
func (m mask1) outer(l *layout, rows, columns uint16) mask1 {
	return mask1{l.spread[uint8(rows)] * uint64(columns)}
}

// row returns the columns of row r that the set has: the ninjas of its choices with one wonderwall.
func (m mask1) row(l *layout, r int) uint16 {
	return uint16(m.w0>>(l.starts[r&15]&63)) & l.line
}

// outer returns the set of all choices with a wonderwall in rows and a ninja in columns.
func (m mask2) outer(l *layout, rows, columns uint16) mask2 {
	return mask2{l.spread[uint8(rows)] * uint64(columns), l.spread[uint8(rows>>rows2)] * uint64(columns)}
}

// row returns row r, from the first or second word, without a branch.
func (m mask2) row(l *layout, r int) uint16 {
	place := l.starts[r&15]
	second := -uint64(place >> 6)
	return uint16((m.w0&^second|m.w1&second)>>(place&63)) & l.line
}

// outer returns the set of all choices with a wonderwall in rows and a ninja in columns.
func (m mask3) outer(l *layout, rows, columns uint16) mask3 {
	return mask3{
		l.spread[uint8(rows)] * uint64(columns),
		l.spread[uint8(rows>>rows2)] * uint64(columns),
		l.spread[uint8(rows>>(2*rows2))] * uint64(columns),
	}
}

// row returns row r, from the word that has it, without a branch.
func (m mask3) row(l *layout, r int) uint16 {
	place := l.starts[r&15]
	word := [4]uint64{m.w0, m.w1, m.w2}[place>>6]
	return uint16(word>>(place&63)) & l.line
}
