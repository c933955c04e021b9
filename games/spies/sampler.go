package spies

import (
	"context"
	"math/rand/v2"

	"enumerate/enum"
)

// A sampler implements enum.Sampler.
type sampler struct{ board Board }

// Sample draws a board and judges it. Its work is not measured. Of a random board some
// rows show its fault, so it takes far less than a valid one.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	for r := range s.board { // whatever was drawn before means nothing
		s.board[r] = r
	}
	random.Shuffle(len(s.board), func(i, j int) { s.board[i], s.board[j] = s.board[j], s.board[i] })
	fault, err := s.board.Fault(ctx)
	return verdictOf(fault), enum.Work{}, err
}
