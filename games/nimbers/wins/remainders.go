package wins

import (
	"fmt"
	"math/big"
)

// rings returns rings whose moduli have no common divisor and a product above the bound:
// the machine's words, and fields for what they lack.
func rings(bound *big.Int) []ring {
	all := []ring{word64{}}
	for _, f := range fields(new(big.Int).Rsh(bound, 64)) {
		all = append(all, f)
	}
	return all
}

// fields returns the fields of the largest primes below 2^63, so many that their product
// is above the bound.
func fields(bound *big.Int) []field {
	var all []field
	product := big.NewInt(1)
	for p := uint64(1)<<63 - 1; product.Cmp(bound) <= 0; p -= 2 {
		candidate := new(big.Int).SetUint64(p)
		if candidate.ProbablyPrime(0) { // no error below 2^64
			all = append(all, newField(p))
			product.Mul(product, candidate)
		}
	}
	return all
}

// spare returns the field of the largest prime below those of the rings.
func spare(rings []ring) field {
	p := uint64(1)<<63 + 1
	for _, r := range rings {
		if f, ok := r.(field); ok {
			p = f.p
		}
	}
	for p -= 2; !new(big.Int).SetUint64(p).ProbablyPrime(0); p -= 2 {
	}
	return newField(p)
}

// checked returns the least number with the given remainders in all rings but the last, a
// spare. That number must be no larger than most and have its remainder in the spare
// ring, too: one that was calculated wrong in some ring almost never is and has.
func checked(rings []ring, remainders []*big.Int, most *big.Int) (*big.Int, error) {
	last := len(rings) - 1
	x := chinese(rings[:last], remainders[:last])
	m := rings[last].modulus()
	if got := new(big.Int).Mod(x, m); got.Cmp(remainders[last]) != 0 {
		return nil, fmt.Errorf("subsets: the number has the remainder %v modulo %v, want %v", got, m, remainders[last])
	}
	if x.Cmp(most) > 0 {
		return nil, fmt.Errorf("subsets: %v of %v sets of arcs", x, most)
	}
	return x, nil
}

// ringsOf returns rings whose moduli have no common divisor, such that remainders modulo
// m follow from those in the rings; nil if m is too large for that, 2^63 or more.
func ringsOf(m *big.Int) []ring {
	if m.BitLen() > 63 {
		return nil
	}
	twos := m.TrailingZeroBits()
	odd := m.Uint64() >> twos
	var all []ring
	if twos > 0 || odd == 1 {
		all = append(all, word64{})
	}
	if odd > 1 {
		all = append(all, newField(odd))
	}
	return all
}

// chinese returns the least x >= 0 with the given remainder in every ring.
func chinese[R ring](rings []R, remainders []*big.Int) *big.Int {
	x, product := new(big.Int), big.NewInt(1)
	for i, r := range rings {
		m := r.modulus()
		step := new(big.Int).ModInverse(product, m)
		step.Mul(step, new(big.Int).Sub(remainders[i], x))
		step.Mod(step, m)
		x.Add(x, step.Mul(step, product))
		product.Mul(product, m)
	}
	return x
}
