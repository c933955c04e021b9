package fleet

import (
	"slices"
	"testing"

	"enumerate/enum"
)

// confirmed returns a coordinator on which worker A has a result that worker B has confirmed, and the shard.
func confirmed(t *testing.T) (*testCoordinator, enum.Shard) {
	t.Helper()
	e := newTestCoordinator(t, 1)
	e.enter("A", "B")
	for range 100 {
		shards := e.take("A").Shards
		e.bring("A", e.right.of(shards)...)
		e.tick()
		own := ownSubjects.work("B")
		for len(e.assigned[own]) > 0 {
			e.bring("B", e.right.of(e.take("B").Shards)...)
		}
		at := slices.IndexFunc(shards, func(s enum.Shard) bool {
			return e.c.register.hasQuorum(s.ID) && e.c.register.contributor(s.ID) == e.c.roster.workers["A"]
		})
		if at >= 0 {
			return e, shards[at]
		}
	}
	t.Fatal("B confirms nothing")
	return nil, enum.Shard{}
}

// A coordinator trusts a worker more, and verifies fewer of its results, when other workers have confirmed some of
// them. If such a worker is banned, the results that it confirmed must no longer count.
func TestABanTakesBackTheTrustThatItsWorkerGave(t *testing.T) {
	t.Parallel()
	e, shard := confirmed(t)
	if err := e.c.bans.ban(e.c.roster.workers["B"], "for a test"); err != nil {
		t.Fatal(err)
	}
	if a := e.c.roster.workers["A"]; a.trust != 0 || e.c.register.hasQuorum(shard.ID) {
		t.Errorf("%d results of A count as confirmed, and shard %d is confirmed: %t; expected 0 and false", a.trust, shard.ID, e.c.register.hasQuorum(shard.ID))
	}
}

// The coordinator computes a shard that a second worker has already confirmed. The trust in the first worker must not
// grow again.
func TestAResultCountsOnceTowardsTrust(t *testing.T) {
	t.Parallel()
	e, shard := confirmed(t)
	before := e.c.roster.workers["A"].trust
	e.c.local.compute(shard)
	e.walkAll(t, e.c, e.now)
	if got := e.c.roster.workers["A"].trust; got != before {
		t.Errorf("%d results of A count as confirmed after the coordinator has computed one of them too, and %d before", got, before)
	}
}
