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
	// maxMerged is the largest number of tiles of a board for the method count, which merges equivalent partial boards.
	// A board with a single row or column may have more. With lengths up to 2, boards of 20 tiles take seconds, and
	// boards of 25 tiles more memory than any machine has.
	maxMerged = 20
	// mergedMemory is the number of bytes that partial boards may take by default.
	mergedMemory = 2 << 30
)

// A counting counts how many games of one size each player wins, without solving each game. The key of a tile says how
// soon a player comes from it to the goal: the player who starts on the tile of the least key wins, and of players on
// tiles of equal keys the first one. From a tile without a key the goal cannot be reached.
//
// Consider a group of m tiles of a board with equal keys, and let w be the number of tiles that have greater keys or no
// key. Player i, counted from 0, wins from a tile of the group if the i players before it start on these w tiles, and
// the players after it on any free tiles of the w or of the group. For k players, the number of such placings is
//
//	m * w(w-1)...(w-i+1) * r(r-1)...(r-k+i+2)    with r = m-1 + w-i
//
// No player wins if all players start on tiles without a key. Package merge finds how often every m and w occur on all
// boards. By Burnside's lemma, the number of classes follows from this and the number of symmetric games, which is
// counted in the same way.
type counting struct {
	*space
	memory int64 // bytes
}

const countMethod = "count"

const (
	gamesKey = 1 // labelled games
	fixedKey = 2 // the games that the transposition fixes
)

// count returns the method count for these settings.
func (r settings) count() enum.Method {
	sizes := r.merged()
	return enum.Method{
		Name: countMethod, Summary: "works backwards from the goal on all boards at once, and merges equivalent boards",
		Sizes: sizes,
		Space: func(columns int, m enum.Means) (enum.Space, error) {
			s, err := r.space(columns)
			if err != nil {
				return nil, err
			}
			if !sizes.Contains(columns) {
				return nil, sizeError(columns, "for the method "+countMethod+" of "+r.name(), sizes)
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

// Shards yields one shard for all boards and, if they are square, a second for the symmetric boards. The number of
// classes is computed from the games of both.
func (c counting) Shards() iter.Seq[enum.Shard] {
	if c.square() {
		return enum.Shards(2)
	}
	return enum.Shards(1)
}

// Fits returns an error if a shard cannot have the given tally. The first shard must count every game of the size once.
// The second shard counts the symmetric games again, under another key of the tally, so that the number of classes can
// be computed. It may count at most as many symmetric games as exist.
func (c counting) Fits(shard enum.Shard, t *enum.Tally) error {
	games, fixed := new(big.Int), new(big.Int)
	for v := range t.Verdicts() {
		games.Add(games, t.Count(v, gamesKey))
		fixed.Add(fixed, t.Count(v, fixedKey))
	}
	want, most := c.Games(), new(big.Int) // the first shard counts nothing under fixedKey
	if shard.ID > 0 {
		want, most = new(big.Int), c.fixed()
	}
	if games.Cmp(want) != 0 || fixed.Cmp(most) > 0 {
		return fmt.Errorf("the tally has %v games, %v of them symmetric; the shard has %v games, at most %v of them symmetric", games, fixed, want, most)
	}
	return nil
}

func (c counting) Walker() enum.Walker { return c }

// Walk adds the games of a shard to the tally, under the player who wins: shard 0 has all games, shard 1 the games that
// exchanging rows and columns leaves unchanged. The winner is a player on the best tile on which anyone starts. So for
// each m and w, merge.Count finds how often, on all boards together, m tiles are equally good starts while w tiles are
// worse. From this number, `times`, addPlacings counts the ways to place the winner on such m tiles and everyone else
// on tiles that are not better.
func (c counting) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	key := uint64(gamesKey)
	if shard.ID > 0 {
		key = fixedKey
	}
	symmetric := key == fixedKey
	return merge.Count(ctx, c.toMerge(symmetric), c.memory, func(m, w int, times *big.Int) { // called for each m and w
		addPlacings(tally, key, c.settings.players, m, w, times)
	})
}

// Totals returns the numbers of games and classes that each player wins. In the number of covered games, a symmetric
// game (its own transpose) counts twice: in the shard of all games and in that of the symmetric games. On square
// boards, the number of classes is known only when both shards are done.
func (c counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, t.Verdicts()), Coverage: new(big.Int)}
	symmetric, want := new(big.Int), c.fixed()
	totals.Whole = new(big.Int).Add(c.Games(), want)

	for v := range totals.Verdicts {
		games, fixed := t.Count(v, gamesKey), t.Count(v, fixedKey)
		totals.Verdicts[v].Games = games
		totals.Coverage.Add(totals.Coverage, games).Add(totals.Coverage, fixed)
		symmetric.Add(symmetric, fixed)
	}

	if sum := t.SumAll(); sum.Cmp(totals.Coverage) != 0 {
		return enum.Totals{}, fmt.Errorf("%v games are stored under an unknown key: expected %d (all games) or %d (symmetric games)", sum.Sub(sum, totals.Coverage), gamesKey, fixedKey)
	}

	if c.square() && !totals.Complete() {
		return totals, nil
	}
	if totals.Complete() && symmetric.Cmp(want) != 0 {
		return enum.Totals{}, fmt.Errorf("%v symmetric games were counted, expected %v", symmetric, want)
	}

	// On a square board, a class has two games, or one that is its own transpose.
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

// addPlacings adds to a tally, under each winner, the number of ways to place the players such that the winner starts
// in one of certain groups. A group is the tiles of one board from which a player comes to the goal equally soon. The
// groups are all those of m tiles on boards where w tiles are worse: from these a player comes to the goal later, or
// never. The argument `times` is the number of these groups. The tally stores the numbers under tallyKey.
//
// Of players who start in the same group, the one with the smallest number wins. So the players with smaller numbers
// than the winner start on the w worse tiles, and those with larger numbers on any free ones of the m + w tiles:
//
//	times * m * falling(w, winner) * falling(m-1+w-winner, players-1-winner)
//
// For m = 0, times is the number of boards on which w tiles do not lead to the goal. If all players start on such
// tiles, no player wins.
func addPlacings(t *enum.Tally, tallyKey uint64, players, m, w int, times *big.Int) {
	product := new(big.Int)
	if m == 0 {
		t.AddBig(players, tallyKey, product.Mul(times, falling(w, players)))
		return
	}
	for winner := 0; winner < players && winner <= w; winner++ {
		product.Mul(times, big.NewInt(int64(m)))
		product.Mul(product, falling(w, winner))
		t.AddBig(winner, tallyKey, product.Mul(product, falling(m-1+w-winner, players-1-winner)))
	}
}

// merged returns the sizes for the method count, whose boards package merge can count in acceptable time.
func (r settings) merged() enum.Range {
	return r.sizesWith(func(s *space) bool {
		const symmetric = false
		oneLine := s.rows == 1 || s.columns == 1
		return s.toMerge(symmetric).Validate() == nil && (s.free() < maxMerged || oneLine)
	})
}

// toMerge describes the boards of the space for package merge. If symmetric is true, only symmetric games count.
func (s *space) toMerge(symmetric bool) merge.Boards {
	b := merge.Boards{
		Rows: s.rows, Columns: s.columns,
		Least: s.settings.least, Most: s.settings.most,
		Diamond: s.settings.rules.Move == race.Diamond, Inherit: s.settings.rules.Tie == race.Inherit, Landed: s.settings.rules.Order == race.Landed,
		Symmetric: symmetric,
		Ordered:   s.settings.players > 1,
		Starts:    1<<min(s.free(), merge.MaxTiles) - 1, // every tile except the goal, which is last
	}
	if symmetric {
		b.Starts = 0 // becomes the tiles on the diagonal, without the goal
		for tile := 0; tile < s.free(); tile += s.columns + 1 {
			b.Starts |= 1 << tile
		}
	}
	return b
}
