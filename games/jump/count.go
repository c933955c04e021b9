package jump

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/games/jump/merge"
	"enumerate/games/jump/race"
)

const (
	// maxMerged limits the number of tiles of boards for the method count, if the boards have more than one line. With
	// lengths up to 2, boards of 20 tiles take seconds, and boards of 25 tiles take more than any memory.
	maxMerged = 20
	// mergedMemory is the number of bytes that partial boards may take by default.
	mergedMemory = 2 << 30
)

// A counting has all games of one size, and counts them without examining each. The tiles of a board are in groups of
// equal keys. Consider a group of m tiles, and let w be the number of tiles that have greater keys or no key. Player i,
// from 0, wins from a tile of the group if two things hold: the i players before it start on tiles of greater keys or
// without a key, and the players after it start on any of these tiles or on the rest of the group. There are
//
//	m * w(w-1)...(w-i+1) * r(r-1)...(r-k+i+2)    with r = m-1 + w-i
//
// ways to place k players so. No player wins if all players start on tiles without a key. So it is enough to know how
// often every m and w occur on all boards. Then Burnside's lemma gives the number of classes, from the same numbers for
// the tiles of the diagonal on symmetric boards.
//
// Package merge finds these numbers for all boards together.
type counting struct {
	*space
	memory int64 // bytes
}

// countMethod is the name of the method that counts.
const countMethod = "count"

// Keys of the tallies of a counting.
const (
	gamesKey = 1 // labelled games
	fixedKey = 2 // the games that the transposition fixes
)

// count returns the method count.
func (r settings) count() enum.Method {
	counted := r.merged()
	return enum.Method{
		Name: countMethod, Summary: "backwards from the goal, all boards at once: those alike as far as they matter are merged",
		Sizes: counted,
		Space: func(columns int, m enum.Means) (enum.Space, error) {
			s, err := r.space(columns)
			if err != nil {
				return nil, err
			}
			if !counted.Contains(columns) {
				return nil, fmt.Errorf("the method %s counts %s %s, not %d", countMethod, r.name(), columnsIn(counted), columns)
			}
			return counting{s.(*space), cmp.Or(m.Memory, mergedMemory)}, nil
		},
	}
}

// Fingerprint has everything that the shards depend on.
func (c counting) Fingerprint() string {
	const version = 1 // must change whenever a shard counts other boards
	return fmt.Sprintf("%s n=%d %s=%d", c.settings.name(), c.columns, countMethod, version)
}

// Shards yields one shard for all boards and, if the boards are square, a second shard for the symmetric boards.
func (c counting) Shards() iter.Seq[enum.Shard] {
	if c.square() {
		return enum.Shards(2)
	}
	return enum.Shards(1)
}

// Fits returns an error unless the tally of a shard counts either all games, each once, or at most as many symmetric
// games as there are.
func (c counting) Fits(shard enum.Shard, t *enum.Tally) error {
	games, fixed := new(big.Int), new(big.Int)
	for v := range t.Verdicts() {
		games.Add(games, t.Count(v, gamesKey))
		fixed.Add(fixed, t.Count(v, fixedKey))
	}
	want, most := c.Games(), new(big.Int) // the first shard has all games, and counts no symmetric ones
	if shard.ID > 0 {
		want, most = new(big.Int), c.fixed()
	}
	if games.Cmp(want) != 0 || fixed.Cmp(most) > 0 {
		return fmt.Errorf("the tally has %v games, %v of them symmetric; the shard has %v games, at most %v of them symmetric", games, fixed, want, most)
	}
	return nil
}

// Walker returns a walker that counts; it is c itself.
func (c counting) Walker() enum.Walker { return c }

// Walk counts the games of a shard.
func (c counting) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	key := uint64(gamesKey)
	if shard.ID > 0 {
		key = fixedKey
	}
	symmetric := key == fixedKey
	return merge.Count(ctx, c.toMerge(symmetric), c.memory, func(m, w int, times *big.Int) {
		addPlacings(tally, key, c.settings.players, m, w, times)
	})
}

// Totals converts a tally to totals. The unit of coverage is the labelled game; a symmetric game counts twice, because
// both shards count it. If boards can be transposed, the number of classes follows only when everything is covered.
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
		return enum.Totals{}, fmt.Errorf("%v symmetric games were counted, expected %v", symmetric, want)
	}

	// The classes: on a square board, a class has two games, or one that is its own transpose.
	for v, total := range totals.Verdicts {
		classes := new(big.Int).Set(total.Games)
		if c.square() {
			fixed := t.Count(v, fixedKey)
			if classes.Add(classes, fixed); classes.Bit(0) != 0 {
				return enum.Totals{}, fmt.Errorf("%v games of the verdict %s and %v symmetric ones: their sum is odd, so it is not twice a number of classes", total.Games, c.Verdicts()[v], fixed)
			}
			classes.Rsh(classes, 1)
		}
		totals.Verdicts[v].Classes = classes
	}
	return totals, nil
}

// addPlacings adds to a tally, under each winner, the placings of the players on boards with a group of m tiles of the same key
// while w tiles have greater keys or no key. There are the given number of such groups. Of the players on the group
// with the least key, the first in the initial order wins. For m = 0 it adds the placings on w tiles without a key,
// with which no player wins.
func addPlacings(t *enum.Tally, key uint64, players, m, w int, times *big.Int) {
	product := new(big.Int)
	if m == 0 {
		t.AddBig(players, key, product.Mul(times, falling(w, players)))
		return
	}
	for i := 0; i < players && i <= w; i++ { // player i wins; see counting
		product.Mul(times, big.NewInt(int64(m)))
		product.Mul(product, falling(w, i))
		t.AddBig(i, key, product.Mul(product, falling(m-1+w-i, players-1-i)))
	}
}

// merged returns the sizes for the method count.
func (r settings) merged() enum.Range {
	return r.sizesWith(func(s *space) bool {
		const symmetric = false
		oneLine := s.rows == 1 || s.columns == 1
		return s.toMerge(symmetric).Validate() == nil && (s.free() < maxMerged || oneLine)
	})
}

// toMerge returns the boards for package merge: all boards, with players anywhere off the goal, or the symmetric
// boards, with all players on the diagonal.
func (s *space) toMerge(symmetric bool) merge.Boards {
	b := merge.Boards{
		Rows: s.rows, Columns: s.columns,
		Least: s.settings.least, Most: s.settings.most,
		Diamond: s.settings.rules.Move == race.Diamond, Inherit: s.settings.rules.Tie == race.Inherit, Landed: s.settings.rules.Order == race.Landed,
		Symmetric: symmetric,
		Ordered:   s.settings.players > 1,
		Starts:    1<<min(s.free(), merge.MaxTiles) - 1,
	}
	if symmetric {
		b.Starts = 0 // the tiles of the diagonal off the goal
		for tile := 0; tile < s.free(); tile += s.columns + 1 {
			b.Starts |= 1 << tile
		}
	}
	return b
}
