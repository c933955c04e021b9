package counts

import (
	"context"
	"fmt"
)

// Tables know the outcome of every queue of up to Heaps() heaps of 1 to Largest().
// They are safe for use by many goroutines at a time.
type Tables struct {
	largest int
	// thresholds[k] holds the threshold of every tuple of k-1 heaps, at the index
	// that the heaps less 1 are as digits in base largest, the front most significant.
	// thresholds[0] is empty: a queue without heaps has no front.
	thresholds [][]uint8
}

// Build solves all queues of 0 to heaps heaps of 1 to largest, on up to so many workers:
// at least one, at most one for each processor. It takes the memory that Bytes says,
// whose errors it returns, and O(heaps * largest^(heaps-1)) steps. It ends early, with
// the context's error, when the context does.
func Build(ctx context.Context, heaps, largest, workers int) (*Tables, error) {
	if _, err := Bytes(heaps, largest); err != nil {
		return nil, err
	}
	t := &Tables{largest: largest, thresholds: make([][]uint8, 1, heaps+1)}
	for k := 1; k <= heaps; k++ {
		thresholds, err := level(ctx, workers, k, largest, t.thresholds[k-1])
		if err != nil {
			return nil, err
		}
		t.thresholds = append(t.thresholds, thresholds)
	}
	return t, nil
}

// Heaps returns the most heaps of a queue that the tables know.
func (t *Tables) Heaps() int { return len(t.thresholds) - 1 }

// Largest returns the largest heap that the tables know.
func (t *Tables) Largest() int { return t.largest }

// P reports whether the player who moves loses: whether a queue, front first, is a
// P-position. It takes O(len(queue)) steps and returns an error if the tables do not
// know the queue.
func (t *Tables) P(queue []int) (bool, error) {
	if len(queue) > t.Heaps() {
		return false, fmt.Errorf("a queue of %d heaps, want at most %d", len(queue), t.Heaps())
	}
	for i, heap := range queue {
		if heap < 1 || heap > t.largest {
			return false, fmt.Errorf("heap %d from the front is %d, want 1 to %d", i+1, heap, t.largest)
		}
	}
	if len(queue) == 0 {
		return true, nil
	}
	rest := 0
	for _, heap := range queue[1:] {
		rest = rest*t.largest + heap - 1
	}
	return queue[0] <= int(t.thresholds[len(queue)][rest]), nil
}
