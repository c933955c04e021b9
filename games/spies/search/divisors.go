package search

import "context"

// divisors is a table of greatest common divisors, of all pairs of numbers below
// side. Euclid's algorithm would take longer than all else that is done for a pair
// of queens.
//
// A byte is enough, as 255 stands for all divisors from 255 on, which are rare, and
// found by Euclid's algorithm.
type divisors struct {
	side  int
	table []uint8 // of a and b at a*side+b
}

const largest = 255

// grow makes the table hold all numbers below n. If there is a table, it grows by
// half at least, so that sizes in ascending order cost little. It costs O(n²).
func (d *divisors) grow(ctx context.Context, n int) error {
	if n <= d.side {
		return nil
	}
	side := min(max(n, d.side+d.side/2), MaxSize)
	d.side = 0
	d.table = make([]uint8, side*side)
	for a := range side {
		if err := ctx.Err(); err != nil {
			return err
		}
		line := d.table[a*side:][:side]
		// The greatest common divisor with b is the last divisor of a that steps on b.
		for divisor := 1; divisor <= a; divisor++ {
			if a%divisor != 0 {
				continue
			}
			for b := 0; b < side; b += divisor {
				line[b] = uint8(min(divisor, largest))
			}
		}
	}
	d.side = side
	return nil
}

// common returns the greatest common divisor of two numbers other than 0, of any
// sign, that are below side.
func (d *divisors) common(a, b int) int {
	a, b = max(a, -a), max(b, -b)
	g := int(d.table[a*d.side+b])
	if g == largest {
		for b != 0 {
			a, b = b, a%b
		}
		return a
	}
	return g
}
