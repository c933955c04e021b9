package jump

import (
	"math/big"

	"enumerate/enum"
)

// byBoards returns the totals of a size, found board by board. A ranker sorts the tiles into groups with equal keys.
// The key of a tile says how soon a player comes from it to the goal, so a player on a tile with the least key wins.
func byBoards(s *space) (enum.Totals, error) {
	tally := enum.NewTally(len(s.Verdicts()))
	ranker := newRanker(s.rows, s.columns, s.settings.rules)
	free, diagonal := tileSet(1)<<s.free()-1, tileSet(0)
	if s.square() {
		for tile := 0; tile < s.free(); tile += s.columns + 1 {
			diagonal |= 1 << tile
		}
	}
	add := func(key uint64, groups []keyGroup, starts tileSet) {
		left := starts.size()
		for _, g := range groups {
			if m := (g.tiles & starts).size(); m > 0 {
				left -= m
				addPlacings(tally, key, s.settings.players, m, left, big.NewInt(1))
			}
		}
		addPlacings(tally, key, s.settings.players, 0, left, big.NewInt(1))
	}
	lengths := make([]int32, s.free()+1)
	for i := range s.free() {
		lengths[i] = s.settings.least
	}
	for more := true; more; more = nextBoard(s, lengths) {
		groups := ranker.order(lengths)
		add(gamesKey, groups, free)
		if s.square() && symmetric(lengths, s.columns) {
			add(fixedKey, groups, diagonal)
		}
	}
	return counting{space: s}.Totals(tally)
}

func nextBoard(s *space, lengths []int32) bool {
	for tile := range s.free() {
		if lengths[tile] < s.settings.most {
			lengths[tile]++
			return true
		}
		lengths[tile] = s.settings.least
	}
	return false
}

func symmetric(lengths []int32, n int) bool {
	for row := range n {
		for column := range row {
			if lengths[row*n+column] != lengths[column*n+row] {
				return false
			}
		}
	}
	return true
}
