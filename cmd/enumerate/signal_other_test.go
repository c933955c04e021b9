//go:build unix && !linux

package main

import (
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// handlesSignals returns true, because this system does not report which signals a process handles. [interruptOnce]
// therefore repeats the signal.
func handlesSignals(int) bool { return true }

// asleep returns true, because this system does not report whether threads wait.
func asleep(int) bool { return true }

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
