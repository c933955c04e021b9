package wide

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func halves() *rapid.Generator[uint64] {
	return rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64}))
}

func numbers() *rapid.Generator[Uint128] {
	return rapid.Custom(func(t *rapid.T) Uint128 {
		return Uint128{halves().Draw(t, "Hi"), halves().Draw(t, "Lo")}
	})
}

// lower returns x modulo 2^128, and whether this is exactly x.
func lower(x *big.Int) (*big.Int, bool) {
	all := new(big.Int).Lsh(big.NewInt(1), 128)
	return new(big.Int).Mod(x, all), x.Cmp(all) < 0
}

func TestArithmeticAgreesWithBigIntegers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := numbers().Draw(t, "a"), numbers().Draw(t, "b"), halves().Draw(t, "c")
		sum, ok := a.CheckedAdd(b)
		if want, fits := lower(new(big.Int).Add(a.Big(), b.Big())); sum.Big().Cmp(want) != 0 || ok != fits {
			t.Errorf("%v + %v = %v, %t, want %v, %t", a, b, sum, ok, want, fits)
		}
		product, ok := a.CheckedMul(c)
		if want, fits := lower(new(big.Int).Mul(a.Big(), new(big.Int).SetUint64(c))); product.Big().Cmp(want) != 0 || ok != fits {
			t.Errorf("%v · %d = %v, %t, want %v, %t", a, c, product, ok, want, fits)
		}
		if got := a.Add(b); got != sum {
			t.Errorf("%v + %v = %v unchecked, want %v", a, b, got, sum)
		}
		if got := a.Mul(c); got != product {
			t.Errorf("%v · %d = %v unchecked, want %v", a, c, got, product)
		}
	})
}

func TestBigIsExact(t *testing.T) {
	for _, test := range []struct {
		x    Uint128
		want string
	}{
		{Uint128{}, "0"},
		{Uint128{0, 1}, "1"},
		{Uint128{0, math.MaxUint64}, "18446744073709551615"},
		{Uint128{1, 0}, "18446744073709551616"},
		{Uint128{math.MaxUint64, math.MaxUint64}, "340282366920938463463374607431768211455"},
	} {
		if got := test.x.Big().String(); got != test.want {
			t.Errorf("%#v.Big() = %s, want %s", test.x, got, test.want)
		}
		if got := test.x.String(); got != test.want {
			t.Errorf("%#v.String() = %s, want %s", test.x, got, test.want)
		}
	}
}
