package kit

import (
	"context"
	"fmt"
	"strconv"

	"enumerate/enum"
	"enumerate/enum/single"
)

// Sized returns a range of sizes in words, such as "with 2 to 4 columns".
func Sized(r enum.Range, one, several string) string {
	switch {
	case r.Empty():
		return "with no number of " + several
	case r.Last == 1:
		return "with 1 " + one
	case r.First == r.Last:
		return fmt.Sprintf("with %d %s", r.First, several)
	}
	return fmt.Sprintf("with %d to %d %s", r.First, r.Last, several)
}

// ListRows calls visit with a row for each class in a part of the space s that has the given verdict and at least
// minAut automorphisms, until visit returns false. The function list finds the classes of a shard; see [enum.List]. A
// row is valid until visit returns.
func ListRows(ctx context.Context, s enum.Space, list enum.Lister, part enum.Part, verdict int, minAut uint64, visit func(*single.ClassRow) bool) error {
	orbits := make(map[uint64]string) // by number of automorphisms: kept, because few numbers occur, and often
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
