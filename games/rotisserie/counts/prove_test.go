package counts

import (
	"context"
	"slices"
	"testing"
)

// lacking returns how many numbers above `anchors` and below the largest heap of the queue are not heaps of the queue.
func lacking(queue []int, anchors int) int {
	most, has := anchors, make(map[int]bool)
	for _, heap := range queue {
		most = max(most, heap)
		if heap > anchors {
			has[heap] = true
		}
	}
	return most - anchors - len(has)
}

// TestProofsCheckEveryCaseOfTheTheorem checks that the proof of the weak-order law (outcomes depend only on how heaps
// compare with one another and with the anchors, the numbers 1, 2, …) looks at every queue that the theorem needs.
// These are the ranked queues, whose heaps above the anchors are consecutive numbers, such as 1,3,2 with one anchor,
// and the queues in which one of these numbers is missing, such as 1,4,2. If the test plants a wrong outcome in one of
// these queues, the proof must fail. The law says nothing about queues of anchors only.
func TestProofsCheckEveryCaseOfTheTheorem(t *testing.T) {
	for _, c := range []struct{ heaps, anchors int }{{3, 1}, {4, 2}} {
		tables, err := Build(context.Background(), c.heaps, c.heaps+c.anchors+1)
		if err != nil {
			t.Fatal(err)
		}
		holds := func() bool {
			holds, err := tables.prove(context.Background(), c.heaps, c.anchors)
			if err != nil {
				t.Fatal(err)
			}
			return holds
		}
		if !holds() {
			t.Fatalf("%d heaps, %d anchors: the law does not hold", c.heaps, c.anchors)
		}
		front, largest := 0, 0 // how many wrong outcomes were planted in tuples that lack two numbers, and with the largest heap
		thresholds := tables.thresholds[c.heaps]
		for index, threshold := range thresholds {
			queue := make([]int, c.heaps)
			for i, rest := c.heaps-1, index; i > 0; i-- {
				queue[i] = rest%tables.largest + 1
				rest /= tables.largest
			}
			// A queue is a P-position if its front heap is at most the threshold of the heaps behind it. So a threshold
			// that is one too small or too large makes a single outcome wrong: that of the front `last` or last+1.
			last := min(int(threshold), tables.largest)
			for _, a := range []int{last, last + 1} {
				wrong := last + 1
				if a == last {
					wrong = last - 1
				}
				queue[0] = a
				if a < 1 || a > tables.largest || slices.Max(queue) <= c.anchors || lacking(queue, c.anchors) > 1 {
					continue
				}
				if lacking(queue[1:], c.anchors) == 2 {
					front++
				}
				if slices.Max(queue) == tables.largest {
					largest++
				}
				thresholds[index] = uint8(wrong)
				if holds() {
					t.Errorf("%d heaps, %d anchors: the law is proved with the wrong outcome of %s", c.heaps, c.anchors, written(queue))
				}
				thresholds[index] = threshold
			}
		}
		if front == 0 || largest == 0 {
			t.Errorf("%d heaps, %d anchors: %d wrong outcomes with two heaps lacking behind the front, %d with a heap of %d, want some of each", c.heaps, c.anchors, front, largest, tables.largest)
		}
	}
}

func TestProofsAreComplete(t *testing.T) {
	for heaps := range 7 {
		s, err := NewSolver(context.Background(), heaps)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := s.tables.largest, heaps+s.Anchors(heaps)+1; got != want {
			t.Errorf("%d heaps: the law is tested up to %d, want %d", heaps, got, want)
		}
	}
}
