// Package pace measures, in tests, how long something takes in a time that runs as fast as the machine allows.
//
// A test that wants something done within a second fails when the machine is busy, although the
// program does nothing wrong. A [Watch] therefore counts the work that one thread completes in the
// meantime, which gets as much of the processor as the program under test: on an idle machine its time
// is that of the clock, and on a busy machine it runs slower. A program that waits for something is still
// noticed, because the thread of the watch does not wait.
package pace

import (
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A Watch measures the time since [Start].
type Watch struct {
	units   atomic.Int64
	stopped atomic.Bool
}

// Start returns a running watch. It keeps one thread busy until it is stopped, at the latest when the
// test ends.
func Start(t testing.TB) *Watch {
	length := unitLength()

	w := new(Watch)
	go func() {
		runtime.LockOSThread() // so that the system schedules the watch like any other thread
		for !w.stopped.Load() {
			work()
			w.units.Add(int64(length))
		}
	}()
	t.Cleanup(func() { w.Stop() })
	return w
}

// Stop stops the watch and returns its time.
func (w *Watch) Stop() time.Duration {
	w.stopped.Store(true)
	return w.Elapsed()
}

// Elapsed returns the time of the watch so far.
func (w *Watch) Elapsed() time.Duration { return time.Duration(w.units.Load()) }

// work is one unit of work: about 50 microseconds.
func work() {
	x := sink.Load()
	for range 1 << 16 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	sink.Store(x)
}

var sink atomic.Uint64

// unitLength returns how long a unit of work takes on a processor that does nothing else: the shortest
// of many attempts. A unit is so short that some are not interrupted on a busy machine.
var unitLength = sync.OnceValue(func() time.Duration {
	shortest := time.Hour
	for range 200 {
		began := time.Now()
		work()
		shortest = min(shortest, time.Since(began))
	}
	return shortest
})
