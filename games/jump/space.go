package jump

import (
	"fmt"
	"iter"
	"math"
	"math/big"

	"enumerate/enum"
	"enumerate/games/jump/race"
	"enumerate/internal/wide"
)

// version is the version of the enumeration. It changes whenever the shards or
// their order do: stored shards of another version cannot be gone on with.
const version = 1

const (
	// maxSpace bounds the tiles of the boards of a space.
	maxSpace = 1 << 20
	// maxWalked bounds the labelled games of a space that is walked, to some hours.
	maxWalked = 100_000_000_000
)

// A Space is all games of one size: boards of so many rows and columns, with every
// tile off the goal of any of the ruleset's lengths, and all ways to put the players on
// different tiles off the goal. The goal's own length is 0; it does not matter. A
// square board can be transposed. Space implements enum.Bounded and enum.Sampled.
type Space struct {
	ruleset       Ruleset
	rows, columns int
}

// NewSpace returns the space of a ruleset with that many columns, or an error that
// says how many there can be.
func NewSpace(r Ruleset, columns int) (*Space, error) {
	if sizes := r.sizes(); !sizes.Contains(columns) {
		return nil, fmt.Errorf("%s has games %s, not %d", r.Name(), columnsIn(sizes), columns)
	}
	return newSpace(r, columns), nil
}

// newSpace is NewSpace for a size that there is.
func newSpace(r Ruleset, columns int) *Space {
	r.rules = r.spaceRules()
	s := &Space{r, r.rows, columns}
	if s.rows == 0 {
		s.rows = columns
	}
	return s
}

// Walkable returns an error if there are more than maxWalked labelled games.
func (s *Space) Walkable() error {
	if walked := s.ruleset.sizesUpTo(maxWalked, (*Space).games); !walked.Contains(s.columns) {
		return fmt.Errorf("%s can be walked %s, not %d", s.ruleset.Name(), columnsIn(walked), s.columns)
	}
	return nil
}

func (s *Space) square() bool { return s.rows == s.columns }

// free returns the number of tiles off the goal.
func (s *Space) free() int { return s.rows*s.columns - 1 }

// choices returns how many lengths a tile may have.
func (s *Space) choices() int64 {
	return int64(s.ruleset.lengths.most) - int64(s.ruleset.lengths.least) + 1
}

// games returns the number of labelled games, or the greatest uint64 if that is
// less.
func (s *Space) games() uint64 { return wide.SaturatingMul(s.boards(), s.tuples()) }

// boards likewise returns the number of boards.
func (s *Space) boards() uint64 {
	choices := uint64(s.choices())
	boards := uint64(1)
	if choices > 1 {
		for i := 0; i < s.free() && boards < math.MaxUint64; i++ {
			boards = wide.SaturatingMul(boards, choices)
		}
	}
	return boards
}

// tuples likewise returns the number of ways to place the players.
func (s *Space) tuples() uint64 {
	tuples := uint64(1)
	for i := range s.ruleset.players {
		tuples = wide.SaturatingMul(tuples, uint64(s.free()-i))
	}
	return tuples
}

// Games returns c^f f(f-1)...(f-k+1) for c lengths, f tiles off the goal and k players.
func (s *Space) Games() *big.Int { return s.number(s.free(), s.free()) }

// number returns the number of games with so many tiles whose length is open, and so
// many to start on.
func (s *Space) number(open, starts int) *big.Int {
	boards := new(big.Int).Exp(big.NewInt(s.choices()), big.NewInt(int64(open)), nil)
	return boards.Mul(boards, falling(starts, s.ruleset.players))
}

// falling returns n(n-1)...(n-k+1), the number of ways to place k players on n tiles: 0
// if there are too few.
func falling(n, k int) *big.Int {
	if k > n {
		return new(big.Int)
	}
	return new(big.Int).MulRange(int64(n-k+1), int64(n))
}

// Classes returns the number of classes by Burnside's lemma: half of the games and of
// those that the transposition leaves as they are.
func (s *Space) Classes() *big.Int {
	classes := s.Games()
	if s.square() {
		classes.Add(classes, s.fixed())
		classes.Rsh(classes, 1)
	}
	return classes
}

// fixed returns the number of games that the transposition leaves as they are: on the
// symmetric boards, which have n(n+1)/2 - 1 lengths to choose, those with all
// players on the diagonal.
func (s *Space) fixed() *big.Int {
	n := s.columns
	return s.number(n*(n+1)/2-1, n-1)
}

// Group returns 2 for square boards, otherwise 1.
func (s *Space) Group() *big.Int {
	if s.square() {
		return big.NewInt(2)
	}
	return big.NewInt(1)
}

// Verdicts names the players, each as the winner, and "none".
func (s *Space) Verdicts() []string {
	var names []string
	for player := range s.ruleset.players {
		names = append(names, Name(player))
	}
	return append(names, none)
}

// verdict returns the verdict of a result.
func (s *Space) verdict(r race.Result) int {
	if r.Winner == race.None {
		return s.ruleset.players
	}
	return r.Winner
}

// Totals returns what a walk's tally comes to, by the orbits of its classes.
func (s *Space) Totals(t *enum.Tally) ([]enum.Total, error) { return enum.OrbitTotals(t, s.Group()) }

// Coverage counts in labelled games.
func (s *Space) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return enum.GamesCoverage(s, t)
}

// Fingerprint names all that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.ruleset.Name(), s.columns, version)
}

// cut returns the pieces of a walk: a tenth of a second each, but several of a space
// that is worth it.
func (s *Space) cut() pieces {
	const games, several = 1_000_000, 64
	boards := s.boards()
	return pieces{boards, max(min(games/s.tuples(), boards/several), 1)}
}

// Shards yields the pieces.
func (s *Space) Shards() iter.Seq[enum.Shard] { return s.cut().shards() }
