package db

import (
	"errors"
	"fmt"
	"runtime/debug"
)

// guard calls f and returns what made it panic, or nil if nothing did.
//
// bbolt reads its file through a memory map and asserts what it expects there.
// A page that changed after [Open] looked at it makes bbolt panic, and a page
// that is gone, because the file was cut short or the disk cannot read it,
// faults. A fault is fatal to the program unless the goroutine that touches the
// page asks for a panic instead, so f must not leave the page to a goroutine of
// its own, and no caller's function may run inside f: its panics are its own.
func guard(f func()) (cause error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		switch r := recover().(type) {
		case nil:
		case interface{ Addr() uintptr }:
			cause = errors.New("a page cannot be read, or is not where it should be")
		default:
			cause = fmt.Errorf("%v", r)
		}
	}()
	f()
	return nil
}
