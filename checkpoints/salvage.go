package checkpoints

import (
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
	Summary        // of the run in the new database
	From    uint64 // its number in the damaged database
	Missing Missing
}

// Salvage copies the sound records of the damaged database at path to a new one at `into`; see [db.Salvage]. It returns
// the copied runs, and calls fault for everything that is lost. The new database is written completely or not at all.
// If `into` exists, the error is [fs.ErrExist].
//
// A run becomes unfinished if its copied shards do not sum to its total, or if some are known to be missing. The result
// lists the missing shards of a run if spaceOf knows its space.
func Salvage(path, into string, spaceOf func(Key) (enum.Space, error), fault func(error)) ([]Salvaged, error) {
	if _, err := os.Lstat(into); err == nil {
		return nil, &file.Error{Subject: into, Kind: fs.ErrExist, Detail: "name one that does not exist"}
	}

	left, err := db.Salvage(path, fault)
	if err != nil {
		return nil, err
	}

	var runs []Salvaged
	var from []db.Salvaged // the records of each of these runs
	for _, l := range left {
		if l.Header == nil {
			l.Header = outdatedHeader(l.Older)
			if l.Header != nil {
				fault(fmt.Errorf("%s: run %d: its header is damaged; an earlier header is used", path, l.Run))
			}
		}

		run, err := salvage(l, fault)
		if err != nil {
			fault(fmt.Errorf("%s: run %d is lost, with %s: %w", path, l.Run, rows.Counted(len(l.Shards), "shard", "shards"), err))
			continue
		}

		if _, err := signedBy(run.Header, run.contents); err != nil { // shards are lost, for example, so the signature does not fit
			run.Signature = ""
			if l.Header, err = run.Header.encode(); err != nil {
				return nil, err
			}
		}

		run.ID = uint64(len(runs)) + 1
		if space, err := spaceOf(run.Key); err == nil && !enum.IsSampling(run.Method) && space.Fingerprint() == run.Fingerprint {
			run.Missing = run.Summary.Missing(space)
		}

		if run.Missing.Shards > 0 && run.Finished { // the lost shards had empty tallies, so the sum is still the total
			run.Finished = false
			fault(notAll(run))
		}

		runs, from = append(runs, run), append(from, l)
	}

	if runs == nil {
		return nil, &file.Error{Subject: path, Kind: db.ErrCorrupt, Detail: "no run to salvage; restore the file from a copy"}
	}

	err = db.Create(into, func(tx *db.Tx) error {
		for i, run := range runs {
			id, err := tx.CreateRun(from[i].Header)
			if err != nil {
				return err
			}
			for _, m := range run.contents.contributors.list {
				data, err := m.Encode()
				if err == nil {
					_, err = tx.AddContributor(id, data)
				}
				if err != nil {
					return err
				}
			}
			if _, err := putShards(tx, id, run.Header, run.contents.shards); err != nil {
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

// outdatedHeader returns a header for a run that has lost its header, from older copies of it that were found in unused
// pages of the file. It returns nil if the copies do not all identify the same computation. The header may still be
// that of another run. If a process was killed while it created a run, the header of that run may be left in the file,
// and the next run got the same number. Then the shards do not fit the header, so their proof fails when the run is
// resumed.
func outdatedHeader(headers [][]byte) (header []byte) {
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
	return fmt.Errorf("run %d, a %v, was finished, and some of its shards are lost", run.From, run.Key)
}

// salvage decodes and adds up the remaining records of a run in a damaged file. It calls fault for each one that is
// lost or cannot be decoded. The error says why nothing of the run can be salvaged.
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
	run.contents = &contents{contributors: new(roster)}
	// A lost contributor becomes an empty one, so that the others keep their numbers.
	last := slices.Max(append(slices.Collect(maps.Keys(left.Contributors)), 0))
	if last > MostContributors {
		return run, fmt.Errorf("contributor %d is above the limit %d", last, MostContributors)
	}
	for index := range last {
		m, err := decodeContributor(left.Contributors[index+1])
		if err != nil {
			fault(fmt.Errorf("%s, contributor %d is lost", name, index+1))
		}
		run.contents.contributors.add(m)
	}
	// If a shard names a contributor after the last one that remains, it now names none.
	for _, id := range slices.Sorted(maps.Keys(left.Shards)) {
		s := shard{id, left.Shards[id]}
		who := s.provenance()
		if uint64(max(who.Contributor, who.Confirmer)) > last {
			s.payload = s.withProvenance(Provenance{})
		}
		tally, took, err := s.decode(len(run.Verdicts))
		if err != nil {
			fault(fmt.Errorf("%s, shard %d: %w: %w", name, id, errRecord, err))
			continue
		}
		if err := run.Sum.add(tally, took); err != nil {
			return run, err
		}
		run.contents.shards = append(run.contents.shards, s)
	}
	run.Contributors = run.contents.listContributors(run.Header)

	if left.Total == nil {
		return run, nil
	}
	total, _, err := payload(left.Total).decode(len(run.Verdicts))
	run.Finished = err == nil && total.Equal(run.Tally)
	if !run.Finished {
		fault(notAll(run))
	}
	return run, nil
}
