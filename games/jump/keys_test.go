package jump

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/games/jump/merge"
	"enumerate/games/jump/race"
)

// This oracle sorts the tiles of a small board by their keys (see package race), backwards from the goal. It shares no
// code with packages race and merge.
//
// Each tile has a length, that of the jumps from it. Let T be the least number of jumps from a tile x to the goal; each
// round has one jump of each player. The next tiles of x are the tiles one jump from x that need T-1 jumps. The key of
// x is T, followed by the lengths that break ties. The key of the goal is (0), and the key of all tiles with T = 1 is
// (1). From T = 2 on, let (T-1, k) be the least key of the next tiles, where k may be several numbers. The key of x is
//
//	(2, length of x)      if T = 2
//	(T, k)                if T > 2, and ties go by the initial order
//	(T, k, length of x)   if T > 2, and ties go by the order of the round before
//
// For example, let the only way from x to the goal have jumps of lengths 5, 3, 4 and 1. Then the key of x is (4, 4), or
// in the last case (4, 4, 3, 5). The player whose last jump was shorter jumps first. So the third jump decides who is
// first in the last round, and the last jump does not count.
//
// By the rule order=landed, the player who has landed on the tile of the lesser length jumps first. So the length of a
// next tile y counts in place of the length of x. Let (T-1, k) now be the key of y. The key of x is the least that one
// of the next tiles y gives:
//
//	(2, length of y)      if T = 2
//	(T, k)                if T > 2, and ties go by the initial order
//	(T, k, length of y)   if T > 2, and ties go by the order of the round before
//
// In the example, this is (4, 1), or in the last case (4, 1, 4, 3).

// A tileSet has a bit for each tile, numbered row by row from the lowest bit.
type tileSet uint64

func (t tileSet) size() int { return bits.OnesCount64(uint64(t)) }

type keyGroup struct {
	tiles  tileSet
	rounds int
}

// A ranker puts the tiles of boards of at most 64 tiles in the order of their keys. It is for one goroutine.
type ranker struct {
	tiles   int
	rules   race.Rules
	longest int // a greater length leads where longest or longest+1 does, depending on its parity
	// targets[tile*(longest+2) + length] has the tiles that a jump of this length from the tile reaches.
	targets []tileSet
	groups  []keyGroup
	layer   []candidate
	goals   []tileSet // the groups of the layer before, in the order in which it is best to reach them
	split   []candidate
}

// A candidate packs a tile into a number. The tile belongs to a layer, the tiles that are equally many jumps from the
// goal. A jump from it leads to the layer before, whose tiles with equal keys form groups; `goals` lists these groups,
// the best first. Candidates in ascending order are in the order of their keys (the bits from 8 on), and tiles with
// equal keys are in the order of their numbers:
//
//	bits 40-46   the index in `goals` of the first group that a jump from the tile reaches
//	bits  8-38   the tile's length if the key depends on it, otherwise 0
//	bits  0-5    the tile
type candidate uint64

func (c candidate) key() uint64   { return uint64(c) >> 8 }
func (c candidate) tile() tileSet { return 1 << (c % 64) }

func newRanker(rows, columns int, rules race.Rules) *ranker {
	tiles := rows * columns
	longest := rows + columns // farther than any tile of the board
	r := &ranker{tiles: tiles, rules: rules, longest: longest, targets: make([]tileSet, tiles*(longest+2))}
	for from := range tiles {
		for to := range tiles {
			down, right := abs(to/columns-from/columns), abs(to%columns-from%columns)
			for length := 1; length <= longest+1; length++ {
				reaches := down+right == length && (down == 0 || right == 0)
				if rules.Move == race.Diamond {
					reaches = down+right <= length && (down+right)%2 == length%2
				}
				if reaches {
					r.targets[from*(longest+2)+length] |= 1 << to
				}
			}
		}
	}
	return r
}

func abs(x int) int { return max(x, -x) }

func (r *ranker) reached(tile int, length int32) tileSet {
	l := int(length)
	if l > r.longest {
		l = r.longest + (l-r.longest)%2
	}
	return r.targets[tile*(r.longest+2)+l]
}

// order returns the tiles from which the goal can be reached, in groups of equal keys, the least key first. The key of
// a tile says how soon a player comes from it to the goal. The groups are valid until the next call.
func (r *ranker) order(lengths []int32) []keyGroup {
	goal := tileSet(1) << (r.tiles - 1)
	left := goal - 1
	r.groups = append(r.groups[:0], keyGroup{goal, 0})
	begin := 0 // the index of the first group of the last layer
	for rounds := 1; begin < len(r.groups); rounds++ {
		end := len(r.groups)
		var all tileSet
		r.goals = r.goals[:0]
		for _, g := range r.groups[begin:] {
			all |= g.tiles
			r.goals = append(r.goals, g.tiles)
		}

		counts := rounds == 2 || rounds > 2 && r.rules.Tie == race.Inherit // whether a length counts in this round
		if counts && r.rules.Order == race.Landed {
			r.splitGoals(lengths)
		}

		r.layer = r.layer[:0]
		for rest := left; rest != 0; rest &= rest - 1 {
			tile := bits.TrailingZeros64(uint64(rest))
			reached := r.reached(tile, lengths[tile])
			if reached&all == 0 {
				continue
			}
			left &^= 1 << tile
			group := 0
			for reached&r.goals[group] == 0 {
				group++
			}
			c := candidate(group<<40 | tile)
			if counts && r.rules.Order == race.Left {
				c |= candidate(lengths[tile]) << 8
			}
			r.layer = append(r.layer, c)
		}

		slices.Sort(r.layer)
		for i, c := range r.layer {
			if i > 0 && c.key() == r.layer[i-1].key() {
				r.groups[len(r.groups)-1].tiles |= c.tile()
				continue
			}
			r.groups = append(r.groups, keyGroup{c.tile(), rounds})
		}
		begin = end
	}
	return r.groups
}

// splitGoals splits each group of r.goals, the layer before, by the lengths of its tiles, the least length first.
func (r *ranker) splitGoals(lengths []int32) {
	r.split = r.split[:0]
	for group, tiles := range r.goals {
		for ; tiles != 0; tiles &= tiles - 1 {
			tile := bits.TrailingZeros64(uint64(tiles))
			r.split = append(r.split, candidate(group<<40|int(lengths[tile])<<8|tile))
		}
	}
	slices.Sort(r.split)
	r.goals = r.goals[:0]
	for i, c := range r.split {
		if i > 0 && c.key() == r.split[i-1].key() {
			r.goals[len(r.goals)-1] |= c.tile()
			continue
		}
		r.goals = append(r.goals, c.tile())
	}
}

// byKeys solves a game by the keys of its tiles: the player whose start has the least key wins.
func (g game) byKeys() race.Result {
	ranker := newRanker(g.Board.Rows, g.Board.Columns, g.Rules)
	for _, group := range ranker.order(g.Board.Lengths) {
		first := slices.IndexFunc(g.Starts, func(start int32) bool { return group.tiles>>start&1 == 1 })
		if first >= 0 {
			return race.Result{Winner: first, Round: group.rounds}
		}
	}
	return race.Result{Winner: race.None}
}

func TestGroupsAreInTheOrderOfKeys(t *testing.T) {
	for _, c := range []struct {
		rows, columns int
		rules         race.Rules
		lengths       []int32
		want          string
	}{
		{1, 1, race.Rules{}, []int32{7}, "[{0x1 0}]"},
		{1, 3, race.Rules{}, []int32{1, 1, 0}, "[{0x4 0} {0x2 1} {0x1 2}]"},
		{1, 3, race.Rules{}, []int32{2, 1, 0}, "[{0x4 0} {0x3 1}]"},
		{1, 3, race.Rules{}, []int32{0, 2, 0}, "[{0x4 0}]"},
		// Tiles 0 and 1 both need two jumps. Tile 1 comes first, because its length is less.
		{1, 5, race.Rules{}, []int32{3, 2, 0, 1, 0}, "[{0x10 0} {0x8 1} {0x2 2} {0x1 2}]"},
		// Tiles 0 and 1 both need three jumps, the second one from tile 2. Their own lengths count only by the rule
		// Inherit (ties go by the order of the round before).
		{1, 5, race.Rules{}, []int32{2, 1, 1, 1, 0}, "[{0x10 0} {0x8 1} {0x4 2} {0x3 3}]"},
		{1, 5, race.Rules{Tie: race.Inherit}, []int32{2, 1, 1, 1, 0}, "[{0x10 0} {0x8 1} {0x4 2} {0x2 3} {0x1 3}]"},
		// A jump that may turn ends on any tile whose distance is at most its length, if both are even or both odd.
		{1, 3, race.Rules{Move: race.Diamond}, []int32{4, 2147483647, 0}, "[{0x4 0} {0x3 1}]"},
		{2, 2, document, []int32{1, 1, 2, 0}, "[{0x8 0} {0x2 1} {0x1 2} {0x4 2}]"},
		{1, 9, race.Rules{}, []int32{4, 1, 3, 2, 2, 1, 2, 1, 0}, "[{0x100 0} {0xc0 1} {0x20 2} {0x10 2} {0xc 3} {0x1 3} {0x2 4}]"},
	} {
		var got string
		for _, g := range newRanker(c.rows, c.columns, c.rules).order(c.lengths) {
			got += fmt.Sprintf(" {%#x %d}", uint64(g.tiles), g.rounds)
		}
		got = "[" + got[1:] + "]"
		if got != c.want {
			t.Errorf("order(%d x %d, %v, %v) = %s, want %s", c.rows, c.columns, c.rules, c.lengths, got, c.want)
		}
	}
}

// TestTheLeastKeyWins checks that the winner is the player whose tile has the lesser key. The key of a tile is the
// least number of jumps from it to the goal, followed by lengths that break ties. The test compares this player with
// the winner by the forward search, for all combinations of the rules. It takes all boards of one row of 3 to 6 tiles
// with jump lengths 0 to 2. The two players are on different tiles.
func TestTheLeastKeyWins(t *testing.T) {
	for columns := 3; columns <= 6; columns++ {
		for _, rules := range allRules() {
			got, err := tinyGames(t.Context(), rules, 1, columns, 2, game.byKeys)
			if err != nil || got.games == 0 || got.other != 0 {
				t.Errorf("1 x %d, %v: the keys and the forward search differ in %d of %d games, %v", columns, rules, got.other, got.games, err)
			}
		}
	}
}

// merged returns a string "m w: times" for each call of visit by merge.Count.
func merged(t interface{ Fatalf(string, ...any) }, b merge.Boards) []string {
	var list []string
	err := merge.Count(context.Background(), b, 1<<30, func(m, w int, times *big.Int) {
		list = append(list, fmt.Sprintf("%d %d: %v", m, w, times))
	})
	if err != nil {
		t.Fatalf("Count(%+v): %v", b, err)
	}
	return list
}

// byBoard returns the strings of the function merged, found from the groups of tiles with equal keys on every single
// board.
func byBoard(b merge.Boards) []string {
	tiles := b.Rows * b.Columns
	ranker := newRanker(b.Rows, b.Columns, rulesOf(b))
	lengths := make([]int32, tiles)
	var times [maxTiles][maxTiles]int
	var fill func(tile int)
	fill = func(tile int) {
		if tile < tiles-1 {
			for length := b.Least; length <= b.Most; length++ {
				lengths[tile] = length
				fill(tile + 1)
			}
			return
		}
		for tile, length := range lengths {
			if b.Symmetric && length != lengths[tile%b.Columns*b.Columns+tile/b.Columns] {
				return
			}
		}
		groups := ranker.order(lengths)
		rest := b.Starts
		for i := 0; i < len(groups); {
			group, rounds := groups[i].tiles, groups[i].rounds
			for i++; i < len(groups) && !b.Ordered && groups[i].rounds == rounds; i++ {
				group |= groups[i].tiles
			}
			rest &^= uint64(group)
			if m := bits.OnesCount64(uint64(group) & b.Starts); m > 0 {
				times[m][bits.OnesCount64(rest)]++
			}
		}
		times[0][bits.OnesCount64(rest)]++
	}
	fill(0)
	var list []string
	for m := range times {
		for w, n := range times[m] {
			if n > 0 {
				list = append(list, fmt.Sprintf("%d %d: %d", m, w, n))
			}
		}
	}
	return list
}

func TestCountAgreesWithSingleBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := merge.Boards{
			Rows:    rapid.IntRange(1, 4).Draw(t, "rows"),
			Least:   rapid.Int32Range(0, 9).Draw(t, "least"),
			Diamond: rapid.Bool().Draw(t, "diamond"),
			Inherit: rapid.Bool().Draw(t, "inherit"),
			Ordered: rapid.Bool().Draw(t, "ordered"),
		}
		b.Landed = b.Ordered && rapid.Bool().Draw(t, "landed")
		b.Columns = rapid.IntRange(1, 7/b.Rows).Draw(t, "columns")
		b.Symmetric = b.Rows == b.Columns && rapid.Bool().Draw(t, "symmetric")
		most := 0
		for n := 1; n < 6_000; most++ {
			n = 1
			for range b.Rows*b.Columns - 1 {
				n *= most + 1
			}
			if b.Rows*b.Columns == 1 {
				break
			}
		}
		b.Most = b.Least + rapid.Int32Range(0, int32(min(most, 40))).Draw(t, "more")
		b.Starts = rapid.Uint64Range(0, 1<<(b.Rows*b.Columns-1)-1).Draw(t, "starts")
		if b.Symmetric {
			b.Starts = 1 | b.Starts&(1<<(b.Columns+1))
		}
		if got, want := merged(t, b), byBoard(b); !slices.Equal(got, want) {
			t.Fatalf("Count(%+v) visits %v, the boards have %v", b, got, want)
		}
	})
}

// TestLengthsBeyondTheBoardKeepTheirParity counts boards all of whose lengths are longer than any path on the board. If
// jumps may turn, a jump of such a length reaches exactly the tiles whose distance is even or odd, as the length is.
func TestLengthsBeyondTheBoardKeepTheirParity(t *testing.T) {
	for least := int32(4); least < 8; least++ {
		for more := range int32(3) {
			b := merge.Boards{Rows: 1, Columns: 3, Least: least, Most: least + more, Diamond: true, Starts: 3}
			if got, want := merged(t, b), byBoard(b); !slices.Equal(got, want) {
				t.Errorf("Count(%+v) visits %v, the boards have %v", b, got, want)
			}
		}
	}
}

func rulesOf(b merge.Boards) (rules race.Rules) {
	if b.Diamond {
		rules.Move = race.Diamond
	}
	if b.Inherit {
		rules.Tie = race.Inherit
	}
	if b.Landed {
		rules.Order = race.Landed
	}
	return rules
}
