package wonderwall

import (
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/solver"
)

// A sampler implements enum.Sampler.
type sampler struct {
	players int
}

// Sample draws a game and solves it.
func (s *sampler) Sample(random *rand.Rand) (int, enum.Work) {
	if solver.Solvable(Random(s.players, random)) {
		return solvable, enum.Work{}
	}
	return unsolvable, enum.Work{}
}
