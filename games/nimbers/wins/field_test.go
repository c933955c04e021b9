package wins

import (
	"math/big"
	"testing"

	"pgregory.net/rapid"
)

func anyField(t *rapid.T) field {
	return newField(rapid.Uint64Range(1, 1<<rapid.UintRange(1, 62).Draw(t, "bits")-1).Draw(t, "half")*2 + 1)
}

func TestFieldsAgreeWithIntegerArithmetic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyField(t)
		x := new(big.Int).SetUint64(rapid.Uint64().Draw(t, "x"))
		y := new(big.Int).Neg(new(big.Int).SetUint64(rapid.Uint64().Draw(t, "y")))
		for _, test := range []struct {
			name string
			got  uint64
			want *big.Int
		}{
			{"element", r.element(x), x},
			{"negative element", r.element(y), y},
			{"sum", r.add(r.element(x), r.element(y)), new(big.Int).Add(x, y)},
			{"product", r.mul(r.element(x), r.element(y)), new(big.Int).Mul(x, y)},
			{"power", r.powers(70)[70], new(big.Int).Lsh(big.NewInt(1), 70)},
		} {
			want := new(big.Int).Mod(test.want, r.modulus())
			if got := r.number(test.got); got.Cmp(want) != 0 {
				t.Fatalf("%s of %v and %v modulo %v = %v, want %v", test.name, x, y, r.modulus(), got, want)
			}
		}
	})
}

// TestGatherIsASumOfProducts compares products and gather, in which Subsets spends most of its time, with plain sums of
// products.
func TestGatherIsASumOfProducts(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := anyField(t)
		const size = 32
		element := rapid.Custom(func(t *rapid.T) uint64 {
			return r.element(new(big.Int).SetUint64(rapid.Uint64().Draw(t, "element")))
		})
		row := rapid.SliceOfN(element, size, size).Draw(t, "row")
		got := rapid.SliceOfN(element, size, size).Draw(t, "target")
		want := append([]uint64(nil), got...)
		sums := make([]sum, size)
		for range rapid.IntRange(1, 20).Draw(t, "rounds") {
			at := rapid.UintRange(0, size-1).Draw(t, "at")
			mask := rapid.UintRange(0, size-1).Draw(t, "mask") &^ at
			scale := element.Draw(t, "scale")
			var factors []uint64
			var weigh [5]uint64
			for v := range 5 {
				if mask>>v&1 == 1 {
					weigh[v] = element.Draw(t, "factor")
					factors = append(factors, weigh[v])
				}
			}
			table := make([]uint64, 1<<len(factors))
			r.products(table, scale, factors)
			r.gather(sums, row, at, mask, table)
			for q := range uint(size) {
				if q&^mask == 0 {
					w := scale
					for v := range 5 {
						if q>>v&1 == 1 {
							w = r.mul(w, weigh[v])
						}
					}
					want[q] = r.add(want[q], r.mul(w, row[q|at]))
				}
			}
		}
		r.addSums(got, sums)
		for q := range got {
			if got[q] != want[q] || sums[q] != (sum{}) {
				t.Fatalf("target[%d] modulo %v = %d, sum left %v, want %d, none", q, r.modulus(), got[q], sums[q], want[q])
			}
		}
	})
}

func TestRemaindersMakeTheNumber(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bits := rapid.UintRange(0, 400).Draw(t, "bits")
		bound := new(big.Int).Lsh(big.NewInt(1), bits)
		x := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 51, 51).Draw(t, "x"))
		x.Mod(x, new(big.Int).Add(bound, big.NewInt(1)))
		all := fields(bound, 0)
		var remainders []*big.Int
		for _, r := range all {
			remainders = append(remainders, new(big.Int).Mod(x, r.modulus()))
		}
		if got := chinese(all, remainders); got.Cmp(x) != 0 {
			t.Fatalf("from its remainders %v becomes %v", x, got)
		}
	})
}

// TestWrongRemaindersAreFound checks that the function checked returns an error if a remainder in one field is wrong,
// or the number is above its bound.
func TestWrongRemaindersAreFound(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bound := new(big.Int).Lsh(big.NewInt(1), rapid.UintRange(0, 300).Draw(t, "bits"))
		x := new(big.Int).SetBytes(rapid.SliceOfN(rapid.Byte(), 40, 40).Draw(t, "x"))
		x.Mod(x, new(big.Int).Add(bound, big.NewInt(1)))
		all := fields(bound, 1)
		var remainders []*big.Int
		for _, r := range all {
			remainders = append(remainders, new(big.Int).Mod(x, r.modulus()))
		}
		got, err := checked(all, remainders, bound)
		if err != nil || got.Cmp(x) != 0 {
			t.Fatalf("from its remainders %v becomes %v, %v", x, got, err)
		}
		if x.Sign() > 0 {
			if got, err := checked(all, remainders, new(big.Int).Sub(x, big.NewInt(1))); err == nil {
				t.Fatalf("from its remainders %v becomes %v, want an error, for it is too large", x, got)
			}
		}
		// If the remainder in the spare field is wrong, it does not fit the number. If another one is wrong, the number
		// changes by a multiple of the moduli of the other fields, and almost never fits the spare field.
		at := rapid.IntRange(0, len(all)-1).Draw(t, "at")
		m := all[at].modulus()
		wrong := remainders[at].Add(remainders[at], big.NewInt(1))
		wrong.Mod(wrong, m)
		if got, err := checked(all, remainders, bound); err == nil {
			t.Fatalf("%v with a wrong remainder modulo %v becomes %v, want an error", x, m, got)
		}
	})
}

func TestFieldsArePrime(t *testing.T) {
	all := fields(new(big.Int).Lsh(big.NewInt(1), 300), 0)
	if len(all) != 5 {
		t.Errorf("%d fields for 2^300, want 5", len(all))
	}
	for i, f := range all {
		if f.p >= 1<<63 || !f.modulus().ProbablyPrime(20) || i > 0 && f.p >= all[i-1].p {
			t.Errorf("field %d is that of %d, want a prime below the one before", i, f.p)
		}
	}
}
