package jump

import (
	"cmp"
	"slices"
)

// A placing is players on different tiles off the goal.
type placing struct {
	tiles []int32 // of the players
	taken []bool  // by tile
}

// newPlacing returns a placing that is to be reset.
func newPlacing(free, players int) *placing {
	return &placing{make([]int32, players), make([]bool, free)}
}

// reset goes to the first placing: the players on the first tiles, in order.
func (p *placing) reset() {
	clear(p.taken)
	for player := range p.tiles {
		p.tiles[player] = int32(player)
		p.taken[player] = true
	}
}

// next goes to the next placing, and reports whether there is one.
func (p *placing) next() bool {
	// The last player that can go to a later tile does; those after it go to the first
	// tiles that are left.
	player := len(p.tiles) - 1
	for ; player >= 0; player-- {
		at := p.tiles[player]
		p.taken[at] = false
		if later := slices.Index(p.taken[at+1:], false); later >= 0 {
			p.put(player, at+1+int32(later))
			break
		}
	}
	if player < 0 {
		return false
	}
	for player++; player < len(p.tiles); player++ {
		p.put(player, int32(slices.Index(p.taken, false)))
	}
	return true
}

func (p *placing) put(player int, tile int32) {
	p.tiles[player] = tile
	p.taken[tile] = true
}

// mirrored compares a placing with its transpose, tile by tile.
func (p *placing) mirrored(transpose []int32) int {
	for _, tile := range p.tiles {
		if order := cmp.Compare(tile, transpose[tile]); order != 0 {
			return order
		}
	}
	return 0
}
