package heaps

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

func kinds() []Kind { return []Kind{Multiset, Set, Stack, Queue} }

func drawPosition(t *rapid.T, kind Kind, heaps int, largest uint64) Position {
	p := Position(rapid.SliceOfN(rapid.Uint64Range(1, largest), 0, heaps).Draw(t, "position"))
	if kind.sorted() {
		slices.Sort(p)
	}
	if kind == Set {
		p = slices.Compact(p)
	}
	return p
}

func TestPositionsAreNumberedInOrder(t *testing.T) {
	for _, kind := range kinds() {
		for heaps := range 6 {
			for largest := range uint64(6) {
				n, err := newNumbering(kind, heaps, largest)
				if err != nil {
					t.Fatal(err)
				}
				number := uint64(0)
				for p, more := (Position{}), true; more; p, more = n.Next(p) {
					if got := n.Number(p); got != number {
						t.Fatalf("kind %d, %d heaps up to %d: Number(%v) = %d, want %d", kind, heaps, largest, p, got, number)
					}
					if got := n.At(number, nil); !slices.Equal(got, p) {
						t.Fatalf("kind %d, %d heaps up to %d: At(%d) = %v, want %v", kind, heaps, largest, number, got, p)
					}
					number++
				}
				if got, want := n.Positions(), kind.positions(heaps, largest); got != number || want != number {
					t.Errorf("kind %d, %d heaps up to %d: Positions = %d and positions = %d, want %d", kind, heaps, largest, got, want, number)
				}
			}
		}
	}
}

func TestLargeNumbersAreFoundAgain(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds()).Draw(t, "kind")
		heaps := rapid.IntRange(1, 6).Draw(t, "heaps")
		largest := rapid.Uint64Range(1, 100).Draw(t, "largest")
		n, err := newNumbering(kind, heaps, largest)
		if err != nil {
			t.Fatal(err)
		}
		number := rapid.Uint64Range(0, n.Positions()-1).Draw(t, "number")
		p := n.At(number, nil)
		if got := n.Number(p); got != number {
			t.Fatalf("Number(At(%d)) = %d, of %v", number, got, p)
		}
		if p, more := n.Next(p); more && n.Number(p) != number+1 || !more && number+1 != n.Positions() {
			t.Fatalf("Next after %d is %v, %t", number, p, more)
		}
	})
}

// TestMovesLeadToLesserNumbers checks random moves of all kinds except Queue, in which a move may lead to a later
// position.
func TestMovesLeadToLesserNumbers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom([]Kind{Multiset, Set, Stack}).Draw(t, "kind")
		p := drawPosition(t, kind, 6, 20)
		if len(p) == 0 {
			return
		}
		n, err := newNumbering(kind, 6, 20)
		if err != nil {
			t.Fatal(err)
		}
		i := rapid.IntRange(0, len(p)-1).Draw(t, "heap")
		size := rapid.Uint64Range(0, p[i]-1).Draw(t, "size")
		if q := kind.Reduce(nil, p, i, size); n.Number(q) >= n.Number(p) {
			t.Fatalf("kind %d: heap %d of %v, number %d, with %d sticks leaves %v, number %d", kind, i, p, n.Number(p), size, q, n.Number(q))
		}
	})
}

// TestReducePlacesTheHeapByKind compares Kind.Reduce with a plain version, which cuts the heap out of a slice
// and then appends or sorts.
func TestReducePlacesTheHeapByKind(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		kind := rapid.SampledFrom(kinds()).Draw(t, "kind")
		p := drawPosition(t, kind, 6, 9)
		if len(p) == 0 {
			return
		}
		i := rapid.IntRange(0, len(p)-1).Draw(t, "heap")
		size := rapid.Uint64Range(0, p[i]-1).Draw(t, "size")
		want := slices.Delete(slices.Clone(p), i, i+1)
		if size > 0 {
			at := len(want)
			if kind == Stack {
				at = i
			}
			want = slices.Insert(want, at, size)
		}
		if kind.sorted() {
			slices.Sort(want)
		}
		if kind == Set {
			want = slices.Compact(want)
		}
		before := slices.Clone(p)
		got := kind.Reduce(make(Position, len(p)), p, i, size)
		if !slices.Equal(got, want) || !slices.Equal(p, before) {
			t.Fatalf("kind %d: Reduce(%v, %d, %d) = %v and leaves %v, want %v", kind, before, i, size, got, p, want)
		}
	})
}

func TestOptionsAreVisitedBefore(t *testing.T) {
	for _, kind := range kinds() {
		n, err := newNumbering(kind, 4, 4)
		if err != nil {
			t.Fatal(err)
		}
		seen := make(map[string]bool)
		err = n.eachInOrder(context.Background(), func(p Position) int {
			first, end := 0, len(p)
			if kind == Queue {
				end = min(end, 1)
			}
			for i := first; i < end; i++ {
				for size := range p[i] {
					if q := kind.Reduce(nil, p, i, size); !seen[q.String()] {
						t.Fatalf("kind %d: %v is visited before %v", kind, p, q)
					}
				}
			}
			if seen[p.String()] {
				t.Fatalf("kind %d: %v is visited twice", kind, p)
			}
			seen[p.String()] = true
			return 0
		})
		if err != nil || uint64(len(seen)) != n.Positions() {
			t.Errorf("kind %d: %d of %d positions are visited, %v", kind, len(seen), n.Positions(), err)
		}
	}
}

func TestClosedFormsCountPositions(t *testing.T) {
	for _, kind := range kinds() {
		for most := range 5 {
			for least := range most + 1 {
				for largest := range uint64(6) {
					n, err := newNumbering(kind, most, largest)
					if err != nil {
						t.Fatal(err)
					}
					span := Span{Least: least, Most: most}
					want := n.Positions() - n.First(least)
					if got := kind.classes(span, largest); got.Cmp(number(want)) != 0 {
						t.Errorf("kind %d: classes(%v, %d) = %v, want %d", kind, span, largest, got, want)
					}
					if got, want := kind.games(span, largest), arrangements(n, span); got.Cmp(number(want)) != 0 {
						t.Errorf("kind %d: games(%v, %d) = %v, want %d", kind, span, largest, got, want)
					}
				}
			}
		}
	}
	if got := fmt.Sprint(Set.games(Span{All: true}, 100)); got != "1267650600228229401496703205376" {
		t.Errorf("there are %s sets of up to 100 heaps, want 2^100", got)
	}
}

// arrangements counts the different lists of the heaps of all positions of a span, by trying all lists.
func arrangements(n *numbering, span Span) uint64 {
	if n.First(span.Least) == n.Positions() {
		return 0
	}
	all := uint64(0)
	for p, more := n.At(n.First(span.Least), nil), true; more; p, more = n.Next(p) {
		if n.kind == Multiset {
			all += orders(p)
		} else {
			all++
		}
	}
	return all
}

// orders returns the number of different orders of the heaps of p.
func orders(p Position) uint64 {
	if len(p) == 0 {
		return 1
	}
	sum := uint64(0)
	for i := range p {
		if i == 0 || p[i] != p[i-1] {
			sum += orders(slices.Delete(slices.Clone(p), i, i+1))
		}
	}
	return sum
}

func TestAutomorphismsTimesOrbitIsAFactorial(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := drawPosition(t, Multiset, 6, 3)
		most := len(p) + rapid.IntRange(0, 3).Draw(t, "more")
		if got := automorphismsOf(p, most) * orders(p); got != uint64(math.Gamma(float64(most+1))+0.5) {
			t.Fatalf("%v of up to %d heaps: automorphisms times orbit = %d, want %d!", p, most, got, most)
		}
	})
}

func TestTooManyPositionsAreRefused(t *testing.T) {
	for _, kind := range kinds() {
		if n, err := newNumbering(kind, 1000, math.MaxUint64); err == nil {
			t.Errorf("kind %d: newNumbering(1000, 2^64-1) = %v, want an error", kind, n)
		}
		if got := kind.positions(1000, math.MaxUint64); got != math.MaxUint64 {
			t.Errorf("kind %d: positions(1000, 2^64-1) = %d, want the greatest number", kind, got)
		}
	}
}

func number(n uint64) *big.Int { return new(big.Int).SetUint64(n) }
