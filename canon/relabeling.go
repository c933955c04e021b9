package canon

import "fmt"

// A Relabeling renames the points 0 to len-1: r[p] is the new name of point p.
// Every point is the new name of exactly one.
type Relabeling []int

// Validate returns an error if two points have the same new name, or if one has
// a name that is no point.
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

// Inverse returns the relabeling that gives every point its old name back. The
// relabeling must be valid.
func (r Relabeling) Inverse() Relabeling {
	inverse := make(Relabeling, len(r))
	for p, q := range r {
		inverse[q] = p
	}
	return inverse
}
