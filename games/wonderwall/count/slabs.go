package count

import (
	"context"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

// The last layer of 12 players would take 300 GB. So it is made in slabs, one at a time, each from
// the whole layer before it. For every slab the children of every state in that layer are made again,
// and those in other slabs are dropped before they are labelled. All shards of a slab are done before
// the next slab is made. Package enum calls this a stage.
//
// The number of a shard, modulo the number of slabs, is the number of its slab. So a machine that does
// part 3/64 makes one slab, and a machine that does part 3/8 makes eight slabs, one after the other.
// What died on the way to the last layer belongs to no slab. Each shard accounts for a share: what died
// below an equal share of the states of the layer before.

// slabsOf returns in how many slabs the last layer of all games of n players is made. The number is a
// power of two, so that part r/m has whole slabs, or shards of a single slab, if m is one as well.
func slabsOf(n int) uint64 {
	if n == 12 {
		return 64
	}
	return 1
}

// slabOf returns which slab a shard is a part of, and which of its pieces it is.
func (c *cycleCount) slabOf(shard uint64) (number, piece uint64) {
	return (c.first + shard) % c.slabs, shard / c.slabs
}

// shardOf returns the shard that is a piece of a slab.
func (c *cycleCount) shardOf(number, piece uint64) uint64 {
	return piece*c.slabs + (number+c.slabs-c.first%c.slabs)%c.slabs
}

// enterSlab returns a slab for a walker, which calls leaveSlab when it is done. The first walker that
// comes makes the slab, when all walkers have left the slab before.
func (c *cycleCount) enterSlab(ctx context.Context, number uint64) (*layers.Layer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.slab == nil || c.number != number {
		if c.users > 0 {
			c.unused.Wait()
			continue
		}
		if err := c.changeSlab(ctx, number); err != nil {
			return nil, err
		}
	}
	c.users++
	return c.slab, nil
}

// leaveSlab ends the use of a slab.
func (c *cycleCount) leaveSlab() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.users--; c.users == 0 {
		c.unused.Broadcast()
	}
}

// changeSlab makes a slab when all walkers have left the slab before, whose file it removes first, for
// want of room. A run stores shards within two seconds. If the computer fails in these two seconds, the
// slab before has to be made again.
func (c *cycleCount) changeSlab(ctx context.Context, number uint64) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if before := c.slab; before != nil {
		c.slab = nil
		if err := before.Discard(); err != nil {
			return err
		}
	}
	c.counting.making.Lock() // with all of the memory
	defer c.counting.making.Unlock()
	layer, err := c.buildSlab(ctx, c.last, c.layer, partial.Slab{Number: number, Of: c.slabs})
	if err != nil {
		return err
	}
	c.slab, c.number = layer, number
	return nil
}

// completeInSlab counts the solvable games of one shard, which is a part of a slab.
func (c *cycleCount) completeInSlab(ctx context.Context, shard uint64, completer *partial.Completer, tally *enum.Tally) error {
	number, piece := c.slabOf(shard)
	slab, err := c.enterSlab(ctx, number)
	if err != nil {
		return err
	}
	defer c.leaveSlab()
	dead, err := c.died(ctx, shard, completer)
	if err != nil {
		return err
	}
	dead.Add(dead, c.deadOf(shard))
	pieces := c.shards / c.slabs
	from, to := cut(slab.States(), piece, pieces), cut(slab.States(), piece+1, pieces)
	return c.completeStates(ctx, slab, from, to, dead, completer, tally)
}

// died returns how many games died on the way to the last layer from a shard's share of the states
// of the layer before.
func (c *cycleCount) died(ctx context.Context, shard uint64, completer *partial.Completer) (*big.Int, error) {
	var died layers.Weight
	from, to := c.cut(shard)
	err := c.layer.Each(from, to, func(key []byte, w layers.Weight) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		choices, err := completer.Dead(key)
		if err != nil {
			return err
		}
		dead, ok1 := w.CheckedMul(choices)
		sum, ok2 := died.CheckedAdd(dead)
		if !ok1 || !ok2 {
			return layers.ErrOverflow
		}
		died = sum
		return nil
	})
	games := died.Big()
	return games.Mul(games, c.games.Completions(c.last)), err
}

// Stages yields the shards of all cycle counts, those of a slab as a stage. It is nil if all last layers
// are made whole.
func (c *counting) Stages() iter.Seq[iter.Seq[enum.Shard]] {
	if c.slabs(c.Players) == 1 {
		return nil
	}
	return func(yield func(iter.Seq[enum.Shard]) bool) {
		for _, count := range c.counts {
			for number := range count.slabs {
				if !yield(count.stage(number)) {
					return
				}
			}
		}
	}
}

// stage yields the shards of a slab.
func (c *cycleCount) stage(number uint64) iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for piece := range c.shards / c.slabs {
			if !yield(enum.Shard{ID: c.first + c.shardOf(number, piece)}) {
				return
			}
		}
	}
}
