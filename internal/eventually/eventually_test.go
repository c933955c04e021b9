package eventually

import (
	"sync/atomic"
	"testing"
)

// TestTrueWaitsForAnotherGoroutine has a goroutine make the condition true after a number of calls.
func TestTrueWaitsForAnotherGoroutine(t *testing.T) {
	var happened atomic.Bool
	calls := 0

	True(t, func() bool {
		calls++
		if calls == 3 {
			go happened.Store(true)
		}
		return happened.Load()
	})

	if calls < 3 || !happened.Load() {
		t.Errorf("True returned after %d calls; the condition is %v", calls, happened.Load())
	}
}
