//go:build unix

// Package cpu measures the processor time of this program.
package cpu

import (
	"syscall"
	"time"
)

// Time returns the processor time of this program so far, summed over all cores. Unlike wall time, it does not depend
// on other work of the machine. If the system does not report it, Time returns the time since the start of the program.
func Time() time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		return time.Since(start)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}

var start = time.Now()
