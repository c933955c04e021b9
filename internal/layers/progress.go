package layers

import (
	"sync"
	"sync/atomic"
	"time"
)

// Progress is how far the making of a layer is.
type Progress struct {
	Expanded uint64 // parents whose children are merged
	Of       uint64 // parents
	Emitted  uint64 // emissions
	Stored   uint64 // states in tables and runs, equal ones in two of them counted twice
	Merged   uint64 // of these, read by the final merge
	Bytes    int64  // of tables and runs, in memory and in files
}

// A meter counts progress. Workers add to it after every parent.
type meter struct {
	of                uint64
	expanded, emitted atomic.Uint64
	merged            atomic.Uint64
	stored, bytes     atomic.Int64
}

const meterPeriod = 200 * time.Millisecond

func (m *meter) progress() Progress {
	return Progress{m.expanded.Load(), m.of, m.emitted.Load(), uint64(m.stored.Load()), m.merged.Load(), m.bytes.Load()}
}

// start calls observe again and again until stop is called, and once then.
func (m *meter) start(observe func(Progress)) (stop func()) {
	if observe == nil {
		return func() {}
	}
	end := make(chan struct{})
	var observer sync.WaitGroup
	observer.Go(func() {
		tick := time.NewTicker(meterPeriod)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				observe(m.progress())
			case <-end:
				observe(m.progress())
				return
			}
		}
	})
	return func() {
		close(end)
		observer.Wait()
	}
}
