package layers

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// weights draws weights of all sizes, with the largest ones among them.
func weights() *rapid.Generator[Weight] {
	return rapid.Custom(func(t *rapid.T) Weight {
		half := rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64}))
		return Weight{half.Draw(t, "Hi"), half.Draw(t, "Lo")}
	})
}

// lower returns the lower 128 bits of x, and whether there are no others.
func lower(x *big.Int) (*big.Int, bool) {
	all := new(big.Int).Lsh(big.NewInt(1), 128)
	return new(big.Int).Mod(x, all), x.Cmp(all) < 0
}

func TestArithmeticIsThatOfIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b := weights().Draw(t, "a"), weights().Draw(t, "b")
		sum, ok := a.Add(b)
		if want, fits := lower(new(big.Int).Add(a.Big(), b.Big())); sum.Big().Cmp(want) != 0 || ok != fits {
			t.Errorf("%v + %v = %v, %t, want %v, %t", a, b, sum, ok, want, fits)
		}
		product, ok := a.Times(b.Lo)
		if want, fits := lower(new(big.Int).Mul(a.Big(), new(big.Int).SetUint64(b.Lo))); product.Big().Cmp(want) != 0 || ok != fits {
			t.Errorf("%v · %d = %v, %t, want %v, %t", a, b.Lo, product, ok, want, fits)
		}
	})
}

func TestBigIsExact(t *testing.T) {
	for _, test := range []struct {
		w    Weight
		want string
	}{
		{Weight{}, "0"},
		{Weight{0, 1}, "1"},
		{Weight{0, math.MaxUint64}, "18446744073709551615"},
		{Weight{1, 0}, "18446744073709551616"},
		{Weight{math.MaxUint64, math.MaxUint64}, "340282366920938463463374607431768211455"},
	} {
		if got := test.w.Big().String(); got != test.want {
			t.Errorf("%#v.Big() = %s, want %s", test.w, got, test.want)
		}
	}
}
