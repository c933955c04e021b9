package fleet

import (
	"testing"
	"time"
)

func TestAShardFliesAgainBesideTheRestOfItsFlight(t *testing.T) {
	p := &simulatedLedger{owner: make([]string, 6), ownerWrong: make([]bool, 6), confirmed: make([]bool, 6), wrong: make(map[uint64][]string), missing: 6}
	s := newScheduler(shardsOnly{shards: 6}, p, 0, nil, time.Second)
	now := epoch
	one, other := s.meet(now, "one", "one"), s.meet(now, "other", "other")
	s.pace = batchTime.Seconds() / 3 // so that three shards are a batch
	first, ok, _ := s.batch(now)
	if !ok || len(first.Shards) != 3 {
		t.Fatalf("the first batch is %+v", first)
	}
	p.record("one", 0, false)
	s.done(now, one, 0, time.Second/3, false)
	p.revoke("one")
	s.ban("one")
	s.pace = batchTime.Seconds()
	again, ok, _ := s.batch(now) // 0 is missing, 1 and 2 are still away
	if !ok || again.ID != 0 || len(again.Shards) != 1 {
		t.Fatalf("the batch after the ban is %+v", again)
	}
	for _, shard := range []uint64{1, 0, 2} {
		p.record("other", shard, false)
		s.done(now, other, shard, time.Second, false)
	}
	if len(s.flying) != 0 || len(s.flights) != 0 {
		t.Errorf("%d shards of %d flights are still away", len(s.flying), len(s.flights))
	}
}

func TestWhatSomebodyBannedWasTriedWithIsGivenAgainAtOnce(t *testing.T) {
	p := &simulatedLedger{owner: make([]string, 6), ownerWrong: make([]bool, 6), confirmed: make([]bool, 6), wrong: make(map[uint64][]string), missing: 6}
	s := newScheduler(shardsOnly{shards: 6}, p, 0.02, nil, time.Second)
	trial, waits := s.trial(epoch, s.meet(epoch, "one", "one"))
	if len(trial.Shards) != 1 || !waits {
		t.Fatalf("the first worker's trial is %+v, and it waits: %t", trial, waits)
	}
	if early := s.overdue(epoch.Add(time.Second)); len(early) != 0 {
		t.Errorf("%+v is overdue after one lease", early)
	}
	s.ban("one")
	if again := s.overdue(epoch); len(again) != 1 || len(again[0].Shards) != 1 || again[0].Shards[0].ID != trial.Shards[0].ID {
		t.Errorf("after the ban %+v is overdue, want the trial %+v", again, trial)
	}
}

// TestEveryFlightIsSent fills the queue while a request waits: a batch that is given away and not
// sent would be missed after two leases only.
func TestEveryFlightIsSent(t *testing.T) {
	const shards = 20
	p := &simulatedLedger{owner: make([]string, shards), ownerWrong: make([]bool, shards), confirmed: make([]bool, shards), wrong: make(map[uint64][]string), missing: shards}
	c := &coordinator{scheduler: newScheduler(shardsOnly{shards: shards}, p, 0, nil, time.Second), requests: make(chan request, 1)}
	c.requests <- request{}
	c.scheduler.meet(epoch, "one", "one").cores = 4
	for range 3 {
		c.fillOutbox(epoch, 0)
	}
	if sent, given := len(c.outbox), len(c.scheduler.flights); sent == 0 || sent != given {
		t.Errorf("%d batches are sent of %d that are given away", sent, given)
	}
}
