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

	// Some units take less time than unitLength has measured, so allow a quarter more.
	if took > clock+clock/4 {
		t.Errorf("the watch measured %v in %v of real time", took, clock)
	}

	// The unit in progress when the watch stops is still counted afterwards.
	last := took
	eventually.True(t, func() bool {
		before := last
		last = w.Elapsed()
		return last == before
	})
}
