// Package eventually waits, in tests, until a condition holds.
//
// A test that waits for a fixed time can fail when the machine is busy. A test that waits for a condition takes longer
// then, but still passes. There is no time limit: if a condition never holds, go test's -timeout ends the test and
// prints where it was waiting.
package eventually

import (
	"testing"
	"time"
)

// pause is short enough not to slow a test down, and long enough to leave the processor to the code that makes the
// condition true.
const pause = 2 * time.Millisecond

// True calls condition repeatedly until it returns true. It does so in the caller's goroutine, so condition may call
// t.Fatal if it can no longer become true, for example because the process that the test waits for has ended.
func True(t testing.TB, condition func() bool) {
	t.Helper()

	for !condition() {
		time.Sleep(pause)
	}
}
