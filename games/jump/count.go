package jump

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"enumerate/enum"
	"enumerate/games/jump/keys"
	"enumerate/games/jump/merge"
	"enumerate/games/jump/race"
)

const (
	// maxMerged bounds the tiles of boards that are merged, if they have more than one
	// line: with lengths up to 2, 20 tiles take seconds, and 25 more than any memory.
	maxMerged = 20
	// mergedMemory is how many bytes partial boards may hold by default.
	mergedMemory = 2 << 30
	// maxBoarded bounds the boards that are looked at one by one, to some hours.
	maxBoarded = 100_000_000_000
)

// A counting is all games of one size, counted without looking at each. The tiles of a
// board are in groups of equal keys. Say that a group has m tiles, and w tiles have
// greater keys or none. Player i, from 0, wins from a tile of the group if the i players
// before it start on tiles of greater keys, and the others anywhere on these or on
// the rest of the group: that makes
//
//	m * w(w-1)...(w-i+1) * r(r-1)...(r-k+i+2)    with r = m-1 + w-i
//
// placings of k players. Nobody wins if all start on tiles without a key. So it is
// enough to know how often every m and w occur on all boards. Classes follow by Burnside's
// lemma from the same numbers for the tiles of the diagonal on symmetric boards.
//
// Two methods find these numbers: one merges boards (package merge), the other looks at
// every one (package keys).
type counting struct {
	*space
	method   string
	division division
	walker   func() enum.Walker
}

// countMethod is the method that merges boards.
const countMethod = "count"

// Keys of the tallies of a counting.
const (
	gamesKey = 1 // labelled games
	fixedKey = 2 // those of them that the transposition leaves as they are
)

// counts lists the ways to count, the default first.
func (r settings) counts() []enum.Method {
	method := func(name, summary string, counted enum.Range, count func(*space, enum.Means) counting) enum.Method {
		return enum.Method{Name: name, Summary: summary, Sizes: counted, Space: func(columns int, m enum.Means) (enum.Space, error) {
			s, err := r.space(columns)
			if err != nil {
				return nil, err
			}
			if !counted.Contains(columns) {
				return nil, fmt.Errorf("the method %s counts %s %s, not %d", name, r.name(), columnsIn(counted), columns)
			}
			return count(s.(*space), m), nil
		}}
	}
	methods := []enum.Method{method("boards", "board by board, by the keys of all tiles", r.boarded(), (*space).boarded)}
	if r.rules.Order == race.Landed {
		return methods // a merged board does not know the lengths of its last layer
	}
	return slices.Insert(methods, 0, method(countMethod, "backwards from the goal, all boards at once: those alike as far as they matter are merged", r.merged(), (*space).merged))
}

// Fingerprint names all that the shards depend on.
func (c counting) Fingerprint() string {
	const version = 1 // changes whenever a shard of a method counts other boards
	return fmt.Sprintf("%s n=%d %s=%d", c.settings.name(), c.columns, c.method, version)
}

// Shards yields the shards.
func (c counting) Shards() iter.Seq[enum.Shard] { return enum.Shards(c.division.number()) }

// Fits returns an error unless a shard counts all its games, once each: one of merged boards all games
// or all symmetric ones, another one those of its boards, and the symmetric of them.
func (c counting) Fits(shard enum.Shard, t *enum.Tally) error {
	games, fixed := new(big.Int), new(big.Int)
	for v := range t.Verdicts() {
		games.Add(games, t.Count(v, gamesKey))
		fixed.Add(fixed, t.Count(v, fixedKey))
	}
	_, boards := c.division.shard(shard.ID)
	want, most := c.gamesOn(boards), c.gamesOn(boards)
	if c.method == countMethod {
		want, most = c.Games(), new(big.Int)
		if shard.ID > 0 {
			want, most = most, c.fixed()
		}
	}
	if games.Cmp(want) != 0 || fixed.Cmp(most) > 0 {
		return fmt.Errorf("it counts %v games and %v symmetric ones, and has %v and no more than %v", games, fixed, want, most)
	}
	return nil
}

// Walker returns a walker that counts.
func (c counting) Walker() enum.Walker { return c.walker() }

// Totals returns what a tally says. The unit of coverage is the labelled game, and a
// symmetric one counts once more. Where boards can be transposed, classes are known once
// all is covered.
func (c counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, t.Verdicts()), Covered: new(big.Int)}
	symmetric, want := new(big.Int), c.fixed()
	totals.Whole = new(big.Int).Add(c.Games(), want)
	for v := range totals.Verdicts {
		games, fixed := t.Count(v, gamesKey), t.Count(v, fixedKey)
		totals.Verdicts[v].Games = games
		totals.Covered.Add(totals.Covered, games).Add(totals.Covered, fixed)
		symmetric.Add(symmetric, fixed)
	}
	if sum := t.SumAll(); sum.Cmp(totals.Covered) != 0 {
		return enum.Totals{}, fmt.Errorf("%v games are counted under other keys than %d and %d", sum.Sub(sum, totals.Covered), gamesKey, fixedKey)
	}
	if c.square() && !totals.Complete() {
		return totals, nil
	}
	if totals.Complete() && symmetric.Cmp(want) != 0 {
		return enum.Totals{}, fmt.Errorf("%v symmetric games were counted, there are %v", symmetric, want)
	}
	for v, total := range totals.Verdicts {
		classes := new(big.Int).Set(total.Games)
		if c.square() {
			fixed := t.Count(v, fixedKey)
			if classes.Add(classes, fixed); classes.Bit(0) != 0 {
				return enum.Totals{}, fmt.Errorf("%v games of the verdict %s and %v that are symmetric: that is odd, and no number of classes", total.Games, c.Verdicts()[v], fixed)
			}
			classes.Rsh(classes, 1)
		}
		totals.Verdicts[v].Classes = classes
	}
	return totals, nil
}

// addPlacings adds to a tally what a group stands for that occurs so many times; m = 0
// stands for boards on which w tiles are without a key.
func addPlacings(t *enum.Tally, key uint64, players, m, w int, times *big.Int) {
	product := new(big.Int)
	if m == 0 {
		t.AddBig(players, key, product.Mul(times, falling(w, players)))
		return
	}
	for i := 0; i < players && i <= w; i++ {
		product.Mul(times, big.NewInt(int64(m)))
		product.Mul(product, falling(w, i))
		t.AddBig(i, key, product.Mul(product, falling(m-1+w-i, players-1-i)))
	}
}

// merged returns the sizes whose boards can be merged.
func (r settings) merged() enum.Range {
	return r.sizesWith(func(s *space) bool {
		return s.toMerge(false).Validate() == nil && (s.free() < maxMerged || s.rows == 1 || s.columns == 1)
	})
}

// merged returns the count that merges boards. It has a shard for all boards, and one for
// the symmetric ones if there are any.
func (s *space) merged(means enum.Means) counting {
	memory := cmp.Or(means.Memory, mergedMemory)
	shards := uint64(1)
	if s.square() {
		shards = 2
	}
	return counting{s, countMethod, division{shards, 1}, func() enum.Walker { return mergedWalker{s, memory} }}
}

// toMerge returns the boards to merge: all, with players anywhere off the goal, or the
// symmetric ones, with all players on the diagonal.
func (s *space) toMerge(symmetric bool) merge.Boards {
	b := merge.Boards{
		Rows: s.rows, Columns: s.columns,
		Least: s.settings.least, Most: s.settings.most,
		Diamond: s.settings.rules.Move == race.Diamond, Inherit: s.settings.rules.Tie == race.Inherit,
		Symmetric: symmetric,
		Ordered:   s.settings.players > 1,
		Starts:    1<<min(s.free(), merge.MaxTiles) - 1,
	}
	if symmetric {
		b.Starts = uint64(s.diagonal())
	}
	return b
}

// diagonal returns the tiles of the diagonal off the goal.
func (s *space) diagonal() (tiles keys.Tiles) {
	for tile := 0; tile < s.free(); tile += s.columns + 1 {
		tiles |= 1 << tile
	}
	return tiles
}

type mergedWalker struct {
	space  *space
	memory int64
}

// Walk counts the games of a shard.
func (w mergedWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	key := uint64(gamesKey)
	if shard.ID > 0 {
		key = fixedKey
	}
	return merge.Count(ctx, w.space.toMerge(key == fixedKey), w.memory, func(m, rest int, times *big.Int) {
		addPlacings(tally, key, w.space.settings.players, m, rest, times)
	})
}

// boarded returns the sizes that can be counted board by board.
func (r settings) boarded() enum.Range {
	return r.sizesWith(func(s *space) bool { return s.free() < keys.MaxTiles && s.boards() <= maxBoarded })
}

// boarded returns the count that looks at every board. Its shards take a tenth of a second
// each, but there are several of a space that is worth it.
func (s *space) boarded(enum.Means) counting {
	const each, several = 500_000, 64
	boards := s.boards()
	d := division{boards, max(min(each, boards/several), 1)}
	return counting{s, "boards", d, func() enum.Walker {
		return &boardWalker{
			space:    s,
			division: d,
			lengths:  make([]int32, s.free()+1),
			ranker:   keys.NewRanker(s.rows, s.columns, keyRules(s.settings.rules)),
			diagonal: s.diagonal(),
		}
	}}
}

// A boardWalker counts the boards of a shard. Boards are numbered as numbers to the base
// of how many lengths there are, the first tile for the lowest digit.
type boardWalker struct {
	space    *space
	division division
	lengths  []int32
	ranker   *keys.Ranker
	diagonal keys.Tiles
	all      profile // of all boards
	fixed    profile // of the diagonals of symmetric boards
}

// A profile is how often, for every m and w, a group has m tiles, and w tiles have greater
// keys or none; m = 0 stands for the tiles that have none.
type profile [keys.MaxTiles][keys.MaxTiles]uint64

// Walk counts the games of a shard.
func (w *boardWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	const boardsBetween = 1 << 12
	s := w.space
	first, boards := w.division.shard(shard.ID)
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
	w.all.tally(tally, gamesKey, s.settings.players)
	w.fixed.tally(tally, fixedKey, s.settings.players)
	return nil
}

// set sets the lengths of a board.
func (w *boardWalker) set(number uint64) {
	s := w.space
	choices := uint64(s.choices())
	for tile := range s.free() {
		w.lengths[tile] = s.settings.least + int32(number%choices)
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
