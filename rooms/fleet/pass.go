package fleet

import (
	"iter"
	"slices"

	"enumerate/enum"
)

const (
	scanAtOnce = 100_000   // shards that a pass looks at in one call, so that messages do not wait long
	batchBytes = 512 << 10 // the largest size of the paths of a batch
)

// A pass goes over all shards of a space once, a piece at a time.
type pass struct {
	next func() (enum.Shard, bool)
	stop func()
}

func newPass(space enum.Space) *pass {
	next, stop := iter.Pull(space.Shards())
	return &pass{next, stop}
}

// find returns the next shards that are wanted, at most size. It may return fewer, or none, because one call looks at
// a limited number of shards. It reports whether the pass has ended.
func (p *pass) find(size int, wanted func(id uint64) bool) (found []enum.Shard, ended bool) {
	bytes := 0
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
			shard.Path = slices.Clone(shard.Path)
			found = append(found, shard)
			bytes += len(shard.Path)
		}
	}
	return found, false
}

// close ends a pass; nil has none to end.
func (p *pass) close() {
	if p != nil {
		p.stop()
	}
}
