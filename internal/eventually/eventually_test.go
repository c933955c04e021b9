package eventually

import (
	"sync/atomic"
	"testing"
)

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
		t.Errorf("True returned after %d calls, and the condition is %v; expected at least 3 calls, and true", calls, happened.Load())
	}
}
