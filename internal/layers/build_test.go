package layers

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// content returns the weights of a layer by key, and an error if the keys do not ascend.
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

func dump(t testing.TB, l *Layer) []byte {
	t.Helper()
	p, err := io.ReadAll(io.NewSectionReader(l.source, 0, l.size))
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// Random layers must have the states and weights that a plain map from keys to weights has. Their bytes must not depend
// on the config of the build.
func TestLayersAgreeWithAMap(t *testing.T) {
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
				Remark:  func(s string) { r.Error(s) },
			}
			l := Single(first, Weight{Hi: 0, Lo: 1})
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
				if next.States() != uint64(len(want)) || next.Weight().Big().Cmp(sum) != 0 || next.Dead().Big().Cmp(dead) != 0 || next.Emissions() != emitted {
					r.Fatalf("depth %d: %d states of weight %v, dead %v, emitted %d, want %d, %v, %v, %d", d,
						next.States(), next.Weight(), next.Dead(), next.Emissions(), len(want), sum, dead, emitted)
				}
				if p.ExpandedParents != p.Parents || p.Parents != l.States() || p.Emissions != emitted || p.StoredStates != p.MergedStates || p.StoredStates < next.States() {
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
