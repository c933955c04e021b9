package checkpoints

import (
	"fmt"

	"enumerate/db"
	"enumerate/enum"
)

// A Proved is a stored run that covers its whole space and has been proved again.
type Proved struct {
	Summary
	Space  enum.Space
	Totals []enum.Total // one a verdict
	Checks enum.Checks
}

// Proved returns the runs, of those whose key matches, that say how many games there are of each
// verdict, oldest first, by whatever exact method: all that are finished, and those
// that cover everything although nobody has finished them, because they contradict
// another one. A finished run that is wrong is ErrProof; two runs of a size that
// differ in anything that both say are ErrContradiction. Damaged runs are left out,
// and samples say nothing exact.
func (s *Store) Proved(match func(Key) bool, spaceOf func(Key) (enum.Space, error)) ([]Proved, error) {
	var runs []Summary
	err := s.db.View(func(tx *db.Tx) (err error) {
		runs, err = summaries(tx, func(_ uint64, h Header) bool {
			return h.Method != Sample && match(h.Key)
		})
		return err
	})
	if err != nil {
		return nil, err
	}
	var proved []Proved
	var found []complete
	for _, r := range runs {
		if r.Damage != nil {
			continue
		}
		space, err := spaceOf(r.Key)
		if err != nil {
			return nil, fmt.Errorf("run %d, a %v: %w", r.ID, r.Key, err)
		}
		checks, err := enum.Prove(space, r.Tally)
		if err != nil && !r.Finished {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("run %d, a %v: %w: %w", r.ID, r.Key, ErrProof, err)
		}
		c := completeRun(r, space)
		if err := c.contradicts(found); err != nil {
			return nil, err
		}
		found = append(found, c)
		proved = append(proved, Proved{r, space, c.totals, checks})
	}
	return proved, nil
}
