package jump

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/games/jump/keys"
	"enumerate/games/jump/race"
)

// maxBoarded bounds the boards that are looked at one by one, to some hours.
const maxBoarded = 100_000_000_000

// boarded returns the sizes that can be counted board by board.
func (r Ruleset) boarded() enum.Range {
	return r.sizesUpTo(maxBoarded, func(s *Space) uint64 {
		if s.free() >= keys.MaxTiles {
			return maxBoarded + 1
		}
		return s.boards()
	})
}

// boardedCut returns pieces of a tenth of a second each, but several of a space that is
// worth it.
func (s *Space) boardedCut() pieces {
	const each, several = 500_000, 64
	boards := s.boards()
	return pieces{boards, max(min(each, boards/several), 1)}
}

// boardedWalker returns a walker that counts board by board.
func (c *Counting) boardedWalker() enum.Walker {
	s := c.space
	w := &boardWalker{
		space:   s,
		lengths: make([]int32, s.free()+1),
		ranker:  keys.NewRanker(s.rows, s.columns, s.ruleset.rules.Move == race.Diamond, s.ruleset.rules.Tie == race.Inherit),
	}
	for tile := 0; tile < s.free(); tile += s.columns + 1 {
		w.diagonal |= 1 << tile
	}
	return w
}

// A boardWalker counts the boards of a piece. Boards are numbered as numbers to the base
// of how many lengths there are, the first tile for the lowest digit.
type boardWalker struct {
	space    *Space
	lengths  []int32
	ranker   *keys.Ranker
	diagonal keys.Tiles // off the goal
	all      profile    // of all boards
	fixed    profile    // of the diagonals of symmetric boards
}

// A profile is how often, for every m and w, a group has m tiles, and w tiles have greater
// keys or none; m = 0 stands for the tiles that have none.
type profile [keys.MaxTiles][keys.MaxTiles]uint64

// Walk counts the games of a shard.
func (w *boardWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	const boardsBetween = 1 << 12
	s := w.space
	first, boards := w.space.boardedCut().piece(shard.ID)
	w.all, w.fixed = profile{}, profile{}
	free := keys.Tiles(1)<<s.free() - 1
	for board := range boards {
		if board%boardsBetween == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}
		w.set(first + board)
		groups := w.ranker.Groups(w.lengths)
		w.all.add(groups, free)
		if s.square() && w.symmetric() {
			w.fixed.add(groups, w.diagonal)
		}
	}
	w.all.tally(tally, gamesKey, s.ruleset.players)
	w.fixed.tally(tally, fixedKey, s.ruleset.players)
	return nil
}

// set sets the lengths of a board.
func (w *boardWalker) set(number uint64) {
	s := w.space
	choices := uint64(s.choices())
	for tile := range s.free() {
		w.lengths[tile] = s.ruleset.lengths.least + int32(number%choices)
		number /= choices
	}
}

// symmetric reports whether the transposition leaves the board as it is.
func (w *boardWalker) symmetric() bool {
	n := w.space.columns
	for row := range n {
		for column := range row {
			if w.lengths[row*n+column] != w.lengths[column*n+row] {
				return false
			}
		}
	}
	return true
}

// add adds the groups of a board as far as players can start there.
func (p *profile) add(groups []keys.Group, starts keys.Tiles) {
	left := starts.Len()
	for _, g := range groups {
		if m := (g.Tiles & starts).Len(); m > 0 {
			left -= m
			p[m][left]++
		}
	}
	p[0][left]++
}

// tally adds the placings of players that a profile stands for.
func (p *profile) tally(t *enum.Tally, key uint64, players int) {
	for m := range p {
		for w, times := range p[m] {
			if times > 0 {
				addPlacings(t, key, players, m, w, new(big.Int).SetUint64(times))
			}
		}
	}
}
