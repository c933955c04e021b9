package labelled

import (
	"cmp"
	"context"
	"math/big"
	"slices"

	"enumerate/canon"
	"enumerate/enum/single"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/internal/lists"
)

// Classify returns the class of a labelled DAG with chips on its first two vertices: the canonical form, how the
// vertices are renumbered to get it, and the number of automorphisms. For at most MaxWalked vertices the canonical form
// is the DAG that the walk lists, and otherwise that of package canon, with the chips moved to the first two vertices.
func Classify(ctx context.Context, d *dag.DAG, unordered bool) (single.Form, error) {
	n := d.Vertices()
	group := (&Space{vertices: n, unordered: unordered}).Group
	if n <= MaxWalked {
		least := leastLabelling(d, unordered)
		return chip.Form(d, least.relabeling, slices.Collect(least.dag().All()), new(big.Int).SetUint64(least.automorphisms), group)
	}
	form, err := canon.Canonical(ctx, chip.Graph(d, unordered))
	if err != nil {
		return single.Form{}, err
	}
	place := func(v int) int { return (v + 2) % n } // chips come last in the canonical graph, because of their colours
	relabeling := make(canon.Relabeling, n)
	for v, w := range form.Relabeling {
		relabeling[v] = place(w)
	}
	want := lists.Map(form.Graph.Arcs, func(a canon.Arc) dag.Arc { return dag.Arc{From: place(a.From), To: place(a.To)} })
	return chip.Form(d, relabeling, want, form.Automorphisms, group)
}

// A labelling finds the canonical form of a DAG with two chips, on at most MaxWalked vertices: the DAG that the walk
// lists for its class. The kernel is the DAG without the chips' vertices. A labelling tries the numberings of the
// kernel in which arcs lead to smaller numbers. Row v of a numbering is the set of the ends of vertex v's arcs, as a
// number. The numbering with the lexicographically least list of rows is chosen. Of several such numberings, the one is
// chosen in which the arcs of the second chip, and then those of the first, are least. The arcs of a chip are two sets:
// the vertices with an arc to the chip's vertex, and the ends of its arcs.
//
// This takes at most 8! steps, for a kernel without arcs. Unordered chips may also be exchanged; an arc between them
// must lead from the first chip.
type labelling struct {
	size      int              // the number of vertices of the kernel
	out       [maxKernel]uint8 // for each vertex of the kernel, the ends of its arcs in the kernel
	chips     [2]chipArcs      // the chips' arcs in the given numbering
	exchanges []bool           // whether the chips may change places

	label         symmetry         // the labels that extend has given
	rowCount      int              // the number of rows that are set in rows
	rows          [maxKernel]uint8 // the least rows found so far
	low, high     chipArcs         // the least arcs found so far, of the second chip and of the first
	automorphisms uint64           // the number of labellings found with these rows and arcs
	relabeling    canon.Relabeling // the first of them
}

// chipArcs are two sets of vertices: those with an arc to a chip's vertex, and those to which it has an arc. The lower
// bits stand for the vertices without a chip, and the next bit for the other chip. Only the chip whose vertex is added
// last to the DAG has this bit, so an arc between the chips is not stored twice.
type chipArcs struct{ into, out uint16 }

func (a chipArcs) compare(b chipArcs) int {
	return cmp.Or(cmp.Compare(a.into, b.into), cmp.Compare(a.out, b.out))
}

// leastLabelling finds the canonical form of a DAG with two chips; see labelling.
func leastLabelling(d *dag.DAG, unordered bool) *labelling {
	l := &labelling{size: d.Vertices() - 2, exchanges: []bool{false}}
	between := [2]bool{} // between[c] says whether chip c has an arc to the other chip

	for a := range d.All() {
		switch from, to := a.From-2, a.To-2; {
		case from >= 0 && to >= 0:
			l.out[from] |= 1 << to
		case from >= 0:
			l.chips[a.To].into |= 1 << from
		case to >= 0:
			l.chips[a.From].out |= 1 << to
		default:
			between[a.From] = true
		}
	}

	if unordered {
		l.exchanges = []bool{false, true}
	}
	chip := uint16(1) << l.size // the second chip, as a member of the first chip's sets
	switch {
	case between[1] && unordered:
		l.exchanges = []bool{true}
		l.chips[1].out |= chip
	case between[1]:
		l.chips[0].into |= chip
	case between[0]:
		l.exchanges = []bool{false}
		l.chips[0].out |= chip
	}

	for v := range l.label {
		l.label[v] = uint8(v)
	}
	l.extend(0, 0)
	return l
}

// extend continues the search for the numbering of the kernel (the DAG without the chips' vertices) with the least
// rows; see labelling. The argument at is the next number, or label, to give: the vertices of the set done have the
// labels 0 to at-1. A numbering is given up when a row is greater than the least one found so far. When a row is less,
// all that was found with greater rows is dropped. Numberings with the same rows are compared by the arcs of the chips
// (compareChips).
func (l *labelling) extend(at int, done uint8) {
	if at == l.size {
		for _, exchanged := range l.exchanges {
			l.compareChips(exchanged)
		}
		return
	}
	for v := range l.size {
		if done>>v&1 != 0 || l.out[v]&^done != 0 {
			continue // v has a label already, or an arc to a vertex without a label
		}
		row := uint8(l.label.move(uint16(l.out[v])))
		if at < l.rowCount && row > l.rows[at] {
			continue // greater than the least row
		}
		if at == l.rowCount || row < l.rows[at] { // the first row at this place, or a lesser one
			l.rows[at], l.rowCount = row, at+1 // drops the later rows
			l.automorphisms = 0                // no numbering has these rows yet: compareChips keeps the next one
		}
		l.label[v] = uint8(at)
		l.extend(at+1, done|1<<v)
	}
}

// compareChips is called for each numbering of the kernel (the DAG without the two chips' vertices) whose rows are the
// least found so far. Among the numberings with these rows, it keeps the one with the least arcs of the chips. If the
// arcs are equal to those of the numbering kept, this one is another automorphism. If exchanged is set, the chips
// change places.
func (l *labelling) compareChips(exchanged bool) {
	first, second := 0, 1
	if exchanged {
		first, second = 1, 0
	}
	// The arcs of both chips under the new labels. Those of the second chip, low, are compared first.
	low, high := l.moved(l.chips[second]), l.moved(l.chips[first])
	order := -1
	if l.automorphisms > 0 { // a numbering with these rows is kept already
		order = cmp.Or(low.compare(l.low), high.compare(l.high))
	}
	switch {
	case order > 0:
		return
	case order == 0:
		l.automorphisms++
		return
	}
	l.low, l.high, l.automorphisms = low, high, 1
	l.relabeling = make(canon.Relabeling, l.size+2)
	l.relabeling[first], l.relabeling[second] = 0, 1
	for v, label := range l.label[:l.size] {
		l.relabeling[v+2] = int(label) + 2
	}
}

// moved returns the arcs of a chip under the labels of the kernel's vertices.
func (l *labelling) moved(a chipArcs) chipArcs {
	return chipArcs{l.label.move(a.into), l.label.move(a.out)}
}

func (l *labelling) dag() *dag.DAG {
	var d bitDAG
	for _, row := range l.rows[:l.size] {
		d.insert(0, uint16(row))
	}
	d.insert(l.low.into, l.low.out)
	d.insert(l.high.into, l.high.out)
	return d.dag()
}
