package col

import (
	"fmt"
	"math/big"

	"enumerate/enum"
)

// A Ruleset is Myopic Col with its parameters set; see [New] and With. It implements
// enum.Parametric, enum.Counted, enum.Reader, enum.Generator, enum.Theorematic and
// enum.Valued.
type Ruleset struct {
	shape   shape
	colours colours
}

// New returns the game with all parameters as they are by default: uncoloured trees.
func New() Ruleset { return Ruleset{} }

const (
	// maxTreeSize and maxPathSize are the most vertices of the games of a space. A
	// random tree of 30 vertices takes some milliseconds by reducing.
	maxTreeSize = 30
	maxPathSize = 200
	// maxWalked bounds the classes of a space that is walked, to some hours.
	maxWalked = 10_000_000_000
	// maxWalkedSize bounds the vertices of the trees that are walked: all trees that can
	// come up from those of 16 are 8 million, which take 600 MB for each worker.
	maxWalkedSize = 16
)

// sizes returns the sizes there are.
func (r Ruleset) sizes() enum.Range {
	if r.shape == paths {
		return enum.Range{First: 1, Last: maxPathSize}
	}
	return enum.Range{First: 1, Last: maxTreeSize}
}

// walked returns the sizes that can be walked.
func (r Ruleset) walked() enum.Range {
	walked := r.sizes()
	if r.shape == trees {
		walked.Last = maxWalkedSize
	}
	return r.few(walked)
}

// reduced returns the sizes that can be counted by reducing. Of trees without colours
// hardly anything comes up then.
func (r Ruleset) reduced() enum.Range {
	if r.colours == none {
		return r.few(r.sizes())
	}
	return r.walked()
}

// few returns those of a range of sizes that have at most maxWalked classes.
func (r Ruleset) few(sizes enum.Range) enum.Range {
	census := newCensus(r, sizes.Last)
	most := big.NewInt(maxWalked)
	for census.classes[sizes.Last].Cmp(most) > 0 {
		sizes.Last--
	}
	return sizes
}

// About describes the ruleset.
func (r Ruleset) About() enum.About {
	about := enum.About{
		Summary: "Myopic Col: Left paints vertices of a tree blue, Right red, unless a child has the colour",
		Size:    "vertices",
		Sizes:   r.sizes(),
		Walked:  r.walked(),
		Group:   "the order of the children of each vertex, 2^n",
		Example: "--game col:colours=leaves --n 1..8",
	}
	if r.shape == paths {
		about.Group = "trivial, 1"
	}
	return about
}

// Space returns the space of all games with that many vertices.
func (r Ruleset) Space(vertices int) (enum.Space, error) {
	s, err := NewSpace(r, vertices)
	if err != nil {
		return nil, err // and not a nil *Space, which is no nil enum.Space
	}
	return s, nil
}

// verticesIn says a range of sizes in words.
func verticesIn(r enum.Range) string {
	return fmt.Sprintf("with %d to %d vertices", r.First, r.Last)
}
