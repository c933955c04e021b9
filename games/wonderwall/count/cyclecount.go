package count

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"sync"
	"time"

	"enumerate/canon"
	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/layers"
)

// A cycleCount counts the games that one permutation of a cycle type leaves unchanged, or
// core games, solvable and not, by layers of partial games.
type cycleCount struct {
	counting *counting
	name     string // what is counted, in words
	file     string // what its layers are called
	key      uint64 // of its bars in a tally
	cycles   canon.CycleType
	core     int // how many players; 0 if it does not count core games
	games    partial.Games
	all      *big.Int // games there are, solvable or not
	times    *big.Int // how often each counts in the coverage
	last     int      // the layer that is cut into shards
	slabs    uint64   // in which the last layer is made, one at a time; 1 if it is made whole
	first    uint64   // the number of the first shard
	shards   uint64

	expander func(partial.Slab) layers.Expander

	mu    sync.Mutex
	layer *layers.Layer // the last one that is made whole; nil until it is made
	dead  *big.Int      // games that no state of it leads to

	slab   *layers.Layer // of the layer after that; nil if none is there
	number uint64        // of the slab
	users  int           // walkers that are at a shard of the slab
	unused *sync.Cond    // signals that users is 0
}

// Keys of tallies, which mean the same for good. The identity has the first; the other
// cycle types that leave any games unchanged have the following ones, in the order of
// canon.CycleTypes.
const (
	identityKey = 1
	coreKey     = 1 << 32 // plus the number of players
)

// unmerged is how many players are completed in bulk, without merging the states that
// their choices lead to. The last two are counted by bits. To merge the states with
// two left to choose would take about as long as to count these two for each of their
// copies, and a dozen times the memory (docs/papers/count.md, section 5).
const unmerged = 3

// layersOf returns how many layers all games of n players have, the last of which is cut into
// shards. From 13 players on one more player is completed: even slabs of the states with three left
// are too large then, and so is the layer before them.
func layersOf(n int) int {
	if n <= 12 {
		return n - unmerged
	}
	return n - unmerged - 1
}

// cycleCounts returns the counts: those of cycle types, the one that takes longest first,
// then those of the identity.
func (c *counting) cycleCounts() []*cycleCount {
	var counts []*cycleCount
	first := uint64(0)
	add := func(count *cycleCount) {
		count.counting = c
		count.unused = sync.NewCond(&count.mu)
		count.expander = func(s partial.Slab) layers.Expander { return count.games.NewSlabExpander(s) }
		count.first = first
		first += count.shards
		counts = append(counts, count)
	}
	key := uint64(identityKey)
	for _, cycles := range canon.CycleTypes(c.Players) {
		games := partial.Fixed(cycles)
		all := games.Completions(0)
		if cycles[1] == c.Players || all.Sign() == 0 {
			continue
		}
		key++
		add(&cycleCount{
			name:   "games with the symmetry " + cycles.String(),
			file:   "type-" + strings.NewReplacer("^", "x", " ", "-").Replace(cycles.String()),
			key:    key,
			cycles: cycles,
			games:  games,
			all:    all,
			times:  cycles.Permutations(),
			// Fixed points choose last, and three of them are completed as in all games.
			last:   games.Layers() - min(max(cycles[1], 1), unmerged),
			slabs:  1,
			shards: shardsOf(cycles[1]), // the other cycles choose first, and are forgotten
		})
	}
	identity := func(n, core int, games partial.Games, key uint64, name, file string) *cycleCount {
		slabs := c.slabs(n)
		return &cycleCount{
			name: name, file: file, key: key, core: core, games: games,
			cycles: canon.CycleType{1: n},
			all:    games.Completions(0),
			times:  big.NewInt(1),
			last:   layersOf(n),
			slabs:  slabs,
			shards: max(shardsOf(n), slabs),
		}
	}
	if c.method == countMethod {
		n := c.Players
		add(identity(n, 0, partial.All(n), identityKey, fmt.Sprintf("games of %d players", n), fmt.Sprintf("all-%d", n)))
		return counts
	}
	for k := 3; k <= c.Players; k++ {
		add(identity(k, k, partial.Core(k), coreKey+uint64(k), fmt.Sprintf("games of %d players with everybody chosen", k), fmt.Sprintf("core-%d", k)))
	}
	return counts
}

// shardsOf returns into how many shards the last layer of n players is cut, so that each
// of them takes some seconds at most: they are what an interruption loses, and what a run
// is split into.
func shardsOf(n int) uint64 {
	bits := [...]int{8: 4, 9: 6, 10: 10, 11: 14, 12: 20}
	return 1 << bits[min(n, len(bits)-1)]
}

// covered returns how many games of the count a tally has.
func (c *cycleCount) covered(t *enum.Tally) *big.Int {
	sum := new(big.Int)
	for v := range space.Verdicts() {
		sum.Add(sum, t.Count(v, c.key))
	}
	return sum
}

// enter has all layers made that are made whole, by the first one to come.
func (c *cycleCount) enter(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.layer != nil {
		return nil
	}
	if c.shards > 1 { // and so with all of the memory
		c.counting.making.Lock()
		defer c.counting.making.Unlock()
	}
	return c.build(ctx)
}

// build makes the layers that are made whole: all, or all before the last one.
func (c *cycleCount) build(ctx context.Context) error {
	from, allDead := layers.Single(c.games.Start(), layers.Weight{Lo: 1}), new(big.Int)
	for k := 1; k <= c.whole(); k++ {
		layer, err := c.buildSlab(ctx, k, from, partial.Slab{Number: 0, Of: 1})
		if err := joined(err, from.Close()); err != nil {
			return err
		}
		from = layer
		allDead.Add(allDead, new(big.Int).Mul(layer.Dead().Big(), c.games.Completions(k)))
	}
	c.layer, c.dead = from, allDead
	return nil
}

// whole returns the last layer that is made whole.
func (c *cycleCount) whole() int {
	if c.slabs > 1 {
		return c.last - 1
	}
	return c.last
}

// buildSlab makes a slab of layer k from the layer before, and tells how far it is. It checks that
// no partial game is lost; see conserved.
func (c *cycleCount) buildSlab(ctx context.Context, k int, from *layers.Layer, slab partial.Slab) (*layers.Layer, error) {
	m := c.counting.means
	config := layers.Config{Dir: m.Dir, Memory: m.Memory, Workers: m.Workers, Remark: c.counting.remark}
	if c.shards == 1 { // other workers have cycle counts of their own
		config.Workers = 1
		config.Memory = m.Memory / int64(max(m.Workers, 1))
	}
	of, name := c.name, fmt.Sprintf("%s-layer-%d", c.file, k)
	if slab.Of > 1 {
		of += fmt.Sprintf(", slab %d of %d", slab.Number+1, slab.Of)
		name += fmt.Sprintf("-slab-%d", slab.Number)
	}
	began := time.Now()
	observe := func(p layers.Progress) {
		c.counting.observe(enum.LayerProgress{
			Of: of, Layer: k, Layers: c.last,
			Share:  float64(p.Expanded) / float64(max(p.Of, 1)),
			States: p.Stored, Children: p.Emitted, Merged: p.Merged, Bytes: p.Bytes, Took: time.Since(began),
		})
	}
	expander := func() layers.Expander { return c.expander(slab) }
	layer, err := layers.Build(ctx, config, name, c.counting.Fingerprint(), from, expander, observe)
	if err != nil {
		return nil, unlessInterrupted(ctx, err)
	}
	if err := c.conserved(k, from, layer); err != nil {
		return nil, errors.Join(err, layer.Close())
	}
	c.counting.observe(enum.LayerProgress{
		Of: of, Layer: k, Layers: c.last, Share: 1, Done: true,
		States: layer.States(), Children: layer.Emitted(), Bytes: layer.Size(), Took: time.Since(began),
		Alive: layer.Weight().Big(), Dead: layer.Dead().Big(),
	})
	return layer, nil
}

// conserved checks a layer, or a slab, against the layer that it was made from. Its weights and the
// weights of the partial games that died on the way or are in other slabs must sum to the weights of
// the layer before times the choices of the player who chose.
func (c *cycleCount) conserved(k int, from, layer *layers.Layer) error {
	want := from.Weight().Big()
	want.Mul(want, new(big.Int).SetUint64(c.games.Choices(k-1)))
	got := new(big.Int).Add(layer.Weight().Big(), layer.Dead().Big())
	if got.Cmp(want) != 0 {
		others := "died"
		if k > c.whole() {
			others = "died or are in other slabs"
		}
		return fmt.Errorf("%s: layer %d has %v partial games, and %v %s: together there should be %v: %w", c.name, k, layer.Weight(), layer.Dead(), others, want, layers.ErrMismatch)
	}
	return nil
}

// complete counts the solvable games of one shard.
func (c *cycleCount) complete(ctx context.Context, shard uint64, completer *partial.Completer, tally *enum.Tally) (err error) {
	if err := c.enter(ctx); err != nil {
		return err
	}
	if c.slabs > 1 {
		return c.completeInSlab(ctx, shard, completer, tally)
	}
	if c.shards == 1 {
		// Layers of other counts wait for Close: those of the last one are much larger
		// than all others together.
		defer func() { err = joined(err, c.release()) }()
	}
	from, to := c.cut(shard)
	return c.completeStates(ctx, c.layer, from, to, c.deadOf(shard), completer, tally)
}

// cut returns which states of the last layer a shard is, if that layer is made whole.
func (c *cycleCount) cut(shard uint64) (from, to uint64) {
	return cut(c.layer.States(), shard, c.shards), cut(c.layer.States(), shard+1, c.shards)
}

// deadOf returns how many of a shard's games died before the last layer that is made whole: they are
// all the first one's.
func (c *cycleCount) deadOf(shard uint64) *big.Int {
	if shard == 0 {
		return c.dead
	}
	return new(big.Int)
}

// completeStates counts the solvable games that states of the last layer lead to. dead is
// the number of unsolvable games that no state leads to.
func (c *cycleCount) completeStates(ctx context.Context, layer *layers.Layer, from, to uint64, dead *big.Int, completer *partial.Completer, tally *enum.Tally) error {
	var reached, found layers.Weight
	visited := 0
	err := layer.Each(from, to, func(key []byte, w layers.Weight) error {
		if visited++; visited%16 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		count, err := completer.Count(key)
		if err != nil {
			return err
		}
		games, ok1 := w.CheckedMul(count)
		var ok2, ok3 bool
		found, ok2 = found.CheckedAdd(games)
		reached, ok3 = reached.CheckedAdd(w)
		if !ok1 || !ok2 || !ok3 {
			return layers.ErrOverflow
		}
		return nil
	})
	if err != nil {
		return err
	}
	covered := reached.Big()
	covered.Mul(covered, c.games.Completions(c.last))
	covered.Add(covered, dead)
	rest := covered.Sub(covered, found.Big())
	if rest.Sign() < 0 {
		return fmt.Errorf("%s, states %d to %d: more solvable games than games", c.name, from, to)
	}
	tally.AddBig(space.Solvable, c.key, found.Big())
	tally.AddBig(space.Unsolvable, c.key, rest)
	return nil
}

// joined returns an error, joined with that of closing if there is one.
func joined(err, closed error) error {
	if closed == nil {
		return err
	}
	return errors.Join(err, closed)
}

// cut returns where a shard begins, among the given number of states and shards.
func cut(states, shard, shards uint64) uint64 {
	return states/shards*shard + states%shards*shard/shards
}

// release closes the layers. No walker may be at a shard.
func (c *cycleCount) release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.layer == nil {
		return nil
	}
	err := c.layer.Close()
	c.layer = nil
	if c.slab != nil {
		err = errors.Join(err, c.slab.Close())
		c.slab = nil
	}
	return err
}
