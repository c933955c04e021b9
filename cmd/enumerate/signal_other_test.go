//go:build unix && !linux

package main

import (
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// handlesSignals would report whether a process handles Ctrl-C by now: the system does not say, and
// [interruptOnce] sends the signal until it has an effect.
func handlesSignals(int) bool { return true }

// asleep would report whether all threads of a process wait for something.
func asleep(int) bool { return true }

// processorTime returns how much processor time a process has taken, as ps prints it.
func processorTime(pid int) time.Duration {
	printed, err := exec.Command("ps", "-o", "time=", "-p", strconv.Itoa(pid)).Output()
	if err != nil {
		return 0
	}
	var seconds float64 // such as 1:02:03.45
	for part := range strings.SplitSeq(strings.TrimSpace(string(printed)), ":") {
		number, err := strconv.ParseFloat(part, 64)
		if err != nil {
			return 0
		}
		seconds = 60*seconds + number
	}
	return time.Duration(seconds * float64(time.Second))
}
