// Package eventually waits, in tests, until a condition holds.
//
// A test that waits for a fixed time can fail when the machine is busy. A test that waits for a
// condition takes longer then, but still passes. Nothing in this package has a time limit: if a
// condition never holds, go test's -timeout ends the test and prints where it was waiting.
package eventually

import (
	"testing"
	"time"
)

// pause is the time between two calls of a condition. It is short enough not to slow a test down, and
// long enough to leave the processor to the code that makes the condition true.
const pause = 2 * time.Millisecond

// True calls the function condition repeatedly, and returns as soon as condition returns true. The calls are made in
// the caller's goroutine, so condition may call t.Fatal if it can no longer become true, for example because the
// process that the test waits for has ended.
func True(t testing.TB, condition func() bool) {
	t.Helper()

	for !condition() {
		time.Sleep(pause)
	}
}
