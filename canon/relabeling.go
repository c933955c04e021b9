package canon

import "fmt"

// A Relabeling renames the points 0 to len-1: r[p] is the new name of point p. It is a
// permutation.
type Relabeling []int

// Validate returns an error if r is not a permutation.
func (r Relabeling) Validate() error {
	taken := make([]bool, len(r))
	for p, q := range r {
		if q < 0 || q >= len(r) {
			return fmt.Errorf("canon: relabeling takes %d to %d, outside the points 0 to %d", p, q, len(r)-1)
		}
		if taken[q] {
			return fmt.Errorf("canon: relabeling takes a second point, %d, to %d", p, q)
		}
		taken[q] = true
	}
	return nil
}

// Inverse returns the inverse of a valid relabeling.
func (r Relabeling) Inverse() Relabeling {
	inverse := make(Relabeling, len(r))
	for p, q := range r {
		inverse[q] = p
	}
	return inverse
}
