package fleet

import (
	"bytes"
	"testing"
	"time"
)

// On a terminal and in a file, the progress must have whole lines, with the numbers of the status and the states of the
// workers in words.
func TestAServedRunIsShownInWholeLines(t *testing.T) {
	now := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	workers := []WorkerStatus{
		{Name: "one/ABCDEF", ComputedShards: 1234, ConfirmedShards: 20, Connected: true, Cores: 8, LastSeen: now},
		{Name: "two/GHIJKL", BanReason: "its shard 7 is wrong", LastSeen: now},
		{Name: "three/MNOPQR", ComputedShards: 5, LastSeen: now.Add(-2 * time.Minute)},
	}
	for i, want := range []string{"8 at work", "banned: its shard 7 is wrong", "silent for 2 minutes"} {
		if got := workers[i].State(now); got != want {
			t.Errorf("State = %q, want %q", got, want)
		}
	}
	var out bytes.Buffer
	v := newFleetView(&out, false, "n=9")
	v.show(Status{At: now, Shards: 1000, Missing: 1000, Workers: workers})
	for second := 1; second <= 10; second++ { // lines are ten seconds apart
		v.show(Status{
			At: now.Add(time.Duration(second) * time.Second), Shards: 1000, Missing: 1000 - 20*uint64(second), Share: float64(second) / 100, Workers: workers,
		})
	}
	v.remark("worker two/GHIJKL is banned")
	want := "2030-01-02 03:04:05 n=9: 0.0%, shard 0 of 1,000, 1 worker\n" +
		"2030-01-02 03:04:15 n=9: 10.0%, shard 200 of 1,000, 1 worker, 20 shards/s, 2 minutes left\n" +
		"n=9: worker two/GHIJKL is banned\n"
	if out.String() != want {
		t.Errorf("it says\n%swant\n%s", out.String(), want)
	}
}
