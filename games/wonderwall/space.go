package wonderwall

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// version is the version of the enumeration. It changes whenever the shards or
// their order do: stored shards of another version cannot be resumed.
const version = 1

// The verdicts, in the order of Space.Verdicts.
const (
	solvable = iota
	unsolvable
)

var verdicts = []string{solvable: "solvable", unsolvable: "unsolvable"}

const (
	// minPlayers is the fewest: everybody chooses two others.
	minPlayers = 3
	// maxSpace bounds the sizes there are, by what a machine can hold.
	maxSpace = 10_000_000
)

// A space is all games of one size, relabeled by all permutations of the players,
// as the walk sees them.
type space struct{ players int }

// newSpace returns the space of all games of a size.
func newSpace(players int) (enum.Space, error) {
	if players < minPlayers || players > maxSpace {
		return nil, fmt.Errorf("wonderwall games have from %d to %d players, not %d", minPlayers, maxSpace, players)
	}
	return space{players}, nil
}

// walkable returns the space of a size that can be walked.
func walkable(players int) (enum.Space, error) {
	if players > maxPlayers && players <= maxSpace {
		return nil, fmt.Errorf("wonderwall games can be walked from %d to %d players, not %d", minPlayers, maxPlayers, players)
	}
	return newSpace(players)
}

// Games returns ((n-1)(n-2))^n: the choices of n players are independent.
func (s space) Games() *big.Int {
	n := int64(s.players)
	return new(big.Int).Exp(big.NewInt((n-1)*(n-2)), big.NewInt(n), nil)
}

// Classes returns the number of classes by Burnside's lemma.
//
// A game fixed by a permutation is chosen by one player of each cycle: the
// others' choices follow. Along a cycle of length l that player comes back to
// itself, so its choice must be fixed by the permutation's l-th power: two
// different players among the f that this power fixes, the player itself being
// one of them. That makes (f-1)(f-2) choices.
func (s space) Classes() *big.Int {
	classes, err := canon.Burnside(s.players, func(t canon.CycleType, length int) *big.Int {
		f := int64(t.Fixed(length))
		return new(big.Int).Exp(big.NewInt((f-1)*(f-2)), big.NewInt(int64(t[length])), nil)
	})
	if err != nil {
		panic(err) // the rule is proved above
	}
	return classes
}

// Group returns n!.
func (s space) Group() *big.Int { return new(big.Int).MulRange(1, int64(s.players)) }

func (s space) Verdicts() []string { return verdicts }

// Totals returns what a walk's tally says, by the orbits of its classes.
func (s space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint names all that the shards depend on.
func (s space) Fingerprint() string {
	return fmt.Sprintf("wonderwall n=%d enumeration=%d depth=%d", s.players, version, s.depth())
}

// depth returns how many choices make the prefix of a shard. It leaves each shard a
// few milliseconds of work for the sizes that can be finished on one machine (n = 9: 11,117
// shards of 0.8 ms on average; n = 10: 304,690 of 2.6 ms), a fifth of a second for n = 11
// (305,373), and gives small sizes enough shards to be split.
func (s space) depth() int {
	if s.players > 10 {
		return s.players - 5
	}
	return min(s.players-3, max(4, s.players-4))
}

// Shards yields a shard for every prefix of that length that no start beats.
func (s space) Shards() iter.Seq[enum.Shard] {
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

// Fits returns an error if a shard has more classes than there are games with the choices of its path.
func (s space) Fits(shard enum.Shard, t *enum.Tally) error {
	n := int64(s.players)
	return enum.AtMost(t, new(big.Int).Exp(big.NewInt((n-1)*(n-2)), big.NewInt(n-int64(len(shard.Path))), nil))
}

func (s space) Walker() enum.Walker { return newBulkWalker(s.players) }

// Walk counts the classes of a shard, all choices of the last three players at once.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.ctx = ctx
	if w.replay(shard.Path) {
		w.settleBelow(len(shard.Path), tally)
		w.rewind(len(shard.Path))
	}
	return ctx.Err()
}

// settleBelow tallies all classes whose strings extend the path of i choices.
func (w *walker) settleBelow(i int, tally *enum.Tally) {
	w.descend(i, w.n-3, func() bool {
		w.bulk.settle()
		return true
	})
	w.census.flush(tally)
}

// descent goes down to a prefix four choices short of a game, choosing among the
// prefixes that no start beats with equal chances at every player. Each of them
// is reached with a chance of one to the weight. It is an [enum.Descent]: what is below takes
// longer than the way down, which a prefix of one choice more would not.
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally) (float64, error) {
	w.ctx = ctx
	var path []byte
	weight := 1.0
	for i := 0; i < w.n-4; i++ {
		var paths [][]byte
		if !w.replay(path) {
			return 0, ctx.Err()
		}
		w.descend(i, i+1, func() bool {
			paths = append(paths, w.path(i+1))
			return true
		})
		w.rewind(i)
		if len(paths) == 0 {
			return 0, ctx.Err()
		}
		weight *= float64(len(paths))
		path = paths[random.IntN(len(paths))]
	}
	return weight, w.Walk(ctx, enum.Shard{Path: path}, tally)
}

// newLister returns what visits the classes of one size, one by one.
func newLister(players int) (enum.Lister, error) {
	if _, err := walkable(players); err != nil {
		return nil, err
	}
	w := newWalker(players)
	code := func() string {
		code, err := w.table().code()
		if err != nil {
			panic(err) // maxPlayers have letters
		}
		return code
	}
	solution := func() enum.Solution {
		t := w.table()
		return t.solution(betweenness.Solve(t.Game))
	}
	return func(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
		w.ctx = ctx
		if !w.replay(shard.Path) {
			return ctx.Err()
		}
		w.descend(len(shard.Path), w.n, func() bool {
			settled := w.settled()
			if verdict != enum.AnyVerdict && verdict != settled {
				return true
			}
			return visit(enum.Class{Verdict: settled, Automorphisms: w.tied + 1, Game: code, Solution: solution})
		})
		w.rewind(len(shard.Path))
		return ctx.Err()
	}, nil
}

// table returns the game whose string is on the walker's path.
func (w *walker) table() Table {
	game := make(betweenness.Game, w.n)
	for p := range game {
		game[p] = betweenness.Choice{Wonderwall: int(w.choice[p].wonderwall), Ninja: int(w.choice[p].ninja)}
	}
	return fromGame(game)
}

// A census counts classes by verdict and automorphisms while a shard is walked.
// Nearly all classes have none but the identity, and nearly all others have
// few: those are counted without a map.
type census struct {
	few  [2][64]uint64
	many [2]map[uint64]uint64
}

// add counts classes of one verdict with that many automorphisms.
func (c *census) add(verdict int, automorphisms, classes uint64) {
	if automorphisms < uint64(len(c.few[verdict])) {
		c.few[verdict][automorphisms] += classes
		return
	}
	if c.many[verdict] == nil {
		c.many[verdict] = make(map[uint64]uint64)
	}
	c.many[verdict][automorphisms] += classes
}

// flush moves what was counted into a tally.
func (c *census) flush(t *enum.Tally) {
	for verdict := range c.few {
		for automorphisms, classes := range c.few[verdict] {
			t.Add(verdict, uint64(automorphisms), classes)
		}
		for automorphisms, classes := range c.many[verdict] {
			t.Add(verdict, automorphisms, classes)
		}
	}
	*c = census{}
}
