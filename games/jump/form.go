package jump

import (
	"cmp"
	"context"
	"fmt"
	"math/big"
	"slices"

	"enumerate/enum/single"
	"enumerate/games/jump/race"
)

// classify returns the class of the game. On a square board, the canonical form is the game or its transpose, whichever
// comes first in the order of the lengths, row by row, and then of the players' starts. The relabeling says to which
// place each tile goes in the canonical form.
func (g game) classify(context.Context) (single.Form, error) {
	canonical, transposed, group, automorphisms := g, false, int64(1), int64(1)
	if g.Board.Rows == g.Board.Columns {
		transpose := g.transpose()
		group = 2
		switch cmp.Or(slices.Compare(transpose.Board.Lengths, g.Board.Lengths), slices.Compare(transpose.Starts, g.Starts)) {
		case -1:
			canonical, transposed = transpose, true
		case 0:
			automorphisms = 2
		}
	}

	return single.Form{
		Size:          canonical.Board.Columns,
		Game:          canonical.String(),
		Automorphisms: big.NewInt(automorphisms),
		Group:         func() *big.Int { return big.NewInt(group) },
		Relabeling: func() []single.Renaming {
			renamings := make([]single.Renaming, len(g.Board.Lengths))
			for tile := range renamings {
				to := int32(tile)
				if transposed {
					to = mirror(g.Board, to)
				}
				renamings[tile] = single.Renaming{From: g.tileName(int32(tile)), To: g.tileName(to)}
			}
			return renamings
		},
		Solution: canonical.solution,
	}, nil
}

// transpose returns the game with the rows and columns of its square board swapped, and the players moved with their
// tiles.
func (g game) transpose() game {
	t := game{race.Board{Rows: g.Board.Rows, Columns: g.Board.Columns, Lengths: make([]int32, len(g.Board.Lengths))}, make([]int32, len(g.Starts)), g.Rules}
	for tile, length := range g.Board.Lengths {
		t.Board.Lengths[mirror(g.Board, int32(tile))] = length
	}
	for player, start := range g.Starts {
		t.Starts[player] = mirror(g.Board, start)
	}
	return t
}

// mirror returns where the transposition of a square board takes a tile.
func mirror(b race.Board, tile int32) int32 {
	n := int32(b.Columns)
	return tile%n*n + tile/n
}

// tileName returns the row and the column of a tile, from 0: "1,2".
func (g game) tileName(tile int32) string {
	return fmt.Sprintf("%d,%d", int(tile)/g.Board.Columns, int(tile)%g.Board.Columns)
}
