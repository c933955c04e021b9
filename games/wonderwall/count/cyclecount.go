package count

import (
	"cmp"
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

// A cycleCount counts either the solvable games that a permutation with given cycle lengths fixes, or the solvable core
// games (every player is chosen) of a number of players.
type cycleCount struct {
	counting *counting
	name     string // a description of the games for messages
	file     string // the prefix of the names of its layers' files
	key      uint64 // its key in tallies
	cycles   canon.CycleType
	core     int // the number of players of its core games, or 0 if it counts all games of a cycle type
	games    partial.Games
	all      *big.Int // the number of its games, solvable or not
	times    *big.Int // the weight of a game in the coverage: the number of permutations of the type
	last     int      // the layer that is cut into shards
	slabs    uint64   // the number of slabs of the last layer, or 1 if it is built whole
	first    uint64   // the number of its first shard
	shards   uint64   // the number of its shards

	expander func(partial.Slab) layers.Expander

	mu    sync.Mutex
	layer *layers.Layer // the last layer that is built whole; nil until it is built
	dead  *big.Int      // the number of games that died before this layer: no state of the layer leads to them

	slab   *layers.Layer // the present slab of the next layer, or nil
	number uint64        // the number of the present slab
	users  int           // the number of walkers that work on the present slab
	idle   *sync.Cond    // signals that users is 0
}

// A tally stores each cycle count under a key. A cycle count is the number of solvable games that a permutation of one
// cycle type fixes, or that of the core games (every player is chosen) of one size. Tallies are kept on disk, so a key
// must never change. The cycle types other than the identity get the keys 2, 3 and so on, in the order of
// canon.CycleTypes, without those whose permutations fix no game.
const (
	identityKey = 1
	coreKey     = 1 << 32 // plus the number of players: core games
)

// unmerged is the number of players left to choose in the states of the last layer. The choices of the third-last
// player are then counted one by one, and those of the last two in bulk. Merging the states with two players left would
// take about as long as counting every copy of them, and twelve times the memory (docs/papers/twelve.md).
const unmerged = 3

// layersOf returns how many layers are built for the games of n players. Each layer has one more player who has chosen,
// and the choices of the last `unmerged` players are counted without layers. For 13 or more players the last of these
// layers is not built, because it would be too large even in parts (slabs).
func layersOf(n int) int {
	if n <= 12 {
		return n - unmerged
	}
	return n - unmerged - 1
}

// cycleCounts returns a cycle count for each cycle type of permutations that fix some game, in the order of
// canon.CycleTypes. Each counts the games that one permutation fixes. Those of the identity come last: one for all
// games or, with the method core, one for the core games (every player is chosen) of each number of players. The shards
// are numbered in this order.
func (c *counting) cycleCounts() []*cycleCount {
	var counts []*cycleCount
	first := uint64(0)
	add := func(count *cycleCount) {
		count.counting = c
		count.idle = sync.NewCond(&count.mu)
		count.expander = func(s partial.Slab) layers.Expander { return count.games.NewSlabExpander(s) }
		count.first = first
		first += count.shards
		counts = append(counts, count)
	}

	key := uint64(identityKey)
	for _, cycles := range canon.CycleTypes(c.Players) {
		games := partial.Fixed(cycles)
		all := games.Completions(0)
		isIdentity := cycles[1] == c.Players // added at the end
		fixesNoGame := all.Sign() == 0
		if isIdentity || fixesNoGame {
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
			// Fixed points choose last, and three fixed points are completed as in all games.
			last:   games.Layers() - min(max(cycles[1], 1), unmerged),
			slabs:  1,
			shards: shardsOf(cycles[1]), // the other cycles choose first and are forgotten
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

// shardsOf returns the number of shards of the last layer of n players. Each takes a few seconds at most, because the
// work on an unfinished shard is lost if the run is interrupted.
func shardsOf(n int) uint64 {
	logarithm := [...]int{8: 4, 9: 6, 10: 10, 11: 14, 12: 20} // to base 2; up to 7 players 0, so one shard
	return 1 << logarithm[min(n, len(logarithm)-1)]
}

// coveredGames returns how many games a tally has under the key of c, solvable or not.
func (c *cycleCount) coveredGames(t *enum.Tally) *big.Int {
	sum := new(big.Int)
	for v := range space.Verdicts() {
		sum.Add(sum, t.Count(v, c.key))
	}
	return sum
}

// enter builds the layers up to the last one that is not divided into slabs (parts), c.layer, unless they exist. Other
// walkers that call enter meanwhile wait.
func (c *cycleCount) enter(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.layer != nil {
		return nil
	}
	if c.shards > 1 { // large enough to need all of the memory
		c.counting.making.Lock()
		defer c.counting.making.Unlock()
	}
	return c.build(ctx)
}

// build builds the layers up to the last one that is not divided into slabs (parts), c.layer. c.dead becomes the number
// of games that belong to no state, because the choices of their first players are contradictory.
func (c *cycleCount) build(ctx context.Context) error {
	wholeLayer := partial.Slab{Number: 0, Of: 1}
	from := layers.Single(c.games.Start(), layers.Weight{Lo: 1}) // layer 0 has one state: no player has chosen
	allDead := new(big.Int)
	for k := 1; k <= c.lastWholeLayer(); k++ {
		layer, err := c.buildSlab(ctx, k, from, wholeLayer)
		if err := joined(err, from.Close()); err != nil {
			return err
		}
		from = layer
		// Each partial game that died in layer k stands for all games that complete it.
		allDead.Add(allDead, new(big.Int).Mul(layer.Dead().Big(), c.games.Completions(k)))
	}
	c.layer, c.dead = from, allDead
	return nil
}

// lastWholeLayer returns the number of the last layer that is built whole, not in slabs (parts).
func (c *cycleCount) lastWholeLayer() int {
	if c.slabs > 1 {
		return c.last - 1
	}
	return c.last
}

// buildSlab builds a slab of layer k, or the whole layer, from the layer before, and checks that no partial game is
// lost.
func (c *cycleCount) buildSlab(ctx context.Context, k int, from *layers.Layer, slab partial.Slab) (*layers.Layer, error) {
	m := c.counting.means
	config := layers.Config{Dir: m.Dir, Memory: m.Memory, Workers: m.Workers, Remark: c.counting.remark}
	if c.shards == 1 { // the other workers build layers of other cycle counts at the same time
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
			Share:  float64(p.ExpandedParents) / float64(max(p.Parents, 1)),
			States: p.StoredStates, Children: p.Emissions, MergedStates: p.MergedStates, Bytes: p.Bytes, Took: time.Since(began),
		})
	}

	expander := func() layers.Expander { return c.expander(slab) }
	layer, err := layers.Build(ctx, config, name, c.counting.Fingerprint(), from, expander, observe)
	if err != nil {
		return nil, cmp.Or(ctx.Err(), err) // a step that fails after the end of the context probably fails because of it
	}
	if err := c.conserved(k, from, layer); err != nil {
		return nil, errors.Join(err, layer.Close())
	}
	c.counting.observe(enum.LayerProgress{
		Of: of, Layer: k, Layers: c.last, Share: 1, Done: true,
		States: layer.States(), Children: layer.Emissions(), Bytes: layer.Size(), Took: time.Since(began),
		Alive: layer.Weight().Big(), Dead: layer.Dead().Big(),
	})
	return layer, nil
}

// conserved checks that layer k, or one slab of it, has lost no partial game. The weight of the layer before (from),
// times the number of choices of a player, must be the sum of the partial games in the layer, those that died, and
// those in other slabs.
func (c *cycleCount) conserved(k int, from, layer *layers.Layer) error {
	want := from.Weight().Big()
	want.Mul(want, new(big.Int).SetUint64(c.games.Choices(k-1)))
	got := new(big.Int).Add(layer.Weight().Big(), layer.Dead().Big()) // for a slab, Dead includes the partial games in other slabs
	if got.Cmp(want) != 0 {
		return fmt.Errorf("%s: layer %d has %v partial games, and %v more became unsolvable or are in other parts of the layer; expected %v in total: %w", c.name, k, layer.Weight(), layer.Dead(), want, layers.ErrMismatch)
	}
	return nil
}

// complete adds the games of a shard to the tally: those that complete its share of the states in the last layer, and
// its share of the games that died (became unsolvable) on the way there. It first builds the layers, unless they exist.
func (c *cycleCount) complete(ctx context.Context, shard uint64, completer *partial.Completer, tally *enum.Tally) (err error) {
	if err := c.enter(ctx); err != nil {
		return err
	}
	if c.slabs > 1 {
		return c.completeInSlab(ctx, shard, completer, tally)
	}
	if c.shards == 1 {
		// The layers are small and serve one shard. Those of larger counts stay until Close.
		defer func() { err = joined(err, c.release()) }()
	}
	from, to := c.cut(shard)
	return c.completeStates(ctx, c.layer, from, to, c.deadOf(shard), completer, tally)
}

// cut returns the first state of a shard's share of the last whole layer, and the state after its last.
func (c *cycleCount) cut(shard uint64) (first, end uint64) {
	return cut(c.layer.States(), shard, c.shards), cut(c.layer.States(), shard+1, c.shards)
}

// deadOf returns how many of the games in c.dead a shard counts: the first shard all, the others none. These games died
// (their first choices are contradictory) up to the last layer that is built whole, not in slabs (parts).
func (c *cycleCount) deadOf(shard uint64) *big.Int {
	if shard == 0 {
		return c.dead
	}
	return new(big.Int)
}

// completeStates adds to the tally the games that complete the states `from` to `to`-1 of a layer. As unsolvable it
// also adds the shard's `dead` games, whose first choices are contradictory, so that they are in no state.
func (c *cycleCount) completeStates(ctx context.Context, layer *layers.Layer, from, to uint64, dead *big.Int, completer *partial.Completer, tally *enum.Tally) error {
	var reached, found layers.Weight // the partial games of the states, and the solvable games that they lead to
	visited := 0
	err := layer.Each(from, to, func(key []byte, w layers.Weight) error {
		visited++
		if visited%16 == 0 && ctx.Err() != nil {
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
	unsolvable := covered.Sub(covered, found.Big())
	if unsolvable.Sign() < 0 {
		return fmt.Errorf("%s, states %d to %d: more solvable games than games; the layer is wrong", c.name, from, to)
	}
	tally.AddBig(space.Solvable, c.key, found.Big())
	tally.AddBig(space.Unsolvable, c.key, unsolvable)
	return nil
}

// joined joins an error with the error of closing. If closing did not fail, it returns err unchanged.
func joined(err, closing error) error {
	if closing == nil {
		return err
	}
	return errors.Join(err, closing)
}

// cut returns the first state of a shard if states are divided equally: states*shard/shards rounded down, without the
// overflow of the product.
func cut(states, shard, shards uint64) uint64 {
	return states/shards*shard + states%shards*shard/shards
}

// release frees the layers and the present slab (part of the last layer). No walker may be working on a shard.
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
