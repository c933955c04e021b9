package col

import (
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/solver/partizan"
)

// version is the version of the enumeration. It changes whenever the shards or
// their order do: stored shards of another version cannot be gone on with.
const version = 2

// A Space is all games of one size: labelled trees of so many vertices, a child of which
// is a left or a right one, with the colours that the ruleset allows; or paths. It
// implements enum.Bounded and enum.Sampled.
type Space struct {
	ruleset  Ruleset
	vertices int
	census   *census
}

// NewSpace returns the space of a ruleset with that many vertices, or an error that says
// how many there can be.
func NewSpace(r Ruleset, vertices int) (*Space, error) {
	if sizes := r.sizes(); !sizes.Contains(vertices) {
		return nil, fmt.Errorf("%s has games %s, not %d", r.Name(), verticesIn(sizes), vertices)
	}
	return &Space{r, vertices, newCensus(r, vertices)}, nil
}

// Walkable returns an error if there are too many classes, or too much can come up.
func (s *Space) Walkable() error {
	if walked := s.ruleset.walked(); !walked.Contains(s.vertices) {
		return fmt.Errorf("%s can be walked %s, not %d", s.ruleset.Name(), verticesIn(walked), s.vertices)
	}
	return nil
}

// Games returns the number of labelled games.
func (s *Space) Games() *big.Int { return new(big.Int).Set(s.census.games[s.vertices]) }

// Classes returns the number of classes.
func (s *Space) Classes() *big.Int { return new(big.Int).Set(s.census.classes[s.vertices]) }

// Group returns 2^n for trees: the children of each vertex can be swapped. That of a leaf,
// which has none, is an automorphism.
func (s *Space) Group() *big.Int {
	if s.ruleset.shape == paths {
		return big.NewInt(1)
	}
	return new(big.Int).Lsh(big.NewInt(1), uint(s.vertices))
}

// verdicts lists the outcomes.
func verdicts() []partizan.Outcome {
	return []partizan.Outcome{partizan.L, partizan.R, partizan.N, partizan.P}
}

// verdictOf returns the verdict of an outcome, by number.
func verdictOf(o partizan.Outcome) int {
	for verdict, outcome := range verdicts() {
		if outcome == o {
			return verdict
		}
	}
	panic(fmt.Sprintf("col: %v is no outcome", o))
}

// Verdicts names the outcomes: Left wins whoever moves first, Right does, the next player
// does, the previous one does.
func (s *Space) Verdicts() []string {
	var names []string
	for _, outcome := range verdicts() {
		names = append(names, outcome.String())
	}
	return names
}

// Totals returns what a walk's tally comes to, by the orbits of its classes.
func (s *Space) Totals(t *enum.Tally) ([]enum.Total, error) { return enum.OrbitTotals(t, s.Group()) }

// Coverage counts in labelled games.
func (s *Space) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return enum.GamesCoverage(s, t)
}

// Fingerprint names all that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d", s.ruleset.Name(), s.vertices, version)
}

// perShard is how many classes a shard has.
const perShard = 4_096

// Shards yields the classes, so many at a time.
func (s *Space) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		classes := s.Classes()
		if !classes.IsInt64() {
			return
		}
		for id := range (classes.Uint64()-1)/perShard + 1 {
			if !yield(enum.Shard{ID: id}) {
				return
			}
		}
	}
}
