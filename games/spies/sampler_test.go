package spies

import (
	"context"
	"math/rand/v2"
	"testing"
)

// TestSamplesAreUniform draws boards of size 4, of which 2 of 24 are valid.
func TestSamplesAreUniform(t *testing.T) {
	const trials = 24_000
	random := rand.New(rand.NewPCG(3, 4))
	s := &sampler{make(board, 4)}
	counts := make(map[string]int)
	validOnes := 0
	for range trials {
		verdict, _, err := s.Sample(context.Background(), random)
		if err != nil {
			t.Fatal(err)
		}
		counts[s.board.String()]++
		if verdict == valid {
			validOnes++
		}
	}
	if got := counts["2 4 1 3"] + counts["3 1 4 2"]; got != validOnes {
		t.Errorf("%d samples are valid, %d are the valid boards", validOnes, got)
	}
	if len(counts) != 24 {
		t.Errorf("%d boards were drawn, want all 24", len(counts))
	}
	for board, count := range counts {
		if count < 800 || count > 1200 { // 6.5 standard deviations from 1000
			t.Errorf("%s is drawn %d times of %d, want about 1000", board, count, trials)
		}
	}
}

func TestSamplesDependOnTheNumbersDrawnOnly(t *testing.T) {
	fresh, used := &sampler{make(board, 50)}, &sampler{make(board, 50)}
	if _, _, err := used.Sample(context.Background(), rand.New(rand.NewPCG(9, 9))); err != nil {
		t.Fatal(err)
	}
	for _, s := range []*sampler{fresh, used} {
		if _, _, err := s.Sample(context.Background(), rand.New(rand.NewPCG(5, 6))); err != nil {
			t.Fatal(err)
		}
	}
	if fresh.board.String() != used.board.String() {
		t.Errorf("the same numbers draw %v and %v", fresh.board, used.board)
	}
}
