package checkpoints

import (
	"cmp"
	"fmt"

	"enumerate/db"
	"enumerate/enum"
)

// What compareShards does with a shard that the target does not have.
const (
	missingAdded = iota
	missingContradicts
)

// compared says how many shards were new to a run, and how many it had already,
// with equal tallies.
type compared struct{ added, double uint64 }

// compareShards compares each shard of one run with that of another, of the same
// fingerprint. Different tallies are ErrContradiction.
func compareShards(from *db.Tx, source uint64, to *db.Tx, target uint64, h Header, missing int) (compared, error) {
	var c compared
	err := from.Shards(source, func(shard uint64, payload []byte) error {
		stored, ok, err := to.Shard(target, shard)
		if err != nil {
			return err
		}
		if !ok {
			if missing == missingContradicts {
				return fmt.Errorf("%w: shard %d is in one of them only, and the other is finished", ErrContradiction, shard)
			}
			c.added++
			return to.PutShard(target, shard, payload)
		}
		a, _, err := decodeTally(stored, len(h.Verdicts))
		if err != nil {
			return fmt.Errorf("run %d, shard %d: %w", target, shard, err)
		}
		b, _, err := decodeTally(payload, len(h.Verdicts))
		if err != nil {
			return fmt.Errorf("run %d, shard %d: %w", source, shard, err)
		}
		if !a.Equal(b) {
			return fmt.Errorf("%w: shard %d has %s", ErrContradiction, shard, difference(h, a, b))
		}
		c.double++
		return nil
	})
	return c, err
}

// difference says in words what two tallies of the same shards differ in: the first
// bar, or else the work.
func difference(h Header, a, b *enum.Tally) string {
	if x, y := a.Verdicts(), b.Verdicts(); x != y {
		return fmt.Sprintf("%d verdicts in one, %d in the other", x, y)
	}
	for v, verdict := range h.Verdicts {
		for _, bar := range append(a.Histogram(v), b.Histogram(v)...) {
			if x, y := a.Count(v, bar.Key), b.Count(v, bar.Key); x.Cmp(y) != 0 {
				return fmt.Sprintf("%v %s in one, %v in the other", x, h.counted(verdict, bar.Key), y)
			}
		}
	}
	x, y := a.Work(), b.Work()
	return fmt.Sprintf("the same in both, but %d decisions and %d conflicts in one, %d and %d in the other",
		x.Decisions, x.Conflicts, y.Decisions, y.Conflicts)
}

// A complete run covers its whole space.
type complete struct {
	Summary
	totals []enum.Total // one a verdict, or nil if no space is known to say them
}

// completeRun returns a complete run. The space may be that of another enumeration,
// or nil.
func completeRun(r Summary, space enum.Space) complete {
	c := complete{Summary: r}
	if space == nil {
		return c
	}
	if totals, err := space.Totals(r.Tally); err == nil {
		c.totals = totals
	}
	return c
}

// contradicts returns ErrContradiction if the run differs from any other run of its
// ruleset and size.
func (c complete) contradicts(others []complete) error {
	for _, o := range others {
		if o.Ruleset != c.Ruleset || o.Size != c.Size {
			continue
		}
		if differ := contrast(o, c); differ != "" {
			return fmt.Errorf("run %d, a %v, and run %d, a %v: %w: %s", o.ID, o.Key, c.ID, c.Key, ErrContradiction, differ)
		}
	}
	return nil
}

// contrast says in words what two complete runs of a ruleset and size differ in;
// nothing if they agree. Runs of one key have equal tallies, also where their
// enumerations cut other shards; others have the same totals, of all that both say.
func contrast(a, b complete) string {
	if a.Key != b.Key {
		return contrastTotals(a, b)
	}
	if a.Tally.Equal(b.Tally) {
		return ""
	}
	return cmp.Or(contrastTotals(a, b), difference(a.Header, a.Tally, b.Tally))
}

// contrastTotals says the same of all that the totals of both say.
func contrastTotals(a, b complete) string {
	if len(a.totals) != len(b.totals) {
		return "" // one is not known
	}
	for v, x := range a.totals {
		y, verdict := b.totals[v], a.Verdicts[v]
		if x.Classes != nil && y.Classes != nil && x.Classes.Cmp(y.Classes) != 0 {
			return fmt.Sprintf("%v %s classes in one, %v in the other", x.Classes, verdict, y.Classes)
		}
		if x.Games != nil && y.Games != nil && x.Games.Cmp(y.Games) != 0 {
			return fmt.Sprintf("%v %s games in one, %v in the other", x.Games, verdict, y.Games)
		}
	}
	return ""
}
