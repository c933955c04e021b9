package merge

import "math/bits"

const (
	// placeBits is how many bits the place of a tile takes.
	placeBits = 5
	// tilesInWord is how many of them a word has room for.
	tilesInWord = 64 / placeBits
	// MaxOrdered is the most tiles of a board whose groups are told apart: as many as
	// have room in a state, with the goal, which needs none.
	MaxOrdered = 2*tilesInWord + 1
)

// A state is what the future of partial boards depends on: the tiles that reach the
// goal, and the groups of the last layer.
//
// If groups are told apart, a tile has five bits of the layer for the place of its group,
// from 1, or 0 if it is not of the layer: tiles 0 to 11 in the first word, from the
// lowest bits, and 12 to 23 in the second. Otherwise the layer is the tiles
// in the first word. In the state that everything begins with the layer is 0, and
// means the goal.
type state struct {
	all   uint64
	layer [2]uint64
}

// put puts tiles into a group of the layer.
func (s *state) put(tiles uint64, place int, ordered bool) {
	s.all |= tiles
	if !ordered {
		s.layer[0] |= tiles
		return
	}
	for ; tiles != 0; tiles &= tiles - 1 {
		tile := bits.TrailingZeros64(tiles)
		s.layer[tile/tilesInWord] |= uint64(place+1) << (tile % tilesInWord * placeBits)
	}
}

// groups appends the groups of the layer.
func (s *state) groups(groups []uint64, ordered bool) []uint64 {
	switch {
	case s.layer == [2]uint64{}:
		return append(groups, s.all)
	case !ordered:
		return append(groups, s.layer[0])
	}
	for i, word := range s.layer {
		for word != 0 {
			tile := bits.TrailingZeros64(word) / placeBits
			place := int(word >> (tile * placeBits) % (1 << placeBits))
			word &^= (1<<placeBits - 1) << (tile * placeBits)
			for len(groups) < place {
				groups = append(groups, 0)
			}
			groups[place-1] |= 1 << (i*tilesInWord + tile)
		}
	}
	return groups
}
