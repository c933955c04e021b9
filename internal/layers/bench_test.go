package layers

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"sync/atomic"
	"testing"
)

// keyAt writes the i-th of many keys, which come in no particular order. Like keys of partial games, they have 80 bytes
// with few different values each, and many begin with the same bytes.
func keyAt(key []byte, i uint64) {
	x := i * 0x9e3779b97f4a7c15
	for j := 0; j < 80; j += 8 {
		x ^= x >> 29
		x *= 0xbf58476d1ce4e5b9
		x ^= x >> 32
		binary.LittleEndian.PutUint64(key[j:], x&0x0f07030103070101)
	}
}

// BenchmarkEmit adds states to large tables, where an emission takes as long as a few cache misses.
func BenchmarkEmit(b *testing.B) {
	for _, bench := range []struct {
		name   string
		states uint64
	}{{"states=100k", 1e5}, {"states=1M", 1 << 20}, {"states=4M", 1 << 22}} {
		w := Weight{Hi: 0, Lo: 3}
		b.Run("new/"+bench.name, func(b *testing.B) {
			t := newTable()
			for b.Loop() {
				t.reset(1 << 40)
				fill(b, t, 0, bench.states)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/float64(bench.states), "ns/emit")
		})
		b.Run("known/"+bench.name, func(b *testing.B) {
			key := make([]byte, 80)
			t := newTable()
			fill(b, t, 0, bench.states)
			var at uint64
			for b.Loop() {
				at = (at*0x5851f42d4c957f2d + 0x14057b7ef767814f)
				keyAt(key, (at>>20)%bench.states)
				if err := t.emit(key, w); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N), "ns/emit")
		})
	}
	b.Run("none", func(b *testing.B) {
		key := make([]byte, 80)
		var i uint64
		for b.Loop() {
			keyAt(key, i)
			i++
		}
	})
}

// fill adds the states from number `from` on to a table, n of them.
func fill(b *testing.B, t *table, from, n uint64) {
	b.Helper()
	key := make([]byte, 80)
	for i := range n {
		keyAt(key, from+i)
		if err := t.emit(key, Weight{Hi: 0, Lo: 1 + i%1000}); err != nil {
			b.Fatal(err)
		}
	}
	if err := t.flush(); err != nil {
		b.Fatal(err)
	}
}

func memoryRun(b *testing.B, t *table) *Layer {
	b.Helper()
	l, err := inMemory(footer{weight: t.weight}, t.sorted)
	if err != nil {
		b.Fatal(err)
	}
	return l
}

func BenchmarkStore(b *testing.B) {
	const states = 1 << 20
	t := newTable()
	for b.Loop() {
		b.StopTimer()
		t.reset(1 << 40)
		fill(b, t, 0, states)
		b.StartTimer()
		l := memoryRun(b, t)
		b.ReportMetric(float64(l.Size())/states, "bytes/state")
	}
	b.ReportMetric(states*float64(b.N)/b.Elapsed().Seconds(), "states/s")
}

func BenchmarkSort(b *testing.B) {
	const states = 1 << 20
	t := newTable()
	for b.Loop() {
		b.StopTimer()
		t.reset(1 << 40)
		fill(b, t, 0, states)
		b.StartTimer()
		_ = t.sorted(func([]byte, Weight) error { return nil })
	}
	b.ReportMetric(states*float64(b.N)/b.Elapsed().Seconds(), "states/s")
}

// BenchmarkMerge merges runs, sorted lists of states. Half of the states of each run are also in the next run.
func BenchmarkMerge(b *testing.B) {
	for _, n := range []int{1, 2, 16, 256} {
		b.Run(fmt.Sprintf("runs=%d", n), func(b *testing.B) {
			each := uint64(1<<20) / uint64(n)
			var runs []*Layer
			var weight Weight
			for i := range uint64(n) {
				t := newTable()
				fill(b, t, i*each/2, each)
				runs = append(runs, memoryRun(b, t))
				weight, _ = weight.CheckedAdd(t.weight)
			}
			for b.Loop() {
				err := writeTo(io.Discard, footer{weight: weight}, func(add func([]byte, Weight) error) error {
					return merge(context.Background(), runs, new(atomic.Uint64), add)
				})
				if err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(each)*float64(n)/b.Elapsed().Seconds(), "states/s")
		})
	}
}

func BenchmarkEach(b *testing.B) {
	const states = 1 << 20
	t := newTable()
	fill(b, t, 0, states)
	l := memoryRun(b, t)
	for b.Loop() {
		if err := l.Each(0, l.States(), func([]byte, Weight) error { return nil }); err != nil {
			b.Fatal(err)
		}
	}
	b.ReportMetric(float64(b.N)*states/b.Elapsed().Seconds(), "states/s")
}
