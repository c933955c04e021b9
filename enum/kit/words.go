package kit

import (
	"context"
	"fmt"
	"strconv"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/internal/rows"
)

// SizeError returns the error of a size outside the range r, such as `n = 5 is too large to walk jump: expected 2 to 4
// columns`. Here the purpose is "to walk jump", where jump is a ruleset, and the arguments one and several are the unit
// of sizes, "column" and "columns".
func SizeError(size int, purpose string, r enum.Range, one, several string) error {
	fault, sizes := "too large", fmt.Sprintf("%d to %s %s", r.First, rows.Count(uint64(r.Last)), several)
	if size < r.First {
		fault = "too small"
	}
	switch {
	case r.Empty():
		return fmt.Errorf("every size is too large %s: choose other parameters", purpose)
	case r.Last == 1:
		sizes = "1 " + one
	case r.First == r.Last:
		sizes = fmt.Sprintf("%d %s", r.First, several)
	}
	return fmt.Errorf("n = %d is %s %s: expected %s", size, fault, purpose, sizes)
}

// ListRows calls visit with a row for each class in a part of the space s that has the given verdict and at least
// minAut automorphisms, until visit returns false. The function list finds the classes of a shard; see [enum.List]. A
// row is valid until visit returns.
func ListRows(ctx context.Context, s enum.Space, list enum.Lister, part enum.Part, verdict int, minAut uint64, visit func(*single.ClassRow) bool) error {
	orbits := make(map[uint64]string) // by number of automorphisms, kept because few different numbers occur
	verdicts := s.Verdicts()
	return enum.List(ctx, s, list, part, verdict, func(c enum.Class) bool {
		if c.Automorphisms < minAut {
			return true // continue with the next class
		}
		orbit, ok := orbits[c.Automorphisms]
		if !ok {
			orbit = enum.Orbit(s, c.Automorphisms).String()
			orbits[c.Automorphisms] = orbit
		}
		solution := c.Solution()
		solution.Verdict = verdicts[c.Verdict]
		return visit(&single.ClassRow{Game: c.Game(), Orbit: orbit, Automorphisms: strconv.FormatUint(c.Automorphisms, 10), Solution: &solution})
	})
}
