package layers

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"
)

// awkward draws keys that often begin with the same bytes, are beginnings of other keys, or end in zeros.
func awkward() *rapid.Generator[[]byte] {
	return rapid.Custom(func(t *rapid.T) []byte {
		front := bytes.Repeat([]byte{0}, rapid.IntRange(0, 12).Draw(t, "zeros"))
		return append(front, rapid.SliceOfN(rapid.SampledFrom([]byte{0, 0, 1, 255}), 0, 9).Draw(t, "rest")...)
	})
}

func held(t *table) (keys []string, sums []string) {
	_ = t.sorted(func(key []byte, w Weight) error {
		keys, sums = append(keys, string(key)), append(sums, w.String())
		return nil
	})
	return keys, sums
}

func TestTableIsAMap(t *testing.T) {
	table := newTable()
	rapid.Check(t, func(t *rapid.T) {
		limit := rapid.Int64Range(1, 1<<20).Draw(t, "limit")
		table.reset(limit)

		want := map[string]*big.Int{}
		all := new(big.Int)
		draw := rapid.OneOf(awkward(), rapid.SliceOfN(rapid.Byte(), 0, 3))
		n := rapid.IntRange(0, 20).Draw(t, "draws")
		for i := range n {
			key := draw.Draw(t, "key")
			for j := range 40 { // many keys for each drawn one, because drawing all would take too long
				key := append(key, byte(i*j%7), byte(j))
				w := Weight{Hi: uint64(j), Lo: uint64(i)}
				if err := table.emit(key, w); err != nil {
					t.Fatal(err)
				}
				if want[string(key)] == nil {
					want[string(key)] = new(big.Int)
				}
				want[string(key)].Add(want[string(key)], w.Big())
				all.Add(all, w.Big())
			}
		}
		if err := table.flush(); err != nil {
			t.Fatal(err)
		}
		if table.count != len(want) || table.weight.Big().Cmp(all) != 0 {
			t.Fatalf("%d keys of weight %v, want %d of %v", table.count, table.weight, len(want), all)
		}

		var keys, sums []string
		for key := range want {
			keys = append(keys, key)
		}
		slices.Sort(keys)
		for _, key := range keys {
			sums = append(sums, want[key].String())
		}
		gotKeys, gotSums := held(table)
		if !slices.Equal(gotKeys, keys) {
			t.Fatalf("keys %x, want %x", gotKeys, keys)
		}
		if !slices.Equal(gotSums, sums) {
			t.Fatalf("weights %v of %x, want %v", gotSums, keys, sums)
		}
	})
}

// TestSortIsByAllBytes sorts keys that differ only in their last bytes, so that every step of the sort has such keys.
func TestSortIsByAllBytes(t *testing.T) {
	table := newTable()
	var want []string
	for _, front := range []string{"", "abcd", "abcdefg", "abcdefgh"} {
		for length := range 4 {
			for i := range 300 {
				key := []byte(front)
				for range length {
					key = append(key, byte(i))
				}
				key = append(key, byte(i%2*255), byte(i>>8))
				if err := table.emit(key, Weight{Hi: 0, Lo: 1}); err != nil {
					t.Fatal(err)
				}
				want = append(want, string(key))
			}
		}
	}
	if err := table.flush(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(want)
	want = slices.Compact(want)
	if got, _ := held(table); !slices.Equal(got, want) {
		t.Errorf("keys %x, want %x", got, want)
	}
}

// A table must never use more bytes than its limit, not even while it grows and has both its old and its new slots.
func TestTableKeepsToItsLimit(t *testing.T) {
	for _, limit := range []int64{1 << 13, 1<<13 + 5000, 1 << 16, 99999, 1 << 20} {
		table := newTable()
		key := make([]byte, 30)
		const entry = 48
		stored := 0
		for i := 0; stored < 3; i++ {
			copy(key, fmt.Sprint(i))
			before := len(table.slots)
			if err := table.emit(key, Weight{Hi: 0, Lo: 1}); err != nil {
				t.Fatal(err)
			}
			if err := table.flush(); err != nil {
				t.Fatal(err)
			}
			used := table.bytes()
			if len(table.slots) != before {
				used += int64(before) * 8
			}
			if used > limit+entry {
				t.Errorf("a table that may use %d bytes uses %d for %d states", limit, used, table.count)
			}
			if table.full(limit) {
				if table.bytes() < limit/3 {
					t.Errorf("a table that may use %d bytes is full with %d", limit, table.bytes())
				}
				table.reset(limit)
				stored++
			}
		}
	}
}

// A table that is reset must give back the memory that a parent with many children took.
func TestResetFreesMemory(t *testing.T) {
	table := newTable()
	key := make([]byte, 1000)
	for i := range 2000 {
		copy(key, fmt.Sprint(i))
		if err := table.emit(key, Weight{Hi: 0, Lo: 1}); err != nil {
			t.Fatal(err)
		}
	}
	if table.reset(10000); len(table.slabs) > 1 || table.full(10000) {
		t.Errorf("%d slabs and %d slots are left", len(table.slabs), len(table.slots))
	}
}

func TestTableRefusesLongKeysAndLargeSums(t *testing.T) {
	most := Weight{Hi: 1<<64 - 1, Lo: 1<<64 - 1}
	for _, test := range []struct {
		name string
		fill func(*table) error
		want error
	}{
		{"a long key", func(t *table) error { return t.emit(make([]byte, MaxKey+1), Weight{}) }, errTooLong},
		{"a large sum of one key", func(t *table) error {
			return errors.Join(t.emit([]byte("a"), most), t.emit([]byte("a"), Weight{Hi: 0, Lo: 1}), t.flush())
		}, ErrOverflow},
		{"a large sum of two", func(t *table) error {
			return errors.Join(t.emit([]byte("a"), Weight{Hi: 1 << 63, Lo: 0}), t.emit([]byte("b"), Weight{Hi: 1 << 63, Lo: 0}), t.flush())
		}, ErrOverflow},
	} {
		table := newTable()
		if err := table.emit(make([]byte, MaxKey), Weight{}); err != nil {
			t.Errorf("a key of %d bytes: %v", MaxKey, err)
		}
		if err := test.fill(table); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", test.name, err, test.want)
		}
		if err := table.emit(nil, Weight{}); err == nil {
			t.Errorf("%s: no error after that", test.name)
		}
	}
}
