package ints

import (
	"math"
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

// some draws integers of 64 bits, often the greatest or the least ones.
func some() *rapid.Generator[uint64] {
	return rapid.OneOf(rapid.Uint64(), rapid.SampledFrom([]uint64{0, 1, math.MaxUint64}))
}

func TestNumbersOf64BitsStopAtTheGreatest(t *testing.T) {
	check := func(t *rapid.T, what string, got uint64, want *big.Int) {
		if !want.IsUint64() {
			want.SetUint64(math.MaxUint64)
		}
		if got != want.Uint64() {
			t.Errorf("%s = %d, want %d", what, got, want)
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		a, b := some().Draw(t, "a"), some().Draw(t, "b")>>rapid.IntRange(0, 63).Draw(t, "shift")
		x, y := new(big.Int).SetUint64(a), new(big.Int).SetUint64(b)
		check(t, "SaturatingAdd", SaturatingAdd(a, b), new(big.Int).Add(x, y))
		check(t, "SaturatingMul", SaturatingMul(a, b), new(big.Int).Mul(x, y))
		n, k := rapid.Int64Range(0, 100).Draw(t, "n"), rapid.Int64Range(0, 100).Draw(t, "k")
		check(t, "SaturatingBinomial", SaturatingBinomial(uint64(n), uint64(k)), new(big.Int).Binomial(n, k))
		k %= 5
		n += rapid.Int64Range(0, math.MaxInt64-100).Draw(t, "more")
		check(t, "SaturatingBinomial", SaturatingBinomial(uint64(n), uint64(k)), new(big.Int).Binomial(n, k))
	})
	if got := SaturatingBinomial(math.MaxUint64, math.MaxUint64-1); got != math.MaxUint64 {
		t.Errorf("C(2^64-1, 2^64-2) = %d, want 2^64-1", got)
	}
}

func TestGCDIsTheGreatestCommonDivisor(t *testing.T) {
	for a := range 300 {
		for b := range 300 {
			want := new(big.Int).GCD(nil, nil, big.NewInt(int64(a)), big.NewInt(int64(b)))
			if got := GCD(a, b); int64(got) != want.Int64() {
				t.Fatalf("GCD(%d, %d) = %d, want %v", a, b, got, want)
			}
		}
	}
}
