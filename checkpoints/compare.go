package checkpoints

import (
	"fmt"

	"enumerate/db"
)

// What compareShards does with a shard that the target does not have.
const (
	missingAdded = iota
	missingContradicts
)

// compared says how many shards were new to a run, and how many it had already,
// with equal tallies.
type compared struct{ added, double uint64 }

// compareShards compares each shard of one run with that of another, of the same
// fingerprint. Different tallies are ErrContradiction.
func compareShards(from *db.Tx, source uint64, to *db.Tx, target uint64, h Header, missing int) (compared, error) {
	var c compared
	err := from.Shards(source, func(shard uint64, payload []byte) error {
		stored, ok, err := to.Shard(target, shard)
		if err != nil {
			return err
		}
		if !ok {
			if missing == missingContradicts {
				return fmt.Errorf("%w: shard %d is in one of them only, and the other is finished", ErrContradiction, shard)
			}
			c.added++
			return to.PutShard(target, shard, payload)
		}
		a, _, err := decodeTally(stored, len(h.Verdicts))
		if err != nil {
			return fmt.Errorf("run %d, shard %d: %w", target, shard, err)
		}
		b, _, err := decodeTally(payload, len(h.Verdicts))
		if err != nil {
			return fmt.Errorf("run %d, shard %d: %w", source, shard, err)
		}
		if !a.Equal(b) {
			return fmt.Errorf("%w: shard %d has %s", ErrContradiction, shard, difference(h.Verdicts, a, b))
		}
		c.double++
		return nil
	})
	return c, err
}
