// Package rotisserie has the rules of Rotisserie Nim. The heaps form a queue. A move takes sticks from the front heap,
// and the rest of this heap goes to the back: the queue 3,1, written with the front first, becomes 1 or 1,1 or 1,2. A
// player who cannot move loses.
//
// A queue is P (a P-position) if the previous player, who just moved, wins, and N if the next player wins.
//
// # Known results
//
// Two heaps a,b are N if and only if a > b. If every heap has at least 2 sticks, a queue of an odd number of heaps is
// N. A queue of an even number of such heaps is N if and only if the first of the least heaps is at an even place,
// counted from 1. A front heap of 1 can only be removed, so it turns the outcome of the other heaps around; in
// particular 1,b,c is P if and only if b > c. With a >= 2, a,b,c is P if and only if c = 1 and b > c. A formula for
// four heaps and more with a 1 behind a larger heap is an open problem (Bovee, Burke, Tennenhouse, arXiv 1605.06327).
// The algorithm order decides up to 24 heaps by the theorem below; package counts has more about few heaps.
//
// # Two moves
//
// Each move takes one heap from the front, so the i-th move from now reduces the heap at place i. The player who moves
// now makes the moves i that are odd, and the other player the even ones. A larger heap is no worse for the player who
// will reduce it, because this player can play as if it were smaller.
//
// Call the player who moves now A, and the other player B. The rest of the front goes to the last place, and the next
// move is B's. If the number of heaps is odd, B will reduce this rest, so the smallest rest is best for A. If the
// number is even, A will reduce it, so the largest is best. Hence, if some move that leaves a part of the front wins,
// leaving 1 wins if the number of heaps is odd, and taking 1 wins if it is even. So two moves decide: taking the whole
// front, or this other move. A queue in P stays in P with any smaller front, because there are fewer moves.
// TestLemmasHold checks both statements.
//
// # Heaps of at least 2
//
// Let z^m stand for any m heaps of at least 2, and 1^j for j heaps of 1. The queue 1^j is N if j is odd. If m+j is odd,
// z^m 1^j is P if and only if m is even and at least 2. If m and j are both odd, z^m 1^j is N. The proof of these two
// claims is by induction on the number of heaps, then on m.
//
// For the first claim let m+j be odd. If m is odd, leaving 1 leaves z^(m-1) 1^(j+1), which is P unless m = 1. If m = 1,
// taking the front leaves 1^j with j even, which is P. If m is even and j odd, leaving 1 leaves a queue with an odd
// m-1, which is N, and taking the front leaves z^(m-1) 1^j with both odd, which is N by the second claim.
//
// For the second claim let m and j be odd. If m > 1, taking the front leaves z^(m-1) 1^j, which is P with one heap
// fewer. If m = 1, leaving y >= 1 leaves 1^j y; the other player must take the first, third, …, and j-th heap, and y is
// left to the first player, who takes it.
//
// So an odd number of heaps of at least 2 is N (j = 0 in the first claim). Now take an even number of heaps, each of at
// least 2, and let x be the least heap, first at place p. This queue is N if and only if p is even. If p is even,
// taking 1 leaves x as the first of the least heaps, at place p-1, in a queue of the same kind, which is P by
// induction. If p is odd, taking the front leaves an odd number of heaps, which is N. Taking 1 leaves x at place p-1,
// which is even, so this is N; or, if p = 1, it leaves x-1 as the only least heap at the last place, which is even, so
// this is N; or, if x-1 is 1, it leaves z^m 1 with m odd, which is N as shown.
//
// # The weak order
//
// Call the numbers 1, 2, …, ⌊k/2⌋ constants; package counts calls them anchors. The order of a queue lists the places
// of its heaps from the least heap to the greatest, and of equal heaps first the one nearer to the front.
//
// Theorem. The outcome of k heaps depends only on their order, and on which heaps equal which constants. So the
// weak-order law of package counts holds for any number of heaps, with ⌊k/2⌋ anchors.
//
// Proof. Let c(1) = 1, c(2) = 2; c(k) = c(k-1) for odd k > 1, and c(k) = c(k-1) + 1 for even k > 2. So c(k) = ⌊k/2⌋ +
// 1. Call two queues of k heaps alike if their orders are the same, and if for each v < c(k) the same places hold v.
// The claim is that alike queues have the same outcome, by induction on k, then on the sticks of both together. One
// heap is N. If k > 1 is odd, removing the front changes no order and no other heap. Leaving 1, if the front is at
// least 2, makes a 1 that comes after all other 1s and before the rest. Both moves lead to alike queues. If k is even,
// and all heaps are at least 2, the order says which is the first of the least heaps, and this decides the outcome.
//
// There remains an even k with a heap of 1; let the first 1 be at place m. As shown above, two moves decide: taking the
// whole front, or taking one stick. If each move takes one stick, the 1 is in front after m-1 moves, and must be taken.
// So the outcome is determined by the outcomes of m queues of k-1 heaps: for each s < m, the queue that remains if s
// moves take one stick each, and then the front is taken. The last step is that these queues are alike if the queues of
// k heaps are.
//
// First, their orders are the same. Each of the s heaps that went to the back has lost 1. A heap x in front of a heap y
// comes first in the order if x <= y. When x-1 is behind y, it comes first if x-1 < y, which is the same condition.
// Second, alike queues have the same heaps below c(k) at the same places. So after these moves they have the same heaps
// below c(k) - 1 = c(k-1) at the same places. ∎
//
// The least number of constants with which this holds is 0 for up to two heaps, 1 for three, 2 for four to seven, 3
// for eight to eleven, by exhaustion. By the proof an odd number of heaps, except three, takes no more constants than
// one heap fewer, and an even number from four heaps on takes at most one more. A 1 in front turns the outcome of the
// other heaps around, so the number never falls. So twelve and thirteen heaps take at most 4, and 3 are not enough:
// 4,3,5,1,5,1,4,3,1,3,1,4 is P, but N with one stick more in each heap above 3. Whether the number keeps growing, and
// as fast as a quarter of the heaps, is open. (In package counts, where equal heaps have no order, the least numbers
// are the same: raise all heaps above the constants, so that no heap is the next constant.)
//
// # Other names
//
// The game is Adjacent Nim, whose heaps stand in a circle, where each player plays on the heap next to that of the move
// before, and Vertex Nim on a directed cycle, where the player reduces the heap with a token before moving the token
// on, and empty heaps are taken out. Duchêne and Renault (Vertex Nim played on graphs, Theoretical Computer Science
// 516, 2014, pages 20-27, arXiv 1208.0722) decide Vertex Nim on undirected graphs in quadratic time, and on some
// directed graphs in polynomial time; their abstract names circuits among these. Their rule for heaps of at least 2 is
// proved above.
package rotisserie

import (
	"fmt"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/heaps"
	"enumerate/games/rotisserie/counts"
)

// New returns the ruleset.
func New() *enum.Ruleset { return heaps.New(Rules()) }

// maxFormulaHeaps is the largest number of heaps for which outcome knows all outcomes.
const maxFormulaHeaps = 3

// Rules returns the rules of Rotisserie Nim.
func Rules() *heaps.Rules {
	return &heaps.Rules{
		Name:         "rotisserie",
		Summary:      "Rotisserie Nim: take sticks from the front heap of a queue, and move the heap to the back; the player who cannot move loses",
		Example:      "--game rotisserie:heaps=4 --n 1..9",
		Kind:         heaps.Queue,
		Heaps:        heaps.Span{Least: 0, Most: 3},
		Reach:        func(int) (first, end int) { return 0, 1 }, // only the first heap, the front
		ValueLimit:   func(n int, largest uint64) uint64 { return uint64(min(n, 1)) * largest },
		Outcome:      outcome,
		FormulaHeaps: maxFormulaHeaps,
		Winning:      winningMoves,
		Decider: &heaps.Decider{
			Algorithm: single.Algorithm{Name: "order", Summary: fmt.Sprintf("finds the outcome only, from two moves and the order of the heaps by size; up to %d heaps of any size", maxDecided)},
			Reaches:   func(n int, _ uint64) bool { return n <= maxDecided },
			Winning:   decide,
		},
		Counts: []heaps.Count{
			{
				Name:    "count",
				Summary: "finds, for each queue without its front heap, the largest front heap with which the player to move loses",
				Reaches: func(s heaps.Span, largest int) bool {
					_, err := counts.Bytes(s.Most, largest)
					return err == nil
				},
				P: byThreshold,
			},
			{
				Name:    "order",
				Summary: "counts the orders of heaps by size, which decide the outcomes; the totals are polynomials in the largest heap",
				// The polynomial goes through values of the tables of count.
				SharesCode: "count",
				Reaches:    func(s heaps.Span, _ int) bool { return s.Most <= counts.MaxSolved },
				P:          byOrder,
			},
		},
	}
}

// outcome returns whether the player who moves wins, and whether this is known by a formula. It is known for up to
// three heaps, and for any number of heaps of at least 2 sticks; in both cases any number of heaps of 1 may be in
// front.
func outcome(p heaps.Position) (next, known bool) {
	otherMoves := false // whether the other player moves once the heaps of 1 in front are removed, which is the only move
	for len(p) > 0 && p[0] == 1 {
		p, otherMoves = p[1:], !otherMoves
	}
	next, known = outcomeOfLarge(p)
	return next != otherMoves, known
}

// outcomeOfLarge is outcome for a queue that is empty or has a front of at least 2 sticks. The package documentation
// has the rules.
func outcomeOfLarge(p heaps.Position) (next, known bool) {
	switch len(p) {
	case 0:
		return false, true
	case 1:
		return true, true
	case 2:
		return p[0] > p[1], true
	case 3:
		return p[2] != 1 || p[1] == 1, true
	}
	// With four heaps or more, a formula is known only if each heap has at least 2 sticks.
	least := 0 // the index of the first of the least heaps
	for i, heap := range p {
		if heap == 1 {
			return false, false
		}
		if heap < p[least] {
			least = i
		}
	}
	return len(p)%2 == 1 || least%2 == 1, true
}

// winningMoves returns winning moves of a queue that the player who moves wins and whose outcome is known by a formula.
// They are all (the result `all`) for up to three heaps and for a front of 1. Otherwise it returns one of them. For an
// even number of heaps, this takes one stick of the front. For an odd number, it takes the whole front if this wins,
// and otherwise leaves one stick. The package documentation says why these moves win.
func winningMoves(p heaps.Position) (moves []heaps.Reduction, all bool) {
	front := p[0]
	one := func(least, most uint64) []heaps.Reduction { // the moves that leave least to most sticks of the front
		return []heaps.Reduction{{Heap: 0, Least: least, Most: most}}
	}
	otherWins, _ := outcome(p[1:]) // whether the other player wins after the front is removed
	switch {
	case front == 1: // the heap can only be removed
		return one(0, 0), true
	case len(p) == 1: // so the other player cannot move
		return one(0, 0), true
	case len(p) == 2: // leave the other player a front that is not larger than the heap behind it
		return one(p[1], front-1), true
	case len(p) == 3:
		return three(p, otherWins), true
	case len(p)%2 == 0:
		return one(front-1, front-1), false
	case !otherWins:
		return one(0, 0), false
	}
	return one(1, 1), false
}

// three returns the winning moves from a queue of three heaps a,b,c with a >= 2. otherWins says that the other player
// wins if the whole front is taken, which leaves b,c. Leaving y of the front makes the queue b,c,y, which the other
// player loses if b = 1 and c > y, or if b >= 2 and c > y = 1 (see the package documentation).
func three(p heaps.Position, otherWins bool) (moves []heaps.Reduction) {
	a, b, c := p[0], p[1], p[2]
	if !otherWins {
		moves = append(moves, heaps.Reduction{Heap: 0})
	}
	most := min(a, c) - 1
	if b >= 2 {
		most = min(most, 1)
	}
	if most >= 1 {
		moves = append(moves, heaps.Reduction{Heap: 0, Least: 1, Most: most})
	}
	return moves
}
