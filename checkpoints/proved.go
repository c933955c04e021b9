package checkpoints

import (
	"fmt"

	"enumerate/enum"
)

// A Proved is a stored run that covers its whole space and has been proved again.
type Proved struct {
	Summary
	Space  enum.Space
	Checks enum.Checks
}

// Proved returns the runs of a ruleset that say how many games there are of each
// verdict, oldest first: all that are finished, and those that cover everything
// although nobody has finished them, because they contradict another one. A
// finished run that is wrong is ErrProof; two runs of a size that differ are
// ErrContradiction. Damaged runs are left out, and samples say nothing exact.
func (s *Store) Proved(ruleset string, spaceOf func(Key) (enum.Space, error)) ([]Proved, error) {
	runs, err := s.Runs()
	if err != nil {
		return nil, err
	}
	var proved []Proved
	first := make(map[int]Summary) // by size
	for _, r := range runs {
		if r.Ruleset != ruleset || r.Method == Sample || r.Damage != nil {
			continue
		}
		space, err := spaceOf(r.Key)
		if err != nil {
			return nil, err
		}
		checks, err := enum.Prove(space, r.Tally)
		if err != nil && !r.Finished {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("run %d, a %v: %w: %w", r.ID, r.Key, ErrProof, err)
		}
		if other, ok := first[r.Size]; ok && !sameCounts(space, other.Tally, r.Tally) {
			return nil, fmt.Errorf("%w: run %d, a %v, and run %d, a %v, come to different totals", ErrContradiction, other.ID, other.Key, r.ID, r.Key)
		} else if !ok {
			first[r.Size] = r
		}
		proved = append(proved, Proved{r, space, checks})
	}
	return proved, nil
}

// sameCounts reports whether two tallies of a space have as many classes and
// labelled games of each verdict, whatever their symmetries. Both are proved.
func sameCounts(space enum.Space, a, b *enum.Tally) bool {
	for v := range space.Verdicts() {
		x, err1 := a.Games(v, space.Group())
		y, err2 := b.Games(v, space.Group())
		if err1 != nil || err2 != nil || x.Cmp(y) != 0 || a.Classes(v).Cmp(b.Classes(v)) != 0 {
			return false
		}
	}
	return true
}
