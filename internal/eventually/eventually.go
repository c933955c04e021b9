// Package eventually waits, in tests, until a condition holds.
//
// A test that waits for a fixed time fails when the machine is busy. A test that waits for a
// condition takes longer then, and still passes. The functions of this package have no time limit:
// if a condition never holds, go test's -timeout ends the test and prints where it waited.
package eventually

import (
	"testing"
	"time"
)

// pause is the time between two calls of a condition: short enough not to slow a test down, long
// enough to leave the processor to what the test waits for.
const pause = 2 * time.Millisecond

// True returns when condition returns true. It calls condition again and again, in the goroutine
// of the caller, so a condition may call t.Fatal if it can no longer come true: for example because
// the process that the test waits for has ended.
func True(t testing.TB, condition func() bool) {
	t.Helper()

	for !condition() {
		time.Sleep(pause)
	}
}
