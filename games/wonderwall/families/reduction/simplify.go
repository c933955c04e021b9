package reduction

import (
	"cmp"
	"maps"
	"slices"
)

// Simplify removes everything that does not affect whether a formula is satisfiable, until nothing more can be removed:
//
//   - repeated literals of a clause, and clauses with both x and -x (tautologies);
//   - clauses that contain all literals of another clause (subsumption);
//   - the variable of a clause with a single literal, which must be true (a unit);
//   - a variable that occurs with one sign only, because this literal may be true (a pure literal).
//
// `left` has the clauses that remain. Each has at least two literals, all of different variables, and every variable
// occurs with both signs. Clauses and literals keep their order. `set` has the literals that were made true: together
// with any assignment that satisfies `left`, they satisfy the formula. If a clause has lost all its literals, `left`
// has a single clause, nil.
func (f Formula) Simplify() (left [][]int, set map[int]bool) {
	s := simplifier{with: make(map[int][]int), count: make(map[int]int), trueLiterals: make(map[int]bool)}
	seen := make(map[int]int) // by literal: the last clause with it
	for number, clause := range f.Clauses {
		s.add(clause, number+1, seen)
	}
	s.mayBePure = slices.Sorted(maps.Keys(s.count))
	s.propagate()
	if s.contradiction {
		return [][]int{nil}, s.trueLiterals
	}

	// Subsumption removes clauses that contain another clause. This can make more literals pure, which removes more
	// clauses. But no clause gets shorter, so no clause newly contains another, and one round of subsumption is enough.
	s.dropFalseLiterals()
	s.subsume()
	s.propagate()
	return s.left(), s.trueLiterals
}

type simplifier struct {
	clauses      [][]int       // a removed clause is nil
	sizes        []int         // by clause: the number of its literals that are not false
	with         map[int][]int // by literal: the clauses with it, also removed ones
	count        map[int]int   // by literal: the number of its clauses that are not removed
	trueLiterals map[int]bool  // the true literals
	queue        []int         // the literals in trueLiterals whose clauses have not been visited

	mayBePure     []int // literals whose negation may no longer occur
	contradiction bool  // some clause has no literal left
}

// add adds a clause without repeated literals, unless it is a tautology. number is the number of the clause, from 1.
// The map seen has the number of the last clause with each literal, so it need not be cleared for each clause.
func (s *simplifier) add(clause []int, number int, seen map[int]int) {
	var distinct []int
	for _, x := range clause {
		if seen[-x] == number {
			return // a tautology
		}
		if seen[x] != number {
			seen[x] = number
			distinct = append(distinct, x)
		}
	}

	i := len(s.clauses)
	s.clauses = append(s.clauses, distinct)
	s.sizes = append(s.sizes, len(distinct))
	for _, x := range distinct {
		s.with[x] = append(s.with[x], i)
		s.count[x]++
	}
	s.visitSize(i)
}

// visitSize looks at clause i after it has lost a false literal. If one literal is left, visitSize makes it true; if
// none is left, it notes the contradiction.
func (s *simplifier) visitSize(i int) {
	switch s.sizes[i] {
	case 0:
		s.contradiction = true
	case 1:
		last := slices.IndexFunc(s.clauses[i], func(x int) bool { return !s.trueLiterals[-x] })
		if last < 0 {
			s.contradiction = true // the last literal is false too, although s.sizes does not know it yet
			return
		}
		s.makeTrue(s.clauses[i][last])
	}
}

func (s *simplifier) makeTrue(x int) {
	if !s.trueLiterals[x] {
		s.trueLiterals[x] = true
		s.queue = append(s.queue, x)
	}
}

// propagate visits the clauses of each literal that was made true, which may make more literals true. When no literal
// is left to visit, it makes the pure literals true, whose negations no longer occur, and continues. It stops at a
// contradiction.
func (s *simplifier) propagate() {
	for !s.contradiction {
		switch {
		case len(s.queue) > 0:
			x := s.queue[0]
			s.queue = s.queue[1:]
			s.visit(x)
		case len(s.mayBePure) > 0:
			s.setPure()
		default:
			return
		}
	}
}

// setPure makes each literal true whose negation no longer occurs.
func (s *simplifier) setPure() {
	for _, x := range s.mayBePure {
		if s.count[x] > 0 && s.count[-x] == 0 && !s.trueLiterals[-x] {
			s.makeTrue(x)
		}
	}
	s.mayBePure = nil
}

// visit removes the clauses with the true literal x. Clauses with its negation have one literal fewer in s.sizes;
// dropFalseLiterals removes the literal itself.
func (s *simplifier) visit(x int) {
	for _, i := range s.with[x] {
		s.remove(i)
	}
	for _, i := range s.with[-x] {
		if s.clauses[i] != nil {
			s.sizes[i]--
			s.visitSize(i)
		}
	}
}

// remove removes clause i. If this was the last clause with one of its literals, the negation of this literal may have
// become pure. Removing a clause again does nothing.
func (s *simplifier) remove(i int) {
	clause := s.clauses[i]
	s.clauses[i] = nil
	for _, x := range clause {
		s.count[x]--
		if s.count[x] == 0 {
			s.mayBePure = append(s.mayBePure, -x)
		}
	}
}

func (s *simplifier) dropFalseLiterals() {
	for i, clause := range s.clauses {
		s.clauses[i] = slices.DeleteFunc(clause, func(x int) bool { return s.trueLiterals[-x] })
	}
}

// subsume removes each clause that contains all literals of another clause. Of equal clauses it keeps the first.
func (s *simplifier) subsume() {
	var shortFirst []int // the indices of the clauses
	signatures := make([]uint64, len(s.clauses))
	for i, clause := range s.clauses {
		if clause == nil {
			continue
		}
		shortFirst = append(shortFirst, i)
		for _, x := range clause {
			signatures[i] |= signature(x)
		}
	}
	slices.SortStableFunc(shortFirst, func(i, j int) int { return cmp.Compare(s.sizes[i], s.sizes[j]) })

	// A clause can contain only clauses that are shorter or equal. A clause that contains clause i has its rarest
	// literal too, so look only at clauses with this literal.
	for _, i := range shortFirst {
		if s.clauses[i] == nil {
			continue
		}
		rarest := slices.MinFunc(s.clauses[i], func(x, y int) int { return cmp.Compare(s.count[x], s.count[y]) })
		for _, j := range s.with[rarest] {
			lacksLiteral := signatures[i]&^signatures[j] != 0 // of clause i; this is quick to see
			if lacksLiteral || j == i || s.clauses[j] == nil {
				continue
			}
			if s.contains(j, s.clauses[i]) {
				s.remove(j)
			}
		}
	}
}

// signature returns a word with one of 64 bits for a literal x. The signature of a clause has the bits of all its
// literals, so it has all bits of the signature of a clause that it contains.
//
// 2*x^x>>63 numbers the literals without negative numbers: x and -x become 2x and 2x-1.
func signature(x int) uint64 { return 1 << (uint(2*x^x>>63) % 64) }

func (s *simplifier) contains(i int, literals []int) bool {
	return !slices.ContainsFunc(literals, func(x int) bool {
		_, found := slices.BinarySearch(s.with[x], i)
		return !found
	})
}

func (s *simplifier) left() [][]int {
	return slices.DeleteFunc(s.clauses, func(clause []int) bool { return clause == nil })
}
