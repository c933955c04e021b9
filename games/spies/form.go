package spies

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"enumerate/enum/single"
)

// classify returns the class of a board, whose canonical form is the least image in lexicographic order. The relabeling
// says to which cell of the canonical form each queen goes.
func classify(_ context.Context, game single.Game) (single.Form, error) {
	g, ok := game.(boardGame)
	if !ok {
		return single.Form{}, fmt.Errorf("%d is a size without a board; expected the columns of its queens", game.(sizeGame).size)
	}

	least, image := slices.Clone(g.board), make(board, len(g.board))
	by, automorphisms := 0, int64(0)
	for s := range symmetries {
		g.board.image(s, image)
		switch slices.Compare(image, least) {
		case -1:
			by, automorphisms = s, 1
			least, image = image, least
		case 0:
			automorphisms++
		}
	}

	return single.Form{
		Size:          len(least),
		Game:          least.String(),
		Automorphisms: big.NewInt(automorphisms),
		Group:         space{len(least)}.Group,
		Relabeling:    func() []single.Renaming { return g.board.moved(by) },
		Solution: func(ctx context.Context) (single.Solution, error) {
			conflict, err := least.conflict(ctx)
			if err != nil {
				return single.Solution{}, err
			}
			return least.solution(conflict), nil
		},
	}, nil
}

// moved returns for each queen the cell to which a symmetry takes it.
func (b board) moved(s int) []single.Renaming {
	renamings := make([]single.Renaming, len(b))
	for r, c := range b {
		row, column := move(s, len(b)-1, r, c)
		renamings[r] = single.Renaming{From: cellName(r, c), To: cellName(row, column)}
	}
	return renamings
}
