package wonderwall

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math"
	"math/big"
	"sync"
	"time"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/partial"
	"enumerate/internal/cpu"
	"enumerate/internal/layers"
)

// countVersion is the version of the counts. It changes whenever a shard
// means other partial games: when states get other labels, when a layer is cut into
// other shards, or when the cycle counts change.
const countVersion = 2

// The methods other than the walk.
const (
	countMethod = "count"
	coreMethod  = "core"
)

// maxCounted is the largest number of players whose games can be counted.
const maxCounted = partial.MaxPlayers

// A counting is all games of one size, counted by layers of partial games instead of
// walked; package partial has the method.
//
// It has a count for every cycle type of permutations of the players, of the
// solvable games that one permutation of the type leaves unchanged: the identity
// gives the solvable labelled games, and all of them, by Burnside's lemma, the
// solvable classes. With cores the identity's count is replaced by one for each
// number of players up to the size: of the solvable games in which everybody is
// chosen, from which a formula makes those of the size (see fromCores).
//
// A cycle count makes layers until few players are left to choose, cuts the last layer
// into shards of as many states each, and completes these. A tally's key says which
// cycle count it is of.
type counting struct {
	space
	method string
	means  enum.Means
	counts []*cycleCount

	mu     sync.Mutex // of the observer
	making sync.Mutex // of layers that take all of the memory
}

// newCounting returns the space of a size, counted by one of the methods.
func newCounting(method string, players int, m enum.Means) (*counting, error) {
	if players < minPlayers || players > maxCounted {
		return nil, fmt.Errorf("wonderwall games can be counted from %d to %d players, not %d", minPlayers, maxCounted, players)
	}
	c := &counting{space: space{players}, method: method, means: m}
	c.counts = c.cycleCounts()
	return c, nil
}

// countingMethod returns one of the counts as a method of the ruleset.
func countingMethod(name, summary string) enum.Method {
	return enum.Method{
		Name:    name,
		Summary: summary,
		Sizes:   enum.Range{First: minPlayers, Last: maxCounted},
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
	version := countVersion
	if c.players-layersOf(c.players) > unmerged {
		version++ // their last layer was another one in version 2
	}
	return fmt.Sprintf("wonderwall n=%d %s=%d", c.players, c.method, version)
}

// Shards yields those of all cycle counts.
func (c *counting) Shards() iter.Seq[enum.Shard] {
	var all uint64
	for _, count := range c.counts {
		all += count.shards
	}
	return enum.Shards(all)
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
	totals := enum.Totals{Verdicts: make([]enum.Total, len(verdicts)), Covered: new(big.Int), Whole: new(big.Int)}
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
	for v := range verdicts {
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
				cores[count.core] = t.Count(solvable, count.key)
			}
		}
		games := fromCores(c.players, cores)
		totals.Verdicts[solvable].Games = games
		totals.Verdicts[unsolvable].Games = new(big.Int).Sub(c.Games(), games)
	}
	for v := range verdicts {
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
	classes, err := canon.Burnside(c.players, func(cycles canon.CycleType, length int) *big.Int {
		switch {
		case cycles.Points() < c.players:
			return big.NewInt(1)
		case cycles[1] == c.players:
			return games
		}
		if unchanged, ok := byType[cycles.String()]; ok {
			return unchanged
		}
		return new(big.Int) // no game at all is left unchanged
	})
	if err != nil {
		return nil, fmt.Errorf("the %s classes: %w", verdicts[verdict], err)
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

// The sizes from which the time of a count is forecast.
const firstProbe, lastProbe = 7, 9

// estimateCounting makes the layers of three small sizes and completes some states of the
// last ones. It supposes that the work grows with every further player as it does from the
// second to the third, times how much more that is than from the first to the second, and
// the time as the work: of 10, 11 and 12 players that is 0.9, 1.1 and 1.3 times what random
// states of their layers take (docs/papers/count.md, section 9). So it may be off by 1.25, and by
// 1.15 more with each further player. The states of the last layer grow in the same
// way, and the bytes of a state 1.55 times with each further player, as from 9 to 12.
func estimateCounting(ctx context.Context, method string, players int) (enum.Forecast, error) {
	c, err := newCounting(method, players, enum.Means{})
	if err != nil {
		return enum.Forecast{}, err
	}
	defer c.Close()
	var probes [lastProbe + 1]countProbe
	for n := firstProbe; n <= lastProbe; n++ {
		if probes[n], err = measure(ctx, method, n); err != nil {
			return enum.Forecast{}, err
		}
	}
	growth, faster := growths(probes[lastProbe-2].work, probes[lastProbe-1].work, probes[lastProbe].work)
	f := enum.Forecast{
		Seconds: probes[lastProbe].seconds * grown(growth, faster, players-lastProbe),
		By:      fmt.Sprintf("by the growth of the work from %d to %d players, %.0f times, and %.2f times that with every further one", lastProbe-1, lastProbe, growth, faster),
	}
	if players <= lastProbe && players >= firstProbe {
		f.Seconds, f.By = probes[players].seconds, "by a part of the states"
	}
	stateBytes := probes[lastProbe].bytes / probes[lastProbe].states * math.Pow(1.55, float64(players-lastProbe))
	statesGrowth, statesFaster := growths(probes[lastProbe-2].states, probes[lastProbe-1].states, probes[lastProbe].states)
	left := c.largest().last
	states := probes[lastProbe].states * grown(statesGrowth, statesFaster, players-lastProbe)
	if players-left > unmerged {
		f.Seconds *= 2 // since states are completed as often as they are met
		// The layer before has 1.15 times as many states as the last one of a player less,
		// and they take 0.88 times as many bytes as its own last ones (section 9).
		states = 1.15 * probes[lastProbe].states * grown(statesGrowth, statesFaster, players-1-lastProbe)
		stateBytes *= 0.88
	}
	f.Files = states * stateBytes
	f.Making = 3 * f.Files // 2.5 to 2.9 children are merged into a state
	return f.Between(1.25 * math.Pow(1.15, math.Max(0, float64(players-lastProbe)))), nil
}

// growths returns how many times a third number is the second, and how many times more
// that is than the second is the first.
func growths(first, second, third float64) (growth, faster float64) {
	growth = third / second
	return growth, growth / (second / first)
}

// grown returns how many times something grows in some steps, of which the one before the first was
// growth, and each is so many times faster than the one before it.
func grown(growth, faster float64, steps int) float64 {
	further := float64(steps)
	return math.Pow(growth, further) * math.Pow(faster, further*(further+1)/2)
}

// A countProbe is what is known of the largest count of a small size.
type countProbe struct {
	work, seconds float64 // of all
	states, bytes float64 // of the last layer
}

// measure estimates the work and the time of a small size, by completing some 600 states in
// runs of ten.
func measure(ctx context.Context, method string, players int) (countProbe, error) {
	c, err := newCounting(method, players, enum.Means{Workers: 1})
	if err != nil {
		return countProbe{}, err
	}
	defer c.Close() // in memory
	count := c.largest()
	began := cpu.Time()
	if err := count.enter(ctx); err != nil {
		return countProbe{}, err
	}
	made := (cpu.Time() - began).Seconds()
	completer := count.games.NewCompleter()
	began = cpu.Time()
	completed := uint64(0)
	const some, several = 10, 600
	each := max(some, count.layer.States()/(several/some))
	for from := uint64(0); from < count.layer.States(); from += each {
		if err := ctx.Err(); err != nil {
			return countProbe{}, err
		}
		to := min(from+some, count.layer.States())
		completed += to - from
		err = count.layer.Each(from, to, func(key []byte, _ layers.Weight) error {
			_, err := completer.Count(key)
			return err
		})
		if err != nil {
			return countProbe{}, err
		}
	}
	times := float64(count.layer.States()) / float64(completed)
	return countProbe{
		work: times * float64(completer.Work()), seconds: made + times*(cpu.Time()-began).Seconds(),
		states: float64(count.layer.States()), bytes: float64(count.layer.Size()),
	}, nil
}
