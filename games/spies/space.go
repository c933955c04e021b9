package spies

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"

	"enumerate/enum"
	"enumerate/internal/rows"
)

const (
	valid = iota
	invalid
)

var verdicts = []string{valid: "valid", invalid: "invalid"}

// version must change whenever the shards or their contents change.
const version = 1

// maxSize is the largest number of queens of a board.
const maxSize = 100_000

// A space is all boards of one size, for the method walk.
//
// A tally of a walk counts the valid classes by their number of automorphisms. Under the verdict invalid it has only
// the key enum.NoClass: the number of boards that begin with a prefix that the walk gave up, or are not the least of
// their class. Some of these are valid, isomorphic to a least board elsewhere. So the number of invalid boards, which
// is that of all boards less the valid ones, is known only when the walk is complete.
type space struct{ n int }

func newSpace(n int) (enum.Space, error) {
	if n < 1 || n > maxSize {
		return nil, fmt.Errorf("n = %d: expected 1 to %s queens", n, rows.Count(maxSize))
	}
	return space{n}, nil
}

func walkable(n int, _ enum.Means) (enum.Space, error) {
	if n > maxWalked && n <= maxSize {
		return nil, fmt.Errorf("n = %d is too large to walk boards of spies: expected 1 to %d queens", n, maxWalked)
	}
	return newSpace(n)
}

// Games returns n!.
func (s space) Games() *big.Int { return boards(s.n) }

// Classes returns the number of classes by Burnside's lemma.
func (s space) Classes() *big.Int { return classes(s.n) }

func (s space) Group() *big.Int { return big.NewInt(symmetries) }

func (s space) Verdicts() []string { return verdicts }

// Totals returns the numbers of valid boards and of their classes from the tally of a walk. Once the tally covers all
// boards, it also returns the numbers for invalid boards, by subtracting the valid ones from all. The subtraction would
// hide a lost part of the walk. So the walk also adds up the boards that it visited or gave up; this sum, Coverage,
// must be n! at the end.
func (s space) Totals(t *enum.Tally) (enum.Totals, error) {
	if err := s.checkBars(t); err != nil {
		return enum.Totals{}, err
	}
	games, classes := new(big.Int), t.Sum(valid)
	for _, bar := range t.Histogram(valid) { // bar.Count classes have bar.Key automorphisms each
		orbit := enum.Orbit(s, bar.Key) // the number of boards of such a class
		games.Add(games, orbit.Mul(orbit, bar.Count))
	}
	totals := enum.Totals{Verdicts: []enum.Total{valid: {Games: games, Classes: classes}, invalid: {}}, Coverage: t.SumAll(), Whole: s.Games()}
	if totals.Complete() {
		totals.Verdicts[invalid] = enum.Total{
			Games:       new(big.Int).Sub(totals.Whole, games),
			Classes:     new(big.Int).Sub(s.Classes(), classes),
			GamesLeft:   true,
			ClassesLeft: true,
		}
	}
	return totals, nil
}

// checkBars returns an error if a tally has a bar (a key with its count) that no walk can produce. Tallies may come
// from faulty machines.
func (s space) checkBars(t *enum.Tally) error {
	for _, bar := range t.Histogram(valid) {
		most := classesWith(s.n, bar.Key)
		if bar.Count.Cmp(most) > 0 {
			return fmt.Errorf("the tally has %v valid classes with %d automorphisms; only %v classes have that many", bar.Count, bar.Key, most)
		}
	}
	for _, bar := range t.Histogram(invalid) {
		if bar.Key != enum.NoClass {
			return fmt.Errorf("the tally has %v invalid classes with %d automorphisms, but a walk finds no classes of invalid boards", bar.Count, bar.Key)
		}
	}
	return nil
}

// Fingerprint has everything that the shards depend on.
func (s space) Fingerprint() string {
	return fmt.Sprintf("spies n=%d enumeration=%d depth=%d", s.n, version, depth(s.n))
}

// depth returns the number of queens in the prefix of a shard: 2 up to n = 16 and 3 above, so that a shard takes about
// a second at most.
func depth(n int) int {
	if n > 16 {
		return 3
	}
	return min(n-1, 2)
}

// Shards yields a shard for every choice of different columns for the first rows, even if no valid board begins with
// it.
func (s space) Shards() iter.Seq[enum.Shard] { return prefixes(s.n, depth(s.n)) }

func (s space) boardsIn(shard enum.Shard) *big.Int {
	return new(big.Int).MulRange(1, int64(s.n-len(shard.Path)))
}

// Fits returns an error if the tally counts more boards than the shard has.
func (s space) Fits(shard enum.Shard, t *enum.Tally) error { return enum.AtMost(t, s.boardsIn(shard)) }

// prefixes yields a shard for every choice of different columns for the first `length` rows, in lexicographic order.
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
				more := extend(used | 1<<c)
				path = path[:len(path)-1]
				if !more {
					return false
				}
			}
			return true
		}

		extend(0)
	}
}

// Walker returns a walker, whose tables take some milliseconds and up to 2 MB.
func (s space) Walker() enum.Walker { return newWalker(s.n) }

type sampler struct{ board board }

// Sample judges a random board. It reports no work, which would say little: judging a random board ends at the first
// conflict, and a valid board takes far longer.
func (s *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	for r := range s.board { // start from the identity, so that earlier draws make no difference
		s.board[r] = r
	}
	random.Shuffle(len(s.board), func(i, j int) { s.board[i], s.board[j] = s.board[j], s.board[i] })
	conflict, err := s.board.conflict(ctx)
	return conflict.verdict(), enum.Work{}, err
}

// fixedBy180 returns the number of boards, valid or not, that a rotation by 180 degrees fixes. Let m = floor(n/2). The
// queens of the upper m rows take the m pairs of opposite columns in any order, and one column of each pair, which
// gives 2^m m! ways. They determine the lower rows; if n is odd, the middle queen is in the middle.
func fixedBy180(n int) *big.Int {
	m := n / 2
	f := new(big.Int).MulRange(1, int64(m))
	return f.Lsh(f, uint(m))
}

// fixedBy90 returns the number of boards that a rotation by 90 degrees fixes. The rotation takes the queens to each
// other in groups of four. The queens of a group are in two pairs of opposite rows, in one of two ways. For n = 4k
// there are (2k)! / (2^k k!) ways to match the 2k pairs of rows, and 2^k ways to place the queens of the k groups, so
// there are (2k)! / k! boards. For n = 4k+1 there are as many, with one more queen in the middle; for other n, none.
func fixedBy90(n int) *big.Int {
	if n%4 > 1 {
		return new(big.Int)
	}
	k := int64(n / 4)
	return new(big.Int).MulRange(k+1, 2*k)
}

// fixedByDiagonal returns the number of boards that a reflection in a diagonal fixes: as permutations, they are the
// involutions.
func fixedByDiagonal(n int) *big.Int {
	before, now := big.NewInt(1), big.NewInt(1)
	for i := int64(2); i <= int64(n); i++ {
		next := new(big.Int).Mul(big.NewInt(i-1), before)
		before, now = now, next.Add(next, now)
	}
	return now
}

// fixedByBothDiagonals returns the number of boards that the reflections in both diagonals fix. Let f(m) be this number
// for m = floor(n/2) pairs of opposite rows. Then f(m) = 2 f(m-1) + 2(m-1) f(m-2). The first term has the boards where
// the queens of the first and the last row stand on one of the two diagonals. In all other boards these two queens are
// in the columns r and n-1-r of another pair of rows, whose queens are in the first and last column. The second term
// has two ways for each of the m-1 other pairs.
func fixedByBothDiagonals(n int) *big.Int {
	before, now := new(big.Int), big.NewInt(1)
	for i := range int64(n / 2) {
		next := new(big.Int).Mul(big.NewInt(2*i), before)
		before, now = now, next.Add(next, new(big.Int).Lsh(now, 1))
	}
	return now
}

func boards(n int) *big.Int { return new(big.Int).MulRange(1, int64(n)) }

func classes(n int) *big.Int {
	if n == 1 {
		return big.NewInt(1) // all eight symmetries fix the only board
	}
	// Burnside's lemma: (n! + F180 + 2 F90 + 2 I) / 8
	sum := new(big.Int).Add(fixedBy90(n), fixedByDiagonal(n))
	sum.Lsh(sum, 1).Add(sum, fixedBy180(n)).Add(sum, boards(n))
	return sum.Rsh(sum, 3)
}

// classesWith returns the number of classes, valid or not, with the given number of automorphisms.
//
// No reflection in a horizontal or vertical line fixes a board of n > 1 queens. So the automorphisms of a board are one
// of five groups: the four rotations; the rotation by 180 degrees with both diagonal reflections; one diagonal
// reflection; the rotation by 180 degrees; the identity. For each group, classesWith counts the boards that have
// exactly these automorphisms: the boards that the group fixes, minus those that a larger group fixes too. No group is
// larger than the first two, so nothing is subtracted for them. A class with k automorphisms has 8/k boards.
func classesWith(n int, automorphisms uint64) *big.Int {
	if n == 1 {
		if automorphisms == symmetries {
			return big.NewInt(1)
		}
		return new(big.Int)
	}
	rotations, reflections := fixedBy90(n), fixedByBothDiagonals(n) // fixed by one of the two groups of order 4
	one := new(big.Int).Sub(fixedByDiagonal(n), reflections)        // fixed only by one given diagonal reflection
	half := new(big.Int).Sub(fixedBy180(n), rotations)              // fixed only by the rotation by 180 degrees
	half.Sub(half, reflections)
	switch automorphisms {
	case 4:
		sum := new(big.Int).Add(rotations, reflections)
		return sum.Rsh(sum, 1) // an orbit has two boards with these automorphisms
	case 2:
		half.Add(half, one).Add(half, one) // there are two diagonal reflections
		return half.Rsh(half, 2)           // an orbit has four boards
	case 1:
		rest := boards(n)
		rest.Sub(rest, fixedBy180(n)).Sub(rest, one).Sub(rest, one)
		return rest.Rsh(rest, 3) // an orbit has eight boards
	}
	return new(big.Int)
}
