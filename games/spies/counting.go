package spies

import (
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

// MaxCounted is the most queens of boards that are counted; see Counting.
const MaxCounted = 17

// countVersion is the version of the count. It changes whenever its shards or what is in
// them do.
const countVersion = 1

const countMethod = "count"

// Methods lists the only one there is.
func (Ruleset) Methods() []enum.Method {
	return []enum.Method{{Name: countMethod, Summary: "all valid boards, without regard to symmetry; classes by Burnside's lemma"}}
}

// Counting returns the space of boards of one size that are counted by a method.
func (Ruleset) Counting(method string, size int, _ enum.Means) (enum.Space, error) {
	if method != countMethod {
		return nil, fmt.Errorf("spies has no method %q; there is: %s", method, countMethod)
	}
	if size < 1 || size > MaxCounted {
		return nil, fmt.Errorf("boards of spies are counted from 1 to %d queens, not %d", MaxCounted, size)
	}
	return &Counting{size}, nil
}

// A Counting is the same boards as a Space, of which every valid one is found. Its tallies
// have labelled boards under the key 1, all of both verdicts; under 2 and 4 those
// of the valid ones that a rotation by 180 and by 90 degrees leaves as they are.
type Counting struct{ n int }

// The keys of a count's tallies.
const (
	boardsKey       = 1
	unturnedKey     = 2
	unturnedBy90Key = 4
)

// Games returns n!.
func (c *Counting) Games() *big.Int { return boards(c.n) }

// Classes returns the number of classes by Burnside's lemma.
func (c *Counting) Classes() *big.Int { return classes(c.n) }

// Group returns 8.
func (c *Counting) Group() *big.Int { return big.NewInt(symmetries) }

// Verdicts returns "valid" and "invalid".
func (c *Counting) Verdicts() []string { return verdicts[:] }

// Fingerprint names all that the shards depend on.
func (c *Counting) Fingerprint() string {
	return fmt.Sprintf("spies n=%d %s=%d", c.n, countMethod, countVersion)
}

// Shards yields a shard for every prefix of some queens.
func (c *Counting) Shards() iter.Seq[enum.Shard] { return prefixes(c.n, min(c.n-1, 3)) }

// Walker returns a walker of the shards.
func (c *Counting) Walker() enum.Walker {
	return &counter{board: make(Board, c.n), used: make([]bool, c.n), broken: make([]uint64, c.n+1)}
}

// Coverage counts labelled boards.
func (c *Counting) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	covered = t.Count(valid, boardsKey)
	return covered.Add(covered, t.Count(invalid, boardsKey)), c.Games(), nil
}

// Totals returns the labelled boards that a tally has, and once it covers the space the
// classes as well: the valid by Burnside's lemma, of the others what these leave of all.
func (c *Counting) Totals(t *enum.Tally) ([]enum.Total, error) {
	totals := []enum.Total{
		valid:   {Games: t.Count(valid, boardsKey)},
		invalid: {Games: t.Count(invalid, boardsKey)},
	}
	covered, whole, err := c.Coverage(t)
	if err != nil || covered.Cmp(whole) != 0 {
		return totals, err
	}
	totals[valid].Classes = totals[valid].Games // of one queen
	if c.n > 1 {
		sum := t.Count(valid, unturnedBy90Key)
		sum.Lsh(sum, 1).Add(sum, t.Count(valid, unturnedKey)).Add(sum, totals[valid].Games)
		classes, rest := new(big.Int).DivMod(sum, c.Group(), new(big.Int))
		if rest.Sign() != 0 {
			return nil, fmt.Errorf("the symmetries leave %v valid boards in all, which %v does not divide", sum, c.Group())
		}
		totals[valid].Classes = classes
	}
	totals[invalid].Classes, totals[invalid].ClassesLeft = new(big.Int).Sub(c.Classes(), totals[valid].Classes), true
	return totals, nil
}
