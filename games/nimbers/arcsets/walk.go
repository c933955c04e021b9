package arcsets

import (
	"context"
	"fmt"
	"math/big"
	"math/bits"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/wide"
)

// A walker counts the sets of arcs of a Space and lists them. It numbers the vertices from the last one down, so that
// arcs lead to smaller numbers, and the two vertices with the chips come last. The walk counts together all sets that
// agree in the nimber of every vertex: the number of sets of arcs out of a vertex that give it the nimber k is
//
//	product over h < k of (2^c(h) - 1) · product over h > k of 2^c(h)
//
// where c(h) is the number of arcs of the complete DAG from this vertex to vertices of nimber h: at least one arc to a
// vertex of each smaller nimber, none to one of nimber k, and any to the others. There are as many assignments of
// nimbers as partitions of the vertices, which is Bell's number.
type walker struct {
	*Space
	ctx  context.Context
	path []byte          // the path of the shard: the nimbers of the first vertices
	bulk [2]wide.Uint128 // the sets counted so far, by verdict

	nimber [MaxWalked]uint8
	class  [MaxWalked + 1]uint64 // class[h] is the set of the vertices with the nimber h
	ends   [MaxWalked]uint64     // ends[i] is the set of the ends of arcs from vertex i, in the set that is listed
}

// newWalker returns a walker. It panics if the space cannot be walked.
func (s *Space) newWalker() *walker {
	if err := s.Walkable(); err != nil {
		panic(fmt.Sprintf("nimbers: %v", err))
	}
	return &walker{Space: s, ctx: context.Background()}
}

// Walk counts the sets of arcs of a shard by the player who wins, for all assignments of nimbers to the vertices that
// begin with the shard's path. Every set is a separate class.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.ctx, w.path, w.bulk = ctx, shard.Path, [2]wide.Uint128{}
	w.replay(0, wide.Uint128{Lo: 1})
	if err := ctx.Err(); err != nil {
		return err
	}
	for verdict, sets := range w.bulk {
		tally.AddBig(verdict, 1, sets.Big())
	}
	return nil
}

// prefixes calls visit with the path of every shard that begins with the given path, until visit returns false, which
// it then returns too. path[i] is the nimber of vertex i, and must be set in w.
func (w *walker) prefixes(path []byte, visit func(path []byte) bool) bool {
	i := len(path) // the next vertex
	if i == w.depth() {
		return visit(append([]byte(nil), path...))
	}
	for k := 0; w.ways(i, k) > 0; k++ {
		w.assign(i, k)
		more := w.prefixes(append(path, byte(k)), visit)
		w.unassign(i)
		if !more {
			return false
		}
	}
	return true
}

// sets returns the number of sets of arcs in the shard with the given path.
func (w *walker) sets(path []byte) *big.Int {
	sets, left := big.NewInt(1), w.vertices*(w.vertices-1)/2 // left is the number of arcs not yet decided
	for i, nimber := range path {
		sets.Mul(sets, new(big.Int).SetUint64(w.ways(i, int(nimber))))
		w.assign(i, int(nimber))
		left -= i
	}
	return sets.Lsh(sets, uint(left))
}

// replay assigns the nimbers in w.path, those of the shard's first vertices: here to vertex i, and by calling itself to
// the later ones. At the end of w.path it calls branch for the other vertices. The argument ways is the number of sets
// of arcs out of the vertices before i that give these vertices their nimbers.
func (w *walker) replay(i int, ways wide.Uint128) {
	if i == len(w.path) { // the shard's vertices have their nimbers
		w.branch(i, ways)
		return
	}
	k := int(w.path[i])
	sets := w.ways(i, k)
	w.assign(i, k)
	w.replay(i+1, ways.Mul(sets))
	w.unassign(i)
}

// ways returns the number of sets of arcs out of vertex i that give it the nimber k.
func (w *walker) ways(i, k int) uint64 {
	out, product := uint64(1)<<i-1, uint64(1) // out has the ends of the arcs of i in the complete DAG, without smaller nimbers
	for _, class := range w.class[:k] {
		product *= 1<<bits.OnesCount64(out&class) - 1
		out &^= class
	}
	return product << bits.OnesCount64(out&^w.class[k])
}

// assign gives vertex i the nimber k, and unassign takes it away again.
func (w *walker) assign(i, k int) {
	w.nimber[i] = uint8(k)
	w.class[k] |= 1 << i
}

func (w *walker) unassign(i int) { w.class[w.nimber[i]] &^= 1 << i }

// branch counts the sets of arcs that give the vertices before i their nimbers, by the player who wins. The parameter
// ways is the number of such sets of arcs out of the vertices before i. For each possible nimber of vertex i, branch
// multiplies ways by the number of sets of arcs out of i that give i this nimber, and goes on to the next vertex.
func (w *walker) branch(i int, ways wide.Uint128) {
	// The chips have the last two vertices, and the second player wins if their nimbers are equal.
	if i == w.vertices-1 {
		equal := w.ways(i, int(w.nimber[i-1]))
		w.bulk[chip.Second] = w.bulk[chip.Second].Add(ways.Mul(equal))
		w.bulk[chip.First] = w.bulk[chip.First].Add(ways.Mul(1<<i - equal))
		return
	}
	if i < w.vertices-4 && w.ctx.Err() != nil { // checked above the last levels only, which are called most often
		return
	}
	// The variable product is the number of ways to choose the arcs to the vertices of nimbers below k, at least one
	// arc to each nimber. Vertex i gets nimber k if it has no arc to the vertices of nimber k. Arcs to the vertices of
	// larger nimbers, which are left in out, are free.
	out, product := uint64(1)<<i-1, uint64(1)
	for k := 0; ; k++ {
		arcs := out & w.class[k] // the vertices of nimber k
		out &^= arcs
		w.assign(i, k)
		w.branch(i+1, ways.Mul(product<<bits.OnesCount64(out)))
		w.unassign(i)
		if arcs == 0 {
			return // no vertex has the nimber k, so none of i's nimbers is greater
		}
		product *= 1<<bits.OnesCount64(arcs) - 1
	}
}

// list calls visit with the sets of arcs of a shard that have the given verdict, or with all for [enum.AnyVerdict],
// until visit returns false. The DAG of a set and the proof of its verdict are made only if visit asks for them.
func (w *walker) list(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	w.ctx, w.path, w.ends = ctx, shard.Path, [MaxWalked]uint64{}
	class := enum.Class{
		Automorphisms: 1,
		Game:          func() string { return w.dag().Word() },
		Solution:      func() single.Solution { return chip.Solution(w.dag()) },
	}
	w.extend(0, 0, func() bool {
		class.Verdict = chip.Verdict(int(w.nimber[w.vertices-1]), int(w.nimber[w.vertices-2]))
		return verdict != enum.AnyVerdict && verdict != class.Verdict || visit(class)
	})
	return ctx.Err()
}

// extend calls visit with every set of arcs of the shard that continues the decisions so far, until visit returns
// false, which it then returns too. w.ends says which arcs out of the vertices before i, and from i to the vertices
// before j, are in the set. When all arcs out of i are decided, sets that give i another nimber than w.path are left
// out.
func (w *walker) extend(i, j int, visit func() bool) bool {
	switch {
	case i == w.vertices:
		return visit()
	case j == i:
		k := 0 // becomes the nimber of i: the least that no end of its arcs has
		for w.ends[i]&w.class[k] != 0 {
			k++
		}
		if i < len(w.path) && int(w.path[i]) != k {
			return true
		}
		w.assign(i, k)
		on := w.ctx.Err() == nil && w.extend(i+1, 0, visit)
		w.unassign(i)
		return on
	}
	on := w.extend(i, j+1, visit) // the sets without the arc from i to j, and then the sets with it
	if on {
		w.ends[i] |= 1 << j
		on = w.extend(i, j+1, visit)
		w.ends[i] &^= 1 << j
	}
	return on
}

// dag returns the DAG of the set that is listed, with the vertices numbered from those of the chips on.
func (w *walker) dag() *dag.DAG {
	var arcs []dag.Arc
	for i, ends := range w.ends {
		for ; ends != 0; ends &= ends - 1 {
			arcs = append(arcs, dag.Arc{From: w.vertices - 1 - i, To: w.vertices - 1 - bits.TrailingZeros64(ends)})
		}
	}
	return dag.Must(w.vertices, arcs)
}
