//go:build unix

package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// If merge --verify, which computes shards again before it merges them, is interrupted, nothing may be merged.
func TestInterruptedVerifyMergesNothing(t *testing.T) {
	space, err := spaceOf(checkpoints.Key{Ruleset: "wonderwall", Size: 11, Method: enum.Walk})
	if err != nil {
		t.Fatal(err)
	}
	part := forge(t, 6, enum.Part{Res: 0, Mod: 2})
	part.header["n"], part.header["fingerprint"], part.shards = 11, space.Fingerprint(), make(map[uint64][]byte)
	for shard := range uint64(100) {
		part.shards[shard] = payloadOf(2, func(*enum.Tally) {})
	}
	into := filepath.Join(t.TempDir(), "into.db")
	cmd := command(t, "merge", "--verify", "100%", "--workers", "1", into, store(t, part))
	underWay := func(_, _ string) bool { return processorTime(cmd.Process.Pid) >= 500*time.Millisecond }
	printed, stderr := interrupt(t, cmd, os.Interrupt, underWay)
	progress := regexp.MustCompile(`(?m)^[0-9-]+ [0-9:]+ .* of 100 shards\n`) // a line every ten seconds
	if stderr = progress.ReplaceAllString(stderr, ""); printed+stderr != "" {
		t.Errorf("it prints %q and says %q, want nothing", printed, stderr)
	}
	if _, err := os.Stat(into); !os.IsNotExist(err) {
		t.Errorf("a database is made: %v", err)
	}
}
