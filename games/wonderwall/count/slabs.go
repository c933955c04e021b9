package count

import (
	"context"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

// The last layer of states of 12 players would take 300 GB, so it is built in equal parts, the slabs, one at a time.
// For each slab, all states of the layer before are expanded again, and the children that belong to other slabs are
// dropped before they are labelled. All shards of a slab, a stage in package enum, are finished before the next slab is
// built.
//
// The number of a shard modulo the number of slabs is that of its slab. With 64 slabs, a machine that computes part
// 3/64 of all shards builds one slab, and one that computes part 3/8 builds eight.
//
// Partial games that died on the way to the last layer belong to no slab. Each shard counts those that come from an
// equal share of the states of the layer before.

// slabsOf returns the number of slabs (parts) of the last layer of n players: a power of two, so that if 2^k machines
// share the layer, each has whole slabs, or only shards of a single slab. Only the layer for 12 players, 300 GB, is
// split.
func slabsOf(n int) uint64 {
	if n == 12 {
		return 64
	}
	return 1
}

// slabOf returns the number of a shard's slab (part of the last layer), and which piece of the slab it completes.
func (c *cycleCount) slabOf(shard uint64) (number, piece uint64) {
	return (c.first + shard) % c.slabs, shard / c.slabs
}

// shardOf is the inverse of slabOf.
func (c *cycleCount) shardOf(number, piece uint64) uint64 {
	return piece*c.slabs + (number+c.slabs-c.first%c.slabs)%c.slabs
}

// enterSlab returns the slab (part of the last layer) with the given number, for a walker, which must call leaveSlab at
// the end. Another slab is replaced as soon as no walker uses it.
func (c *cycleCount) enterSlab(ctx context.Context, number uint64) (*layers.Layer, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.slab == nil || c.number != number {
		if c.users > 0 {
			c.idle.Wait() // unlocks c.mu while it waits, so c.slab may have changed afterwards
			continue
		}
		if err := c.changeSlab(ctx, number); err != nil {
			return nil, err
		}
	}
	c.users++
	return c.slab, nil
}

// leaveSlab ends a walker's use of the present slab, and wakes those that wait for another slab.
func (c *cycleCount) leaveSlab() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.users--
	if c.users == 0 {
		c.idle.Broadcast()
	}
}

// changeSlab replaces the present slab (part of the last layer) by the one with the given number. It removes the
// present slab first, because the disk may not hold both. The run stores finished shards every two seconds; if the
// computer fails before it stores the last shards of the removed slab, this slab must be built again. The caller holds
// c.mu.
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
	c.counting.making.Lock() // the build may take all of the memory
	defer c.counting.making.Unlock()
	layer, err := c.buildSlab(ctx, c.last, c.layer, partial.Slab{Number: number, Of: c.slabs})
	if err != nil {
		return err
	}
	c.slab, c.number = layer, number
	return nil
}

// completeInSlab adds the games of a shard to the tally. A shard has an equal share of a slab, which is a part of the
// last layer, and counts the games that complete the states in this share. It also counts its share of the dead games,
// whose first choices are contradictory, so that no state has them: those that died in the last layer, and those that
// died in an earlier layer.
func (c *cycleCount) completeInSlab(ctx context.Context, shard uint64, completer *partial.Completer, tally *enum.Tally) error {
	number, piece := c.slabOf(shard)
	slab, err := c.enterSlab(ctx, number)
	if err != nil {
		return err
	}
	defer c.leaveSlab()

	dead, err := c.countDeadInLastLayer(ctx, shard, completer)
	if err != nil {
		return err
	}
	dead.Add(dead, c.deadOf(shard)) // those that died in an earlier layer

	pieces := c.shards / c.slabs
	from, to := cut(slab.States(), piece, pieces), cut(slab.States(), piece+1, pieces)
	return c.completeStates(ctx, slab, from, to, dead, completer, tally)
}

// countDeadInLastLayer returns a shard's share of the games that died (became unsolvable) in the last layer. For each
// state in the shard's share of the layer before, it multiplies the weight, the number of contradictory choices of the
// next player, and the number of ways in which all later players can choose. It adds these products.
func (c *cycleCount) countDeadInLastLayer(ctx context.Context, shard uint64, completer *partial.Completer) (*big.Int, error) {
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
	return games.Mul(games, c.games.Completions(c.last)), err // Completions counts the ways of all later players
}

// Stages yields a stage for each slab (part of the last layer): its shards, which must be finished before the next slab
// is built. It returns nil if no layer is built in slabs, because then the order of shards is free.
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

// stage yields the shards of the slab with the given number.
func (c *cycleCount) stage(number uint64) iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for piece := range c.shards / c.slabs {
			if !yield(enum.Shard{ID: c.first + c.shardOf(number, piece)}) {
				return
			}
		}
	}
}
