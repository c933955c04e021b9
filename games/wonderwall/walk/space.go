package walk

import (
	"fmt"
	"iter"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
)

// version is the version of the walk. Raise it if the shards or their order change, because results are stored.
const version = 1

// A walkSpace is the space of all games of one size, cut into the shards of the walk.
type walkSpace struct{ space.Space }

// NewSpace returns the space of all games of a size. A size of more than Most players has a space, but no walk.
func NewSpace(players int) (enum.Space, error) {
	s, err := space.New(players)
	if err != nil {
		return nil, err
	}
	return walkSpace{s}, nil
}

// walkable returns the space of a size, or an error if the size cannot be walked.
func walkable(players int, _ enum.Means) (enum.Space, error) {
	if players > Most && players <= space.Most {
		return nil, fmt.Errorf("n = %d is too large to walk: expected %d to %d players", players, space.Fewest, Most)
	}
	return NewSpace(players)
}

// Totals converts a tally to totals, weighing each class by its orbit.
func (s walkSpace) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint has everything that the shards depend on.
func (s walkSpace) Fingerprint() string {
	return fmt.Sprintf("wonderwall n=%d enumeration=%d depth=%d", s.Players, version, s.depth())
}

// depth returns the number of players whose choices are the same in all games of a shard. A shard takes a few
// milliseconds for sizes that one machine can finish: for 9 players there are 11,117 shards of 0.4 ms on average, for
// 10 players 304,690 of 1.2 ms, and for 11 players 305,373 of 0.08 s.
func (s walkSpace) depth() int {
	if s.Players > 10 {
		return s.Players - 5
	}
	return min(s.Players-3, max(4, s.Players-4))
}

// Shards yields the shards of a walk: the classes whose canonical strings, the lists of their choices, begin with the
// same choices of the first s.depth() players.
func (s walkSpace) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		w := newWalker(s.Players)
		var id uint64
		w.descend(0, s.depth(), func() bool {
			shard := enum.Shard{ID: id, Path: w.path(s.depth())}
			id++
			return yield(shard)
		})
	}
}

// Fits returns an error if a shard has more classes than games begin with the choices of its path.
func (s walkSpace) Fits(shard enum.Shard, t *enum.Tally) error {
	return enum.AtMost(t, s.Choices(s.Players-len(shard.Path)))
}

func (s walkSpace) Walker() enum.Walker { return newBulkWalker(s.Players) }
