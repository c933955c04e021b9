package kinds

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
)

// A formula is a candidate for Join, the function that the proof is about.
type formula func(a, b Kind) (Kind, Value)

// limit is the largest number of triples, and of trees, of a proof.
const limit = 1000

// prove makes the two finite searches of the proof in the package comment. The first shows that every move of Left
// lowers the value or makes it incomparable. It goes through triples: the kind of a tree before a move, the kind after
// the move, and the difference of the values. The second shows that Left has a good answer even in the trees in which
// it is hardest to find. The error says which search fails, and where.
func (join formula) prove() (triples, trees int, err error) {
	if triples, err = join.proveNoWin(); err != nil {
		return 0, 0, err
	}
	worst, err := join.proveGoodMoves()
	return triples, len(worst), err
}

func (k Kind) alive() bool { return k >= One }

// A move is the effect of a move of Left on a tree: the kind that the tree then has, and what the move adds to the
// value.
type move struct {
	kind  Kind
	added Value
}

// atRoot returns the effect of Left's move that colours the root of a tree. The children of the root have the kinds a
// and b, neither of them Blue. A coloured root adds nothing to the value, so the move takes away what the root added.
func (join formula) atRoot(a, b Kind) move {
	_, adds := join(a, b)
	return move{Blue, Value{}.Minus(adds)}
}

// above returns the effect on a tree of a move in a subtree. The children of the tree's root are the subtree and a tree
// of the kind `other`. The move m turns the kind of the subtree from `kind` into m.kind, and adds m.added to its value.
// In the tree it also changes what the root adds, because this depends on the kinds of the children.
func (join formula) above(m move, kind, other Kind) move {
	_, old := join(kind, other)
	to, adds := join(m.kind, other)
	return move{to, m.added.Plus(adds).Minus(old)}
}

func all() []Kind { return []Kind{Nothing, Blue, Red, One, Two, Fork, Stem} }

// proveNoWin makes the first search of the proof: no move of Left leaves a value that is at least the value before.
func (join formula) proveNoWin() (triples int, err error) {
	type triple struct {
		kind Kind
		move move
	}
	seen := make(map[triple]bool)
	var todo []triple
	for _, a := range all() {
		for _, b := range all() {
			if kind, _ := join(a, b); kind.alive() && a != Blue && b != Blue {
				todo = append(todo, triple{kind, join.atRoot(a, b)})
			}
		}
	}
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		if seen[t] {
			continue
		}
		seen[t] = true
		if len(seen) > limit {
			return 0, errors.New("moves of Left can add more and more")
		}
		if t.move.added.AtLeast(Value{}) {
			return 0, fmt.Errorf("a move of Left in a tree of kind %d adds %v, want less than 0", t.kind, t.move.added)
		}
		for _, other := range all() {
			if kind, _ := join(t.kind, other); kind.alive() {
				todo = append(todo, triple{kind, join.above(t.move, t.kind, other)})
			}
		}
	}
	return len(seen), nil
}

// A subtree is what the second search needs to know about a subtree.
type subtree struct {
	kind  Kind
	value Value  // its quarters are boundless if they are more than most
	moves []move // the moves of Left, without moves that are worse than another with the same kind
}

// So that the search is finite, a number of quarters above `most` is stored as `boundless` plus its remainder modulo 4.
const (
	most      = 24
	boundless = 1 << 40
)

// over returns what the search needs to know about the tree that joins two subtrees at a new root.
func (join formula) over(a, b subtree) subtree {
	kind, adds := join(a.kind, b.kind)
	s := subtree{kind: kind, value: a.value.Plus(b.value).Plus(adds)}
	if s.value.Quarters > most {
		s.value.Quarters = boundless + s.value.Quarters%4
	}
	if a.kind != Blue && b.kind != Blue {
		s.add(join.atRoot(a.kind, b.kind))
	}
	for _, m := range a.moves {
		s.add(join.above(m, a.kind, b.kind))
	}
	for _, m := range b.moves {
		s.add(join.above(m, b.kind, a.kind))
	}
	return s
}

// add adds a move, unless the subtree has one that is at least as good.
func (s *subtree) add(m move) {
	if s.has(m) {
		return
	}
	s.moves = slices.DeleteFunc(s.moves, func(n move) bool { return n.kind == m.kind && m.added.AtLeast(n.added) })
	s.moves = append(s.moves, m)
}

func (s subtree) has(m move) bool {
	return slices.ContainsFunc(s.moves, func(n move) bool { return n.kind == m.kind && n.added.AtLeast(m.added) })
}

// worse reports whether step 2 of the proof is at least as hard to satisfy for the subtree s as for t: if step 2 holds
// for s, then also for t. So the proof may examine s instead of t. Step 2 asks that one of Left's moves is a good
// answer, so t must have every move of s. It asks for nothing if the value is an integer of at most 0, so the value of
// t must be no greater than that of s. The kinds of s and t must be equal, and their values must differ by an integer.
func (s subtree) worse(t subtree) bool {
	return s.value.Quarters >= t.value.Quarters && !slices.ContainsFunc(s.moves, func(m move) bool { return !t.has(m) })
}

// good reports whether Left has the move that step 2 of the proof asks for.
func (s subtree) good() bool {
	least := Value{-4 / denominator(s.value), false}
	switch {
	case s.value.Star:
		least = star()
	case denominator(s.value) == 1 && s.value.Quarters <= 0:
		return true
	}
	return slices.ContainsFunc(s.moves, func(m move) bool { return m.added.AtLeast(least) })
}

// proveGoodMoves makes the second search of the proof, which shows that every tree is good: Left has the move that step
// 2 of the proof asks for. It keeps only the worst subtrees, for which this is hardest to satisfy (see worse), and
// joins them to larger trees until no new tree is worse. It returns the worst.
func (join formula) proveGoodMoves() (trees []subtree, err error) {
	type class struct {
		kind      Kind
		remainder int
		star      bool
	}
	worst := make(map[class][]subtree)
	for changed := true; changed; {
		changed = false
		known := []subtree{{kind: Nothing}, {kind: Blue}, {kind: Red}}
		for _, list := range worst {
			known = append(known, list...)
		}
		if len(known) > limit {
			return nil, errors.New("there are worse and worse trees")
		}
		for i, a := range known {
			for _, b := range known[i:] {
				s := join.over(a, b)
				if !s.kind.alive() {
					continue
				}
				if !s.good() {
					return nil, fmt.Errorf("in a tree of kind %d and value %v Left has only the moves %v", s.kind, s.value, s.moves)
				}
				c := class{s.kind, s.value.Quarters & 3, s.value.Star}
				if slices.ContainsFunc(worst[c], func(t subtree) bool { return t.worse(s) }) {
					continue
				}
				worst[c] = append(slices.DeleteFunc(worst[c], s.worse), s)
				changed = true
			}
		}
	}
	for _, list := range worst {
		trees = append(trees, list...)
	}
	return trees, nil
}

func denominator(v Value) int { return int(big.NewRat(int64(v.Quarters), 4).Denom().Int64()) }
