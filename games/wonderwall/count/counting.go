// Package count counts the games of Ninja Assassin Wonderwall without visiting classes, by layers of partial games
// (package partial). docs/papers/count.md has the proofs.
//
//   - In a partial game only some players have chosen. A state stands for all partial games whose choices imply the
//     same about who stands before whom, so that they have equally many solvable completions.
//
//   - Layer k has all states in which k players have chosen, each with its weight, the number of its partial games.
//
//   - A partial game has died if its choices are already unsolvable. No layer has it, but its completions are counted.
//
//   - A cycle count (cyclecount.go) counts the games that a permutation with certain cycles fixes. The identity fixes
//     all games.
//
//   - A core game is a game in which every player is chosen. The numbers of solvable core games give the number of
//     solvable games a second time (cores.go).
//
//   - A slab is a part of a last layer that is too large to build whole (slabs.go).
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
	"enumerate/internal/lists"
)

// Methods returns the methods count and core of the ruleset.
func Methods() []enum.Method {
	count := methodOf(countMethod, "builds layers of partial games, and merges isomorphic ones")
	count.Certify = func(ctx context.Context, players int) (enum.Certificate, error) {
		return partial.All(players).Certificate(ctx)
	}
	core := methodOf(coreMethod, "counts the games in which every player is chosen, of this and all smaller sizes; an identity gives the totals")
	core.SharesCode = countMethod
	return []enum.Method{count, core}
}

// countVersion must be raised if a shard gets other games than before, because results of shards are stored. This
// happens if states get other labels, if a layer is cut into other shards, or if other permutations are counted.
const countVersion = 2

const (
	countMethod = "count"
	coreMethod  = "core"
)

// Most is the largest number of players whose games can be counted.
const Most = partial.MaxPlayers

// A counting is the space of all games of one size, counted by layers of partial games.
//
// For every cycle type of permutations of the players, a cycleCount counts the solvable games that one permutation of
// this type fixes. The count of the identity is the number of all solvable games, and Burnside's lemma turns all counts
// into the number of solvable classes. For the identity, the method core counts the solvable core games, in which every
// player is chosen, of each number of players up to the size. fromCores gets the number of solvable games from these.
//
// A cycle count builds layers until few players are left to choose. It cuts the last layer into shards with equally
// many states, which count the solvable games that complete the states.
type counting struct {
	space.Space
	method string
	means  enum.Means
	slabs  func(players int) uint64 // the number of slabs of the last layer of all games; see slabsOf
	counts []*cycleCount

	mu     sync.Mutex // guards calls of means.Observe and means.Remark
	making sync.Mutex // held while a layer is built that may take all of the memory
}

func newCounting(method string, players int, m enum.Means) (*counting, error) {
	return newCountingInSlabs(method, players, m, slabsOf)
}

// newCountingInSlabs is newCounting with given numbers of slabs, for tests.
func newCountingInSlabs(method string, players int, m enum.Means, slabs func(players int) uint64) (*counting, error) {
	if players < space.Fewest || players > Most {
		return nil, fmt.Errorf("n = %d: for a count, expected %d to %d players", players, space.Fewest, Most)
	}
	c := &counting{Space: space.Space{Players: players}, method: method, means: m, slabs: slabs}
	c.counts = c.cycleCounts()
	return c, nil
}

// methodOf returns the method with this name, which counts games by layers of partial games.
func methodOf(name, summary string) enum.Method {
	return enum.Method{
		Name:    name,
		Summary: summary,
		Sizes:   enum.Range{First: space.Fewest, Last: Most},
		Space: func(players int, m enum.Means) (enum.Space, error) {
			c, err := newCounting(name, players, m)
			if err != nil {
				return nil, err // a nil *counting in an enum.Space would not equal nil
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
			return joined(c.largest().enter(ctx), c.Close()) // enter builds the layers
		},
		Discard: func(_ int, dir string) error { return layers.Remove(dir) },
	}
}

// largest returns the cycle count that takes longest: that of the identity on all players.
func (c *counting) largest() *cycleCount { return c.counts[len(c.counts)-1] }

// Fingerprint returns everything on which the division into shards depends.
func (c *counting) Fingerprint() string {
	if slabs := c.slabs(c.Players); slabs > 1 {
		return fmt.Sprintf("wonderwall n=%d %s=%d slabs=%d", c.Players, c.method, countVersion, slabs)
	}
	version := countVersion
	if c.Players-layersOf(c.Players) > unmerged { // for these sizes the last layer was changed without raising countVersion
		version++ // so runs from before this change are not resumed
	}
	return fmt.Sprintf("wonderwall n=%d %s=%d", c.Players, c.method, version)
}

// Shards yields the shards of all cycle counts; each counts the games that one permutation fixes.
func (c *counting) Shards() iter.Seq[enum.Shard] {
	last := c.largest()
	return enum.Shards(last.first + last.shards)
}

// countOf returns the cycle count (of the games that one permutation fixes) of the shard with an id, and the number of
// the shard within this count.
func (c *counting) countOf(id uint64) (count *cycleCount, shard uint64, err error) {
	shard = id
	for _, count := range c.counts {
		if shard < count.shards {
			return count, shard, nil
		}
		shard -= count.shards
	}
	return nil, 0, fmt.Errorf("shard %d does not exist; this count has %d shards", id, id-shard)
}

// Fits returns an error if a shard cannot have the given tally. Each shard belongs to one cycle count, which counts the
// games that one permutation fixes, and has a key for them. The tally must have no games under the key of another cycle
// count, and no more games than the shard's cycle count can have. Fits does not check the exact number of games,
// because this number depends on the layers of partial games, which may not be built on this machine.
func (c *counting) Fits(shard enum.Shard, t *enum.Tally) error {
	count, _, err := c.countOf(shard.ID)
	if err != nil {
		return err
	}
	covered := count.coveredGames(t) // the games under the key of the shard's cycle count
	if others := t.SumAll(); others.Cmp(covered) != 0 {
		return fmt.Errorf("the tally of a shard of %s also has %v other games", count.name, others.Sub(others, covered))
	}
	if covered.Cmp(count.all) > 0 {
		return fmt.Errorf("the tally has %v %s; only %v exist", covered, count.name, count.all)
	}
	return nil
}

// Totals returns the numbers of solvable and unsolvable games and classes in a tally. The numbers of classes, and with
// the method core those of games, are known only when the tally is complete.
//
// A cycle count counts the games that one permutation fixes. The coverage is the sum of the games of all cycle counts,
// each multiplied by the number of permutations of its type. When the tally is complete, the coverage is n! times the
// number of classes, by Burnside's lemma. No cycle count may have more games than its permutation fixes, so a tally
// with the whole coverage is complete.
func (c *counting) Totals(t *enum.Tally) (enum.Totals, error) {
	totals := enum.Totals{Verdicts: make([]enum.Total, len(space.Verdicts())), Coverage: new(big.Int), Whole: new(big.Int)}
	keys := make(map[uint64]bool)
	for _, count := range c.counts {
		keys[count.key] = true
		covered := count.coveredGames(t)
		if covered.Cmp(count.all) > 0 {
			return enum.Totals{}, fmt.Errorf("the tally has %v %s; only %v exist", covered, count.name, count.all)
		}
		totals.Coverage.Add(totals.Coverage, covered.Mul(covered, count.times))
		totals.Whole.Add(totals.Whole, new(big.Int).Mul(count.all, count.times))
	}

	// Refuse games under unknown keys. With the method count, the games of the identity are the totals.
	for v := range space.Verdicts() {
		for _, bar := range t.Histogram(v) {
			if !keys[bar.Key] {
				return enum.Totals{}, fmt.Errorf("the tally has %v games under the unknown key %d; it may be damaged, or of another size or method", bar.Count, bar.Key)
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
		classes, err := c.burnside(t, v, totals.Verdicts[v].Games)
		if err != nil {
			return enum.Totals{}, err
		}
		totals.Verdicts[v].Classes = classes
	}
	return totals, nil
}

// burnside returns the number of classes with a verdict. For each cycle type of permutations except the identity, the
// tally has the number of games with the verdict that one permutation of this type fixes. The identity fixes all games;
// the argument games is the number of those with the verdict.
func (c *counting) burnside(t *enum.Tally, verdict int, games *big.Int) (*big.Int, error) {
	byType := make(map[string]*big.Int) // the number of games that a permutation fixes, by its cycle type
	for _, count := range c.counts {
		if count.core == 0 {
			byType[count.cycles.String()] = t.Count(verdict, count.key)
		}
	}
	classes, err := canon.Burnside(c.Players, func(cycles canon.CycleType, length int) *big.Int {
		switch {
		case cycles.Points() < c.Players:
			return big.NewInt(1) // Burnside multiplies one factor for each cycle length: 1 until the cycle type is complete, and then the whole number
		case cycles[1] == c.Players: // the identity
			return games
		}
		if unchanged, ok := byType[cycles.String()]; ok {
			return unchanged
		}
		return new(big.Int) // permutations of this type fix no game
	})
	if err != nil {
		return nil, fmt.Errorf("the %s classes: %w", space.Verdicts()[verdict], err)
	}
	return classes, nil
}

func (c *counting) Walker() enum.Walker { return &countWalker{counting: c} }

type countWalker struct {
	counting  *counting
	count     *cycleCount
	completer *partial.Completer // completes the states of count
}

// Walk adds the games of a shard to the tally. The states come with the shard if another machine has sent it, and
// otherwise from the layers of this machine, which the first shard builds.
func (w *countWalker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	count, number, err := w.counting.countOf(shard.ID)
	if err != nil {
		return err
	}
	if w.count != count {
		w.count, w.completer = count, count.games.NewCompleter()
	}
	if shard.Path != nil { // the states have come with the shard
		return count.completeLoaded(ctx, shard, w.completer, tally)
	}
	return count.complete(ctx, number, w.completer, tally)
}

func (c *counting) observe(p enum.LayerProgress) { tell(&c.mu, c.means.Observe, p) }

func (c *counting) remark(text string) { tell(&c.mu, c.means.Remark, text) }

// tell calls f, if it is set. The mutex separates the calls of different workers.
func tell[T any](mu *sync.Mutex, f func(T), news T) {
	if f != nil {
		mu.Lock()
		defer mu.Unlock()
		f(news)
	}
}

// Close releases all layers. No walker may be working on a shard.
func (c *counting) Close() error {
	return errors.Join(lists.Map(c.counts, (*cycleCount).release)...)
}
