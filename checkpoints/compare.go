package checkpoints

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"enumerate/db"
	"enumerate/enum"
)

// A finding is what a run, or one shard of it, was found to count. Whatever is found twice is
// compared by [difference]: shards that two processes, runs or workers have done, sums and
// totals, and runs of several methods.
type finding struct {
	id uint64 // of the run
	Header
	tally  *enum.Tally
	totals []enum.Total // one a verdict, of a run; or nil if no space is known to say them
	from   []string     // the databases that it is being merged from, nil if it is stored
}

// difference says in words what two findings of a ruleset and size differ in; nothing if they
// agree. Those of one key have equal tallies, also where their enumerations cut other
// shards; others have the same totals, of all that both say.
func difference(a, b finding) string {
	if a.Key == b.Key && a.tally.Equal(b.tally) {
		return ""
	}
	if len(a.totals) == len(b.totals) { // else one is not known
		for v, x := range a.totals {
			y, verdict := b.totals[v], a.Verdicts[v]
			if x.Classes != nil && y.Classes != nil && x.Classes.Cmp(y.Classes) != 0 {
				return fmt.Sprintf("%v %s classes in one, %v in the other", x.Classes, verdict, y.Classes)
			}
			if x.Games != nil && y.Games != nil && x.Games.Cmp(y.Games) != 0 {
				return fmt.Sprintf("%v %s games in one, %v in the other", x.Games, verdict, y.Games)
			}
		}
	}
	if a.Key != b.Key {
		return ""
	}
	if x, y := a.tally.Verdicts(), b.tally.Verdicts(); x != y {
		return fmt.Sprintf("%d verdicts in one, %d in the other", x, y)
	}
	for v, verdict := range a.Verdicts {
		for _, bar := range append(a.tally.Histogram(v), b.tally.Histogram(v)...) {
			if x, y := a.tally.Count(v, bar.Key), b.tally.Count(v, bar.Key); x.Cmp(y) != 0 {
				return fmt.Sprintf("%v %s in one, %v in the other", x, a.counted(verdict, bar.Key), y)
			}
		}
	}
	x, y := a.tally.Work(), b.tally.Work()
	return fmt.Sprintf("the same in both, but %d decisions and %d conflicts in one, %d and %d in the other",
		x.Decisions, x.Conflicts, y.Decisions, y.Conflicts)
}

// difference says in words what two tallies of the same shards of a run differ in.
func (h Header) difference(a, b *enum.Tally) string {
	return difference(finding{Header: h, tally: a}, finding{Header: h, tally: b})
}

// String names a run, and the databases that it is merged from.
func (f finding) String() string {
	if f.from != nil {
		return fmt.Sprintf("a %v, merged from %s", f.Key, strings.Join(f.from, ", "))
	}
	return fmt.Sprintf("run %d, a %v", f.id, f.Key)
}

// contradicts returns ErrContradiction if the run differs from any other run of its
// ruleset and size.
func (f finding) contradicts(others []finding) error {
	for _, o := range others {
		if o.Ruleset != f.Ruleset || o.Size != f.Size {
			continue
		}
		if differ := difference(o, f); differ != "" {
			return fmt.Errorf("%v, and %v: %w: %s", o, f, ErrContradiction, differ)
		}
	}
	return nil
}

// finding returns what a run counts. The space may be that of another enumeration, or nil.
func (s Summary) finding(space enum.Space) finding {
	f := finding{id: s.ID, Header: s.Header, tally: s.Tally}
	if space == nil || !slices.Equal(s.Verdicts, space.Verdicts()) {
		return f
	}
	if totals, err := space.Totals(s.Tally); err == nil {
		f.totals = totals.Verdicts
	}
	return f
}

// compareShard returns ErrContradiction unless two payloads of a shard have equal tallies, though
// they took another time.
func (h Header) compareShard(id uint64, there, here payload) error {
	// Equal tallies have equal encodings.
	_, _, x, err1 := there.split()
	_, _, y, err2 := here.split()
	if err := cmp.Or(err1, err2); err != nil || bytes.Equal(x, y) {
		return err
	}
	a, _, err1 := there.decode(len(h.Verdicts))
	b, _, err2 := here.decode(len(h.Verdicts))
	if err := cmp.Or(err1, err2); err != nil {
		return err
	}
	return fmt.Errorf("%w: shard %d has %s", ErrContradiction, id, h.difference(a, b))
}

// compareShards compares the shards of two runs that have the same ones. It returns those of
// the first that the second does not have, and how many both have, with equal tallies.
// Different ones are ErrContradiction, as is a shard that a finished run does not have.
func compareShards(from, to *stored, h Header) (added []shard, double uint64, err error) {
	if err := cmp.Or(from.damage, to.damage); err != nil {
		return nil, 0, err
	}
	rest := to.shards
	for _, s := range from.shards {
		for len(rest) > 0 && rest[0].id < s.id {
			rest = rest[1:]
		}
		if len(rest) == 0 || rest[0].id > s.id {
			added = append(added, s)
			continue
		}
		if err := h.compareShard(s.id, rest[0].payload, s.payload); err != nil {
			return nil, 0, err
		}
		double++
	}
	if to.total != nil && len(added) > 0 {
		err = fmt.Errorf("%w: shard %d is in one of them only, and the other is finished", ErrContradiction, added[0].id)
	}
	return added, double, err
}

// putShards stores shards, and returns those that were not there. Others must have equal tallies:
// the error is that of the first that has not, when all that are new are stored.
func putShards(tx *db.Tx, run uint64, h Header, list []shard) (added []shard, err error) {
	for _, s := range list {
		there, found, failed := tx.Shard(run, s.id)
		switch {
		case failed != nil:
		case found:
			if failed = h.compareShard(s.id, there, s.payload); errors.Is(failed, ErrContradiction) {
				err = cmp.Or(err, fmt.Errorf("run %d, a %v: %w", run, h.Key, failed))
				continue
			}
		default:
			failed = tx.PutShard(run, s.id, s.payload)
			added = append(added, s)
		}
		if failed != nil {
			return nil, failed
		}
	}
	return added, err
}
