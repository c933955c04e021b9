// Package chip is for the game of two chips on the first two vertices of a DAG, a directed graph without cycles. It has
// what packages labelled and arcsets share: who wins, called the verdict; the proof of the verdict; and the class
// of a DAG.
package chip

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"strconv"

	"enumerate/canon"
	"enumerate/enum/single"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/lists"
)

// The verdicts name the player who wins: the first player iff the chips stand on vertices of different nimbers (Sprague
// 1935, Grundy 1939).
const (
	First = iota
	Second
)

// Verdicts returns the names of the verdicts.
func Verdicts() []string { return []string{First: "first", Second: "second"} }

// Verdict returns the verdict for the nimbers of the chips' vertices.
func Verdict(chip, other int) int {
	if chip != other {
		return First
	}
	return Second
}

// Solution returns the verdict of a DAG, and as its proof the nimbers of all vertices.
func Solution(d *dag.DAG) single.Solution {
	nimbers := d.Nimbers()
	return single.Solution{
		Verdict: Verdicts()[Verdict(nimbers[0], nimbers[1])],
		Proof:   "nimbers",
		Names:   lists.Map(nimbers, strconv.Itoa),
	}
}

// Graph returns the DAG as a coloured graph, from which package canon finds a canonical form and the automorphisms that
// keep the colours. The vertices without a chip have the colour 0. The two with a chip have different colours, or the
// same colour if the chips are unordered.
func Graph(d *dag.DAG, unordered bool) canon.Graph {
	g := canon.Graph{Points: d.Vertices(), Colors: make([]int, d.Vertices()), Arcs: make([]canon.Arc, 0, d.Arcs())}
	g.Colors[0], g.Colors[1] = 1, 2
	if unordered {
		g.Colors[1] = 1
	}
	for a := range d.All() {
		g.Arcs = append(g.Arcs, canon.Arc{From: a.From, To: a.To})
	}
	return g
}

// Form describes the class of a DAG for users. The function group returns the order of the group of relabelings that
// the ruleset allows; divided by automorphisms, it is the number of labelled DAGs in the class. The relabeling r must
// lead to the canonical form, whose arcs are the parameter want; otherwise Form returns an error.
func Form(d *dag.DAG, r canon.Relabeling, want []dag.Arc, automorphisms *big.Int, group func() *big.Int) (single.Form, error) {
	n := d.Vertices()
	if err := r.Validate(); err != nil {
		return single.Form{}, fmt.Errorf("nimbers: the relabeling to the canonical form on %d vertices: %w", n, err)
	}

	arcs := make([]dag.Arc, 0, d.Arcs())
	for a := range d.All() {
		arcs = append(arcs, dag.Arc{From: r[a.From], To: r[a.To]})
	}

	canonical := dag.Must(n, arcs)
	if other := dag.Must(n, want); !slices.Equal(slices.Collect(canonical.All()), slices.Collect(other.All())) {
		return single.Form{}, fmt.Errorf("nimbers: the relabeling %v of a DAG does not lead to its canonical form", r)
	}

	return single.Form{
		Size:          n,
		Game:          canonical.Word(),
		Automorphisms: automorphisms,
		Group:         group,
		Relabeling: func() []single.Renaming {
			renamings := make([]single.Renaming, n)
			for v, w := range r {
				renamings[v] = single.Renaming{From: strconv.Itoa(v + 1), To: strconv.Itoa(w + 1)}
			}
			return renamings
		},
		Solution: func(context.Context) (single.Solution, error) { return Solution(canonical), nil },
	}, nil
}

// Coins are tosses of a fair coin. Each toss takes one bit of the random numbers.
type Coins struct {
	Random   *rand.Rand
	word     uint64
	bitsLeft int
}

// Toss returns the result of the next toss.
func (c *Coins) Toss() bool {
	if c.bitsLeft == 0 {
		c.word, c.bitsLeft = c.Random.Uint64(), 64
	}
	head := c.word&1 != 0
	c.word >>= 1
	c.bitsLeft--
	return head
}
