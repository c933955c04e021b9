package race

import "context"

const (
	digitBits = 11
	digits    = 1 << digitBits
	// A layer of fewer tiles is sorted by insertion: counting digits costs more.
	fewTiles = 64
)

// A sorter puts the tiles of a layer in the order of their lengths.
type sorter struct {
	tiles, aside []uint64 // length << 32 | tile
	counts       [digits]int32
	sorted       []int32
}

// byLength returns the tiles of a layer in the order of their lengths, those of one
// length in the layer's order, in a slice that is valid until the next call. It takes
// time in proportion to the tiles: a pass for every eleven bits in which lengths differ.
func (s *sorter) byLength(ctx context.Context, layer, lengths []int32) ([]int32, error) {
	s.tiles = resize(s.tiles, len(layer))
	var differ uint64
	for i, tile := range layer {
		s.tiles[i] = uint64(lengths[tile])<<32 | uint64(tile)
		differ |= s.tiles[i] ^ s.tiles[0]
	}
	if len(layer) < fewTiles {
		s.insert()
	} else {
		s.aside = resize(s.aside, len(layer))
		for shift := 32; differ>>shift > 0; shift += digitBits {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if differ>>shift%digits > 0 {
				s.distribute(shift)
			}
		}
	}
	s.sorted = resize(s.sorted, len(layer))
	for i, tile := range s.tiles {
		s.sorted[i] = int32(uint32(tile))
	}
	return s.sorted, nil
}

// insert sorts by insertion.
func (s *sorter) insert() {
	for i, tile := range s.tiles {
		j := i
		for ; j > 0 && s.tiles[j-1]>>32 > tile>>32; j-- {
			s.tiles[j] = s.tiles[j-1]
		}
		s.tiles[j] = tile
	}
}

// distribute sorts by the digit at the shift, and keeps the order of tiles that have
// the same one.
func (s *sorter) distribute(shift int) {
	clear(s.counts[:])
	for _, tile := range s.tiles {
		s.counts[tile>>shift%digits]++
	}
	var sum int32
	for digit, count := range s.counts {
		s.counts[digit] = sum
		sum += count
	}
	for _, tile := range s.tiles {
		at := &s.counts[tile>>shift%digits]
		s.aside[*at] = tile
		*at++
	}
	s.tiles, s.aside = s.aside, s.tiles
}
