package labelled

import (
	"cmp"
	"context"
	"fmt"
	"iter"
	"math/big"
	"math/rand/v2"
	"sync"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
)

// labelledVersion must change whenever the shards or their order change, because stored shards of another version
// cannot be resumed.
const labelledVersion = 1

const (
	MaxVertices = 100           // for random DAGs
	MaxWalked   = maxKernel + 2 // for the method walk
	maxClasses  = 24            // for the number of classes; Burnside's lemma takes 0.4 s for 24 vertices
)

// A Space has all labelled DAGs on some number of vertices, with chips on the first two. DAGs that differ by a
// permutation of the other vertices, or by an exchange of unordered chips, are one class.
type Space struct {
	name      string
	vertices  int
	unordered bool
	classes   func() *big.Int
	sources   func() *sourceCounts
}

// New returns the space of all labelled DAGs on the given number of vertices, 2 to MaxVertices. Its fingerprint begins
// with the name. The number of classes and the numbers for random DAGs are computed when they are first needed.
func New(name string, vertices int, unordered bool) *Space {
	s := &Space{name: name, vertices: vertices, unordered: unordered}
	s.classes = sync.OnceValue(func() *big.Int {
		if vertices > maxClasses {
			return nil
		}
		return newCensus().classes(vertices, unordered)
	})
	s.sources = sync.OnceValue(func() *sourceCounts { return newSourceCounts(vertices) })
	return s
}

// Walkable returns an error if there are more than MaxWalked vertices.
func (s *Space) Walkable() error {
	if s.vertices > MaxWalked {
		return fmt.Errorf("n = %d is too large to walk labelled DAGs: expected 2 to %d vertices", s.vertices, MaxWalked)
	}
	return nil
}

// Games returns the number of labelled DAGs, by Robinson's recurrence.
func (s *Space) Games() *big.Int { return newCensus().labelled(s.vertices) }

// Classes returns the number of classes by Burnside's lemma, or nil if there are more than 24 vertices.
func (s *Space) Classes() *big.Int {
	if classes := s.classes(); classes != nil {
		return new(big.Int).Set(classes)
	}
	return nil
}

// Group returns (n-2)!, or twice that if the chips are unordered.
func (s *Space) Group() *big.Int {
	group := new(big.Int).MulRange(1, int64(s.vertices-2))
	if s.unordered {
		group.Lsh(group, 1)
	}
	return group
}

func (s *Space) Verdicts() []string { return chip.Verdicts() }

// Totals converts the tally of a walk to totals.
func (s *Space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

// Fingerprint has everything that the shards depend on.
func (s *Space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d depth=%d", s.name, s.vertices, labelledVersion, s.depth())
}

// depth returns the number of rows (ends of a vertex's arcs) that the kernels of a shard, the DAGs without the chips'
// vertices, have in common: all rows except the last. If a kernel has at most 4 vertices, all rows are the same, and a
// shard has one kernel. DAGs on 9 vertices have 5984 shards, which take 7 milliseconds on average.
func (s *Space) depth() int {
	kernel := s.vertices - 2
	return max(min(kernel, 4), kernel-1)
}

// Shards divides the walk through the kernels, the DAGs without the chips' vertices. A shard has the kernels with the
// same first s.depth() rows, which are its path.
func (s *Space) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		var k kernel
		var id uint64
		k.grow(s.depth(), func() bool {
			shard := enum.Shard{ID: id, Path: append([]byte(nil), k.rows[:k.size]...)}
			id++
			return yield(shard)
		})
	}
}

// Fits returns an error if the tally of a shard has more classes than there can be: an upper bound of the number of
// DAGs whose kernel (the DAG without the chips' vertices) begins with the shard's rows. Row j is the set of the ends of
// vertex j's arcs. Each row of the kernel that the shard does not have is one of 2^j sets. For k vertices of the
// kernel, there are 2k+1 pairs of a chip and another vertex or chip. Each pair has one of two arcs or none.
func (s *Space) Fits(shard enum.Shard, t *enum.Tally) error {
	kernel, rows := s.vertices-2, len(shard.Path)
	most := new(big.Int).Exp(big.NewInt(3), big.NewInt(int64(2*kernel+1)), nil)
	return enum.AtMost(t, most.Lsh(most, uint(kernel*(kernel-1)/2-rows*(rows-1)/2)))
}

func (s *Space) newWalker() *walker {
	return &walker{space: s, bulk: kernelWalker{unordered: s.unordered}}
}

func (s *Space) Walker() enum.Walker { return s.newWalker() }

// Valued returns a lister, and a function that returns the Grundy value of the class that the lister visits.
func (s *Space) Valued() (enum.Lister, func() int) {
	w := s.newWalker()
	w.class.Game = func() string { return w.current.dag().Word() }
	w.class.Solution = func() single.Solution { return chip.Solution(w.current.dag()) }
	return w.list, func() int { return int(w.current.nimber[w.current.size-1] ^ w.current.nimber[w.current.size-2]) }
}

// Sampler returns a sampler that draws DAGs.
func (s *Space) Sampler() enum.Sampler { return newLayering(s.sources()) }

// Descent returns random steps of the walk from which its time is estimated.
func (s *Space) Descent() enum.Descent { return s.newWalker().descent }

// A walker walks a Space and lists it.
type walker struct {
	space   *Space
	bulk    kernelWalker
	class   enum.Class // the class that is listed
	current bitDAG     // the DAG that represents it
}

// Walk counts the classes of all kernels, the DAGs without the chips' vertices, that begin with the shard's rows.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.kernels(shard, func() bool {
		w.count(ctx, tally)
		return ctx.Err() == nil
	})
	return ctx.Err()
}

// kernels calls visit for each kernel, a DAG without the chips' vertices, that begins with the shard's rows.
func (w *walker) kernels(shard enum.Shard, visit func() bool) {
	k := &w.bulk.kernel
	k.size = copy(k.rows[:], shard.Path)
	k.grow(w.space.vertices-2, visit)
}

// count adds the classes that have the present kernel to the tally.
func (w *walker) count(ctx context.Context, tally *enum.Tally) {
	w.bulk.prepare()
	w.bulk.walk(func() bool { return ctx.Err() != nil })
	w.bulk.flush(tally)
}

// descent draws a random kernel, a DAG without the chips' vertices, and adds its classes to the tally. It is an
// [enum.Descent]. Each row of the kernel is drawn from those that the walk would try at this point, all equally likely.
// So a kernel has the probability 1/weight, where weight is the product of the numbers of these rows.
func (w *walker) descent(ctx context.Context, random *rand.Rand, tally *enum.Tally, spent func(weight float64)) (float64, error) {
	k := &w.bulk.kernel
	k.size = 0
	weight := 1.0
	for size := 1; size <= w.space.vertices-2; size++ {
		var rows []uint8
		k.grow(size, func() bool {
			rows = append(rows, k.rows[size-1])
			return true
		})
		if len(rows) == 0 {
			return 0, ctx.Err() // no kernel begins with the rows drawn so far
		}
		spent(weight)
		weight *= float64(len(rows))
		k.rows[size-1] = rows[random.IntN(len(rows))]
		k.size = size
	}
	w.count(ctx, tally)
	return weight, ctx.Err()
}

// list calls visit with the classes of a shard that have the given verdict, or all for enum.AnyVerdict, until visit
// returns false. To each kernel, the DAG without the chips' vertices, it adds the vertex of chip 2 and then that of
// chip 1, even if chip 2's vertex reaches chip 1's. It uses none of the formulas of Walk, so the two check each other.
func (w *walker) list(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	w.kernels(shard, func() bool {
		w.bulk.prepare()
		return w.bulk.eachLow(func(into, out uint16) bool {
			return ctx.Err() == nil && w.listBoth(into, out, verdict, visit)
		})
	})
	return ctx.Err()
}

// listBoth adds the vertex of chip 2 to the present kernel (the DAG without the two chips' vertices), with arcs from
// the set into and to the set out. Then it adds the vertex of chip 1, with arcs from a set in and to a set `to`, in all
// ways, and visits the classes that arise. Of pairs (in, to) that are images of one another under the automorphisms
// that fix chip 2's sets, it uses only the least.
func (w *walker) listBoth(into, out uint16, verdict int, visit func(enum.Class) bool) bool {
	k := &w.bulk
	other := k.bare // becomes the kernel with the second chip's vertex
	other.insert(into, out)

	whole := uint16(1)<<other.size - 1
	for in := range whole + 1 {
		if !k.narrow(k.groups[1], 2, in) {
			continue
		}

		free := whole &^ union(&other.above, in)
		for to := free; ; to = (to - 1) & free {
			if k.narrow(k.groups[2], 3, to) {
				automorphisms := uint64(len(k.groups[3]))
				if w.space.unordered {
					automorphisms *= k.exchanged(into, out, in, to)
				}
				if automorphisms > 0 && !w.listOne(other, in, to, automorphisms, verdict, visit) {
					return false
				}
			}
			if to == 0 {
				break
			}
		}
	}
	return true
}

// listOne adds the first chip's vertex to d, with arcs from the set into and to the set out, and calls visit with the
// class of this DAG if it has the wanted verdict.
func (w *walker) listOne(d bitDAG, into, out uint16, automorphisms uint64, wanted int, visit func(enum.Class) bool) bool {
	d.insert(into, out)
	verdict := chip.Verdict(int(d.nimber[d.size-1]), int(d.nimber[d.size-2]))
	if wanted != enum.AnyVerdict && wanted != verdict {
		return true
	}
	w.current, w.class.Verdict, w.class.Automorphisms = d, verdict, automorphisms
	return visit(w.class)
}

// exchanged is for unordered chips: a DAG and the same DAG with the chips exchanged are one class, which is listed
// once. Chip 2's vertex has arcs from the set in2 and to the set out2, and chip 1's vertex has arcs from in1 and to
// out1. exchanged returns a factor of the number of automorphisms:
//
//   - 0 if the class is listed as the DAG with the chips exchanged, not as this one
//   - 2 if an exchange of the chips is an automorphism, so that the class has twice as many
//   - 1 otherwise
//
// To find out, exchanged moves the four sets by each automorphism of the kernel (the DAG without the chips' vertices),
// and compares chip 1's images with chip 2's sets and chip 2's images with chip 1's sets. The result is 0 if some
// images are less, and otherwise 2 if some are equal.
func (w *kernelWalker) exchanged(in2, out2, in1, out1 uint16) uint64 {
	chip := uint16(1) << w.kernel.size
	if (in1|out1)&chip != 0 {
		// Exchanging the chips reverses the arc between them, so no exchange is an automorphism. The DAG whose arc
		// leads from the vertex added last represents the class: return 1 for this DAG, and 0 for the other.
		if out1&chip != 0 {
			return 1
		}
		return 0
	}

	factor := uint64(1)
	for i := range w.kernel.symmetries {
		s := &w.kernel.symmetries[i]
		order := cmp.Or(
			cmp.Compare(s.move(in1), in2),
			cmp.Compare(s.move(out1), out2),
			cmp.Compare(s.move(in2), in1),
			cmp.Compare(s.move(out2), out1),
		)
		switch order {
		case -1:
			return 0
		case 0:
			factor = 2
		}
	}
	return factor
}

// dag returns the DAG as a dag.DAG. The last vertex of a bitDAG becomes the first, and the one before it the second,
// because these have the chips.
func (d *bitDAG) dag() *dag.DAG {
	name := func(v int) int {
		if v >= d.size-2 {
			return d.size - 1 - v
		}
		return v + 2
	}
	var arcs []dag.Arc
	for v, out := range d.out[:d.size] {
		for w := range d.size {
			if out>>w&1 != 0 {
				arcs = append(arcs, dag.Arc{From: name(v), To: name(w)})
			}
		}
	}
	return dag.Must(d.size, arcs)
}
