package arcsets

import (
	"fmt"
	"math/big"
	"slices"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

// Classify returns which class a set of arcs is of. The canonical form is the least of its
// images under the automorphisms of the ruleset's DAG, as the walk orders them; see arcPlan.
func (s *Space) Classify(d *dag.DAG) (enum.Form, error) {
	plan, err := s.plan()
	if err != nil {
		return enum.Form{}, err
	}
	members, err := s.members()
	if err != nil {
		return enum.Form{}, err
	}
	if got, want := d.Vertices(), s.dag.Vertices(); got != want {
		return enum.Form{}, fmt.Errorf("a DAG on %d vertices; want %d, as the ruleset's DAG has", got, want)
	}
	chosen := make([]bool, len(plan.arcs))
	for a := range d.All() {
		place := slices.Index(plan.arcs, a)
		if place < 0 {
			return enum.Form{}, fmt.Errorf("the arc %v is not one of the ruleset's DAG; want a set of its arcs", a)
		}
		chosen[place] = true
	}
	least, by, automorphisms := slices.Clone(chosen), 0, int64(1)
	image := make([]bool, len(chosen))
	for e, from := range plan.images {
		for place, before := range from {
			image[place] = chosen[before]
		}
		switch compareBits(image, least) {
		case -1:
			copy(least, image)
			by, automorphisms = e+1, 1
		case 0:
			automorphisms++
		}
	}
	return chip.Form(d, members[by], slices.Collect(plan.dagOf(least).All()), big.NewInt(automorphisms), s.Group)
}

// compareBits compares strings of bits of one length.
func compareBits(a, b []bool) int {
	for i := range a {
		if a[i] != b[i] {
			if b[i] {
				return -1
			}
			return 1
		}
	}
	return 0
}
