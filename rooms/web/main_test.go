package web

import (
	"os"
	"testing"
	"time"
)

// productLimits is how long a site computes outside of tests.
var productLimits = usualLimits

// mostPage is the budget of a page, in bytes before compression.
const mostPage = 60_000

// TestMain raises the time limits of the pages, so that tests do not fail on a busy machine. Tests that check the
// limits themselves set productLimits or run in virtual time.
func TestMain(m *testing.M) {
	usualLimits = limits{
		Read: 2 * time.Minute, Results: time.Hour,
		Request: time.Hour, Part: 2 * time.Minute, Single: time.Hour,
		Move: time.Minute, Moves: time.Hour,
		List: time.Hour, Wait: time.Hour,
	}
	os.Exit(m.Run())
}
