//go:build unix

// Package cpu says how much processor time this program has taken.
package cpu

import (
	"syscall"
	"time"
)

// Time returns the processor time of this program so far, of all its cores together. On a
// machine that does other work besides, it is what the program's own work takes. Where the
// system does not say, it is the time since the start.
func Time() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

var start = time.Now()
