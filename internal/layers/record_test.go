package layers

import (
	"bytes"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// weights draws weights of all sizes, often the largest ones.
func weights() *rapid.Generator[Weight] {
	return rapid.Custom(func(t *rapid.T) Weight {
		half := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64}))
		return Weight{Hi: half.Draw(t, "Hi"), Lo: half.Draw(t, "Lo")}
	})
}

func TestRecordsRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		key := []byte(rapid.StringN(0, -1, 300).Draw(t, "key"))
		same := rapid.IntRange(0, len(key)).Draw(t, "same")
		w := weights().Draw(t, "weight")
		p := append(appendRecord(nil, key, same, w), "more"...)
		a, p, _ := number(p)
		b, p, _ := number(p)
		rest, p := p[:b], p[b:]
		got, p, ok := weight(p)
		if int(a) != same || !bytes.Equal(rest, key[same:]) || got != w || !ok || string(p) != "more" {
			t.Errorf("%x from byte %d with weight %v: got %d, %x, %v, %t, and %q is left", key, same, w, a, rest, got, ok, p)
		}
	})
}

func TestWeightsHaveAtMost128Bits(t *testing.T) {
	ff := func(n int, last ...byte) []byte { return append(bytes.Repeat([]byte{0xff}, n), last...) }
	for _, test := range []struct {
		p    []byte
		want Weight
		ok   bool
	}{
		{nil, Weight{}, false},
		{ff(3), Weight{}, false},
		{ff(9, 0x7f), Weight{Hi: 1<<6 - 1, Lo: 1<<64 - 1}, true},
		{ff(18, 3), Weight{Hi: 1<<64 - 1, Lo: 1<<64 - 1}, true},
		{ff(18, 4), Weight{}, false},
		{ff(19, 0), Weight{}, false},
	} {
		if got, _, ok := weight(test.p); got != test.want || ok != test.ok {
			t.Errorf("weight(%x) = %v, %t, want %v, %t", test.p, got, ok, test.want, test.ok)
		}
	}
}

func TestSharedIsTheCommonBeginning(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		few := rapid.SliceOfN(rapid.ByteRange(0, 1), 0, 20)
		front := few.Draw(t, "front")
		a := append(bytes.Clone(front), few.Draw(t, "a")...)
		b := append(bytes.Clone(front), few.Draw(t, "b")...)
		want := 0
		for want < len(a) && want < len(b) && a[want] == b[want] {
			want++
		}
		if got := shared(a, b); got != want {
			t.Errorf("shared(%x, %x) = %d, want %d", a, b, got, want)
		}
	})
}
