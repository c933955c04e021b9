package walk

import (
	"fmt"
	"maps"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// choices are the methods that mask1, mask2 and mask3 have in common.
type choices[M any] interface {
	comparable
	and(M) M
	andNot(M) M
	or(M) M
	empty() bool
	count() int
	has(uint8) bool
	with(uint8) M
	from(uint8) M
	first() uint8
	rest() M
	hash(uint64) uint64
	outer(l *layout, rows, columns uint16) M
	row(l *layout, r int) uint16
}

// TestMasksAreSetsOfChoices does the same random operations on masks and on sorted lists of choices.
func TestMasksAreSetsOfChoices(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		checkMasks[mask1](t, 1, 3, 9)
		checkMasks[mask2](t, 2, 3, 11)
		checkMasks[mask3](t, 3, 3, Most)
	})
}

func checkMasks[M choices[M]](t *rapid.T, words, least, most int) {
	n := rapid.IntRange(least, most).Draw(t, "players")
	l := newLayout(n, words)
	i := rapid.IntRange(0, 2).Draw(t, "player")
	v := n - 3 + i
	// The places of the choices in lexicographic order must ascend.
	var all []uint8
	for a := range uint8(n) {
		for b := range uint8(n) {
			if a != b && int(a) != v && int(b) != v {
				place := l.place[i][a<<4|b]
				if l.choices[i][place] != (choice{a, b}) {
					t.Fatalf("n=%d: place %d of player %d is %v, want %v", n, place, v, l.choices[i][place], choice{a, b})
				}
				all = append(all, place)
			}
		}
	}
	if !slices.IsSorted(all) {
		t.Fatalf("n=%d: the places of player %d are not in the order of choices: %v", n, v, all)
	}
	draw := func(name string) (M, map[uint8]bool) {
		var m M
		set := make(map[uint8]bool)
		for _, place := range rapid.SliceOf(rapid.SampledFrom(all)).Draw(t, name) {
			m = m.with(place)
			set[place] = true
		}
		return m, set
	}
	equal := func(what string, m M, want func(place uint8) bool) {
		t.Helper()
		var left []uint8
		for _, place := range all {
			if want(place) {
				left = append(left, place)
			}
			if m.has(place) != want(place) {
				t.Fatalf("n=%d, %s: has(%d) = %v, want %v", n, what, place, m.has(place), want(place))
			}
		}
		for ; !m.empty(); m = m.rest() {
			if len(left) == 0 || m.first() != left[0] || m.count() != len(left) {
				t.Fatalf("n=%d, %s: first is %d of %d, want %v", n, what, m.first(), m.count(), left)
			}
			left = left[1:]
		}
		if len(left) != 0 || m.count() != 0 {
			t.Fatalf("n=%d, %s: %v are missing", n, what, left)
		}
	}
	m, set := draw("m")
	o, other := draw("o")
	equal("with", m, func(place uint8) bool { return set[place] })
	equal("and", m.and(o), func(place uint8) bool { return set[place] && other[place] })
	equal("andNot", m.andNot(o), func(place uint8) bool { return set[place] && !other[place] })
	equal("or", m.or(o), func(place uint8) bool { return set[place] || other[place] })
	from := rapid.SampledFrom(all).Draw(t, "from")
	equal(fmt.Sprint("from ", from), m.from(from), func(place uint8) bool { return set[place] && place >= from })
	if same := maps.Equal(set, other); (m == o) != same || same && m.hash(1) != o.hash(1) {
		t.Fatalf("n=%d: %v and %v are equal: %v, want %v", n, m, o, m == o, same)
	}
	players := rapid.Uint16Range(0, 1<<n-1)
	as, bs := players.Draw(t, "wonderwalls"), players.Draw(t, "ninjas")
	var valid M
	for _, place := range all {
		valid = valid.with(place)
	}
	equal("outer", valid.and(valid.outer(l, without(as, v), without(bs, v))), func(place uint8) bool {
		c := l.choices[i][place]
		return as>>c.wonderwall&1 != 0 && bs>>c.ninja&1 != 0
	})
	for a := range n {
		if a == v {
			continue
		}
		var want uint16
		for b := range n {
			if a != b && b != v && set[l.place[i][a<<4|b]] {
				want |= 1 << b
			}
		}
		row := a
		if a > v {
			row--
		}
		if got := m.row(l, row); got != without(want, v) {
			t.Fatalf("n=%d: row of %d is %b, want %b", n, a, got, without(want, v))
		}
	}
}
