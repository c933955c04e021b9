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
		request: time.Hour, part: 2 * time.Minute, single: time.Hour,
		move: time.Minute, moves: time.Hour,
		list: time.Hour, wait: time.Hour,
	}
	os.Exit(m.Run())
}
