package arcsets

import (
	"context"
	"math/big"
	"math/bits"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/wide"
)

// A walker is the walker of a Space. It also lists. See arcPlan.
type walker struct {
	*arcPlan
	ctx    context.Context
	masks  []uint64        // of each vertex of the tree: the ends of its arcs
	path   []byte          // of the shard
	bulk   [2]wide.Uint128 // sets counted by assignments, by verdict, up to the arcs off the tree
	single map[orbitKey]uint64

	nimber [maxTreeVertices]uint8
	class  [maxTreeVertices + 1]uint64 // the vertices of each nimber

	chosen []bool   // the set of arcs, by place
	taken  []uint64 // of each vertex of the tree: the ends of the arcs of the set
	ties   [][]tie  // ties[p]: the images that tie with the first p bits
}

// An orbitKey is what sets that are met one by one are counted by.
type orbitKey struct {
	verdict       int
	automorphisms uint64
}

// A tie is an image of the set whose bits before a place agree with the set's.
type tie struct{ image, at int }

func newWalker(plan *arcPlan) *walker {
	w := &walker{
		arcPlan: plan,
		ctx:     context.Background(),
		masks:   make([]uint64, plan.tree),
		chosen:  make([]bool, len(plan.arcs)),
		taken:   make([]uint64, plan.tree),
		single:  make(map[orbitKey]uint64),
		ties:    make([][]tie, len(plan.arcs)+1),
	}
	for i, ends := range plan.ends[:plan.tree] {
		for _, j := range ends {
			w.masks[i] |= 1 << j
		}
	}
	for e := range plan.images {
		w.ties[0] = append(w.ties[0], tie{e, 0})
	}
	return w
}

// Walk counts the sets of arcs of a shard.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	w.begin(ctx, shard)
	if w.symmetric() {
		w.extend(0, 0, w.countFrom)
	} else {
		w.replay(0, wide.Uint128{Lo: 1})
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	for verdict, sets := range w.bulk {
		all := sets.Big()
		tally.AddBig(verdict, 1, all.Lsh(all, uint(len(w.arcs)-w.treeArcs)))
	}
	for key, sets := range w.single {
		tally.Add(key.verdict, key.automorphisms, sets)
	}
	return nil
}

// begin prepares for a shard, even if the one before was interrupted.
func (w *walker) begin(ctx context.Context, shard enum.Shard) {
	w.ctx, w.path = ctx, shard.Path
	w.bulk = [2]wide.Uint128{}
	clear(w.single)
	clear(w.chosen)
	clear(w.taken)
}

// beginnings visits the paths of all shards.
func (w *walker) beginnings(visit func(path []byte) bool) {
	if !w.symmetric() {
		w.prefixes(nil, visit)
		return
	}
	w.extend(0, 0, func(_, p int) (done, on bool) {
		if p < w.depth {
			return false, true
		}
		path := make([]byte, p)
		for q, chosen := range w.chosen[:p] {
			if chosen {
				path[q] = 1
			}
		}
		return true, visit(path)
	})
}

// prefixes visits the assignments of nimbers to the vertices of a shard's path that
// begin with path.
func (w *walker) prefixes(path []byte, visit func(path []byte) bool) bool {
	i := len(path)
	if i == w.depth {
		return visit(append([]byte(nil), path...))
	}
	for k := 0; w.ways(i, k) > 0; k++ {
		w.assign(i, k)
		on := w.prefixes(append(path, byte(k)), visit)
		w.unassign(i)
		if !on {
			return false
		}
	}
	return true
}

// sets returns how many sets of arcs a shard has.
func (w *walker) sets(path []byte) *big.Int {
	sets, decided := big.NewInt(1), len(path)
	if !w.symmetric() {
		decided = 0
		for i, nimber := range path {
			sets.Mul(sets, new(big.Int).SetUint64(w.ways(i, int(nimber))))
			w.assign(i, int(nimber))
			decided += len(w.ends[i])
		}
	}
	return sets.Lsh(sets, uint(len(w.arcs)-decided))
}

// replay assigns the nimbers of the shard's path from vertex i on, and counts what follows.
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
	out := w.masks[i]
	product := uint64(1)
	for _, class := range w.class[:k] {
		product *= 1<<bits.OnesCount64(out&class) - 1
		out &^= class
	}
	return product << bits.OnesCount64(out&^w.class[k])
}

func (w *walker) assign(i, k int) {
	w.nimber[i] = uint8(k)
	w.class[k] |= 1 << i
}

func (w *walker) unassign(i int) { w.class[w.nimber[i]] &^= 1 << i }

// branch counts the sets of arcs of the vertices from i on, each as often as ways says.
func (w *walker) branch(i int, ways wide.Uint128) {
	if i == w.tree-1 {
		all := uint64(1) << len(w.ends[i])
		equal := w.ways(i, int(w.nimber[w.lower]))
		w.bulk[chip.Second] = w.bulk[chip.Second].Add(ways.Mul(equal))
		w.bulk[chip.First] = w.bulk[chip.First].Add(ways.Mul(all - equal))
		return
	}
	if i < w.tree-4 && w.ctx.Err() != nil {
		return
	}
	out, product := w.masks[i], uint64(1)
	for k := 0; ; k++ {
		arcs := out & w.class[k]
		out &^= arcs
		w.assign(i, k)
		w.branch(i+1, ways.Mul(product<<bits.OnesCount64(out)))
		w.unassign(i)
		if arcs == 0 {
			return
		}
		product *= 1<<bits.OnesCount64(arcs) - 1
	}
}

// extend decides on the arcs from place p on, of vertex i and those after it. At every node
// that is the least of its images, as far as that shows, it calls meet, which says whether
// the node is done, and whether to continue at all; the vertices before i have nimbers then.
// It keeps to the path of the shard.
func (w *walker) extend(i, p int, meet func(i, p int) (done, on bool)) bool {
	if i < len(w.vertices) && p == w.first[i+1] {
		if i >= w.tree {
			return w.extend(i+1, p, meet)
		}
		k := w.mex(w.taken[i])
		if !w.symmetric() && i < len(w.path) && int(w.path[i]) != k {
			return true
		}
		w.assign(i, k)
		on := w.extend(i+1, p, meet)
		w.unassign(i)
		return on
	}
	if done, on := meet(i, p); done || !on {
		return on
	}
	for bit := byte(0); bit < 2; bit++ {
		if w.symmetric() && p < len(w.path) && w.path[p] != bit {
			continue
		}
		w.chosen[p] = bit == 1
		if bit == 1 && i < w.tree {
			w.taken[i] |= 1 << w.ends[i][p-w.first[i]]
		}
		if w.tie(p) && !w.extend(i, p+1, meet) {
			return false
		}
	}
	w.chosen[p] = false
	if i < w.tree {
		w.taken[i] &^= 1 << w.ends[i][p-w.first[i]]
	}
	return true
}

// mex returns the least nimber that no vertex of a set has.
func (w *walker) mex(set uint64) int {
	k := 0
	for set&w.class[k] != 0 {
		k++
	}
	return k
}

// tie finds the images that tie with the first p+1 bits. It reports whether none is less.
func (w *walker) tie(p int) bool {
	next := w.ties[p+1][:0]
	for _, t := range w.ties[p] {
		from := w.images[t.image]
		for t.at <= p && int(from[t.at]) <= p && w.chosen[from[t.at]] == w.chosen[t.at] {
			t.at++
		}
		switch {
		case t.at > p || int(from[t.at]) > p:
			next = append(next, t)
		case w.chosen[t.at]:
			return false
		}
	}
	w.ties[p+1] = next
	return true
}

// countFrom counts sets that begin with the first p bits.
func (w *walker) countFrom(i, p int) (done, on bool) {
	on = w.ctx.Err() == nil
	switch ties := len(w.ties[p]); {
	case p < len(w.path):
		return false, on
	case p == len(w.arcs):
		w.single[orbitKey{w.verdict(), uint64(ties) + 1}]++
		return true, on
	case ties > 0:
		return false, on
	case p >= w.treeArcs && i >= w.tree:
		w.single[orbitKey{w.verdict(), 1}] += 1 << (len(w.arcs) - p)
		return true, on
	case i < w.tree && p == w.first[i]:
		w.branch(i, wide.Uint128{Lo: 1})
		return true, on
	}
	return false, on
}

// verdict returns the verdict, once all vertices of the tree have nimbers.
func (w *walker) verdict() int {
	return chip.Verdict(int(w.nimber[w.tree-1]), int(w.nimber[w.lower]))
}

// list visits the classes of a shard, set by set.
func (w *walker) list(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	w.begin(ctx, shard)
	game := func() string { return w.dagOf(w.chosen).Word() }
	solution := func() enum.Solution { return chip.Solution(w.dagOf(w.chosen)) }
	w.extend(0, 0, func(i, p int) (done, on bool) {
		if ctx.Err() != nil {
			return true, false
		}
		if i >= w.tree && verdict != enum.AnyVerdict && verdict != w.verdict() {
			return true, true
		}
		if p < len(w.arcs) {
			return false, true
		}
		return true, visit(enum.Class{
			Verdict:       w.verdict(),
			Automorphisms: uint64(len(w.ties[p])) + 1,
			Game:          game,
			Solution:      solution,
		})
	})
	return ctx.Err()
}

// dagOf returns the DAG of a set of arcs.
func (p *arcPlan) dagOf(chosen []bool) *dag.DAG {
	var arcs []dag.Arc
	for place, a := range p.arcs {
		if chosen[place] {
			arcs = append(arcs, a)
		}
	}
	return dag.Must(len(p.vertices), arcs)
}
