package share

import (
	"context"
	"errors"
	"sync"
	"testing"
)

func TestEachPieceIsDoneOnce(t *testing.T) {
	for _, workers := range []int{-1, 1, 2, 5, 100} {
		for _, pieces := range []int{0, 1, 2, 50} {
			var mutex sync.Mutex
			done := make(map[int]int)
			err := Each(t.Context(), workers, pieces, func(worker, piece int) {
				mutex.Lock()
				defer mutex.Unlock()
				done[piece]++
				if worker < 0 || worker >= max(workers, 1) {
					t.Errorf("%d workers, one of them is %d", workers, worker)
				}
			})
			if err != nil || len(done) != pieces {
				t.Errorf("%d workers do %d of %d pieces, %v", workers, len(done), pieces, err)
			}
			for piece, times := range done {
				if times != 1 {
					t.Errorf("%d workers do piece %d %d times", workers, piece, times)
				}
			}
		}
	}
}

func TestEachEndsWithTheContext(t *testing.T) {
	reason := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	done := 0
	err := Each(ctx, 1, 10, func(_, piece int) {
		if done++; piece == 3 {
			cancel(reason)
		}
	})
	if !errors.Is(err, reason) || done != 4 {
		t.Errorf("Each = %v after %d pieces, want %v after 4", err, done, reason)
	}
}
