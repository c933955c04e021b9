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
// pairs that are images of one another, the walk uses only the least, because the others lead to the same classes. The
// same holds for high's pairs, under the automorphisms that fix low's pair. The automorphisms that fix both pairs are
// those of the class.
//
// The nimber of a vertex is the least number that is not the nimber of an end of its arcs. The second player wins if
// low and high have the same nimber. Neither low nor a vertex of high's out-set is above high, so their nimbers do not
// depend on high. For a given into-set of high, let W be the set of the vertices that may be in high's out-set, and
// c(h) the number of vertices of W with the nimber h. Of the 2^|W| out-sets, the number that give high the nimber g of
// low is
//
//	E(W) = product over h < g of (2^c(h) - 1) · product over h > g of 2^c(h)
//
// W depends only on the upSet of the into-set (its vertices and all above them), so all into-sets of an upSet are
// counted together (method pairs).
//
// If only the identity fixes low's pair, each of high's pairs is a class. Otherwise high's pairs that are images of one
// another are one class. If the group of the automorphisms that fix low's pair has prime order, as most nontrivial
// groups have, the formula counts these classes too (method addOrbits). For other groups the into-sets are tried one by
// one (method eachHigh).
//
// The walk finds some classes twice, once with each of the chips' vertices as low; flush says how often a class counts.
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
// vertices that reach it form an upSet. An upSet with f free vertices comes from 2^f into-sets: each has all vertices
// of the upSet that are not free, and any of the free ones.
type upSet struct{ set, free uint16 }

// A bracket counts, by verdict, the classes that have the same number of automorphisms. The kernel of a class is the
// DAG without the two chips' vertices, low and high. An automorphism of the class is an automorphism of the kernel that
// also keeps the arcs of low and the arcs of high.
type bracket struct {
	automorphisms uint64
	path          [2]uint64 // the classes in which a path leads from high to low
	apart         [2]uint64 // the classes in which no path leads from high to low
	symmetric     uint64    // those of apart that are the same class with the chips exchanged
}

// prepare finds the automorphisms and the upSets of the kernel, the DAG to which the chips' vertices are added. An
// upSet is a set of kernel vertices that can be all those that reach a new vertex: with each vertex, it has all
// vertices that reach it. An arc to the new vertex is optional for the free vertices of the upSet, which reach another
// vertex of it.
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

		var free uint16
		for rest := set; rest != 0; rest &= rest - 1 {
			v := bits.TrailingZeros16(rest)
			if w.bare.below[v]&set != 1<<v { // v reaches another vertex of the set
				free |= 1 << v
			}
		}
		w.sets = append(w.sets, upSet{set, free})
	}
	w.brackets = w.brackets[:0]
}

// bracketOf returns the bracket for a number of automorphisms: it counts the classes that have so many. The pointer is
// valid until the next call.
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

// eachLow puts low, the first of the chips' vertices, into the kernel (the DAG without these vertices) in all ways,
// until visit returns false: the set into has the vertices with an arc to low, and the set out the ends of its arcs. Of
// the ways that are images of one another under automorphisms of the kernel, it uses only the least.
//
// A call narrow(group, k, set) returns false if some member of the group maps the set to a lesser one. Otherwise it
// stores in w.groups[k] the members that fix the set. eachLow narrows the automorphisms of the kernel twice: to those
// that fix into, with k = 0, and of these to those that fix out, with k = 1. So during the call of visit, w.groups[1]
// has the automorphisms that fix into and out.
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

// walk counts all classes that have the prepared kernel, the DAG without the chips' vertices low and high. It counts
// them in w.brackets, one bracket for each number of automorphisms. It tries each way to put in low, and counts the
// classes of ways to put in high. Ways to put in high are the same class if an automorphism in w.groups[1] maps one to
// the other; these are the automorphisms of the kernel that keep low's arcs. walk ends early once stop returns true.
func (w *kernelWalker) walk(stop func() bool) {
	low := w.kernel.size // the number of low as a vertex of d
	lowBit := uint16(1) << low
	w.eachLow(func(into, out uint16) bool {
		d := w.bare // becomes the kernel with low
		d.insert(into, out)

		h := newHighChip(&d)
		switch order := uint64(len(w.groups[1])); {
		case order == 1: // only the identity: each way to put in high is a class, with 1 automorphism
			w.addPairs(w.pairs(&h, nil), 1)
		case isPrime(order): // the group either fixes a way or maps it to `order` different ways, which are one class
			generator := &w.groups[1][1] // any member but the first, which is the identity
			all, fixed := w.pairs(&h, nil), w.pairs(&h, generator)
			w.addOrbits(all, fixed, order)
		default: // go through the into-sets of high (the vertices with an arc to it)
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
// the vertex of the other chip, already. It goes through the upSets, the possible sets of vertices that reach high. An
// upSet `up` with f free vertices comes from 2^f into-sets, the sets of vertices with an arc to high: the vertices in
// up.free reach another vertex of up.set, so they may be in the into-set or not. The other vertices of up.set must be
// in the into-set. The method h.count multiplies the number of these into-sets by that of the possible sets of arcs
// from high.
//
// If s is not nil, only the ways that the automorphism s fixes are counted. A set that s fixes is determined by its
// leaders, one vertex of each cycle of s.
func (w *kernelWalker) pairs(h *highChip, s *symmetry) (found pairs) {
	leaders := everyVertex
	if s != nil {
		leaders = s.leaders()
	}
	for _, up := range w.sets {
		closesCycle := up.set&h.below != 0 // h.below has low and the vertices that it reaches, so low would reach high
		if closesCycle || s != nil && s.move(up.set) != up.set {
			continue
		}
		intos := uint64(1) << bits.OnesCount16(up.free&leaders) // the number of into-sets with this upSet
		h.count(up.set, intos, leaders, &found)
	}
	return found
}

// addPairs adds classes with the given number of automorphisms to the counts. A class is a DAG with two chips, on the
// vertices low and high. Low is in the DAG already, and each way to add high gives one class. The argument found counts
// these ways: found.all has the numbers of all ways by verdict (the player who wins), and found.apart the numbers of
// those in which no path leads from high to low.
func (w *kernelWalker) addPairs(found pairs, automorphisms uint64) {
	b := w.bracketOf(automorphisms)
	for verdict := range found.all {
		b.path[verdict] += found.all[verdict] - found.apart[verdict]
		b.apart[verdict] += found.apart[verdict]
	}
}

// addOrbits adds the classes for a group of automorphisms of prime order. The argument all counts the pairs (into-set,
// out-set) of high, a chip's vertex; pairs that the group maps to one another are one class. The argument fixed counts
// the pairs that the group fixes. Each of these is a class with `order` automorphisms. The other pairs form orbits of
// `order` pairs, and each orbit is a class with 1 automorphism.
func (w *kernelWalker) addOrbits(all, fixed pairs, order uint64) {
	w.addPairs(fixed, order)
	for verdict := range all.all {
		all.all[verdict] = (all.all[verdict] - fixed.all[verdict]) / order
		all.apart[verdict] = (all.apart[verdict] - fixed.apart[verdict]) / order
	}
	w.addPairs(all, 1)
}

// eachHigh counts the classes of ways to add high, the vertex of one chip, to the DAG of h, which has low, the vertex
// of the other chip, already. The group w.groups[1] has the automorphisms that fix low's arcs.
//
//  1. It tries the into-sets of high, the sets of vertices with an arc to high. Of into-sets that the group maps to one
//     another, it uses only the least. Then w.groups[2] has the automorphisms that fix low's arcs and the into-set.
//  2. For each into-set it counts the out-sets, the sets of the ends of high's arcs. If the order of w.groups[2] is 1
//     or a prime, the formula of h.count does this at once; otherwise eachOut tries the out-sets one by one.
//
// If already the order of w.groups[1] is 1 or a prime, walk calls the method named pairs instead, which is faster.
// eachHigh ends early once stop returns true.
func (w *kernelWalker) eachHigh(h *highChip, stop func() bool) {
	allowed := h.whole &^ h.below
	for into := allowed; !stop(); into = (into - 1) & allowed { // all subsets of allowed
		if w.narrow(w.groups[1], 2, into) { // into is the least of its images; w.groups[2] fixes it
			closed := union(&w.bare.above, into) // into and the vertices that reach it: high has no arc to these
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

// eachOut adds the vertex high to a DAG with a given into-set, the vertices with an arc to high, and counts the
// possible out-sets, the ends of high's arcs, one by one. The chips stand on high and on low, a vertex that the DAG has
// already. The set closed has the vertices of the into-set and all vertices that reach them; an arc from high to one of
// these would close a cycle.
//
// The group w.groups[2] has the automorphisms that fix low's arcs and the into-set of high. Of out-sets that this group
// maps to one another, only the least counts. For this one, narrow stores in w.groups[3] the automorphisms that fix the
// out-set too. They are the automorphisms of the class. Classes are counted in brackets, one for each number of
// automorphisms.
func (w *kernelWalker) eachOut(h *highChip, closed uint16) {
	free := h.whole &^ closed                   // high may have arcs to these vertices
	for out := free; ; out = (out - 1) & free { // all subsets of free
		if w.narrow(w.groups[2], 3, out) {
			b := w.bracketOf(uint64(len(w.groups[3])))
			verdict := chip.Verdict(int(h.d.mex(out)), int(h.nimber)) // by the nimbers of high and low
			if out&h.above != 0 {                                     // high has an arc to low or to a vertex that reaches low
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

// exchange counts the classes that are the same with the chips exchanged. The kernel is the DAG without the chips'
// vertices, low and high. The pair of low or high consists of two sets: the vertices with an arc to it, and the ends of
// its arcs. In the classes to count, some automorphism of the kernel takes low's pair to high's, and high's to low's.
// So exchange tries, for the given pair of low (into, out), the images of this pair under all automorphisms as the pair
// of high. The arguments above and below have the vertices of the kernel that reach low and those that low reaches.
//
// Pairs of high are the same class if an automorphism that fixes low's pair maps one to the other. Only the least of
// them counts. w.groups[1] has the automorphisms that fix low's pair. narrow(group, k, set) returns false if a member
// of the group maps the set to a lesser one. Otherwise it stores in w.groups[k] the members that fix the set. After two
// calls, w.groups[3] has the automorphisms that fix both pairs.
func (w *kernelWalker) exchange(into, out, above, below uint16) {
	w.exchangedPairs = w.exchangedPairs[:0] // the pairs of high that are counted
	for i := range w.kernel.symmetries {
		s := &w.kernel.symmetries[i]
		image := [2]uint16{s.move(into), s.move(out)}                    // the pair of high
		exchanges := s.move(image[0]) == into && s.move(image[1]) == out // s also takes high's pair to low's
		hasPath := image[0]&below != 0 || image[1]&above != 0            // a path joins low and high; s maps it to a path back
		if !exchanges || hasPath {
			continue
		}
		// A pair counts once, even if several automorphisms map low's pair to it.
		if slices.Contains(w.exchangedPairs, image) || !w.narrow(w.groups[1], 2, image[0]) || !w.narrow(w.groups[2], 3, image[1]) {
			continue
		}
		w.exchangedPairs = append(w.exchangedPairs, image)
		w.bracketOf(uint64(len(w.groups[3]))).symmetric++
	}
}

// flush adds the classes that the walk has found to a tally. The walk calls the chips' vertices low and high, such that
// low does not reach high. A bracket counts the DAGs that the walk has found and that have the same number of
// automorphisms:
//
//   - b.path: high reaches low. If the chips are ordered, either chip can be on high, so these are two classes.
//   - b.apart: no path joins low and high. The walk finds each such DAG twice, because either chip can be on low. If
//     the chips are unordered, both finds are the same class.
//   - b.symmetric: the classes of b.apart that are the same with the chips exchanged. The walk finds each of them once.
//     If the chips are unordered, the exchanges double its automorphisms. Both chips have the same nimber, so the
//     second player wins.
func (w *kernelWalker) flush(tally *enum.Tally) {
	for _, b := range w.brackets {
		symmetric := [2]uint64{chip.Second: b.symmetric}
		for verdict, path := range b.path {
			if w.unordered {
				foundTwice := b.apart[verdict] - symmetric[verdict]
				tally.Add(verdict, b.automorphisms, path+foundTwice/2)
				tally.Add(verdict, 2*b.automorphisms, symmetric[verdict])
			} else {
				tally.Add(verdict, b.automorphisms, 2*path+b.apart[verdict])
			}
		}
	}
}
