package jump

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// A sampler draws games of a space. It implements enum.Sampler.
type sampler struct {
	space  *Space
	board  race.Board
	tiles  []int32 // off the goal; in order between two draws
	swaps  []int32
	starts []int32
	solver race.Solver
}

// Sampler returns a sampler of the space.
func (s *Space) Sampler() enum.Sampler { return newSampler(s) }

func newSampler(s *Space) *sampler {
	d := &sampler{
		space:  s,
		board:  race.Board{Rows: s.rows, Columns: s.columns, Lengths: make([]int32, s.free()+1)},
		tiles:  make([]int32, s.free()),
		swaps:  make([]int32, s.ruleset.players),
		starts: make([]int32, s.ruleset.players),
	}
	for tile := range d.tiles {
		d.tiles[tile] = int32(tile)
	}
	return d
}

// Sample draws a game and solves it. It takes no decisions.
func (d *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	d.draw(random)
	result, err := d.solver.Solve(ctx, d.board, d.starts, d.space.ruleset.rules)
	return d.space.verdict(result), enum.Work{}, err
}

// draw draws a game uniformly at random: the lengths tile by tile, then the start of
// each player among the tiles that are left.
func (d *sampler) draw(random *rand.Rand) {
	least, choices := d.space.ruleset.lengths.least, d.space.choices()
	for tile := range d.tiles {
		d.board.Lengths[tile] = least + int32(random.Int64N(choices))
	}
	for player := range d.starts {
		d.swaps[player] = int32(player + random.IntN(len(d.tiles)-player))
		d.swap(player)
		d.starts[player] = d.tiles[player]
	}
	for player := len(d.swaps) - 1; player >= 0; player-- {
		d.swap(player)
	}
}

// swap swaps a player's tile to the front, or back.
func (d *sampler) swap(player int) {
	other := d.swaps[player]
	d.tiles[player], d.tiles[other] = d.tiles[other], d.tiles[player]
}
