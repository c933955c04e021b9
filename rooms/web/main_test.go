package web

import (
	"os"
	"testing"
	"time"
)

// productLimits is how long a site computes outside of tests.
var productLimits = usualLimits

// TestMain gives answers so much time that a busy machine does not cut them short. Tests of the limits
// themselves set productLimits, in time that passes at once.
func TestMain(m *testing.M) {
	usualLimits = limits{
		Read: 2 * time.Minute, Results: time.Hour,
		Request: time.Hour, Part: 2 * time.Minute, Single: time.Hour,
		Move: time.Minute, Moves: time.Hour,
		List: time.Hour, Wait: time.Hour,
	}
	os.Exit(m.Run())
}
