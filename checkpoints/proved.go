package checkpoints

import (
	"fmt"

	"enumerate/enum"
)

// A Proved is a stored run that covers its whole space and has been proved again.
type Proved struct {
	Summary
	Space  enum.Space
	Totals []enum.Total // one a verdict
	Checks enum.Checks
}

// Proved returns the runs of a ruleset that say how many games there are of each
// verdict, oldest first, by whatever exact method: all that are finished, and those
// that cover everything although nobody has finished them, because they contradict
// another one. A finished run that is wrong is ErrProof; two runs of a size that
// differ in anything that both say are ErrContradiction. Damaged runs are left out,
// and samples say nothing exact.
func (s *Store) Proved(ruleset string, spaceOf func(Key) (enum.Space, error)) ([]Proved, error) {
	runs, err := s.Runs()
	if err != nil {
		return nil, err
	}
	var proved []Proved
	var found []complete
	for _, r := range runs {
		if r.Ruleset != ruleset || r.Method == Sample || r.Damage != nil {
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
