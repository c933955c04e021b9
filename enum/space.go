package enum

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"strings"
)

// A Space is all labelled games of one ruleset and size, under a group that relabels
// them, as one method finds their verdicts. Its methods may be called by several
// goroutines at once.
type Space interface {
	// Games returns the number of labelled games.
	Games() *big.Int
	// Classes returns the number of classes by a formula that needs no walk, or nil
	// where none is known.
	Classes() *big.Int
	// Group returns the order of the group that relabels the games; see Orbit.
	Group() *big.Int
	// Verdicts names the verdicts; a tally has one histogram for each. Elsewhere a verdict
	// is an index in this list. Samples estimate the share of the first one.
	Verdicts() []string
	// Totals returns what a tally of shards says. What a tally means is the same in
	// every version of the enumeration, so that stored totals of an older one can be
	// compared. A tally that no shards can have is an error, if that shows; once a
	// tally covers the space, so is one that breaks a rule of the whole space.
	Totals(t *Tally) (Totals, error)
	// Fingerprint names everything a stored shard depends on: ruleset, size, and the
	// version of the enumeration, which cuts the shards. A run with another fingerprint
	// cannot be resumed.
	Fingerprint() string
	// Shards yields the shards, ids 0, 1, 2, ... in this order, always the same ones.
	Shards() iter.Seq[Shard]
	// Walker returns a walker with buffers of its own, for one goroutine.
	Walker() Walker
}

// A Portable space has shards that need more than the space to be done: layers that were made
// on one machine, say. Load gives a shard all that it needs, as its path, so that a walker of the same space
// on another machine can do it. The path may have some megabytes. A shard that is not portable
// is done where it is; that depends on nothing but its number. The first Load may take as
// long as it takes to make the layers.
type Portable interface {
	Space
	Load(ctx context.Context, shard Shard) (loaded Shard, portable bool, err error)
}

// A Staged space has shards that share what takes long to make, such as a part of a layer, and has room
// for one such thing at a time. Stages yields all shards: those that share something are a stage. [Run]
// does one stage after the other. Stages is nil if the shards may be done in any order. A space with
// stages cannot be served, since lost shards and shards that are checked come in any order.
type Staged interface {
	Space
	Stages() iter.Seq[iter.Seq[Shard]]
}

// Stages returns the stages of a space, nil if its shards may be done in any order.
func Stages(s Space) iter.Seq[iter.Seq[Shard]] {
	if staged, ok := s.(Staged); ok {
		return staged.Stages()
	}
	return nil
}

// A Bounded space knows what a shard can count: Fits returns an error if the tally is one that it cannot
// have, as far as that shows without doing it again. So what no one can have found shows, also where it makes
// up for what is missing elsewhere. A space of one shard needs no bounds: its totals are those of the shard.
type Bounded interface {
	Space
	Fits(shard Shard, t *Tally) error
}

// AtMost returns an error if all counts of a tally sum to more.
func AtMost(t *Tally, most *big.Int) error {
	if counted := t.SumAll(); counted.Cmp(most) > 0 {
		return fmt.Errorf("it counts %v, and has no more than %v", brief(counted), brief(most))
	}
	return nil
}

// brief is a number as a message says it.
func brief(x *big.Int) string {
	const longest = 40
	digits := x.String()
	if len(digits) > longest {
		return fmt.Sprintf("a number of %d digits", len(digits))
	}
	return digits
}

// A Walker does shards one after the other.
type Walker interface {
	// Walk counts all of the shard into the tally: every class, in bulk where the
	// ruleset can, or what its space counts instead. When the context ends it returns
	// the context's error, soon, and the tally is worthless.
	Walk(ctx context.Context, shard Shard, tally *Tally) error
}

// A Shard is one independent piece of the work on a space. Path is how its space finds the
// piece again, nil if ID says it; it means nothing to others.
type Shard struct {
	ID   uint64
	Path []byte
}

// Shards yields that number of shards, without paths.
func Shards(number uint64) iter.Seq[Shard] {
	return func(yield func(Shard) bool) {
		for id := range number {
			if !yield(Shard{ID: id}) {
				return
			}
		}
	}
}

// A Part is the shards whose id leaves the remainder Res modulo Mod. Parts with
// one Mod are disjoint and make up the whole; they nest: part 1/4 is parts 1/8
// and 5/8. The zero Part is the whole.
type Part struct {
	Res, Mod uint64
}

// ParsePart reads RES/MOD, 0 <= RES < MOD.
func ParsePart(s string) (Part, error) {
	res, mod, _ := strings.Cut(s, "/")
	r, err1 := strconv.ParseUint(res, 10, 64)
	m, err2 := strconv.ParseUint(mod, 10, 64)
	if err1 != nil || err2 != nil || r >= m {
		return Part{}, fmt.Errorf("%q is not a part: want RES/MOD with 0 <= RES < MOD, such as 0/4", s)
	}
	return Part{r, m}, nil
}

// Whole reports whether the part is all there is.
func (p Part) Whole() bool { return p.Mod <= 1 }

// Contains reports whether a shard belongs to the part.
func (p Part) Contains(id uint64) bool { return p.Whole() || id%p.Mod == p.Res }

// String returns RES/MOD; the whole is 0/1.
func (p Part) String() string {
	if p.Whole() {
		return "0/1"
	}
	return fmt.Sprintf("%d/%d", p.Res, p.Mod)
}
