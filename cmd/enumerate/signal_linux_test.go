package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// [ignoreEarlySignals] starts a shell that ignores Ctrl-C, and the program then replaces the shell in the same process.
// handlesSignals reports whether the program runs in this process and no longer ignores Ctrl-C.
func handlesSignals(pid int) bool {
	self, err := os.Executable()
	if err != nil {
		return false
	}
	running, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil || running != self {
		return false
	}
	status, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return false
	}
	_, ignored, _ := strings.Cut(string(status), "SigIgn:\t")
	ignored, _, _ = strings.Cut(ignored, "\n")
	mask, err := strconv.ParseUint(ignored, 16, 64)
	return err == nil && mask&(1<<(syscall.SIGINT-1)) == 0
}

// processorTime returns the processor time of a process, in steps of 10 ms.
func processorTime(pid int) time.Duration {
	fields := statFields(fmt.Sprintf("/proc/%d/stat", pid))
	if len(fields) < 13 {
		return 0
	}
	user, _ := strconv.ParseInt(fields[11], 10, 64)
	system, _ := strconv.ParseInt(fields[12], 10, 64)
	return time.Duration(user+system) * (time.Second / 100)
}

// asleep reports whether all threads of a process wait.
func asleep(pid int) bool {
	threads, _ := filepath.Glob(fmt.Sprintf("/proc/%d/task/*/stat", pid))
	for _, thread := range threads {
		if fields := statFields(thread); len(fields) > 0 && fields[0] != "S" {
			return false
		}
	}
	return len(threads) > 0
}

// statFields returns the fields of a stat file, described in proc_pid_stat(5), starting with the third field, the
// state.
func statFields(path string) []string {
	stat, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	name := bytes.LastIndexByte(stat, ')') // the second field is in parentheses, and may contain spaces and parentheses
	return strings.Fields(string(stat[name+1:]))
}
