package counts

import (
	"fmt"
	"slices"
)

// An oracle solves queues by the rules alone: it tries all moves.
type oracle map[string]bool

func (o oracle) p(queue []int) bool {
	key := fmt.Sprint(queue)
	if p, ok := o[key]; ok {
		return p
	}
	p := true
	for _, option := range options(queue) {
		if o.p(option) {
			p = false
			break
		}
	}
	o[key] = p
	return p
}

func options(queue []int) [][]int {
	if len(queue) == 0 {
		return nil
	}
	rest := queue[1:]
	found := [][]int{rest}
	for y := 1; y < queue[0]; y++ {
		found = append(found, append(slices.Clone(rest), y))
	}
	return found
}

// queues calls visit for all queues of a number of heaps of 1 to largest, in lexicographic order. visit may keep the
// queue.
func queues(heaps, largest int, visit func(queue []int)) {
	if heaps == 0 {
		visit(nil)
		return
	}
	queues(heaps-1, largest, func(queue []int) {
		for heap := 1; heap <= largest; heap++ {
			visit(append(slices.Clone(queue), heap))
		}
	})
}

// weakOrder returns a string that is the same for two queues if and only if they have the same weak order: the results
// of all comparisons of two heaps, and of a heap with an anchor (one of the numbers 1 to `anchors`).
func weakOrder(queue []int, anchors int) string {
	values := slices.Clone(queue)
	for anchor := 1; anchor <= anchors; anchor++ {
		values = append(values, anchor)
	}
	var order []byte
	for _, x := range values {
		for _, y := range values {
			switch {
			case x < y:
				order = append(order, '<')
			case x > y:
				order = append(order, '>')
			default:
				order = append(order, '=')
			}
		}
	}
	return string(order)
}
