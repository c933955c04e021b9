package wins

import (
	"context"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// words draws so many random words.
func words(t *rapid.T, n int, label string) []uint64 {
	return rapid.SliceOfN(rapid.Uint64(), n, n).Draw(t, label)
}

// number returns the number that words stand for, the lowest first.
func number(words []uint64) *big.Int {
	z := new(big.Int)
	for _, w := range slices.Backward(words) {
		z.Lsh(z, 64).Or(z, new(big.Int).SetUint64(w))
	}
	return z
}

func TestWordArithmeticIsThatOfTheIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := words(t, rapid.IntRange(1, 4).Draw(t, "words of a"), "a")
		b := words(t, rapid.IntRange(1, 4).Draw(t, "words of b"), "b")
		sum := words(t, len(a)+len(b)+1, "sum")
		sum[len(sum)-1] = 0
		want := new(big.Int).Mul(number(a), number(b))
		want.Add(want, number(sum))
		if addProduct(sum, a, b); number(sum).Cmp(want) != 0 {
			t.Fatalf("sum + %v * %v = %v, want %v", a, b, number(sum), want)
		}

		by := rapid.IntRange(0, 200).Draw(t, "by")
		x, z := append(slices.Clone(a), 0, 0, 0, 0), words(t, len(a)+4, "z")
		shiftLeft(z, x, by)
		want.Lsh(number(x), uint(by))
		if number(z).Cmp(want) != 0 {
			t.Fatalf("%v shifted by %d = %v, want %v", a, by, number(z), want)
		}
		want.Sub(want, number(x))
		if subtract(z, x); number(z).Cmp(want) != 0 {
			t.Fatalf("%v shifted by %d minus itself = %v, want %v", a, by, number(z), want)
		}
	})
}

func TestLayerIsAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var l layer
		for range 2 { // a layer is used again
			width := rapid.IntRange(0, 3).Draw(t, "width")
			l.reset(width, 2)
			want := make(map[string]uint64)
			var order []string
			for range rapid.IntRange(0, 300).Draw(t, "states") {
				key := rapid.SliceOfN(rapid.ByteRange(0, 7), width, width).Draw(t, "key")
				if _, known := want[string(key)]; !known {
					order = append(order, string(key))
				}
				want[string(key)]++
				l.at(key)[1]++
			}
			if l.states != len(order) {
				t.Fatalf("%d states, want %d", l.states, len(order))
			}
			for i, key := range order {
				if got := string(l.key(i)); got != key || l.count(i)[0] != 0 || l.count(i)[1] != want[key] {
					t.Fatalf("state %d = %q with %v, want %q with [0 %d]", i, got, l.count(i), key, want[key])
				}
			}
		}
	})
}

func TestOrdersHaveEachVertexAfterItsEnds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		trimmed := trim(anyDAG(t, 20, 400))
		steps, err := plan(context.Background(), trimmed)
		if err != nil || steps == nil {
			t.Fatalf("plan(%v) = %v, %v, want steps", trimmed.out, steps, err)
		}
		done := make(map[int]bool)
		for _, s := range steps {
			for _, u := range trimmed.out[s.vertex] {
				if !done[u] && len(trimmed.out[u]) > 0 {
					t.Fatalf("%v: vertex %d comes before %d", trimmed.out, s.vertex, u)
				}
			}
			done[s.vertex] = true
		}
		if last := steps[len(steps)-1].vertex; last != 0 {
			t.Fatalf("%v: the last vertex is %d, want the upper chip, 0", trimmed.out, last)
		}
		for v, out := range trimmed.out {
			if len(out) > 0 && !done[v] {
				t.Fatalf("%v: vertex %d is missing", trimmed.out, v)
			}
		}
	})
}

// The order is good enough: a DAG of long paths that meet only at the chip is followed
// path by path, whatever the numbers of its vertices.
func TestOrdersFollowPaths(t *testing.T) {
	const paths, length = 8, 20
	out := make([][]int, 2+paths*length)
	for p := range paths {
		out[0] = append(out[0], 2+p)
		for i := 1; i < length; i++ {
			v := 2 + (i-1)*paths + p
			out[v] = append(out[v], v+paths)
		}
	}
	steps, err := plan(context.Background(), trim(fromEnds(out)))
	if err != nil {
		t.Fatal(err)
	}
	if got := most(steps); got > 2*(paths+1) {
		t.Errorf("%d paths: up to %d states, want at most %d", paths, got, 2*(paths+1))
	}
}

func TestLargestNimbersAreBounds(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := anyDAG(t, 7, 10)
		trimmed := trim(d)
		var arcs [][2]int
		for v, out := range trimmed.out {
			for _, u := range out {
				arcs = append(arcs, [2]int{v, u})
			}
		}
		largest := largestNimbers(trimmed.out)
		for v := range trimmed.out {
			got := 0
			for set := range uint(1) << len(arcs) {
				got = max(got, grundy(len(trimmed.out), arcs, set, v))
			}
			if got > largest[v] {
				t.Fatalf("%v: vertex %d can have nimber %d, bound %d", trimmed.out, v, got, largest[v])
			}
		}
	})
}
