package marking

import (
	"maps"
	"math/bits"
	"slices"
	"testing"
)

func TestLevelsHoldEveryHeadAfterItsOptions(t *testing.T) {
	for elements := range 11 {
		order := newLevels(elements)
		level := map[uint32]int{}
		for s := range order.count() {
			heads := order.level(s)
			if !slices.IsSorted(heads) {
				t.Errorf("%d elements: level %d = %v, want it ascending", elements, s, heads)
			}
			for _, head := range heads {
				level[head] = s
				removed, replaced := options(head, nil, nil)
				for _, option := range append(removed, replaced...) {
					if before, ok := level[option]; !ok || before == s {
						t.Errorf("%d elements: level %d has %b, its option %b is not in a level before", elements, s, head, option)
					}
				}
			}
		}
		if len(level) != 1<<elements || len(order.heads) != 1<<elements {
			t.Errorf("%d elements: %d heads, %d different ones, want %d", elements, len(order.heads), len(level), 1<<elements)
		}
	}
}

func TestSumAddsElements(t *testing.T) {
	for i := range 32 {
		if got := sum(1 << i); got != i+1 {
			t.Errorf("sum(1 << %d) = %d, want %d", i, got, i+1)
		}
	}
	for head := range uint32(1 << 16) {
		low, rest := head&-head, head&(head-1)
		if got, want := sum(head), sum(rest)+bits.Len32(low); got != want {
			t.Errorf("sum(%b) = %d, want %d", head, got, want)
		}
	}
}

func TestOptionsAreTheDefinition(t *testing.T) {
	for set := range uint32(1 << 9) {
		removed, replaced := options(set, nil, nil)
		got := map[uint64]bool{}
		for _, option := range append(removed, replaced...) {
			got[uint64(option)] = true
		}
		if len(got) != len(removed)+len(replaced) {
			t.Errorf("options(%b) = %b, %b: some are there twice", set, removed, replaced)
		}
		want := map[uint64]bool{}
		for _, after := range movesOf(heapsOf(uint64(set))) {
			want[setOf(after)] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("options(%b) = %v, want %v", set, got, want)
		}
	}
}
