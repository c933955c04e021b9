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

// A walker walks a Space and lists it.
//
// The walker numbers the vertices from the last one down, so that arcs lead to smaller numbers: vertex i has an arc to
// each of the i vertices before it, and the vertices of the chips come last. The walk branches over the nimber of each
// vertex in turn. All sets that give all vertices the same nimbers are counted together: the number of sets of arcs out
// of a vertex that give it the nimber k is
//
// product over h < k of (2^c(h) - 1) · product over h > k of 2^c(h)
//
// where c(h) is the number of arcs of the complete DAG from this vertex to vertices of nimber h. This is the first idea
// of the source. There are as many assignments of nimbers as partitions of the vertices, which is Bell's number, and
// the walk need not branch over the last vertex.
type walker struct {
	*Space
	ctx  context.Context
	path []byte          // the path of the shard: the nimbers of the first vertices
	bulk [2]wide.Uint128 // the sets counted so far, by verdict

	nimber [MaxWalked]uint8
	class  [MaxWalked + 1]uint64 // class[h] is the set of the vertices with the nimber h
	taken  [MaxWalked]uint64     // taken[i] is the set of the ends of arcs from vertex i, in the set that is listed
}

// newWalker returns a walker. It panics if the space cannot be walked.
func (s *Space) newWalker() *walker {
	if err := s.Walkable(); err != nil {
		panic(fmt.Sprintf("nimbers: %v", err))
	}
	return &walker{Space: s, ctx: context.Background()}
}

// Walk counts the sets of arcs of a shard.
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

// prefixes visits the paths of all shards that begin with path, until visit returns false; then it returns false too. Such a
// path is an assignment of nimbers to the first vertices. A nimber k is possible as long as some set of arcs gives it.
func (w *walker) prefixes(path []byte, visit func(path []byte) bool) bool {
	i := len(path)
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

// sets returns the number of sets of arcs of a shard.
func (w *walker) sets(path []byte) *big.Int {
	sets, left := big.NewInt(1), w.vertices*(w.vertices-1)/2 // left is the number of arcs not yet decided
	for i, nimber := range path {
		sets.Mul(sets, new(big.Int).SetUint64(w.ways(i, int(nimber))))
		w.assign(i, int(nimber))
		left -= i
	}
	return sets.Lsh(sets, uint(left))
}

// replay assigns the nimbers of the shard's path to the vertices from i on, and then counts the sets of the shard. The
// parameter ways is the number of sets of arcs of the vertices before i that give them their nimbers.
func (w *walker) replay(i int, ways wide.Uint128) {
	if i == len(w.path) {
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

// branch counts the sets of arcs of the vertices from i on. Each of these sets counts as often as the parameter ways
// says.
func (w *walker) branch(i int, ways wide.Uint128) {
	if i == w.vertices-1 { // the chips have the last two vertices; the second player wins if their nimbers are equal
		equal := w.ways(i, int(w.nimber[i-1]))
		w.bulk[chip.Second] = w.bulk[chip.Second].Add(ways.Mul(equal))
		w.bulk[chip.First] = w.bulk[chip.First].Add(ways.Mul(1<<i - equal))
		return
	}
	if i < w.vertices-4 && w.ctx.Err() != nil {
		return
	}
	// The number of sets for the nimber k is the product of 2^c(h) - 1 over the smaller nimbers h, which is kept in product,
	// times 2^|out|, where out has the ends of larger nimbers.
	out, product := uint64(1)<<i-1, uint64(1)
	for k := 0; ; k++ {
		arcs := out & w.class[k]
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

// list visits the classes of a shard, set by set.
func (w *walker) list(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	w.ctx, w.path, w.taken = ctx, shard.Path, [MaxWalked]uint64{}
	class := enum.Class{
		Automorphisms: 1,
		Game:          func() string { return w.dag().Word() },
		Solution:      func() single.Solution { return chip.Solution(w.dag()) },
	}
	w.extend(0, 0, func() bool {
		class.Verdict = chip.Verdict(int(w.nimber[w.vertices-1]), int(w.nimber[w.vertices-2]))
		return only != enum.AnyVerdict && only != class.Verdict || visit(class)
	})
	return ctx.Err()
}

// extend visits the sets of the shard that agree with taken so far. It decides the arc from vertex i to vertex j and
// all later arcs, until visit returns false; then it returns false too. Once all arcs of vertex i are decided (j is i), its
// nimber is known, and sets that give it another nimber than the shard's path are left out.
func (w *walker) extend(i, j int, visit func() bool) bool {
	switch {
	case i == w.vertices:
		return visit()
	case j == i:
		k := 0
		for w.taken[i]&w.class[k] != 0 {
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
	on := w.extend(i, j+1, visit)
	if on {
		w.taken[i] |= 1 << j
		on = w.extend(i, j+1, visit)
		w.taken[i] &^= 1 << j
	}
	return on
}

// dag returns the DAG of the set that is listed. In it the vertices are numbered from the vertices of the chips on.
func (w *walker) dag() *dag.DAG {
	var arcs []dag.Arc
	for i, ends := range w.taken {
		for ; ends != 0; ends &= ends - 1 {
			arcs = append(arcs, dag.Arc{From: w.vertices - 1 - i, To: w.vertices - 1 - bits.TrailingZeros64(ends)})
		}
	}
	return dag.Must(w.vertices, arcs)
}
