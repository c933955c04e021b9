package partizan

import (
	"math/rand/v2"
	"slices"
)

// A tree is a game that need not be in canonical form.
type tree struct{ options [2][]*tree }

// A sum is two trees (games) side by side. In the second one, Left and Right are exchanged if `negated` is true.
type sum struct {
	g, h    *tree
	negated bool
}

// wins reports whether a side wins if it moves first.
func (s sum) wins(side int) bool {
	for _, g := range s.g.options[side] {
		if !(sum{g, s.h, s.negated}).wins(1 - side) {
			return true
		}
	}
	own := side
	if s.negated {
		own = 1 - side
	}
	for _, h := range s.h.options[own] {
		if !(sum{s.g, h, s.negated}).wins(1 - side) {
			return true
		}
	}
	return false
}

func (s sum) outcome() Outcome {
	switch l, r := s.wins(left), s.wins(right); {
	case l && r:
		return N
	case l:
		return L
	case r:
		return R
	}
	return P
}

// order compares g and h by playing g - h.
func order(g, h *tree) Order {
	return map[Outcome]Order{P: Equal, L: Greater, R: Less, N: Confused}[sum{g, h, true}.outcome()]
}

// value returns the value of a tree in an arena.
func (t *tree) value(a *Arena) Value {
	var options [2][]Value
	for side := range options {
		for _, o := range t.options[side] {
			options[side] = append(options[side], o.value(a))
		}
	}
	return a.Make(options[left], options[right])
}

func subsets(trees []*tree) [][]*tree {
	sets := [][]*tree{nil}
	for _, t := range trees {
		for _, s := range sets {
			sets = append(sets, append(slices.Clone(s), t))
		}
	}
	return sets
}

// next returns all games whose Left and Right options are among the given trees.
func next(trees []*tree) []*tree {
	var games []*tree
	sets := subsets(trees)
	for _, l := range sets {
		for _, r := range sets {
			games = append(games, &tree{[2][]*tree{l, r}})
		}
	}
	return games
}

// dayTwo returns the 256 games with options among 0, 1, -1 and *.
func dayTwo() []*tree {
	zero := next(nil)
	one := next(zero)
	return next(one)
}

func randomTree(r *rand.Rand, depth, most int) *tree {
	t := new(tree)
	if depth == 0 {
		return t
	}
	for side := range t.options {
		for range r.IntN(most + 1) {
			t.options[side] = append(t.options[side], randomTree(r, depth-1-r.IntN(2)*r.IntN(depth), most))
		}
	}
	return t
}

// addByDefinition adds two values by the definition of the sum of games, without the shortcuts of Arena.Add. The map
// `known` has the sums that were computed before.
func addByDefinition(a *Arena, g, h Value, known map[pair]Value) Value {
	if v, ok := known[pair{g, h}]; ok {
		return v
	}
	var options [2][]Value
	for side := range options {
		for _, o := range slices.Clone(a.options(g, side)) {
			options[side] = append(options[side], addByDefinition(a, o, h, known))
		}
		for _, o := range slices.Clone(a.options(h, side)) {
			options[side] = append(options[side], addByDefinition(a, g, o, known))
		}
	}
	v := a.Make(options[left], options[right])
	known[pair{g, h}] = v
	return v
}

// antichains returns all sets of the values in which no two values are comparable, so that no option dominates another
// if the options of a game are such a set.
func antichains(a *Arena, values []Value) [][]Value {
	sets := [][]Value{nil}
	for _, v := range values {
		for _, s := range sets {
			if !slices.ContainsFunc(s, func(w Value) bool { return a.Compare(v, w) != Confused }) {
				sets = append(sets, append(slices.Clone(s), v))
			}
		}
	}
	return sets
}

// born returns all values of games that last at most `day` moves.
func born(a *Arena, day int) []Value {
	values := []Value{Zero}
	for range day {
		sets := antichains(a, values)
		seen := make(map[Value]bool)
		values = nil
		for _, l := range sets {
			for _, r := range sets {
				if v := a.Make(l, r); !seen[v] {
					seen[v] = true
					values = append(values, v)
				}
			}
		}
	}
	return values
}
