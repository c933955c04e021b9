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

// A finding is the result of a run or of one of its shards, in a form that can be compared; see [difference].
type finding struct {
	id uint64 // of the run
	Header
	tally  *enum.Tally
	totals []enum.Total // of a run, one for each verdict; nil if this program does not have the space of the run
	from   []string     // the databases that the run is being merged from; nil if the run was stored here before
}

// difference describes how two findings of the same ruleset and size differ, or returns "". With the same key, the
// tallies must be equal, however the method cuts the games into shards. Different methods count in different ways, so
// only their totals are compared, if both have totals.
func difference(a, b finding) string {
	if a.Key == b.Key && a.tally.Equal(b.tally) {
		return ""
	}

	// A difference of the totals says most.
	if len(a.totals) == len(b.totals) { // otherwise one has no totals
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

func (h Header) difference(a, b *enum.Tally) string {
	return difference(finding{Header: h, tally: a}, finding{Header: h, tally: b})
}

func (f finding) String() string {
	if f.from != nil {
		return fmt.Sprintf("a %v, merged from %s", f.Key, strings.Join(f.from, ", "))
	}
	return fmt.Sprintf("run %d, a %v", f.id, f.Key)
}

// contradicts compares the result f of a run with those of other runs. The error is ErrContradiction if a result for
// the same ruleset and size differs.
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

// finding returns the result of a run, for comparison with other runs. It has no totals if the space, which computes
// them from the tally, is nil or has other verdicts. The space may cut the games into other shards than the run.
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

// compareShard returns ErrContradiction if the tallies of two stored versions of a shard, `theirs` and `own`, differ.
// id is the number of the shard. Times and contributors may differ.
func (h Header) compareShard(id uint64, theirs, own payload) error {
	// Equal tallies have equal encodings, so most pairs need not be decoded.
	encodedTheirs, errTheirs := theirs.split()
	encodedOwn, errOwn := own.split()
	if err := cmp.Or(errTheirs, errOwn); err != nil {
		return err
	}
	if bytes.Equal(encodedTheirs.Tally, encodedOwn.Tally) {
		return nil
	}

	tallyTheirs, _, errTheirs := theirs.decode(len(h.Verdicts))
	tallyOwn, _, errOwn := own.decode(len(h.Verdicts))
	if err := cmp.Or(errTheirs, errOwn); err != nil {
		return err
	}
	return fmt.Errorf("%w: shard %d has %s", ErrContradiction, id, h.difference(tallyTheirs, tallyOwn))
}

// compareShards compares two runs that are cut into the same shards. It returns the shards that only `from` has, and
// the number of shards that both have. The error is ErrContradiction if the tallies of a shard differ, or if `to` is
// finished and lacks shards of `from`. h is the header of one of the runs.
func compareShards(from, to *contents, h Header) (added []shard, double uint64, err error) {
	if err := cmp.Or(from.damage, to.damage); err != nil {
		return nil, 0, err
	}

	rest := to.shards // still to compare; both lists ascend
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
		return nil, 0, fmt.Errorf("%w: shard %d is missing in one run, and that run is finished", ErrContradiction, added[0].id)
	}
	return added, double, nil
}

// putShards stores shards in a run, and returns those that were not stored before. If a stored shard has another tally,
// the error is ErrContradiction, and the caller must not commit the transaction.
func putShards(tx *db.Tx, run uint64, h Header, list []shard) (added []shard, err error) {
	for _, s := range list {
		stored, found, err := tx.Shard(run, s.id)
		if err != nil {
			return nil, err
		}

		if found { // compare the shard, and keep the stored one
			err := h.compareShard(s.id, stored, s.payload)
			if errors.Is(err, ErrContradiction) {
				err = fmt.Errorf("run %d, a %v: %w", run, h.Key, err)
			}
			if err != nil {
				return nil, err
			}
			continue
		}

		if err := tx.PutShard(run, s.id, s.payload); err != nil {
			return nil, err
		}
		added = append(added, s)
	}
	return added, nil
}
