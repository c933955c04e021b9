package checkpoints

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"slices"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// A Salvaged is a run that was copied from a damaged database.
type Salvaged struct {
	Summary        // as it is in the new database
	From    uint64 // its number in the damaged one
	Missing Missing
}

// Salvage creates the database at into of what proves itself in the damaged one at path: see
// [db.Salvage]. A total is copied if the shards still sum to it; else the run is unfinished, and
// is proved when it is resumed. Fault is told of all that is lost. What shards are missing is
// found where spaceOf has the space of a run. The error is [fs.ErrExist] if there is a file at
// into; it is written whole or not at all.
func Salvage(path, into string, spaceOf func(Key) (enum.Space, error), fault func(error)) ([]Salvaged, error) {
	if _, err := os.Lstat(into); err == nil {
		return nil, &file.Error{Subject: into, Kind: fs.ErrExist, Detail: "name one that does not exist"}
	}
	left, err := db.Salvage(path, fault)
	if err != nil {
		return nil, err
	}
	var runs []Salvaged
	var from []db.Salvaged // of each of them
	for _, l := range left {
		if l.Header == nil {
			if l.Header = older(l.Older); l.Header != nil {
				fault(fmt.Errorf("%s: run %d: its header is damaged; one that it had before is used", path, l.Run))
			}
		}
		run, err := salvage(l, fault)
		if err != nil {
			fault(fmt.Errorf("%s: run %d is lost, with %s: %w", path, l.Run, rows.Counted(len(l.Shards), "shard", "shards"), err))
			continue
		}
		if _, err := signedBy(run.Header, run.stored); err != nil { // of more shards than are left
			run.Signature = ""
			if l.Header, err = run.Header.encode(); err != nil {
				return nil, err
			}
		}
		run.ID = uint64(len(runs)) + 1
		if space, err := spaceOf(run.Key); err == nil && !enum.IsSampling(run.Method) && space.Fingerprint() == run.Fingerprint {
			run.Missing = run.Summary.Missing(space)
		}
		if run.Missing.Shards > 0 && run.Finished { // shards that have nothing to count
			run.Finished = false
			fault(notAll(run))
		}
		runs, from = append(runs, run), append(from, l)
	}
	if runs == nil {
		return nil, &file.Error{Subject: path, Kind: db.ErrCorrupt, Detail: "no run to salvage"}
	}
	err = db.Create(into, func(tx *db.Tx) error {
		for i, run := range runs {
			id, err := tx.CreateRun(from[i].Header)
			if err != nil {
				return err
			}
			for _, m := range run.stored.contributors.list {
				data, err := m.Encode()
				if err == nil {
					_, err = tx.AddContributor(id, data)
				}
				if err != nil {
					return err
				}
			}
			if _, err := putShards(tx, id, run.Header, run.stored.shards); err != nil {
				return err
			}
			if run.Finished {
				if err := tx.PutTotal(id, from[i].Total); err != nil {
					return err
				}
			}
		}
		return nil
	})
	return runs, err
}

// older returns one of the headers that a run had before, if all say that it is the same run. A
// process that was killed while it created a run may have left the header of another; then the
// result does not prove itself.
func older(headers [][]byte) (header []byte) {
	var first Header
	for _, data := range headers {
		h, err := decodeHeader(data)
		if err != nil || header != nil && !h.same(first) {
			return nil
		}
		header, first = data, h
	}
	return header
}

func notAll(run Salvaged) error {
	return fmt.Errorf("run %d, a %v, was finished, and not all of its shards are left", run.From, run.Key)
}

// salvage adds up what is left of a run. The error is that of its header.
func salvage(left db.Salvaged, fault func(error)) (run Salvaged, err error) {
	if left.Header == nil {
		return run, errors.New("its header is damaged")
	}
	run.From = left.Run
	if run.Header, err = decodeHeader(left.Header); err != nil {
		return run, err
	}
	name := fmt.Sprintf("run %d, a %v", left.Run, run.Key)
	run.Sum = newSum(len(run.Verdicts))
	run.stored = &stored{contributors: new(roster)}
	last := slices.Max(append(slices.Collect(maps.Keys(left.Contributors)), 0))
	if last > MostContributors {
		return run, fmt.Errorf("it has a contributor %d", last)
	}
	for index := range last {
		var m Contributor
		err := json.Unmarshal(left.Contributors[index+1], &m)
		if err = cmp.Or(err, m.check()); err != nil {
			m = Contributor{}
			fault(fmt.Errorf("%s, contributor %d is lost", name, index+1))
		}
		run.stored.contributors.add(m)
	}
	for _, id := range slices.Sorted(maps.Keys(left.Shards)) {
		s := shard{id, left.Shards[id]}
		if who, _, _, err := s.split(); err == nil && uint64(max(who.Contributor, who.Confirmer)) > last { // one that is lost
			s.payload = s.by(Provenance{})
		}
		tally, took, err := s.decode(len(run.Verdicts))
		if err != nil {
			fault(fmt.Errorf("%s, shard %d: %w: %w", name, id, errRecord, err))
			continue
		}
		if err := run.Sum.add(tally, took); err != nil {
			return run, err
		}
		run.stored.shards = append(run.stored.shards, s)
	}
	run.Contributors = run.stored.shown(run.Header)
	if left.Total == nil {
		return run, nil
	}
	total, _, err := payload(left.Total).decode(len(run.Verdicts))
	if run.Finished = err == nil && total.Equal(run.Tally); !run.Finished {
		fault(notAll(run))
	}
	return run, nil
}
