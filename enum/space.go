package enum

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"
)

// A Space is all labelled games of one ruleset and size, for one method. Several goroutines may use it at the same
// time.
type Space interface {
	// Games returns the number of labelled games.
	Games() *big.Int
	// Classes returns the number of classes from a formula, or nil if no formula is known.
	Classes() *big.Int
	// Group returns the order of the group.
	Group() *big.Int
	// Verdicts returns the names of the verdicts, such as "solvable" and "unsolvable". Everywhere else a verdict is an
	// index in this list. Samples estimate the share of the first one.
	Verdicts() []string
	// Totals computes what a tally means, in the same way for all versions of a method, so that older stored tallies
	// can be compared. The error says that no shards can have this tally, or that it covers the whole space but breaks
	// a rule of the space.
	Totals(t *Tally) (Totals, error)
	// Fingerprint names everything that a stored shard depends on: ruleset, size, and the version of the method. A run
	// with another fingerprint cannot be resumed.
	Fingerprint() string
	// Shards yields the shards in the order of their ids 0, 1, 2, ..., always the same ones.
	Shards() iter.Seq[Shard]
	// Walker returns a walker for one goroutine.
	Walker() Walker
}

// A Portable space can send its shards to other machines. Load returns the shard with the data to compute it, up to
// several megabytes, in its Path, or false if the shard must be computed on this machine. Whether a shard must be
// computed here depends only on its number. The first call may take as long as making the layers (intermediate
// results).
type Portable interface {
	Space
	Load(ctx context.Context, shard Shard) (loaded Shard, portable bool, err error)
}

// A Staged space divides its shards into stages, which must be computed one after the other, because the shards of a
// stage share something large, such as a part of a layer (an intermediate result). Stages returns nil if the order of
// shards does not matter. A space with stages cannot be distributed to other machines, which return shards in any
// order.
type Staged interface {
	Space
	Stages() iter.Seq[iter.Seq[Shard]]
}

// Stages returns the stages of a space, or nil if its shards may be done in any order.
func Stages(s Space) iter.Seq[iter.Seq[Shard]] {
	if staged, ok := s.(Staged); ok {
		return staged.Stages()
	}
	return nil
}

// A Bounded space knows limits for the tally of each shard, such as the number of its games. Fits returns an error if
// it can tell, without computing a shard, that the shard cannot have the tally, so that forged stored shards are
// noticed. A space with only one shard needs no limits, because [Prove] compares the totals of the whole space with its
// formulas.
type Bounded interface {
	Space
	Fits(shard Shard, t *Tally) error
}

// AtMost returns an error if the counts of a tally sum to more than the limit.
func AtMost(t *Tally, limit *big.Int) error {
	if counted := t.SumAll(); counted.Cmp(limit) > 0 {
		return fmt.Errorf("the number of its games is %v, but can be at most %v", brief(counted), brief(limit))
	}
	return nil
}

// brief returns the digits of a number for a message, or only how many there are.
func brief(x *big.Int) string {
	const longest = 40
	digits := x.String()
	if len(digits) > longest {
		return fmt.Sprintf("a number of %d digits", len(digits))
	}
	return digits
}

// A Walker works on one shard after another.
type Walker interface {
	// Walk adds the counts of a shard to a tally. When the context ends, it soon returns the context's error, and the
	// tally is useless.
	Walk(ctx context.Context, shard Shard, tally *Tally) error
}

// A Shard is an independent piece of a space. Path has the data by which the space finds the piece, in a form of the
// space's own; it is nil if the ID is enough.
type Shard struct {
	ID   uint64
	Path []byte
}

// Shards yields a number of shards without paths.
func Shards(number uint64) iter.Seq[Shard] {
	return func(yield func(Shard) bool) {
		for id := range number {
			if !yield(Shard{ID: id}) {
				return
			}
		}
	}
}

// A Part is the set of shards whose ids leave the remainder Res modulo Mod. The zero Part is the whole space.
type Part struct {
	Res, Mod uint64
}

// ParsePart reads a part that is written as RES/MOD, such as 0/4, with 0 <= RES < MOD.
func ParsePart(s string) (Part, error) {
	res, mod, _ := strings.Cut(s, "/")
	r, err1 := strconv.ParseUint(res, 10, 64)
	m, err2 := strconv.ParseUint(mod, 10, 64)
	if err1 != nil || err2 != nil || r >= m {
		return Part{}, fmt.Errorf("expected RES/MOD with 0 <= RES < MOD, such as 0/4")
	}
	return Part{r, m}, nil
}

// Whole reports whether the part is the whole space.
func (p Part) Whole() bool { return p.Mod <= 1 }

// Contains reports whether the part has a shard.
func (p Part) Contains(id uint64) bool { return p.Whole() || id%p.Mod == p.Res }

// String returns RES/MOD. The whole space is 0/1.
func (p Part) String() string {
	if p.Whole() {
		return "0/1"
	}
	return fmt.Sprintf("%d/%d", p.Res, p.Mod)
}
