package col

import (
	"cmp"
	"context"
	"math/big"
	"slices"
	"strconv"

	"enumerate/enum/single"
)

// classify returns the class of a position: all positions that differ only in the order of the trees and of the
// children of vertices. In the canonical form both are sorted, and the smaller child comes first.
//
// The group permutes the trees, and swaps the children of each vertex, so its order is k! 2^n for k trees with n
// vertices. Vertices with fewer than two children count too, so that all trees with n vertices have the same group: at
// a leaf, the swap is an automorphism; at a vertex with one child, it is not, because it turns a left child into a
// right child. Vertices are named by their numbers, from 1 in the order of the text.
func (p position) classify(context.Context) (single.Form, error) {
	s := p.sorted()
	return single.Form{
		Size:          len(p),
		Game:          s.position.String(),
		Automorphisms: s.automorphisms,
		Group: func() *big.Int {
			group := new(big.Int).MulRange(1, int64(s.trees))
			return group.Lsh(group, uint(len(p)))
		},
		Relabeling: func() []single.Renaming {
			renamings := make([]single.Renaming, len(p))
			for to, from := range s.from {
				renamings[from] = single.Renaming{From: strconv.Itoa(int(from) + 1), To: strconv.Itoa(to + 1)}
			}
			return renamings
		},
		Solution: func(context.Context) (single.Solution, error) {
			value := s.position.sum().value
			return single.Solution{Verdict: outcomeOf(value).String(), Proof: "value", Names: []string{value.String()}}, nil
		},
	}, nil
}

type canonicalPosition struct {
	position
	from          []int32 // from[v] is the vertex of the given position that is vertex v of the canonical form
	trees         int     // the number of trees
	automorphisms *big.Int
}

// sorted returns the canonical form of a position, in time n log n for n vertices. Automorphisms are the permutations
// of equal trees, and the swaps of equal children.
func (p position) sorted() canonicalPosition {
	o := newOrdering(p)
	s := canonicalPosition{position: make(position, 0, len(p)), from: make([]int32, 0, len(p))}

	var todo []int32 // a stack of the vertices to visit
	for root := 0; root < len(p); root += int(o.size[root]) {
		todo = append(todo, int32(root))
	}
	s.trees = len(todo)
	slices.SortFunc(todo, o.compare)
	s.automorphisms = big.NewInt(1)

	alike := int64(1) // the number of trees so far that are equal to this one
	for i := 1; i < len(todo); i++ {
		alike++
		if o.compare(todo[i-1], todo[i]) != 0 {
			alike = 1
		}
		s.automorphisms.Mul(s.automorphisms, big.NewInt(alike))
	}

	// Visit the vertices of each tree in the order of the canonical form, and count the swaps of two equal or two
	// missing children.
	slices.Reverse(todo)
	swaps := uint(0)
	for len(todo) > 0 {
		v := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		s.position, s.from = append(s.position, p[v]), append(s.from, v)

		switch one, other := o.children(v); p[v].Children {
		case 0:
			swaps++
		case 1:
			todo = append(todo, one)
		default:
			todo = append(todo, other, one)
			if o.compare(one, other) == 0 {
				swaps++
			}
		}
	}
	s.automorphisms.Lsh(s.automorphisms, swaps)
	return s
}

// An ordering orders the subtrees of a position as a census numbers the classes of trees: by size, then by the
// children, then by the colour of the root. Subtrees that differ only in the order of children are equal.
type ordering struct {
	position
	size []int32 // the size of the subtree of each vertex
	rank []int32 // the rank of each subtree among those of its size; equal subtrees have the same rank
}

// newOrdering finds the size and the rank of the subtree below each vertex of p. It begins with the smallest size,
// because the rank of a subtree depends on those of its children.
func newOrdering(p position) *ordering {
	n := len(p)
	o := &ordering{position: p, size: make([]int32, n), rank: make([]int32, n)}

	// Go backwards, because children come after their parents, the second child after the subtree of the first.
	bySize := make([]int32, n)
	for v := n - 1; v >= 0; v-- {
		bySize[v] = int32(v)
		o.size[v] = 1
		for range p[v].Children {
			o.size[v] += o.size[v+int(o.size[v])]
		}
	}

	slices.SortFunc(bySize, func(v, w int32) int { return cmp.Compare(o.size[v], o.size[w]) })
	for len(bySize) > 0 {
		alike := 1 // the number of remaining subtrees of the least size
		for alike < len(bySize) && o.size[bySize[alike]] == o.size[bySize[0]] {
			alike++
		}
		o.sort(bySize[:alike])
		bySize = bySize[alike:]
	}
	return o
}

// sort sets the ranks of all subtrees of one size, given by their roots. Smaller subtrees must have their ranks
// already.
func (o *ordering) sort(subtrees []int32) {
	compare := func(v, w int32) int {
		one, other := o.key(v), o.key(w)
		return slices.Compare(one[:], other[:])
	}
	slices.SortFunc(subtrees, compare)
	for i, v := range subtrees[1:] {
		o.rank[v] = o.rank[subtrees[i]]
		if compare(subtrees[i], v) != 0 {
			o.rank[v]++
		}
	}
}

// key returns the numbers by which the subtree with root v is compared with others of its size: the size of the smaller
// child, the ranks of both children, and the colour of the root. The order is that of census.appendClass: if both
// children have the same size, the key has the greater rank, that of `other`, first, because unpair numbers the pairs
// of children in this order.
func (o *ordering) key(v int32) [4]int32 {
	colour := int32(o.position[v].Colour)
	one, other := o.children(v)
	switch {
	case o.position[v].Children == 0:
		return [4]int32{0, 0, 0, colour}
	case o.position[v].Children == 1:
		return [4]int32{0, 0, o.rank[one], colour}
	case o.size[one] == o.size[other]:
		return [4]int32{o.size[one], o.rank[other], o.rank[one], colour}
	}
	return [4]int32{o.size[one], o.rank[one], o.rank[other], colour}
}

// compare compares the subtrees below two vertices as cmp.Compare does.
func (o *ordering) compare(v, w int32) int {
	return cmp.Or(cmp.Compare(o.size[v], o.size[w]), cmp.Compare(o.rank[v], o.rank[w]))
}

// children returns the children of vertex v, the one with the lesser subtree first. If v has only one child, it returns
// this child twice; without children, the result has no meaning.
func (o *ordering) children(v int32) (one, other int32) {
	one = v + 1
	if o.position[v].Children < 2 {
		return one, one
	}
	other = one + o.size[one]
	if o.compare(one, other) > 0 {
		return other, one
	}
	return one, other
}
