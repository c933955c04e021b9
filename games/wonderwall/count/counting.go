// Package count counts the games of Ninja Assassin Wonderwall without visiting classes, by layers
// of the partial games of package partial. docs/papers/count.md has the proofs.
//
// For 4 players it finds 108 solvable games of 1,296, and with the games that other permutations
// leave unchanged 6 solvable classes of 60.
//
//   - counting.go is the space of a size, and its totals; forecast.go says how long it takes.
//   - cyclecount.go makes the layers, one count for each cycle type, and completes the last one;
//     load.go takes its states to other machines.
//   - slabs.go makes a last layer that is too large in slabs, one after the other.
//   - cores.go counts the solvable games a second time, by those in which every player is chosen.
//   - satisfiable.go counts games in which only some have chosen.
package count

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"sync"
	"time"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/layers"
)

// Methods returns both counts as methods of the ruleset.
func Methods() []enum.Method {
	count := methodOf(countMethod, "layers of partial games, isomorphic ones merged")
	count.Certify = func(ctx context.Context, players int) (enum.Certificate, error) {
		return partial.All(players).Certificate(ctx)
	}
	core := methodOf(coreMethod, "the same for games in which everybody is chosen, of all smaller sizes too, put together by an identity")
	core.SharesCode = countMethod
	return []enum.Method{count, core}
}

// countVersion is the version of the counts. It changes whenever a shard
// means other partial games: when states get other labels, when a layer is cut into
// other shards, or when the cycle counts change.
const countVersion = 2

// The names of the methods.
const (
	countMethod = "count"
	coreMethod  = "core"
)

// Most is the largest number of players whose games can be counted.
const Most = partial.MaxPlayers

// A counting is all games of one size, counted by layers of partial games instead of
// walked; package partial has the method.
//
// It has a count for every cycle type of permutations of the players, of the
// solvable games that one permutation of the type leaves unchanged: the identity
// gives the solvable labelled games, and all of them, by Burnside's lemma, the
// solvable classes. With cores the identity's count is replaced by one for each
// number of players up to the size. It is of the solvable games in which every
// player is chosen, and a formula makes those of the size from these (see
// fromCores).
//
// A cycle count makes layers until few players are left to choose, cuts the last layer
// into shards of equally many states, and completes these. A tally's key says which
// cycle count it is of.
type counting struct {
	space.Space
	method string
	means  enum.Means
	slabs  func(players int) uint64 // of the last layer of all games; see slabsOf
	counts []*cycleCount

	mu     sync.Mutex // of the observer
	making sync.Mutex // of layers that take all of the memory
}

// newCounting returns the space of a size, counted by one of the methods.
func newCounting(method string, players int, m enum.Means) (*counting, error) {
	return newCountingInSlabs(method, players, m, slabsOf)
}

// newCountingInSlabs returns the same with other numbers of slabs.
func newCountingInSlabs(method string, players int, m enum.Means, slabs func(players int) uint64) (*counting, error) {
	if players < space.Fewest || players > Most {
		return nil, fmt.Errorf("wonderwall games can be counted from %d to %d players, not %d", space.Fewest, Most, players)
	}
	c := &counting{Space: space.Space{Players: players}, method: method, means: m, slabs: slabs}
	c.counts = c.cycleCounts()
	return c, nil
}

// methodOf returns one of the counts as a method of the ruleset.
func methodOf(name, summary string) enum.Method {
	return enum.Method{
		Name:    name,
		Summary: summary,
		Sizes:   enum.Range{First: space.Fewest, Last: Most},
		Space: func(players int, m enum.Means) (enum.Space, error) {
			c, err := newCounting(name, players, m)
			if err != nil {
				return nil, err // and not a nil *counting, which is no nil enum.Space
			}
			return c, nil
		},
		Estimate: func(ctx context.Context, players int, _ time.Duration) (enum.Forecast, error) {
			return estimateCounting(ctx, name, players)
		},
		Layers: func(ctx context.Context, players int, m enum.Means) error {
			c, err := newCounting(name, players, m)
			if err != nil {
				return err
			}
			return joined(c.largest().enter(ctx), c.Close())
		},
		Discard: func(_ int, dir string) error { return layers.Remove(dir) },
	}
}

// largest returns the count that takes longest, of all players.
func (c *counting) largest() *cycleCount { return c.counts[len(c.counts)-1] }

// Fingerprint names all that the shards depend on.
func (c *counting) Fingerprint() string {
	if slabs := c.slabs(c.Players); slabs > 1 {
		return fmt.Sprintf("wonderwall n=%d %s=%d slabs=%d", c.Players, c.method, countVersion, slabs)
	}
	version := countVersion
	if c.Players-layersOf(c.Players) > unmerged {
		version++ // their last layer was another one in version 2
	}
	return fmt.Sprintf("wonderwall n=%d %s=%d", c.Players, c.method, version)
}

// Shards yields those of all cycle counts.
func (c *counting) Shards() iter.Seq[enum.Shard] {
	last := c.largest()
	return enum.Shards(last.first + last.shards)
}

// countOf returns the cycle count of a shard, and which of its shards it is.
func (c *counting) countOf(id uint64) (count *cycleCount, shard uint64, err error) {
	shard = id
	for _, count := range c.counts {
		if shard < count.shards {
			return count, shard, nil
		}
		shard -= count.shards
	}
	return nil, 0, fmt.Errorf("there is no shard %d", id)
}

// Fits returns an error if a shard counts anything but games of its cycle count, or more of them
// than there are. How many each state stands for is known only when its layer is made.
func (c *counting) Fits(shard enum.Shard, t *enum.Tally) error {
	count, _, err := c.countOf(shard.ID)
	if err != nil {
		return err
	}
	covered := count.covered(t)
	if others := t.SumAll(); others.Cmp(covered) != 0 {
		return fmt.Errorf("it has games that are not of %s", count.name)
	}
	if covered.Cmp(count.all) > 0 {
		return fmt.Errorf("of %s it has %v, there are %v", count.name, covered, count.all)
	}
	return nil
}

// Totals returns what a tally says. Classes are known at the end only, and so are
// the games if they are put together from cores. What is covered are the games of the
// cycle counts, those of each cycle type as often as there are permutations of the type:
// with the identity's, n! for every class. A tally that covers everything without more
// than all games of any cycle count has each game once, solvable or not.
func (c *counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, len(space.Verdicts())), Covered: new(big.Int), Whole: new(big.Int)}
	known := make(map[uint64]bool)
	for _, count := range c.counts {
		known[count.key] = true
		covered := count.covered(t)
		if covered.Cmp(count.all) > 0 {
			return enum.Totals{}, fmt.Errorf("of %s %v were counted, there are %v", count.name, covered, count.all)
		}
		totals.Covered.Add(totals.Covered, covered.Mul(covered, count.times))
		totals.Whole.Add(totals.Whole, new(big.Int).Mul(count.all, count.times))
	}
	for v := range space.Verdicts() {
		for _, bar := range t.Histogram(v) {
			if !known[bar.Key] {
				return enum.Totals{}, fmt.Errorf("%v games are counted under the key %d, which no cycle type has", bar.Count, bar.Key)
			}
		}
		if c.method == countMethod {
			totals.Verdicts[v].Games = t.Count(v, identityKey)
		}
	}
	if !totals.Complete() {
		return totals, nil
	}
	if c.method == coreMethod {
		cores := make(map[int]*big.Int)
		for _, count := range c.counts {
			if count.core > 0 {
				cores[count.core] = t.Count(space.Solvable, count.key)
			}
		}
		games := fromCores(c.Players, cores)
		totals.Verdicts[space.Solvable].Games = games
		totals.Verdicts[space.Unsolvable].Games = new(big.Int).Sub(c.Games(), games)
	}
	for v := range space.Verdicts() {
		var err error
		if totals.Verdicts[v].Classes, err = c.burnside(t, v, totals.Verdicts[v].Games); err != nil {
			return enum.Totals{}, err
		}
	}
	return totals, nil
}

// burnside returns the classes of a verdict, when games of that verdict are left
// unchanged by the identity.
func (c *counting) burnside(t *enum.Tally, verdict int, games *big.Int) (*big.Int, error) {
	byType := make(map[string]*big.Int)
	for _, count := range c.counts {
		if count.core == 0 {
			byType[count.cycles.String()] = t.Count(verdict, count.key)
		}
	}
	classes, err := canon.Burnside(c.Players, func(cycles canon.CycleType, length int) *big.Int {
		switch {
		case cycles.Points() < c.Players:
			return big.NewInt(1)
		case cycles[1] == c.Players:
			return games
		}
		if unchanged, ok := byType[cycles.String()]; ok {
			return unchanged
		}
		return new(big.Int) // no game at all is left unchanged
	})
	if err != nil {
		return nil, fmt.Errorf("the %s classes: %w", space.Verdicts()[verdict], err)
	}
	return classes, nil
}

func (c *counting) Walker() enum.Walker { return &countWalker{counting: c} }

// A countWalker is the walker of a counting.
type countWalker struct {
	counting  *counting
	count     *cycleCount
	completer *partial.Completer // of the count
}

// Walk completes the states of a shard.
func (w *countWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	count, number, err := w.counting.countOf(shard.ID)
	if err != nil {
		return err
	}
	if w.count != count {
		w.count, w.completer = count, count.games.NewCompleter()
	}
	if shard.Path != nil {
		return count.completeLoaded(ctx, shard, w.completer, tally)
	}
	return count.complete(ctx, number, w.completer, tally)
}

// observe tells how far a layer is.
func (c *counting) observe(p enum.LayerProgress) { tell(&c.mu, c.means.Observe, p) }

func (c *counting) remark(text string) { tell(&c.mu, c.means.Remark, text) }

// tell calls a function, unless it is nil, from one goroutine at a time.
func tell[T any](mu *sync.Mutex, f func(T), news T) {
	if f != nil {
		mu.Lock()
		defer mu.Unlock()
		f(news)
	}
}

// unlessInterrupted returns an error, or that of the context if it has ended: what else went
// wrong then is lost work that the next run does again.
func unlessInterrupted(ctx context.Context, err error) error {
	if ended := ctx.Err(); ended != nil {
		return ended
	}
	return err
}

// Close gives back all layers. No walker may be at a shard.
func (c *counting) Close() error {
	var failed []error
	for _, count := range c.counts {
		failed = append(failed, count.release())
	}
	return errors.Join(failed...)
}
