package estimate

import (
	"math"
	"math/big"
	"testing"
)

func expansion() Expansion {
	return Expansion{big.NewRat(1, 1), big.NewRat(-2, 1), big.NewRat(24, 1)}
}

func TestAnExpansionSumsItsTerms(t *testing.T) {
	got, ok := expansion().At(100)
	if !ok || got.Size != 100 || math.Abs(got.Proportion-.9824) > 1e-15 || math.Abs(got.Error-.0024) > 1e-15 {
		t.Errorf("at 100: %+v, %t, want 0.9824 and an error of 0.0024", got, ok)
	}
}

// An expansion is valid for n if each term, from the third on, is at most a quarter of the term before. Here 24/n^2 is
// exactly a quarter of 2/n for n = 48, so the expansion is valid from 48 on. An expansion without a term that depends
// on n is never valid, because nothing estimates its error.
func TestAnExpansionIsUndefinedForSmallSizes(t *testing.T) {
	for size := 1; size < 200; size++ {
		if _, ok := expansion().At(size); ok != (size >= 48) {
			t.Errorf("at %d it is good: %t", size, ok)
		}
	}
	for _, e := range []Expansion{nil, {big.NewRat(1, 1)}} {
		if _, ok := e.At(1000); ok {
			t.Errorf("%v is good", e)
		}
	}
}
