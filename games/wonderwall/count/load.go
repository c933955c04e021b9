package count

import (
	"context"
	"encoding/binary"
	"fmt"
	"math/big"

	"enumerate/enum"
	"enumerate/games/wonderwall/count/partial"
	"enumerate/internal/layers"
)

// Load gives a shard of a count the states that it is to complete, so that it can be done where
// there are no layers. A path is the number of bytes of the games that died before the last
// layer, as a varint, those bytes, most significant first, and the states, as layers.Slice
// returns them. Load makes the layers if need be. The shards of cycle counts that are not cut
// stay where they are: each has layers of its own, which are small.
func (c *counting) Load(ctx context.Context, shard enum.Shard) (loaded enum.Shard, portable bool, err error) {
	count, number, err := c.countOf(shard.ID)
	if err != nil || count.shards == 1 {
		return shard, false, err
	}
	if err := count.enter(ctx); err != nil {
		return shard, false, err
	}
	dead := count.deadOf(number).Bytes()
	from, to := count.cut(number)
	states, err := count.layer.Slice(sliceName(shard.ID), from, to)
	if err != nil {
		return shard, false, err
	}
	path := append(binary.AppendUvarint(nil, uint64(len(dead))), dead...)
	return enum.Shard{ID: shard.ID, Path: append(path, states...)}, true, nil
}

// sliceName is the identity of a shard's states.
func sliceName(shard uint64) string { return fmt.Sprintf("shard %d", shard) }

// completeLoaded does a shard that Load has given its states.
func (c *cycleCount) completeLoaded(ctx context.Context, shard enum.Shard, completer *partial.Completer, tally *enum.Tally) error {
	length, n := binary.Uvarint(shard.Path)
	if n <= 0 || length > uint64(len(shard.Path)-n) {
		return fmt.Errorf("%s, shard %d: it came without its states", c.name, shard.ID)
	}
	at := n + int(length)
	dead := new(big.Int).SetBytes(shard.Path[n:at])
	layer, err := layers.OpenSlice(sliceName(shard.ID), shard.Path[at:])
	if err != nil {
		return err
	}
	return c.completeStates(ctx, layer, 0, layer.States(), dead, completer, tally)
}
