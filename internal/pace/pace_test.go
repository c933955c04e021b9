package pace

import (
	"testing"
	"time"

	"enumerate/internal/eventually"
)

func TestAWatchRunsUntilItIsStoppedAndNotFasterThanTheClock(t *testing.T) {
	unitLength()

	began := time.Now()
	w := Start(t)
	eventually.True(t, func() bool { return w.Elapsed() >= 20*time.Millisecond })
	took, clock := w.Stop(), time.Since(began)

	// Some units are faster than the shortest attempt that was measured.
	if took > clock+clock/4 {
		t.Errorf("the watch says %v after %v", took, clock)
	}

	// The unit under way when the watch stops is counted a little later.
	last := took
	eventually.True(t, func() bool {
		before := last
		last = w.Elapsed()
		return last == before
	})
}
