package jump

import (
	"fmt"
	"iter"
	"math"
	"math/big"

	"enumerate/enum"
	"enumerate/games/jump/race"
	"enumerate/internal/ints"
)

// version is the version of the enumeration. It changes whenever the shards or
// their order do: a run of another version cannot be resumed.
const version = 1

const (
	// maxSpace bounds the tiles of the boards of a space.
	maxSpace = 1 << 20
	// maxWalked bounds the labelled games of a space that is walked, to some hours.
	maxWalked = 100_000_000_000
)

// A space is all games of one size: boards with the given rows and columns, with every
// tile off the goal of any of the lengths that are set, and all ways to put the players on
// different tiles off the goal. The goal's own length is 0; it does not matter. A square
// board can be transposed. It is the enum.Space of the walk.
type space struct {
	settings      settings // whose rules are those of the space
	rows, columns int
}

// space returns the space with that many columns.
func (r settings) space(columns int) (enum.Space, error) {
	if sizes := r.sizes(); !sizes.Contains(columns) {
		return nil, fmt.Errorf("%s has games %s, not %d", r.name(), columnsIn(sizes), columns)
	}
	return newSpace(r, columns), nil
}

// newSpace returns the space of a valid size.
func newSpace(r settings, columns int) *space {
	r.rules = r.spaceRules()
	s := &space{r, r.rows, columns}
	if s.rows == 0 {
		s.rows = columns
	}
	return s
}

func (s *space) square() bool { return s.rows == s.columns }

// free returns the number of tiles off the goal.
func (s *space) free() int { return s.rows*s.columns - 1 }

// choices returns how many lengths a tile may have.
func (s *space) choices() int64 { return int64(s.settings.most) - int64(s.settings.least) + 1 }

// games returns the number of labelled games, or the greatest uint64 if that is
// less.
func (s *space) games() uint64 { return ints.SaturatingMul(s.boards(), s.tuples()) }

// boards likewise returns the number of boards.
func (s *space) boards() uint64 {
	choices := uint64(s.choices())
	boards := uint64(1)
	if choices > 1 {
		for i := 0; i < s.free() && boards < math.MaxUint64; i++ {
			boards = ints.SaturatingMul(boards, choices)
		}
	}
	return boards
}

// tuples likewise returns the number of ways to place the players.
func (s *space) tuples() uint64 {
	tuples := uint64(1)
	for i := range s.settings.players {
		tuples = ints.SaturatingMul(tuples, uint64(s.free()-i))
	}
	return tuples
}

// Games returns c^f f(f-1)...(f-k+1) for c lengths, f tiles off the goal and k players.
func (s *space) Games() *big.Int { return s.number(s.free(), s.free()) }

// number returns the number of games with a number of tiles whose length is open, and a
// number of tiles to start on.
func (s *space) number(open, starts int) *big.Int {
	boards := new(big.Int).Exp(big.NewInt(s.choices()), big.NewInt(int64(open)), nil)
	return boards.Mul(boards, falling(starts, s.settings.players))
}

// falling returns n(n-1)...(n-k+1), the number of ways to place k players on n tiles: 0
// if there are too few.
func falling(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}

// Classes returns the number of classes by Burnside's lemma: half of the sum of all games and of the games that the
// transposition fixes.
func (s *space) Classes() *big.Int {
	classes := s.Games()
	if s.square() {
		classes.Add(classes, s.fixed())
		classes.Rsh(classes, 1)
	}
	return classes
}

// fixed returns the number of games that the transposition fixes: the games on symmetric boards, which have n(n+1)/2 - 1
// lengths to choose, with all players on the diagonal. It is 0 if the board is not square.
func (s *space) fixed() *big.Int {
	if !s.square() {
		return new(big.Int)
	}
	n := s.columns
	return s.number(n*(n+1)/2-1, n-1)
}

// Group returns 2 for square boards, otherwise 1.
func (s *space) Group() *big.Int {
	if s.square() {
		return big.NewInt(2)
	}
	return big.NewInt(1)
}

// Verdicts names the players, each as the winner, and "none".
func (s *space) Verdicts() []string {
	var names []string
	for player := range s.settings.players {
		names = append(names, playerName(player))
	}
	return append(names, none)
}

// verdict returns the number of the verdict of a result.
func (s *space) verdict(r race.Result) int {
	if r.Winner == race.None {
		return s.settings.players
	}
	return r.Winner
}

// Totals returns what a walk's tally says, by the orbits of its classes.
func (s *space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names everything that the shards depend on.
func (s *space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.settings.name(), s.columns, version)
}

// division returns the shards of a walk: a tenth of a second each, but several of a space
// that is worth it.
func (s *space) division() division {
	const games, several = 1_000_000, 64
	boards := s.boards()
	return division{boards, max(min(games/s.tuples(), boards/several), 1)}
}

// Shards yields the shards of the walk.
func (s *space) Shards() iter.Seq[enum.Shard] { return enum.Shards(s.division().number()) }

// Fits returns an error if a shard has more classes than games.
func (s *space) Fits(shard enum.Shard, t *enum.Tally) error {
	_, boards := s.division().shard(shard.ID)
	return enum.AtMost(t, new(big.Int).Mul(new(big.Int).SetUint64(boards), falling(s.free(), s.settings.players)))
}

// A division divides a numbered set of boards into shards with equally many consecutive boards; the last shard has the
// rest.
type division struct{ boards, each uint64 }

// number returns how many shards there are.
func (d division) number() uint64 { return (d.boards-1)/d.each + 1 }

// shard returns the first board of a shard, and how many it has.
func (d division) shard(id uint64) (first, boards uint64) {
	first = id * d.each
	return first, min(d.each, d.boards-first)
}
