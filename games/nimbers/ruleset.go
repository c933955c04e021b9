package nimbers

import (
	"fmt"
	"io"
	"iter"
	"strconv"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// Ruleset is two chips on a DAG. The zero value has all labelled DAGs and ordered chips;
// With sets others. It implements enum.Parametric, enum.Counted, enum.Reader and
// enum.Generator.
type Ruleset struct {
	complete  bool   // the sets of arcs of the complete DAG of each size
	given     string // the word of a DAG whose sets of arcs there are; "" for none
	unordered bool
	labelled  *lastLayering // for Generate; may be nil
}

// New returns the ruleset with its parameters as they are by default. Unlike the zero value
// it keeps what takes long to make random labelled DAGs, so that a second one of a size
// takes a hundredth of the time.
func New() Ruleset { return Ruleset{labelled: new(lastLayering)} }

// Name returns "nimbers" and the parameters that do not have their defaults.
func (r Ruleset) Name() string {
	chips := chipsOrdered
	if r.unordered {
		chips = chipsUnordered
	}
	values := map[string]string{"dag": r.dag(), "chips": chips}
	return enum.SettingName("nimbers", r.Parameters(), func(name string) string { return values[name] })
}

// About describes the ruleset.
func (r Ruleset) About() enum.About {
	a := enum.About{
		Summary: "two chips on an acyclic digraph; a move pushes one along an arc; who cannot move loses",
		Size:    "vertices",
		Sizes:   enum.Range{First: 2, Last: MaxLabelled},
		Walked:  enum.Range{First: 2, Last: MaxWalked},
		Group:   "the vertices without a chip, (n-2)!",
		Example: "--game nimbers --n 7",
	}
	switch {
	case r.complete:
		a.Summary += "; all sets of arcs of the complete DAG"
		a.Sizes.Last, a.Walked.Last = MaxComplete, maxCompleteWalked
		a.Group = "trivial, 1"
		a.Example = "--game nimbers:dag=complete --n 8"
	case r.given != "":
		a.Summary += "; all sets of arcs of one DAG"
		a.Group = "the automorphisms that leave the chips where they are"
		if r.unordered {
			a.Group = "the automorphisms that leave the chips where they are or exchange them"
		}
		a.Example = "--game " + r.Name()
		if d, err := r.givenDAG(); err == nil {
			n := d.Vertices()
			a.Sizes, a.Walked = enum.Range{First: n, Last: n}, enum.Range{First: n, Last: n}
			a.Example += " --n " + strconv.Itoa(n)
			if NewArcSets(r.Name(), d, r.unordered).Walkable() != nil {
				a.Walked.Last = n - 1
			}
		}
	case r.unordered:
		a.Group = "the vertices without a chip, and the two with one, 2 (n-2)!"
		a.Example = "--game nimbers:chips=unordered --n 7"
	}
	return a
}

// The most vertices of complete DAGs.
const (
	MaxComplete       = 1000 // to be sampled, and counted modulo a number
	maxCompleteWalked = 16
)

// Space returns the space of a size: a *Labelled or an *ArcSets.
func (r Ruleset) Space(size int) (enum.Space, error) {
	d, err := r.dagOf(size)
	switch {
	case err != nil:
		return nil, err
	case d != nil:
		return NewArcSets(r.Name(), d, r.unordered), nil
	}
	s, err := NewLabelled(size, r.unordered)
	if err != nil {
		return nil, err // and not a nil *Labelled, which is no nil enum.Space
	}
	return s, nil
}

// dagOf returns the DAG whose sets of arcs are the games of a size, or nil if the games
// are all labelled DAGs.
func (r Ruleset) dagOf(size int) (*dag.DAG, error) {
	switch {
	case r.complete:
		if size < 2 || size > MaxComplete {
			return nil, fmt.Errorf("complete DAGs have from 2 to %d vertices, not %d", MaxComplete, size)
		}
		return dag.Complete(size)
	case r.given == "":
		return nil, nil
	}
	d, err := r.givenDAG()
	if err == nil && d.Vertices() != size {
		err = fmt.Errorf("the DAG given has %d vertices, not %d; want that size", d.Vertices(), size)
	}
	if err != nil {
		return nil, err
	}
	return d, nil
}

// givenDAG returns the DAG that is given.
func (r Ruleset) givenDAG() (*dag.DAG, error) { return dag.Parse(r.given) }

// Read reads DAGs in the formats of ReadDAGs.
func (Ruleset) Read(r io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		for d, err := range dag.Read(r) {
			if err != nil {
				d = nil
			}
			if !yield(Game{d}, err) {
				return
			}
		}
	}
}

// Input says how DAGs are written.
func (Ruleset) Input() string {
	return `A DAG is a line "n m", the numbers of vertices and arcs, and m lines "x y", an arc
from x to y, as in AtCoder AGC 016 F; or a word, such as 4.1-3.2-4, on a line of its
own. The chips are on the vertices 1 and 2. Blank lines mean nothing, nor does what
follows a #. The answer counts all sets of the DAG's arcs with which the first player
wins. --explain says also who wins with all arcs, and every vertex's nimber.
`
}

// Formats names the formats of answers.
func (Ruleset) Formats() []string { return []string{"table", "json"} }
