package layers

import (
	"bytes"
	"context"
	"fmt"
	"sync/atomic"

	"enumerate/internal/lists"
)

// mergeStep is the number of states that are read between two checks of the context.
const mergeStep = 4096

// merge merges several runs (sorted lists of states) into one list. It calls add with each key, in ascending order, and
// the sum of the weights that the key has in all runs. The counter merged shows the progress, in states that were read.
func merge(ctx context.Context, runs []*Layer, merged *atomic.Uint64, add func(key []byte, w Weight) error) error {
	h := heap(lists.Map(runs, func(r *Layer) *cursor { return &cursor{layer: r} }))

	// Advancing every cursor, the last one first, reads its first state and makes h a heap.
	for i := len(h) - 1; i >= 0; i-- {
		if err := h.next(i); err != nil {
			return err
		}
	}

	// The least key is always on top of the heap, at h[0].
	var key []byte
	var read uint64
	for len(h) > 0 {
		key = append(key[:0], h[0].key...)
		var sum Weight
		for len(h) > 0 && bytes.Equal(h[0].key, key) {
			total, ok := sum.CheckedAdd(h[0].weight)
			if !ok {
				return fmt.Errorf("%v + %v: %w", sum, h[0].weight, ErrOverflow)
			}
			sum = total
			if err := h.next(0); err != nil {
				return err
			}
			if read++; read%mergeStep == 0 {
				merged.Add(mergeStep)
				if err := ctx.Err(); err != nil {
					return err
				}
			}
		}

		if err := add(key, sum); err != nil {
			return err
		}
	}
	merged.Add(read % mergeStep)
	return ctx.Err()
}

// A heap is a binary min-heap of cursors, ordered by their keys.
type heap []*cursor

// next advances the cursor at index i, or removes it if it is at its end, and restores the heap from i down.
func (h *heap) next(i int) error {
	ok, err := (*h)[i].next()
	if err != nil {
		return err
	}

	all := *h
	if !ok {
		last := len(all) - 1
		all[i] = all[last]
		all = all[:last]
		*h = all
	}

	for {
		least := i
		for child := 2*i + 1; child <= 2*i+2 && child < len(all); child++ {
			if bytes.Compare(all[child].key, all[least].key) < 0 {
				least = child
			}
		}
		if least == i {
			return nil
		}
		all[i], all[least] = all[least], all[i]
		i = least
	}
}
