//go:build !unix

// Package cpu measures the processor time of this program.
package cpu

import "time"

// Time returns the time since the start of the program, because this system has no exact measure of processor time.
func Time() time.Duration { return time.Since(start) }

var start = time.Now()
