package enum

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
)

// A Space is all labelled games of one ruleset and size, under a group that
// relabels them. It is all the engine knows of a ruleset. Its methods may be
// called by several goroutines at once. Shards and Walker are of use only if
// Walkable returns nil: games are sampled at sizes whose walk would not end.
type Space interface {
	// Games returns the number of labelled games.
	Games() *big.Int
	// Classes returns the number of classes by a formula that needs no walk,
	// or nil where none is known.
	Classes() *big.Int
	// Group returns the order of the group that relabels the games.
	Group() *big.Int
	// Verdicts names the verdicts; a tally has one row for each.
	Verdicts() []string
	// Fingerprint names everything a stored shard depends on: ruleset, size,
	// and the version of the enumeration, which cuts the shards. A run with
	// another fingerprint cannot be gone on with.
	Fingerprint() string
	// Shards yields the pieces of the walk, ids 0, 1, 2, ... in this order,
	// always the same ones.
	Shards() iter.Seq[Shard]
	// Walker returns a walker with buffers of its own, for one goroutine.
	Walker() Walker
	// Walkable returns nil if the space can be walked, or an error that names
	// the sizes that can.
	Walkable() error
	// Sampler returns a sampler with buffers of its own, for one goroutine.
	Sampler() Sampler
}

// A Walker walks shards one after the other.
type Walker interface {
	// Walk counts every class of the shard into the tally, in bulk where the
	// ruleset can. When the context ends it returns the context's error, soon,
	// and the tally is worthless.
	Walk(ctx context.Context, shard Shard, tally *Tally) error
	// List visits every class of the shard, one by one, in a fixed order, until
	// visit returns false. It counts the same as Walk.
	List(ctx context.Context, shard Shard, visit func(Class) bool) error
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

// Checks says how a tally of a whole space was compared with what is known of
// the space without a walk.
type Checks struct {
	// Games and Classes are "ok", or "not checked" where no formula is known.
	Games, Classes string
}

const (
	checked   = "ok"
	unchecked = "not checked"
)

// Prove checks that the orbits of a tally sum to the number of labelled games,
// and that its classes are as many as the formula says. A mismatch is an error
// that names both numbers.
func Prove(s Space, t *Tally) (Checks, error) {
	games, err := t.AllGames(s.Group())
	if err != nil {
		return Checks{}, err
	}
	if want := s.Games(); games.Cmp(want) != 0 {
		return Checks{}, fmt.Errorf("the orbits sum to %v labelled games, there are %v", games, want)
	}
	checks := Checks{Games: checked, Classes: unchecked}
	if want := s.Classes(); want != nil {
		if classes := t.AllClasses(); classes.Cmp(want) != 0 {
			return Checks{}, fmt.Errorf("%v classes were counted, there are %v", classes, want)
		}
		checks.Classes = checked
	}
	return checks, nil
}
