package col

import (
	"context"

	"enumerate/enum"
)

// maxListed bounds the vertices of all positions that a move leads to, of a position that
// can be played: some megabytes.
const maxListed = 1_000_000

// playable returns the position, as a Playable if its moves are few enough.
func playable(p Position) enum.Game {
	if p.uncoloured()*len(p) > maxListed {
		return p
	}
	return Playable{p}
}

// A Playable is a Position whose moves can be listed. It implements enum.Advised.
type Playable struct{ Position }

// Moves returns the positions that a side can move to, by the vertex that it colours.
func (p Playable) Moves(side int) []enum.Position {
	var moves []enum.Position
	for _, v := range p.legal(side) {
		moves = append(moves, Playable{p.with(v, side)})
	}
	return moves
}

// Best returns the first of a side's best moves that wins, or else the first best one, as
// an index into Moves. It takes linear time.
func (p Playable) Best(ctx context.Context, side int) (move int, won bool, err error) {
	legal := p.legal(side)
	if len(legal) == 0 || ctx.Err() != nil {
		return -1, false, ctx.Err()
	}
	s := p.sum()
	best := s.best(side)
	chosen := best[0]
	for _, t := range best {
		if winsBy(s.value.Plus(t.adds), side) {
			chosen, won = t, true
			break
		}
	}
	for legal[move] != chosen.vertex {
		move++
	}
	return move, won, nil
}
