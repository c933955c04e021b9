package fleet

import (
	"iter"
	"slices"

	"enumerate/enum"
)

const (
	scanAtOnce = 100_000   // shards that a pass looks at in one call, so that messages do not wait long
	batchBytes = 512 << 10 // the largest size of the paths of a batch
	mostSpread = 1 << 20   // the largest run that is assigned in a mixed order; mixing delays messages by half a second
)

// A pass goes over all shards of a run once. There may be millions of shards, so each call of find looks at a piece of
// them, and the next call continues there.
type pass struct {
	next func() (enum.Shard, bool)
	stop func()
}

func newPass(shards iter.Seq[enum.Shard]) *pass {
	next, stop := iter.Pull(shards)
	return &pass{next, stop}
}

// find returns the next shards, at most `size`, for which wanted returns true. It may return fewer, or none, because
// one call looks at a limited number of shards, so that the coordinator's other work does not wait. The result `ended`
// is true if the pass has come to the last shard.
func (p *pass) find(size int, wanted func(id uint64) bool) (found []enum.Shard, ended bool) {
	bytes := 0 // of the paths of the shards found, which a message must hold
	for range scanAtOnce {
		if len(found) == size || bytes >= batchBytes {
			return found, false
		}
		shard, ok := p.next()
		if !ok {
			p.stop()
			return found, true
		}
		if wanted(shard.ID) {
			shard.Path = slices.Clone(shard.Path) // the space uses its memory again for the next shard
			found = append(found, shard)
			bytes += len(shard.Path)
		}
	}
	return found, false
}

func (p *pass) close() {
	if p != nil {
		p.stop()
	}
}
