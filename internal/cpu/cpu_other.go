//go:build !unix

// Package cpu says how much processor time this program has taken.
package cpu

import "time"

// Time returns the time since the start: of processor time there is no fine measure here.
func Time() time.Duration { return time.Since(start) }

var start = time.Now()
