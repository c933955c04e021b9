package nimbers

import (
	"cmp"
	"context"
	"strconv"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
)

// List visits the classes of all kernels that begin with the shard's rows, one by one. It
// puts the vertex of the second chip into a kernel first and that of the first chip
// second, wherever they may lie, and uses none of the formulas of Walk.
func (w *labelledWalker) List(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	w.kernels(shard, func() bool {
		w.bulk.prepare()
		return w.bulk.eachLow(func(into, out uint16) bool {
			return ctx.Err() == nil && w.listBoth(into, out, verdict, visit)
		})
	})
	return ctx.Err()
}

// listBoth visits the classes in which the second chip has these arcs with the kernel.
func (w *labelledWalker) listBoth(into, out uint16, verdict int, visit func(enum.Class) bool) bool {
	k := &w.bulk
	other := k.bare
	other.insert(into, out)
	whole := uint16(1)<<other.size - 1
	for in := range whole + 1 {
		if !k.narrow(k.groups[1], 2, in) {
			continue
		}
		free := whole &^ other.allAbove(in)
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

// listOne visits one class, if it has the verdict that is asked for.
func (w *labelledWalker) listOne(d bitDAG, into, out uint16, automorphisms uint64, only int, visit func(enum.Class) bool) bool {
	d.insert(into, out)
	verdict := verdictOf(int(d.nimber[d.size-1]), int(d.nimber[d.size-2]))
	if only != enum.AnyVerdict && only != verdict {
		return true
	}
	return visit(enum.Class{
		Verdict:        verdict,
		Automorphisms:  automorphisms,
		Representative: representative{d.dag()},
	})
}

// exchanged compares a pair of vertices put into the kernel, with the arcs (into, out) of
// the one put in first and (in, to) of the other, with all its images in which the chips
// have changed places. It returns 0 if one of them is less, which stands for the class then;
// 2 if one is the same, 1 otherwise.
func (w *kernelWalker) exchanged(into, out, in, to uint16) uint64 {
	chip := uint16(1) << w.kernel.size
	if (in|to)&chip != 0 {
		// The arc between the chips changes its direction. The one from the chip put
		// in second stands for both.
		if to&chip != 0 {
			return 1
		}
		return 0
	}
	factor := uint64(1)
	for i := range w.kernel.symmetries {
		s := &w.kernel.symmetries[i]
		switch cmp.Or(cmp.Compare(s.move(in), into), cmp.Compare(s.move(to), out),
			cmp.Compare(s.move(into), in), cmp.Compare(s.move(out), to)) {
		case -1:
			return 0
		case 0:
			factor = 2
		}
	}
	return factor
}

// dag returns the DAG with the vertices renamed: the last one is the first chip's, the one
// before it the second chip's, and the others follow.
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

// A representative is a DAG that stands for its class.
type representative struct{ dag *dag.DAG }

// String returns the DAG's word.
func (r representative) String() string { return r.dag.Word() }

// Solution returns who wins, and the nimbers of all vertices, which prove it.
func (r representative) Solution() enum.Solution { return solutionOf(r.dag) }

// solutionOf returns who wins with the chips on a DAG, and the nimbers.
func solutionOf(d *dag.DAG) enum.Solution {
	nimbers := d.Nimbers()
	names := make([]string, len(nimbers))
	for v, g := range nimbers {
		names[v] = strconv.Itoa(g)
	}
	return enum.Solution{
		Verdict:     verdicts()[verdictOf(nimbers[0], nimbers[1])],
		Certificate: "nimbers",
		Names:       names,
	}
}
