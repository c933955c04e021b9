package layers

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"maps"
	"math/big"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// A maze is a ruleset for tests. Its states are strings, and the children of a
// state are drawn by a generator seeded with it: the same ones whenever and by
// whomever it is expanded.
type maze struct {
	children  int // of a state, at most
	states    int // that there are in a layer, at most
	length    int // of a key, at most
	expanded  *atomic.Int64
	interrupt func(expanded int64) // called after every expansion
}

func (m *maze) Expand(key []byte, w Weight, emit func([]byte, Weight) error) (Weight, error) {
	seed := sha256.Sum256(key)
	r := rand.New(rand.NewChaCha8(seed))
	var dead Weight
	for range r.IntN(m.children + 1) {
		factor := r.Uint64N(1000)
		product, _ := w.Times(factor + 1)
		if factor < 100 {
			dead, _ = dead.Add(product)
			continue
		}
		if err := emit(m.key(r.IntN(m.states)), product); err != nil {
			return Weight{}, err
		}
	}
	if m.expanded != nil {
		n := m.expanded.Add(1)
		if m.interrupt != nil {
			m.interrupt(n)
		}
	}
	return dead, nil
}

// key returns the key of one of the states. Many share beginnings, some are
// beginnings of others.
func (m *maze) key(state int) []byte {
	sum := sha256.Sum256(binary.LittleEndian.AppendUint64(nil, uint64(state)))
	key := bytes.Repeat([]byte{0, sum[0] % 3, 7}, m.length/3+1)
	for i := range sum {
		key = append(key, sum[i]%4)
	}
	from := int(sum[1]) % (m.length + 1)
	return key[from:min(len(key), from+int(binary.LittleEndian.Uint16(sum[2:]))%(m.length+1))]
}

// content is what a layer holds.
func content(l *Layer) (map[string]string, error) {
	all := map[string]string{}
	var last []byte
	err := l.Each(0, l.States(), func(key []byte, w Weight) error {
		if len(all) > 0 && bytes.Compare(last, key) >= 0 {
			return fmt.Errorf("%x comes after %x", key, last)
		}
		last = append(last[:0], key...)
		all[string(key)] = w.String()
		return nil
	})
	return all, err
}

// oracle expands a layer into a map.
func oracle(m *maze, from map[string]*big.Int) (to map[string]*big.Int, dead *big.Int, emitted uint64) {
	to, dead = map[string]*big.Int{}, new(big.Int)
	for key, w := range from {
		lo, hi := new(big.Int), new(big.Int)
		hi.Rsh(w, 64)
		lo.And(w, new(big.Int).SetUint64(1<<64-1))
		d, _ := m.Expand([]byte(key), Weight{hi.Uint64(), lo.Uint64()}, func(key []byte, w Weight) error {
			emitted++
			if to[string(key)] == nil {
				to[string(key)] = new(big.Int)
			}
			to[string(key)].Add(to[string(key)], w.Big())
			return nil
		})
		dead.Add(dead, d.Big())
	}
	return to, dead, emitted
}

// dump returns the bytes of a layer.
func dump(t testing.TB, l *Layer) []byte {
	t.Helper()
	p, err := io.ReadAll(io.NewSectionReader(l.source, 0, l.size))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

var _ = maps.Equal[map[string]int, map[string]int]
var _ = slices.Sort[[]int]
var _ = filepath.Join
var _ = time.Now

// Layer after layer is what a map says, and the same bytes whatever the config.
func TestLayersAreThoseOfAMap(t *testing.T) {
	rapid.Check(t, func(r *rapid.T) {
		m := &maze{
			children: rapid.IntRange(0, 30).Draw(r, "children"),
			states:   rapid.IntRange(1, 2000).Draw(r, "states"),
			length:   rapid.IntRange(1, 200).Draw(r, "length"),
		}
		depth := rapid.IntRange(1, 4).Draw(r, "depth")
		first := []byte(rapid.StringN(0, 10, 30).Draw(r, "first"))
		var layers []*Layer
		for _, dir := range []string{"", temporary(t), temporary(t)} {
			c := Config{
				Dir:     dir,
				Memory:  rapid.Int64Range(1, 1<<17).Draw(r, "memory"),
				Workers: rapid.IntRange(1, 4).Draw(r, "workers"),
				Every:   time.Duration(rapid.Int64Range(1, 1<<24).Draw(r, "every")),
				Remark:  func(s string) { r.Error(s) },
			}
			l := Single(first, Weight{0, 1})
			states := map[string]*big.Int{string(first): big.NewInt(1)}
			for d := range depth {
				var p Progress
				next, err := Build(context.Background(), c, fmt.Sprint(d), "maze", l, func() Expander { return m }, func(q Progress) { p = q })
				if err != nil {
					r.Fatal(err)
				}
				if err := l.Close(); err != nil {
					r.Fatal(err)
				}
				var dead *big.Int
				var emitted uint64
				states, dead, emitted = oracle(m, states)
				got, err := content(next)
				if err != nil {
					r.Fatal(err)
				}
				want := map[string]string{}
				sum := new(big.Int)
				for key, w := range states {
					want[key] = w.String()
					sum.Add(sum, w)
				}
				if !maps.Equal(got, want) {
					r.Fatalf("depth %d: %d states, want %d", d, len(got), len(want))
				}
				if next.States() != uint64(len(want)) || next.Weight().Big().Cmp(sum) != 0 || next.Dead().Big().Cmp(dead) != 0 || next.Emitted() != emitted {
					r.Fatalf("depth %d: %d states of weight %v, dead %v, emitted %d, want %d, %v, %v, %d", d,
						next.States(), next.Weight(), next.Dead(), next.Emitted(), len(want), sum, dead, emitted)
				}
				if p.Expanded != p.Of || p.Of != l.States() || p.Emitted != emitted || p.Stored != p.Merged || p.Stored < next.States() {
					r.Fatalf("depth %d: progress %+v", d, p)
				}
				l = next
			}
			layers = append(layers, l)
		}
		for _, l := range layers[1:] {
			if !bytes.Equal(dump(t, l), dump(t, layers[0])) {
				r.Fatalf("layers of %d and %d bytes differ", l.Size(), layers[0].Size())
			}
			l.Close()
		}
	})
}
