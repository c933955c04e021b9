package col

import (
	"context"
	"slices"

	"enumerate/enum/playing"
	"enumerate/games/col/kinds"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// A sum is a position with the kinds (effects on the parent) of the children of each vertex, and its value by package
// kinds.
type sum struct {
	position position
	children [][search.MaxChildren]kinds.Kind
	value    kinds.Value
}

func kindOf(c search.Colour) kinds.Kind {
	return [...]kinds.Kind{search.Blue: kinds.Blue, search.Red: kinds.Red}[c]
}

// sum finds the value of a position, in linear time and without trying moves: it sums what each uncoloured vertex adds,
// which by the theorem of package kinds depends only on the kinds of the subtrees below it.
func (p position) sum() sum {
	s := sum{position: p, children: make([][search.MaxChildren]kinds.Kind, len(p))}
	// Go backwards, so that children come before their parents. The stack open has the kinds of the subtrees whose
	// parents have not come yet, the first child of a vertex on top.
	var open []kinds.Kind
	for v := len(p) - 1; v >= 0; v-- {
		left := len(open) - int(p[v].Children)
		for i := range p[v].Children {
			s.children[v][i] = open[len(open)-1-int(i)]
		}
		kind := kindOf(p[v].Colour)
		if p[v].Colour == search.Uncoloured {
			var adds kinds.Value
			kind, adds = kinds.Join(s.children[v][0], s.children[v][1])
			s.value = s.value.Plus(adds)
		}
		open = append(open[:left], kind)
	}
	return s
}

// outcomeOf returns the outcome of a position with the value v. A star changes the winner only if the number is 0.
func outcomeOf(v kinds.Value) partizan.Outcome {
	switch {
	case v.Quarters > 0:
		return partizan.L
	case v.Quarters < 0:
		return partizan.R
	case v.Star:
		return partizan.N
	}
	return partizan.P
}

// A step is a move and what it adds to the value.
type step struct {
	vertex int
	adds   kinds.Value
}

// steps calls visit with every move of a side, in the order of the vertices and in linear time.
//
// The value of a position is the sum of what its vertices add. A move changes the kind of a vertex (its effect on the
// vertex above), and so perhaps the kinds of the vertices above it, and what these add. Therefore steps goes from the
// root down and computes for every vertex changes[k]: how much more the vertices above it would add to the value if
// this vertex had the kind k.
func (s sum) steps(side int, visit func(step)) {
	type changes [kinds.Kinds]kinds.Value
	var open []changes // a stack with the changes of the vertices that come next
	own := kindOf(search.Paint(side))

	for v, vertex := range s.position {
		var above changes
		if last := len(open) - 1; last >= 0 {
			above = open[last]
			open = open[:last]
		}

		children := s.children[v]
		_, adds := kinds.Join(children[0], children[1])
		if vertex.Colour == search.Uncoloured && children[0] != own && children[1] != own {
			visit(step{v, above[own].Minus(adds)})
		}

		for child := int(vertex.Children) - 1; child >= 0; child-- {
			var below changes
			if vertex.Colour == search.Uncoloured {
				for kind := range below {
					newKind, newAdds := kinds.Join(kinds.Kind(kind), children[1-child])
					below[kind] = above[newKind].Plus(newAdds).Minus(adds)
				}
			}
			open = append(open, below)
		}
	}
}

// best returns, for each best value that a side can move to, the first move to it. Left prefers greater values, Right
// smaller ones. There can be two best values, because neither of a number and the same number with a star is greater.
func (s sum) best(side int) []step {
	better := func(v, w kinds.Value) bool {
		if side == playing.Right {
			v, w = w, v
		}
		return v.AtLeast(w)
	}
	var best []step
	s.steps(side, func(t step) {
		kept := best[:0] // the earlier best moves that are not worse than t
		for _, earlier := range best {
			if better(earlier.adds, t.adds) {
				return
			}
			if !better(t.adds, earlier.adds) {
				kept = append(kept, earlier)
			}
		}
		best = append(kept, t)
	})
	return best
}

// all returns all moves of a side to a best value; see best.
func (s sum) all(side int) (all []step) {
	best := s.best(side)
	s.steps(side, func(t step) {
		if slices.ContainsFunc(best, func(b step) bool { return b.adds == t.adds }) {
			all = append(all, t)
		}
	})
	return all
}

// byFormula returns the answer to a position. If all is set, the answer names all best moves, which takes linear time
// for each; otherwise it names one move for each best value that a side can reach.
func (p position) byFormula(ctx context.Context, all bool) (answer, error) {
	s := p.sum()
	moves := s.best
	if all {
		moves = s.all
	}
	a := answer{outcome: outcomeOf(s.value).String(), value: s.value.String()}
	for side := range a.best {
		if err := ctx.Err(); err != nil {
			return answer{}, err
		}
		for _, t := range moves(side) {
			value := s.value.Plus(t.adds) // after the move
			a.best[side] = append(a.best[side], move{t.vertex, p.with(t.vertex, side), value.String(), wins(outcomeOf(value), side)})
		}
	}
	return a, nil
}
