package enum

import (
	"context"
	"iter"
	"math/big"
	"math/rand/v2"
)

// A Space is all labelled games of one ruleset and size, under a group that
// relabels them. It is all the engine knows of a ruleset. Its methods may be
// called by several goroutines at once. It may also implement [Bounded], [Sampled] and
// [Prover].
type Space interface {
	// Games returns the number of labelled games.
	Games() *big.Int
	// Classes returns the number of classes by a formula that needs no walk,
	// or nil where none is known.
	Classes() *big.Int
	// Group returns the order of the group that relabels the games; see Orbit.
	Group() *big.Int
	// Verdicts names the verdicts; a tally has one histogram for each.
	Verdicts() []string
	// Totals returns what a tally of shards comes to, one Total a verdict. A tally
	// of some of the shards comes to what these cover. What a tally means is the
	// same in every version of the enumeration, so that stored totals of an older
	// one can be compared. A tally that no shards can have is an error, if that
	// shows.
	Totals(t *Tally) ([]Total, error)
	// Coverage returns how much of the space the shards of a tally cover, and how
	// much there is, more than nothing. The unit is the space's own. What disjoint
	// sets of shards cover adds up, and is the whole if and only if no shard that
	// counts anything is missing.
	Coverage(t *Tally) (covered, whole *big.Int, err error)
	// Fingerprint names everything a stored shard depends on: ruleset, size,
	// and the version of the enumeration, which cuts the shards. A run with
	// another fingerprint cannot be gone on with.
	Fingerprint() string
	// Shards yields the pieces of the walk, ids 0, 1, 2, ... in this order,
	// always the same ones.
	Shards() iter.Seq[Shard]
	// Walker returns a walker with buffers of its own, for one goroutine.
	Walker() Walker
}

// A Bounded is a space that may be too large to be walked: its games are sampled, or
// counted in another way. Its Shards and Walker are of use only if Walkable returns nil.
type Bounded interface {
	Space
	// Walkable returns nil if the space can be walked, or an error that names
	// the sizes that can.
	Walkable() error
}

// Walkable returns nil if a space can be walked, or an error that names the sizes
// that can.
func Walkable(s Space) error {
	if b, ok := s.(Bounded); ok {
		return b.Walkable()
	}
	return nil
}

// A Walker walks shards one after the other. It may also implement [Lister] and
// [Prober].
type Walker interface {
	// Walk counts all of the shard into the tally: every class, in bulk where the
	// ruleset can, or whatever else its space counts. When the context ends it
	// returns the context's error, soon, and the tally is worthless.
	Walk(ctx context.Context, shard Shard, tally *Tally) error
}

// AnyVerdict stands for all verdicts.
const AnyVerdict = -1

// A Lister is a Walker that can visit classes one by one.
type Lister interface {
	Walker
	// List visits every class of the shard that has the verdict, or every one for
	// AnyVerdict, one by one, in a fixed order, until visit returns false. It
	// visits what Walk counts.
	List(ctx context.Context, shard Shard, verdict int, visit func(Class) bool) error
}

// A Prober is a Walker that can foretell how long its walk takes.
type Prober interface {
	Walker
	// Probe walks a part of the space chosen at random, so that the part's
	// share of any quantity, times the weight returned, estimates the whole
	// space's without bias (Knuth, Estimating the efficiency of backtrack
	// programs, 1975).
	Probe(ctx context.Context, random *rand.Rand, tally *Tally) (weight float64, err error)
}

// A Shard is one piece of a walk. Path is how its space finds the piece again;
// it means nothing to anybody else.
type Shard struct {
	ID   uint64
	Path []byte
}

// A Class is one class on a listing.
type Class struct {
	Verdict       int
	Automorphisms uint64
	// Representative is the game that stands for the class; it is valid until
	// visit returns.
	Representative Representative
}

// A Representative is a game that can say what it is and why it has its verdict.
type Representative interface {
	String() string     // the game on one line
	Solution() Solution // its verdict and certificate
}

// Orbit returns how many labelled games a class with that many automorphisms
// has under the space's group.
func Orbit(s Space, automorphisms uint64) *big.Int {
	return new(big.Int).Div(s.Group(), new(big.Int).SetUint64(automorphisms))
}
