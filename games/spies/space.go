package spies

import (
	"fmt"
	"iter"
	"math/big"

	"enumerate/enum"
)

// The verdicts, in the order of Space.Verdicts.
const (
	valid = iota
	invalid
)

var verdicts = [...]string{valid: "valid", invalid: "invalid"}

// version is the version of the enumeration. It changes whenever the shards or what is
// in them do.
const version = 1

// MaxSize is the most queens of a board.
const MaxSize = 100_000

// A Space is all boards of one size under the symmetries of the square. It implements
// enum.Bounded and enum.Sampled.
//
// A tally of a walk has the valid classes by number of automorphisms, and one bar of
// invalid, under enum.NoClass: labelled boards that were not visited, because they have a
// prefix that was given up, or that were visited and are not the least of their class.
// A walk does not say which of these are invalid, before all are known.
type Space struct{ n int }

// NewSpace returns the space of all boards of n queens, from 1 to MaxSize.
func NewSpace(n int) (*Space, error) {
	if n < 1 || n > MaxSize {
		return nil, fmt.Errorf("boards of spies have from 1 to %d queens, not %d", MaxSize, n)
	}
	return &Space{n}, nil
}

// Walkable returns an error above MaxWalked.
func (s *Space) Walkable() error {
	if s.n > MaxWalked {
		return fmt.Errorf("boards of spies can be walked from 1 to %d queens, not %d", MaxWalked, s.n)
	}
	return nil
}

// Games returns n!.
func (s *Space) Games() *big.Int { return boards(s.n) }

// Classes returns the number of classes by Burnside's lemma.
func (s *Space) Classes() *big.Int { return classes(s.n) }

// Group returns 8.
func (s *Space) Group() *big.Int { return big.NewInt(symmetries) }

// Verdicts returns "valid" and "invalid".
func (s *Space) Verdicts() []string { return verdicts[:] }

// Totals returns the valid boards and classes that a tally has, and once it covers the
// space, that all others are invalid. What is left over adds up whatever the valid boards
// are; that no prefix is lost is what Coverage shows.
func (s *Space) Totals(t *enum.Tally) ([]enum.Total, error) {
	if err := s.bars(t); err != nil {
		return nil, err
	}
	totals := make([]enum.Total, len(verdicts))
	totals[valid] = enum.Total{Games: new(big.Int), Classes: t.Sum(valid)}
	for _, bar := range t.Histogram(valid) {
		orbit := enum.Orbit(s, bar.Key)
		totals[valid].Games.Add(totals[valid].Games, orbit.Mul(orbit, bar.Count))
	}
	covered, whole, err := s.Coverage(t)
	if err != nil {
		return nil, err
	}
	if covered.Cmp(whole) == 0 {
		totals[invalid] = enum.Total{
			Games:       whole.Sub(whole, totals[valid].Games),
			Classes:     new(big.Int).Sub(s.Classes(), totals[valid].Classes),
			GamesLeft:   true,
			ClassesLeft: true,
		}
	}
	return totals, nil
}

// bars returns an error if a tally has a bar that no walk makes.
func (s *Space) bars(t *enum.Tally) error {
	for _, bar := range t.Histogram(valid) {
		most := classesWith(s.n, bar.Key)
		if bar.Count.Cmp(most) > 0 {
			return fmt.Errorf("%v valid classes with %d automorphisms: of all classes %v have so many", bar.Count, bar.Key, most)
		}
	}
	for _, bar := range t.Histogram(invalid) {
		if bar.Key != enum.NoClass {
			return fmt.Errorf("%v boards are counted under the key %d; a walk counts under %d", bar.Count, bar.Key, enum.NoClass)
		}
	}
	return nil
}

// Coverage counts labelled boards: one for each valid class, its least, and all that were
// given up or left out for another of their class.
func (s *Space) Coverage(t *enum.Tally) (covered, whole *big.Int, err error) {
	return t.SumAll(), s.Games(), nil
}

// Fingerprint names all that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("spies n=%d enumeration=%d depth=%d", s.n, version, depth(s.n))
}

// depth returns how many queens make the prefix of a shard: so many that it is walked
// within a second or so.
func depth(n int) int {
	if n > 16 {
		return 3
	}
	return min(n-1, 2)
}

// Shards yields a shard for every prefix of that length, given up or not: n (n-1) of
// them up to n = 16. Each has (n-depth)! boards.
func (s *Space) Shards() iter.Seq[enum.Shard] { return prefixes(s.n, depth(s.n)) }

// prefixes yields a shard for every way to choose different columns for the first rows,
// in lexicographic order.
func prefixes(n, length int) iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		var id uint64
		path := make([]byte, 0, length)
		var extend func(used uint32) bool
		extend = func(used uint32) bool {
			if len(path) == length {
				shard := enum.Shard{ID: id, Path: append([]byte(nil), path...)}
				id++
				return yield(shard)
			}
			for c := range n {
				if used>>c&1 != 0 {
					continue
				}
				path = append(path, byte(c))
				on := extend(used | 1<<c)
				path = path[:len(path)-1]
				if !on {
					return false
				}
			}
			return true
		}
		extend(0)
	}
}

// Walker returns a walker of the space. Its tables take some milliseconds and up to 2 MB.
func (s *Space) Walker() enum.Walker { return &shardWalker{walker: newWalker(s.n)} }

// Sampler returns a sampler of the space.
func (s *Space) Sampler() enum.Sampler { return &sampler{make(Board, s.n)} }
