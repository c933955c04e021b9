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

// version must change whenever shards or their order change, because stored results must not be continued with others.
const version = 1

const (
	// maxSpace limits the number of tiles of a board.
	maxSpace = 1 << 20
	// maxWalked limits the number of labelled games for the method walk, so that it takes some hours at most.
	maxWalked = 100_000_000_000
)

// A space is all jump games of one size, for the method walk: all boards whose tiles, except the goal, have lengths in
// the range of the settings, with all ways to let the players start on different tiles off the goal. The length of the
// goal does not matter and is 0.
type space struct {
	settings      settings // the settings, with the rules of the space
	rows, columns int
}

func (r settings) space(columns int) (enum.Space, error) {
	if sizes := r.sizes(); !sizes.Contains(columns) {
		return nil, sizeError(columns, "for "+r.name(), sizes)
	}
	return newSpace(r, columns), nil
}

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

// choices returns the number of lengths that a tile may have.
func (s *space) choices() int64 { return int64(s.settings.most) - int64(s.settings.least) + 1 }

// games returns the number of labelled games. Like boards and tuples, it is the greatest uint64 if the number is
// larger.
func (s *space) games() uint64 { return ints.SaturatingMul(s.boards(), s.tuples()) }

// boards returns the number of boards, or the greatest uint64 if the number is larger.
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

// tuples returns the number of ways to place the players on different tiles off the goal.
func (s *space) tuples() uint64 {
	tuples := uint64(1)
	for i := range s.settings.players {
		tuples = ints.SaturatingMul(tuples, uint64(s.free()-i))
	}
	return tuples
}

// Games returns c^f f(f-1)...(f-k+1) for c lengths, f tiles off the goal and k players.
func (s *space) Games() *big.Int { return s.number(s.free(), s.free()) }

// number returns the number of games on boards on which `open` tiles may have any length, and all players start on
// different ones of `starts` tiles.
func (s *space) number(open, starts int) *big.Int {
	boards := new(big.Int).Exp(big.NewInt(s.choices()), big.NewInt(int64(open)), nil)
	return boards.Mul(boards, falling(starts, s.settings.players))
}

// falling returns n(n-1)...(n-k+1), or 0 if k > n.
func falling(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}

// Classes returns the number of classes by Burnside's lemma.
func (s *space) Classes() *big.Int {
	classes := s.Games()
	if s.square() {
		classes.Add(classes, s.fixed())
		classes.Rsh(classes, 1)
	}
	return classes
}

// fixed returns the number of games that the transposition fixes: those on symmetric boards, where n(n+1)/2 - 1 lengths
// can be chosen for n rows, with all players on the diagonal.
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

// Verdicts returns the names of the players, and "none".
func (s *space) Verdicts() []string {
	var names []string
	for player := range s.settings.players {
		names = append(names, playerName(player))
	}
	return append(names, none)
}

// verdict returns the index of a result in Verdicts.
func (s *space) verdict(r race.Result) int {
	if r.Winner == race.None {
		return s.settings.players
	}
	return r.Winner
}

// Totals counts each class once for every game of its orbit.
func (s *space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names everything that the shards depend on.
func (s *space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.settings.name(), s.columns, version)
}

// division returns how the method walk divides the boards into shards of about a tenth of a second. If this makes fewer
// than 64 shards, each has fewer boards, but at least one.
func (s *space) division() division {
	const games, several = 1_000_000, 64 // the number of games in a tenth of a second, and the least number of shards
	boards := s.boards()
	return division{boards: boards, each: max(min(games/s.tuples(), boards/several), 1)}
}

// Shards yields the shards of the walk.
func (s *space) Shards() iter.Seq[enum.Shard] { return enum.Shards(s.division().number()) }

// Fits returns an error if the tally of a shard has more classes than the shard has games.
func (s *space) Fits(shard enum.Shard, t *enum.Tally) error {
	_, boards := s.division().shard(shard.ID)
	return enum.AtMost(t, new(big.Int).Mul(new(big.Int).SetUint64(boards), falling(s.free(), s.settings.players)))
}

// A division divides a numbered set of boards into shards of `each` consecutive boards; the last shard has the rest.
type division struct{ boards, each uint64 }

func (d division) number() uint64 { return (d.boards-1)/d.each + 1 }

// shard returns the number of the first board of a shard, and the number of its boards.
func (d division) shard(id uint64) (first, boards uint64) {
	first = id * d.each
	return first, min(d.each, d.boards-first)
}
