// Package pace provides tests with a stopwatch that runs slower when the machine is busy.
//
// A test that expects something within one second of real time fails on a busy machine, although the program does
// nothing wrong. A [Watch] therefore measures time by the work that one thread completes. The thread gets about the
// same share of the processor as the program under test. On an idle machine, the watch agrees with the clock. The watch
// still shows if the program waits for something, because its thread never waits.
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

// Start returns a running watch. It measures time by the work of a thread, which a busy machine slows down like the
// program under test, so that a test does not fail because the machine is busy. The thread works until Stop is called
// or the test ends.
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

// Stop stops the watch and returns the measured time.
func (w *Watch) Stop() time.Duration {
	w.stopped.Store(true)
	return w.Elapsed()
}

// Elapsed returns the time measured so far.
func (w *Watch) Elapsed() time.Duration { return time.Duration(w.units.Load()) }

// work does one unit of work, which takes about 50 microseconds.
func work() {
	x := sink.Load()
	for range 1 << 16 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	sink.Store(x)
}

var sink atomic.Uint64

// unitLength returns the time that a unit of work takes on an idle processor: the minimum of many attempts. A unit is
// so short that, even on a busy machine, some attempts are not interrupted.
var unitLength = sync.OnceValue(func() time.Duration {
	shortest := time.Hour
	for range 200 {
		began := time.Now()
		work()
		shortest = min(shortest, time.Since(began))
	}
	return shortest
})
