// Package orders counts and lists all solutions of a game.
//
// If four players A to D chose (B, C), (C, D), (B, A) and (B, A), the solutions are A B C D and
// D C B A.
package orders

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/bits"

	"enumerate/internal/wide"

	"enumerate/internal/bounded"
	"enumerate/solver/betweenness"
)

// maxPrefixes is the largest number of players for Count and All. A random game of 26 players takes half a second. The
// worst game known, in which all but two players chose the same two, takes 16 seconds and 430 MB to count.
const maxPrefixes = 26

// Count returns the number of solutions of a valid game. A solution and its reverse count as two.
//
// The time is proportional to 2^n at worst, and to about 1.7^n in random games. The error is an
// [ErrTooLarge] above 26 players, or the context's error.
func Count(ctx context.Context, g betweenness.Game) (*big.Int, error) {
	s, err := newPrefixes(ctx, g)
	if err != nil {
		return nil, err
	}
	return s.count()
}

// All yields all solutions of a valid game, in lexicographic order. The slice is valid until the next solution is
// yielded, and must not be changed. The first solution takes as long as [Count], each further one at most quadratic
// time and no new memory. The errors are those of Count.
func All(ctx context.Context, g betweenness.Game) iter.Seq2[[]int, error] {
	return func(yield func([]int, error) bool) {
		s, err := newPrefixes(ctx, g)
		if err != nil {
			yield(nil, err)
			return
		}
		s.extend(0, make([]int, 0, len(g)), yield)
	}
}

// Algorithm returns the algorithm prefixes.
func Algorithm() betweenness.Algorithm {
	return betweenness.Algorithm{Name: "prefixes", Summary: fmt.Sprintf("finds all sets that can stand first; up to %d players", maxPrefixes), Players: maxPrefixes, Decide: prefixesOrder}
}

// prefixesOrder decides a game. Decisions counts the sets of players that were reached as the beginning of an order,
// and Conflicts the sets among them with which no solution begins.
func prefixesOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	s, err := newPrefixes(ctx, g)
	if err != nil {
		return nil, betweenness.Work{}, err
	}

	var first []int
	s.extend(0, make([]int, 0, len(g)), func(order []int, stopped error) bool {
		first, err = order, stopped
		return false
	})
	return first, s.work, err
}

// A prefix is a set of players with which some solution begins, in any order. The type prefixes has all prefixes of a
// game.
//
// Place the players of an order one after the other. The order is a solution if and only if, whenever a player x is
// placed, exactly one of p and its ninja has been placed before, for each player p whose wonderwall is x. So the set of
// placed players determines which player may come next. A pass from the empty set finds all sets that can be reached in
// this way. A pass back from the full set keeps those from which the full set can be reached.
type prefixes struct {
	game   betweenness.Game
	all    uint32   // the set of all players
	sets   []uint64 // bit x: some solution begins with the players of set x
	work   betweenness.Work
	budget bounded.Steps
}

// newPrefixes finds all prefixes of a valid game: the sets of players with which some solution begins. Its errors are
// those of Count.
func newPrefixes(ctx context.Context, g betweenness.Game) (*prefixes, error) {
	if len(g) > maxPrefixes {
		return nil, fmt.Errorf("%w to count or list orders: the game has %d; choose a game of at most %d", betweenness.ErrTooLarge, len(g), maxPrefixes)
	}
	s := &prefixes{
		game:   g,
		all:    1<<len(g) - 1,
		sets:   make([]uint64, (1<<len(g)+63)/64),
		budget: bounded.Steps{Context: ctx},
	}
	if err := s.reach(); err != nil {
		return nil, err
	}

	// Drop each set, except the full one, to which no player can be added. backward visits larger sets first.
	return s, s.backward(func(set uint32) {
		if set != s.all && s.follow(set) == 0 {
			s.sets[set/64] &^= 1 << (set % 64)
			s.work.Conflicts++
		}
	})
}

func (s *prefixes) has(set uint32) bool { return s.sets[set/64]>>(set%64)&1 != 0 }

// next returns the set of players that may be placed after those of a set.
func (s *prefixes) next(set uint32) uint32 {
	next := s.all &^ set
	for p, c := range s.game {
		bothOrNeither := (set>>p^set>>c.Ninja)&1 == 0
		if bothOrNeither {
			next &^= 1 << c.Wonderwall
		}
	}
	return next
}

// reach stores in s.sets the sets of players that can be reached from the empty set by placing one player after the
// other. It goes through the sets by number; a set with one more player has a greater number.
func (s *prefixes) reach() error {
	s.sets[0] = 1 // the empty set
	for i := range s.sets {
		for todo := s.sets[i]; todo != 0; {
			if err := s.budget.Spend(2 * len(s.game)); err != nil {
				return err
			}
			s.work.Decisions++

			low := bits.TrailingZeros64(todo)
			set := uint32(64*i + low)
			for next := s.next(set); next != 0; next &= next - 1 {
				larger := set | next&-next // with the lowest player of next
				s.sets[larger/64] |= 1 << (larger % 64)
			}

			todo = s.sets[i] &^ (2<<low - 1) // the sets after this one; some of them may be new
		}
	}
	return nil
}

// backward calls visit for each set in s.sets, from the greatest number to the least, so that a set comes after all
// sets that contain it. visit may drop the set.
func (s *prefixes) backward(visit func(set uint32)) error {
	for i := len(s.sets) - 1; i >= 0; i-- {
		for todo := s.sets[i]; todo != 0; {
			if err := s.budget.Spend(2 * len(s.game)); err != nil {
				return err
			}
			high := bits.Len64(todo) - 1
			todo &^= 1 << high
			visit(uint32(64*i + high))
		}
	}
	return nil
}

// follow returns the players that may be placed next and whose addition to a set gives another set of s.sets.
func (s *prefixes) follow(set uint32) uint32 {
	next := s.next(set)
	for rest := next; rest != 0; rest &= rest - 1 {
		if player := rest & -rest; !s.has(set | player) {
			next &^= player
		}
	}
	return next
}

// extend yields all solutions that begin with the players in `order`, whose set is `set`. It reports whether yield
// always returned true.
func (s *prefixes) extend(set uint32, order []int, yield func([]int, error) bool) bool {
	if !s.has(set) { // no solution begins with these players
		return true
	}
	if set == s.all { // the order is a solution
		if err := s.budget.Spend(2 * len(s.game)); err != nil {
			yield(nil, err)
			return false
		}
		return yield(order, nil)
	}

	for next := s.follow(set); next != 0; next &= next - 1 {
		p := bits.TrailingZeros32(next)
		if !s.extend(set|1<<p, append(order, p), yield) {
			return false
		}
	}
	return true
}

// count returns the number of ways to place all players. It goes through the prefixes (sets with which a solution
// begins) from the largest to the smallest, and for each adds up the numbers of ways for the prefixes with one more
// player.
func (s *prefixes) count() (*big.Int, error) {
	numbers := make([]int, len(s.sets)) // by word of sets: the number of its first prefix
	total := 0
	for i, word := range s.sets {
		numbers[i] = total
		total += bits.OnesCount64(word)
	}
	if total == 0 { // there is no solution
		return new(big.Int), nil
	}

	ways := make([]wide.Uint128, total) // by number of a prefix: the ways to place the other players; at most 26! < 2^89
	number := total - 1                 // of the prefix visited by backward
	ways[number] = wide.Uint128{Lo: 1}  // the full set
	err := s.backward(func(set uint32) {
		for next := s.follow(set); next != 0; next &= next - 1 {
			larger := set | next&-next // with the lowest player of next
			word, bit := larger/64, larger%64
			numberOfLarger := numbers[word] + bits.OnesCount64(s.sets[word]&(1<<bit-1))
			ways[number] = ways[number].Add(ways[numberOfLarger])
		}
		number--
	})
	if err != nil {
		return nil, err
	}
	return ways[0].Big(), nil // of the empty set
}
