package labelled

import (
	"math/bits"
	"slices"

	"enumerate/enum"
	"enumerate/games/nimbers/chip"
)

// A kernelWalker counts the classes of DAGs with two chips that have the same kernel: the DAG without the two vertices
// of the chips. It puts these vertices into the kernel in all ways, up to the kernel's automorphisms.
//
// Call the chips' vertices low and high such that no path leads from low to high; low is put in first. A new vertex has
// an into-set, the vertices with an arc to it, and an out-set, the ends of its arcs. A vertex is above a set if a path
// leads from it to a vertex of the set. The new vertex makes no cycle if no vertex of its out-set is in its into-set or
// above this set.
//
// The into-set and the out-set of a new vertex are its pair. Automorphisms of the kernel map pairs to pairs. Of low's
// pairs that are images of one another, the walk uses only the least. The same holds for high's pairs, under the
// automorphisms that fix low's pair. The automorphisms that fix both pairs are those of the class.
//
// The nimber of a vertex is the least number that is not the nimber of an end of its arcs. The second player wins if
// low and high have the same nimber. Neither low nor a vertex of high's out-set is above high, so their nimbers do not
// depend on high. For a given into-set of high, let W be the set of the vertices that may be in high's out-set, and
// c(h) the number of vertices of W with the nimber h. Of the 2^|W| out-sets, the number that give high the nimber g of
// low is
//
//	E(W) = product over h < g of (2^c(h) - 1) · product over h > g of 2^c(h)
//
// If only the identity fixes low's pair, this formula counts all out-sets in one step. W depends only on the upSet of
// the into-set (its vertices and all above them), so all into-sets of an upSet are counted together.
//
// Otherwise high's pairs that are images of one another are one class. To count these classes by Burnside's lemma, the
// walk needs the number of high's pairs that each automorphism fixes. A set that an automorphism fixes contains all
// vertices or none of each of its cycles, whose vertices have the same nimber. So the same formula counts the fixed
// sets, where c(h) counts cycles. In a group of prime order all members except the identity fix the same sets, so this
// is enough for these groups, most of the nontrivial ones. For other groups the walk counts the sets one by one.
//
// Exchanging the chips gives a class with the same verdict and as many automorphisms. A class has a path if high
// reaches low.
//
//   - If the chips are ordered, a class with a path counts twice, once with each chip as high. A class without a path
//     counts once, because the class with the chips exchanged is found too.
//   - If the chips are unordered, a class with a path counts once. A class without a path is found twice, once for each
//     order of the chips, so half of these finds count. The exception is a class that an automorphism of the kernel
//     maps to itself with the chips exchanged. It is found once, has twice the automorphisms, and its chips have equal
//     nimbers.
type kernelWalker struct {
	unordered bool
	kernel    kernel
	bare      bitDAG    // the kernel without chips
	sets      []upSet   // the upSets of the kernel
	brackets  []bracket // one for each number of automorphisms

	// groups[i] has the automorphisms of the kernel, the identity first, that fix the first i+1 of four sets: the
	// into-set and the out-set of low, the chip's vertex that is put in first, and those of high, the other one.
	groups         [4][]symmetry
	exchangedPairs [][2]uint16 // the pairs (into, out) of high that the method exchange has counted for low's pair
}

// An upSet is a set of vertices of the kernel that has, with each vertex, all vertices that reach it. Its free vertices
// are those that reach another vertex of the set. An into-set (the vertices with an arc to a new vertex) and all
// vertices that reach it form an upSet. The into-sets that form the same upSet are those that consist of all of its
// vertices that are not free and of any subset of the free ones.
type upSet struct{ set, free uint16 }

// A bracket counts, by verdict, the classes that are found with the same number of automorphisms. The kernel is the DAG
// without the two vertices with a chip; its automorphisms that keep all arcs of these vertices are counted.
type bracket struct {
	automorphisms uint64
	path          [2]uint64 // the classes in which high, a chip's vertex, reaches low, the other's
	apart         [2]uint64 // the classes in which high does not reach low
	symmetric     uint64    // those of apart that some automorphism maps to themselves with the chips exchanged
}

// prepare finds the automorphisms and the upSets (sets with all vertices above each of their vertices) of the kernel.
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
	w.brackets = w.brackets[:0]
}

// bracketOf returns the bracket, the counts of the classes, of a number of automorphisms. The pointer is valid until
// the next call.
func (w *kernelWalker) bracketOf(automorphisms uint64) *bracket {
	for i := range w.brackets {
		if w.brackets[i].automorphisms == automorphisms {
			return &w.brackets[i]
		}
	}
	w.brackets = append(w.brackets, bracket{automorphisms: automorphisms})
	return &w.brackets[len(w.brackets)-1]
}

// narrow sets w.groups[to] to the members of a group that fix a set of vertices. It returns false if some member maps
// the set to a lesser number, because the walk uses only the least of a set's images.
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

// eachLow puts low, the first of the chips' vertices, into the kernel in all ways, until visit returns false: into are
// the vertices with an arc to low, and out the ends of its arcs. Of the ways that are images of one another under
// automorphisms of the kernel, it uses the least. During the call of visit, w.groups[1] has the automorphisms that fix
// into and out.
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

// walk counts, in w.brackets, all classes that have the prepared kernel, the DAG without the chips' vertices low and
// high. Each way to put in low is tried, and for each the ways to put in high are counted. walk ends early once stop
// returns true.
func (w *kernelWalker) walk(stop func() bool) {
	low := w.kernel.size // the number of low as a vertex of d
	lowBit := uint16(1) << low
	w.eachLow(func(into, out uint16) bool {
		d := w.bare // becomes the kernel with low
		d.insert(into, out)

		h := newHighChip(&d)
		switch order := uint64(len(w.groups[1])); {
		case order == 1: // each way to put in high is a class
			w.addPairs(w.pairs(&h, nil), 1)
		case isPrime(order): // a way has one image, or as many as the order; its images are one class
			generator := &w.groups[1][1] // any member but the first, which is the identity
			w.addOrbits(w.pairs(&h, nil), w.pairs(&h, generator), order)
		default: // go through the into-sets of high
			w.eachHigh(&h, stop)
		}
		if w.unordered { // the classes that stay the same if the chips are exchanged
			w.exchange(into, out, d.above[low]&^lowBit, d.below[low]&^lowBit)
		}
		return !stop()
	})
}

// isPrime reports whether the order of a group of automorphisms is prime. Then each member except the identity
// generates the group, so a set that one of these members fixes is fixed by all, and any other set has a different
// image under each member. The groups have at most 8! members, so the order has no larger prime factor than 7.
func isPrime(order uint64) bool { return order == 2 || order == 3 || order == 5 || order == 7 }

// pairs returns, by the player who wins, the number of ways to add high, the vertex of one chip, to a DAG that has low,
// the vertex of the other, already. It goes through the upSets; an upSet contains, with each vertex, all vertices that
// reach it. The vertices that reach high will be those of up.set. Those outside up.free must have an arc to high. Those
// in up.free reach another vertex of the set, so they may have an arc to high or none. If s is not nil, only the ways
// that the automorphism s fixes are counted; a set that s fixes is determined by its leaders, one vertex of each cycle
// of s.
func (w *kernelWalker) pairs(h *highChip, s *symmetry) (found pairs) {
	leaders := everyVertex
	if s != nil {
		leaders = s.leaders()
	}
	for _, up := range w.sets {
		closesCycle := up.set&h.below != 0 // low would reach high
		if closesCycle || s != nil && s.move(up.set) != up.set {
			continue
		}
		intos := uint64(1) << bits.OnesCount16(up.free&leaders) // the number of sets into with this upSet
		h.count(up.set, intos, leaders, &found)
	}
	return found
}

// addPairs adds classes with the given number of automorphisms, one for each way to put in high that found counts.
func (w *kernelWalker) addPairs(found pairs, automorphisms uint64) {
	b := w.bracketOf(automorphisms)
	for verdict := range found.all {
		b.path[verdict] += found.all[verdict] - found.apart[verdict]
		b.apart[verdict] += found.apart[verdict]
	}
}

// addOrbits adds classes under a group of automorphisms of prime order. The argument all counts the pairs (into-set,
// out-set) of high, a chip's vertex; pairs that are images of one another are one class. The argument fixed counts the
// pairs that the group fixes, each a class with `order` automorphisms. The other pairs form orbits of `order` pairs,
// each a class with 1 automorphism.
func (w *kernelWalker) addOrbits(all, fixed pairs, order uint64) {
	w.addPairs(fixed, order)
	for verdict := range all.all {
		all.all[verdict] = (all.all[verdict] - fixed.all[verdict]) / order
		all.apart[verdict] = (all.apart[verdict] - fixed.apart[verdict]) / order
	}
	w.addPairs(all, 1)
}

// eachHigh counts the ways to add high, the vertex of one chip, to the DAG of h, which has low, the vertex of the
// other, already. The group w.groups[1] has the automorphisms that fix low's arcs. If its order is 1 or a prime, the
// faster method pairs counts the same ways; eachHigh is for other orders. It tries each into-set of high, the vertices
// with an arc to high, that is the least of its images under the group. Then it counts the out-sets, the ends of high's
// arcs: by a formula if only the identity or a group of prime order also fixes the into-set, and otherwise one by one.
// It ends early once stop returns true.
func (w *kernelWalker) eachHigh(h *highChip, stop func() bool) {
	allowed := h.whole &^ h.below
	for into := allowed; !stop(); into = (into - 1) & allowed { // all subsets of allowed
		if w.narrow(w.groups[1], 2, into) { // into is the least of its images; w.groups[2] fixes it
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

// eachOut counts, one by one, the possible out-sets (the ends of the arcs) of high, the chip's vertex that is put in
// last, for one into-set (the vertices with an arc to high). The set closed has the vertices of the into-set and all
// vertices that reach them; an arc from high to one of these would close a cycle. The group w.groups[2] has the
// automorphisms that fix the into-set and the arcs of low, the other chip's vertex. Of out-sets that are images of one
// another only the least counts. High reaches low if the out-set has low or a vertex that reaches low (h.above).
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

// exchange counts the classes without a path between the chips' vertices, low and high, that an automorphism of the
// kernel maps to themselves with the chips exchanged. The into-set of a chip's vertex has the vertices with an arc to
// it, the out-set the ends of its arcs; both are its pair. The automorphism takes low's pair (into, out) to high's, and
// high's to low's. The arguments above and below, the vertices of the kernel that reach low and those that low reaches,
// tell whether there is a path.
func (w *kernelWalker) exchange(into, out, above, below uint16) {
	w.exchangedPairs = w.exchangedPairs[:0] // the pairs of high that are counted
	for i := range w.kernel.symmetries {
		s := &w.kernel.symmetries[i]
		image := [2]uint16{s.move(into), s.move(out)} // the pair of high
		exchanges := s.move(image[0]) == into && s.move(image[1]) == out
		hasPath := image[0]&below != 0 || image[1]&above != 0
		if !exchanges || hasPath {
			continue
		}
		// Of the pairs of high, the last vertex put in, that are images of one another under w.groups[1], the
		// automorphisms that fix the pair of low, only the least counts, and once. After both calls of narrow,
		// w.groups[3] has the automorphisms that fix both pairs.
		if slices.Contains(w.exchangedPairs, image) || !w.narrow(w.groups[1], 2, image[0]) || !w.narrow(w.groups[2], 3, image[1]) {
			continue
		}
		w.exchangedPairs = append(w.exchangedPairs, image)
		w.bracketOf(uint64(len(w.groups[3]))).symmetric++
	}
}

// flush adds the classes of a kernel, the DAG without the chips' vertices high and low, to a tally. A class counts:
//
//   - With a path from high to low: twice if the chips are ordered, because either can be high, and otherwise once.
//   - Without a path (apart): once if the chips are ordered. Otherwise half, because it is found twice, once for each
//     order of the chips.
//   - Not changed by some exchange of unordered chips (b.symmetric): once, because it is found once, with twice the
//     automorphisms. Its chips have equal nimbers, so the second player wins.
func (w *kernelWalker) flush(tally *enum.Tally) {
	for _, b := range w.brackets {
		symmetric := [2]uint64{chip.Second: b.symmetric}
		for verdict, path := range b.path {
			if w.unordered {
				tally.Add(verdict, b.automorphisms, path+(b.apart[verdict]-symmetric[verdict])/2)
				tally.Add(verdict, 2*b.automorphisms, symmetric[verdict])
			} else {
				tally.Add(verdict, b.automorphisms, 2*path+b.apart[verdict])
			}
		}
	}
}
