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

// Load adds to a shard its states, so that another machine can compute the shard without building layers. A state
// stands for partial games, in which only the first players have chosen; the shard counts the games that complete its
// states. Load builds the layers of states on this machine if necessary. If the games that a permutation fixes are so
// few that one shard counts them all, this shard is not portable, because its layers are quickly built anywhere.
//
// The path of a portable shard begins with the number of its dead games, whose first choices are contradictory, so that
// they are in no state: the length of the number in bytes, as a varint, then the bytes, most significant first. The
// states follow, as layers.Slice returns them.
func (c *counting) Load(ctx context.Context, shard enum.Shard) (loaded enum.Shard, portable bool, err error) {
	count, number, err := c.countOf(shard.ID)
	if err != nil {
		return enum.Shard{}, false, err
	}
	if count.shards == 1 {
		return shard, false, nil
	}
	if err := count.enter(ctx); err != nil {
		return enum.Shard{}, false, err
	}
	dead := count.deadOf(number).Bytes()
	from, to := count.cut(number) // the shard's share of the states
	states, err := count.layer.Slice(sliceName(shard.ID), from, to)
	if err != nil {
		return enum.Shard{}, false, err
	}
	path := append(binary.AppendUvarint(nil, uint64(len(dead))), dead...)
	return enum.Shard{ID: shard.ID, Path: append(path, states...)}, true, nil
}

func sliceName(shard uint64) string { return fmt.Sprintf("shard %d", shard) }

// completeLoaded adds the games of a portable shard to the tally. The path has the number of dead games (their first
// choices are contradictory), with its length in bytes before it, and then the states (see Load). A damaged path gives
// an error.
func (c *cycleCount) completeLoaded(ctx context.Context, shard enum.Shard, completer *partial.Completer, tally *enum.Tally) error {
	deadLength, prefix := binary.Uvarint(shard.Path) // prefix is the number of bytes of the length itself
	if prefix <= 0 || deadLength > uint64(len(shard.Path)-prefix) {
		return fmt.Errorf("%s: shard %d has no states", c.name, shard.ID)
	}
	deadEnd := prefix + int(deadLength)
	dead := new(big.Int).SetBytes(shard.Path[prefix:deadEnd])
	layer, err := layers.OpenSlice(sliceName(shard.ID), shard.Path[deadEnd:])
	if err != nil {
		return err
	}
	return c.completeStates(ctx, layer, 0, layer.States(), dead, completer, tally)
}
