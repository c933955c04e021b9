package labelled

import (
	"math/bits"
	"slices"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
)

// A kernelWalker counts the classes of DAGs with two chips that have the same kernel: the DAG without the two vertices
// of the chips. It counts the ways to put these vertices into the kernel, up to the kernel's automorphisms.
//
// The into-set of a new vertex has the vertices with an arc to it, and its out-set has the ends of its arcs. A vertex
// is above another if a path leads from it to the other. The new vertex makes no cycle if no vertex of its out-set is
// in the into-set, or above a vertex of the into-set. Call the chips' vertices low and high such that no path leads
// from low to high. Low is put in first, and high second.
//
// A way to put a vertex in is a pair (into, out) of these sets. Of the pairs that are images of one another under
// automorphisms of the kernel, the walk uses only the least for low. For high, it uses the least of its images under
// the automorphisms that fix low's pair. The automorphisms that fix both pairs are the automorphisms of the class.
//
// The second player wins if low and high have the same nimber: the least number that is not the nimber of an end of a
// vertex's arcs. Neither low nor a vertex of high's out-set is above high, so their nimbers do not depend on high. For
// a given into-set of high, let W be the set of the vertices that may be in high's out-set, and c(h) the number of
// vertices of W with the nimber h. Let g be the nimber of low. The number of out-sets that give high the nimber g is
//
//	E(W) = product over h < g of (2^c(h) - 1) · product over h > g of 2^c(h)
//
// of the 2^|W| out-sets. If no automorphism except the identity fixes low's pair, this formula counts all out-sets in
// one step. Let A be the set of the vertices in the into-set or above it. W depends only on A, so all into-sets with
// the same A are counted together.
//
// If other automorphisms fix low's pair, the walk must know how many pairs of high they fix. A set that an automorphism
// fixes contains all vertices or none of each cycle of the automorphism, and the vertices of a cycle have the same
// nimber. So the same formula counts the fixed sets, where c(h) counts cycles instead of vertices. In a group of prime
// order all members except the identity fix the same sets, so this is enough for these groups, most of the nontrivial
// ones. For other groups the walk counts the sets one by one.
//
// Exchanging the chips gives a class with the same verdict and as many automorphisms. A class has a path if high
// reaches low. There are two cases:
//
//   - The chips are ordered. A class with a path counts twice, once with each chip as high. A class without a path
//     counts once, because the class with the chips exchanged is found too.
//   - The chips are unordered. A class with a path counts once. A class without a path is found twice, once for each
//     order of the chips, so these finds are halved. The exception is a class that an automorphism of the kernel maps
//     to itself with the chips exchanged: it is found once, has twice the automorphisms, and its chips have equal
//     nimbers.
type kernelWalker struct {
	unordered bool
	kernel    kernel
	bare      bitDAG    // the kernel without chips
	sets      []upSet   // the upSets of the kernel
	found     []bracket // one bracket for each number of automorphisms

	// groups[i] has the automorphisms of the kernel, the identity first, that map the first i+1 of these four sets to
	// themselves: low's into-set, low's out-set, high's into-set and high's out-set.
	groups  [4][]symmetry
	swapped [][2]uint16 // the pairs (into, out) of high that exchange has counted for the present pair of low
}

// An upSet is a set of vertices of the kernel that has, with each vertex, all vertices from which a path leads to it.
// Its free vertices are those from which a path leads to another vertex of the set. The into-set of a new vertex, the
// vertices with an arc to it, belongs to the upSet of its vertices and all vertices above them. So the into-sets of an
// upSet have all its vertices that are not free, and any free ones.
type upSet struct{ set, free uint16 }

// A bracket counts, by verdict, the classes that were found with one number of automorphisms of the kernel.
type bracket struct {
	automorphisms uint64
	path          [2]uint64 // the classes in which high reaches low
	apart         [2]uint64 // the classes in which high does not reach low
	swapped       uint64    // the classes of apart that some exchange of the chips fixes
}

// prepare finds what the walk needs of w.kernel, a DAG without the two vertices of the chips: its automorphisms, the
// kernel as a bitDAG, and its upSets. Sets of vertices are bits of a number.
func (w *kernelWalker) prepare() {
	w.kernel.findSymmetries()
	w.bare = bitDAG{}
	for _, row := range w.kernel.rows[:w.kernel.size] {
		w.bare.insert(0, uint16(row))
	}

	w.sets = w.sets[:0]
	for set := range uint16(1) << w.kernel.size {
		if union(&w.bare.above, set) != set {
			continue // a vertex above is missing
		}

		var free uint16 // the vertices from which a path leads to another vertex of the set
		for rest := set; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros16(rest)
			if w.bare.below[v]&set != 1<<v {
				free |= 1 << v
			}
		}
		w.sets = append(w.sets, upSet{set, free})
	}
	w.found = w.found[:0]
}

// bracketOf returns the bracket of a number of automorphisms. The pointer is valid until the next call.
func (w *kernelWalker) bracketOf(automorphisms uint64) *bracket {
	for i := range w.found {
		if w.found[i].automorphisms == automorphisms {
			return &w.found[i]
		}
	}
	w.found = append(w.found, bracket{automorphisms: automorphisms})
	return &w.found[len(w.found)-1]
}

// narrow sets w.groups[to] to the members of a group of automorphisms that map a set of vertices to itself. It returns
// false if some member maps the set to a lesser number. The images of a set lead to the same classes, so the walk uses
// only the least image, and leaves the set out if narrow returns false.
func (w *kernelWalker) narrow(group []symmetry, to int, set uint16) bool {
	left := w.groups[to][:0]
	for i := range group {
		switch image := group[i].move(set); {
		case image < set:
			return false
		case image == set:
			left = append(left, group[i])
		}
	}
	w.groups[to] = left
	return true
}

// eachLow puts the vertex of the first chip, called low, into the kernel, a DAG without chips, in all ways that differ
// by more than an automorphism of the kernel. Until visit returns false, it calls visit with the set into of the
// vertices with an arc to low, and the set out of the ends of low's arcs. Of pairs (into, out) that are images of one
// another, it uses only the least. During the call w.groups[1] has the automorphisms that map the pair to itself.
func (w *kernelWalker) eachLow(visit func(into, out uint16) bool) bool {
	whole := uint16(1)<<w.kernel.size - 1 // all vertices of the kernel
	for into := range whole + 1 {
		if !w.narrow(w.kernel.symmetries, 0, into) {
			continue
		}
		// An arc to a vertex of into, or to one above it, would close a cycle.
		free := whole &^ union(&w.bare.above, into)
		for out := free; ; out = (out - 1) & free {
			if w.narrow(w.groups[0], 1, out) && !visit(into, out) {
				return false
			}
			if out == 0 {
				break
			}
		}
	}
	return true
}

// walk counts all classes of DAGs with two chips that have the prepared kernel: the DAG without the vertices of the
// chips. It puts these vertices, low and high, into the kernel as the comment of kernelWalker explains. The counts go
// to w.found, by verdict and number of automorphisms. The walk ends early once stop returns true.
func (w *kernelWalker) walk(stop func() bool) {
	low := w.kernel.size // the number of low as a vertex of d
	lowBit := uint16(1) << low
	w.eachLow(func(into, out uint16) bool {
		d := w.bare // becomes the kernel with low
		d.insert(into, out)

		// The method depends on the group of the automorphisms that fix low's arcs.
		h := newHighChip(&d)
		switch order := uint64(len(w.groups[1])); {
		case order == 1: // each way is a class
			w.addPairs(w.pairs(&h, nil), 1)
		case isPrime(order): // a way has one image, or as many as the order; its images are one class
			generator := &w.groups[1][1] // any member but the first, which is the identity
			w.addOrbits(w.pairs(&h, nil), w.pairs(&h, generator), order)
		default: // way by way
			w.eachHigh(&h, stop)
		}
		if w.unordered { // the classes that stay the same if the chips are exchanged
			w.exchange(into, out, d.above[low]&^lowBit, d.below[low]&^lowBit)
		}
		return !stop()
	})
}

// isPrime reports whether the order of a group of automorphisms is prime. Each member of such a group except the
// identity generates the whole group, so each set of vertices is either fixed by all members, or has a different image
// under each member. The groups have at most 8! members, and no larger prime divides 8!.
func isPrime(order uint64) bool { return order == 2 || order == 3 || order == 5 || order == 7 }

// pairs returns the number of ways to put high, the vertex of the second chip, into a DAG that has the first chip
// already, by the player who wins. A way is a pair (into, out): the vertices with an arc to high, and the ends of
// high's arcs. If s is not nil, it counts only the pairs that the automorphism s maps to themselves.
//
// The upSet of a pair has the vertices of into and all vertices above them. The possible sets out depend only on the
// upSet, so its pairs are counted together. A set that s maps to itself is determined by its leaders, one vertex of
// each cycle of s.
func (w *kernelWalker) pairs(h *highChip, s *symmetry) (found pairs) {
	leaders := everyVertex
	if s != nil {
		leaders = s.leaders()
	}
	for _, up := range w.sets {
		closesCycle := up.set&h.forbidden != 0 // low would reach high
		if closesCycle || s != nil && s.move(up.set) != up.set {
			continue
		}
		intos := uint64(1) << bits.OnesCount16(up.free&leaders) // the number of sets into with this upSet
		h.count(up.set, intos, leaders, &found)
	}
	return found
}

// addPairs adds pairs, each as one class, with the given number of automorphisms.
func (w *kernelWalker) addPairs(found pairs, automorphisms uint64) {
	b := w.bracketOf(automorphisms)
	for verdict := range found.all {
		b.path[verdict] += found.all[verdict] - found.apart[verdict]
		b.apart[verdict] += found.apart[verdict]
	}
}

// addOrbits adds the classes that pairs (into, out), the ways to put a vertex into a DAG, form under a group of
// automorphisms of prime order. The parameter fixed counts the pairs that the group fixes. Each of these is a class,
// whose number of automorphisms is the order. The other pairs form orbits of `order` pairs, each a class with 1
// automorphism.
func (w *kernelWalker) addOrbits(all, fixed pairs, order uint64) {
	w.addPairs(fixed, order)
	for verdict := range all.all {
		all.all[verdict] = (all.all[verdict] - fixed.all[verdict]) / order
		all.apart[verdict] = (all.apart[verdict] - fixed.apart[verdict]) / order
	}
	w.addPairs(all, 1)
}

// eachHigh counts the ways to put the vertex of the second chip, high, into the DAG of h. It is for a group
// w.groups[1], the automorphisms that fix the first chip's arcs, whose order is neither 1 nor a prime, so that no
// single formula counts all ways.
//
// Of the into-sets, the sets of vertices with an arc to high, that are images of one another it uses only the least.
// For each it counts the out-sets, the sets of the ends of high's arcs: by a formula if the automorphisms that also fix
// the into-set form a group of order 1 or of prime order, and otherwise one by one. It ends early once stop returns
// true.
func (w *kernelWalker) eachHigh(h *highChip, stop func() bool) {
	allowed := h.whole &^ h.forbidden
	for into := allowed; !stop(); into = (into - 1) & allowed { // all subsets of allowed
		if w.narrow(w.groups[1], 2, into) { // into is the least of its images
			closed := union(&w.bare.above, into) // the vertices of into and those above: high has no arc to them
			var all, fixed pairs
			switch order := uint64(len(w.groups[2])); {
			case order == 1:
				h.count(closed, 1, everyVertex, &all)
				w.addPairs(all, 1)
			case isPrime(order):
				generator := &w.groups[2][1] // any member but the first, which is the identity
				h.count(closed, 1, everyVertex, &all)
				h.count(closed, 1, generator.leaders(), &fixed) // out-sets that the group maps to themselves
				w.addOrbits(all, fixed, order)
			default:
				w.eachOut(h, closed)
			}
		}
		if into == 0 {
			return
		}
	}
}

// eachOut counts, one by one, the possible out-sets of high, the second chip's vertex: the sets of the ends of its
// arcs. The set closed has the vertices with an arc to high, the into-set, and all vertices above them; an arc from
// high to one of these would close a cycle. The group w.groups[2] has the automorphisms that map the first chip's arcs
// and the into-set to themselves. Of out-sets that are images of one another it counts only the least. Each is a class,
// whose automorphisms are those that also map the out-set to itself. High reaches low if the out-set has low or a
// vertex above it (h.above).
func (w *kernelWalker) eachOut(h *highChip, closed uint16) {
	free := h.whole &^ closed
	for out := free; ; out = (out - 1) & free { // all subsets of free
		if w.narrow(w.groups[2], 3, out) {
			b := w.bracketOf(uint64(len(w.groups[3])))
			verdict := chip.Verdict(int(h.d.mex(out)), int(h.nimber))
			if out&h.above != 0 {
				b.path[verdict]++
			} else {
				b.apart[verdict]++
			}
		}
		if out == 0 {
			return
		}
	}
}

// exchange counts the classes without a path between the chips that stay the same if the two chips are exchanged. The
// pair (into, out) of a chip's vertex, low or high, has the kernel's vertices with an arc to it, and the kernel's
// vertices to which it has an arc. An automorphism of the kernel exchanges the chips if it takes low's pair to high's
// pair, and high's to low's. The arguments into and out are low's pair; above has the vertices of the kernel that reach
// low, and below those that low reaches.
func (w *kernelWalker) exchange(into, out, above, below uint16) {
	w.swapped = w.swapped[:0] // the pairs of high that are counted
	for i := range w.kernel.symmetries {
		s := &w.kernel.symmetries[i]
		image := [2]uint16{s.move(into), s.move(out)} // the pair of high
		exchanges := s.move(image[0]) == into && s.move(image[1]) == out
		hasPath := image[0]&below != 0 || image[1]&above != 0
		if !exchanges || hasPath {
			continue
		}
		// Of high's pairs that are images of one another under the automorphisms that fix low's pair, the least counts,
		// once, although several automorphisms may give it. Then w.groups[3] has the automorphisms that fix both pairs.
		if slices.Contains(w.swapped, image) || !w.narrow(w.groups[1], 2, image[0]) || !w.narrow(w.groups[2], 3, image[1]) {
			continue
		}
		w.swapped = append(w.swapped, image)
		w.bracketOf(uint64(len(w.groups[3]))).swapped++
	}
}

// flush adds the classes that the walk found for a kernel to a tally. Each bracket b counts the classes with one number
// of automorphisms: those with a path between the chips (b.path), and those without (b.apart).
//
// The comment of kernelWalker says how often each class counts. If the chips are unordered, an automorphism may map a
// class to itself with the chips exchanged (b.swapped). The walk finds such a class once, and its chips have equal
// nimbers, so its verdict is Second.
func (w *kernelWalker) flush(tally *enum.Tally) {
	for _, b := range w.found {
		swapped := [2]uint64{chip.Second: b.swapped}
		for verdict, path := range b.path {
			if w.unordered {
				tally.Add(verdict, b.automorphisms, path+(b.apart[verdict]-swapped[verdict])/2)
				tally.Add(verdict, 2*b.automorphisms, swapped[verdict])
			} else {
				tally.Add(verdict, b.automorphisms, 2*path+b.apart[verdict])
			}
		}
	}
}
