package wonderwall

import (
	"fmt"
	"iter"
	"math/big"

	"enumerate/canon"
	"enumerate/enum"
)

// version is the version of the enumeration. It changes whenever the shards or
// their order do: stored shards of another version cannot be gone on with.
const version = 1

// A Space is all games of one size, relabeled by all permutations of the
// players. It implements enum.Space.
type Space struct {
	players int
}

const (
	// minPlayers is the fewest: everybody chooses two others.
	minPlayers = 3
	// maxSpace bounds the sizes there are, by what a machine can hold.
	maxSpace = 10_000_000
)

// NewSpace returns the space of all games of the given size, at least 3.
func NewSpace(players int) (*Space, error) {
	if players < minPlayers || players > maxSpace {
		return nil, fmt.Errorf("wonderwall games have from %d to %d players, not %d", minPlayers, maxSpace, players)
	}
	return &Space{players}, nil
}

// Walkable returns an error above MaxPlayers.
func (s *Space) Walkable() error {
	if s.players > MaxPlayers {
		return fmt.Errorf("wonderwall games can be walked from 3 to %d players, not %d", MaxPlayers, s.players)
	}
	return nil
}

// Games returns ((n-1)(n-2))^n: the choices of n players are independent.
func (s *Space) Games() *big.Int {
	n := int64(s.players)
	return new(big.Int).Exp(big.NewInt((n-1)*(n-2)), big.NewInt(n), nil)
}

// Classes returns the number of classes by Burnside's lemma.
func (s *Space) Classes() *big.Int {
	classes, err := Classes(s.players)
	if err != nil {
		panic(err) // the rule is proved in Classes
	}
	return classes
}

// Classes returns the number of classes of games of any number of players.
//
// A game fixed by a permutation is chosen by one player of each cycle: the
// others' choices follow. Along a cycle of length l that player comes back to
// itself, so its choice must be fixed by the permutation's l-th power: two
// different players among the f that this power fixes, the player itself being
// one of them. That makes (f-1)(f-2) choices.
func Classes(players int) (*big.Int, error) {
	return canon.Burnside(players, func(t canon.CycleType, length int) *big.Int {
		f := int64(t.Fixed(length))
		return new(big.Int).Exp(big.NewInt((f-1)*(f-2)), big.NewInt(int64(t[length])), nil)
	})
}

// Group returns n!.
func (s *Space) Group() *big.Int { return new(big.Int).MulRange(1, int64(s.players)) }

// Verdicts names the verdicts of a game.
func (s *Space) Verdicts() []string { return verdicts[:] }

// Totals returns what a walk's tally comes to, by the orbits of its classes.
func (s *Space) Totals(t *enum.Tally) ([]enum.Total, error) { return enum.OrbitTotals(t, s.Group()) }

// Coverage counts in labelled games.
func (s *Space) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return enum.GamesCoverage(s, t)
}

// Fingerprint names all that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("wonderwall n=%d enumeration=%d depth=%d", s.players, version, s.depth())
}

// depth returns how many choices make the prefix of a shard. It leaves each
// shard well under a second of work for the sizes that can be finished (n = 9:
// 11,117 shards of 8 ms on average; n = 10: 304,690 of 20 ms) and gives small
// sizes enough shards to be split.
func (s *Space) depth() int { return min(s.players-3, max(4, s.players-4)) }

// Shards yields a shard for every prefix of that length that no start beats.
func (s *Space) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		w := newWalker(s.players)
		var id uint64
		w.descend(0, s.depth(), func() bool {
			shard := enum.Shard{ID: id, Path: w.path(s.depth())}
			id++
			return yield(shard)
		})
	}
}

// Walker returns a walker of the space.
func (s *Space) Walker() enum.Walker {
	return &shardWalker{bulk: newBulkWalker(s.players), single: newWalker(s.players)}
}
