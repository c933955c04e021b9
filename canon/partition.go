package canon

import (
	"cmp"
	"slices"
)

// A partition is an ordered partition of the points of a graph into cells. Refinement splits its cells until it is
// stable: any two points of a cell have the same numbers of arcs of each kind to and from every cell. The points are
// kept in a list, cell by cell; a cell is named by the index at which it starts.
//
// A splitter is a cell by which all cells are split according to the arcs between their points and the splitter. A
// pending cell must still serve as a splitter.
//
// All operations depend only on the cells, their order and the arcs, so relabeling the graph just relabels the
// partition.
//
// See B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30 (1981). For the
// omission of the largest part of a split cell see J. E. Hopcroft, An n log n algorithm for
// minimizing states in a finite automaton (1971).
type partition struct {
	links []link // of all points in order
	first []int  // links[first[v]:first[v+1]] are those of v

	points     []int // the points, cell by cell
	where      []int // by point: its index in points
	start      []int // by point: the index in points at which its cell starts
	size       []int // by start: the size of the cell
	cells      int
	cellStarts []int // the starts of cells in order of creation, for undo

	pending []int  // a stack
	waiting []bool // by start: whether the cell is pending

	// Buffers of splitBy.
	splitter     []int    // the points of the splitter
	touchedCells []int    // the cells with points that have an arc to or from the splitter (touched points)
	hits         []int    // by start: the number of touched points
	key          []uint64 // by touched point: a hash of its arcs to and from the splitter
}

// A link is one end of an arc, seen from the point at that end.
type link struct {
	to int
	// weight is a hash of the kind and direction of the arc. Refinement separates points of a cell whose links to the
	// splitter have different sums of weights. Equal sums by chance cost time but change no result.
	weight uint64
}

// The directions of a link.
const (
	outward = iota
	inward
	loop
)

// weight returns the weight of a link, a hash of its arc's kind and direction. It is odd, so never 0.
func weight(kind int, direction uint64) uint64 {
	return mix(mix(uint64(kind))+direction) | 1
}

// mix is the finalizer of SplitMix64 (G. L. Steele, D. Lea, C. H. Flood, Fast
// splittable pseudorandom number generators, 2014).
func mix(x uint64) uint64 {
	x += 0x9e3779b97f4a7c15
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}

// newPartition returns the partition by colour of the points of g, which is in normal form. All cells are pending.
func newPartition(g Graph) *partition {
	n := g.Points
	block := make([]int, 9*n+1) // one allocation for most of the slices
	take := func(size int) []int {
		taken := block[:size:size]
		block = block[size:]
		return taken
	}
	p := &partition{
		first:        take(n + 1),
		points:       take(n),
		where:        make([]int, n), // not from the block, because it may outlive the partition
		start:        take(n),
		size:         take(n),
		cellStarts:   take(n)[:0],
		pending:      take(n)[:0],
		waiting:      make([]bool, n),
		splitter:     take(n)[:0],
		touchedCells: take(n)[:0],
		hits:         take(n),
		key:          make([]uint64, n),
	}

	p.link(g.Arcs)
	for v := range p.points {
		p.points[v] = v
	}
	if g.Colors != nil {
		slices.SortFunc(p.points, func(v, w int) int { return cmp.Compare(g.Colors[v], g.Colors[w]) })
	}
	for i, v := range p.points {
		p.where[v] = i
	}
	if n == 0 {
		return p
	}
	p.size[0] = n
	p.cells = 1

	// Make a cell of each colour. The function carve cuts off the end of a cell and visits all points that it cuts off.
	// The last colour is cut off first, so each call visits the points of one colour only. The function await makes the
	// cell pending: refine must still split other cells by it.
	if g.Colors != nil {
		for i := n - 1; i > 0; i-- {
			if g.Colors[p.points[i]] != g.Colors[p.points[i-1]] {
				p.carve(i)
				p.await(i)
			}
		}
	}
	p.await(0)
	return p
}

// link makes p.links, sorted by point (a counting sort). An arc has a link at each of its two ends; a loop has one
// link.
func (p *partition) link(arcs []Arc) {
	ends := 0
	for _, a := range arcs {
		p.first[a.From]++
		ends++
		if a.From != a.To {
			p.first[a.To]++
			ends++
		}
	}
	total := 0
	for v, count := range p.first {
		total += count
		p.first[v] = total
	}

	// Now p.first[v] is the index at which the links of v end. Write each link of v before those written so far, and
	// move p.first[v] there.
	p.links = make([]link, ends)
	file := func(v int, l link) {
		p.first[v]--
		p.links[p.first[v]] = l
	}
	var in, out uint64
	for i, a := range arcs {
		if i == 0 || a.Kind != arcs[i-1].Kind {
			in, out = weight(a.Kind, inward), weight(a.Kind, outward)
		}
		if a.From == a.To {
			file(a.From, link{a.To, weight(a.Kind, loop)})
			continue
		}
		file(a.From, link{a.To, out})
		file(a.To, link{a.From, in})
	}
}

// discrete reports whether every cell is a single point.
func (p *partition) discrete() bool { return p.cells == len(p.points) }

// await makes the cell that starts at s pending: it must still serve to split other cells.
func (p *partition) await(s int) {
	p.waiting[s] = true
	p.pending = append(p.pending, s)
}

// carve makes the points from index `at` of p.points to the end of their cell a new cell. It takes time proportional to
// the size of the new cell.
func (p *partition) carve(at int) {
	old := p.start[p.points[at]]
	end := old + p.size[old]
	for _, v := range p.points[at:end] {
		p.start[v] = at
	}
	p.size[old] = at - old
	p.size[at] = end - at
	p.cells++
	p.cellStarts = append(p.cellStarts, at)
}

// undo reverses calls of carve, the latest first, until only the first `count` calls are in effect. It takes as much
// time as these calls took.
func (p *partition) undo(count int) {
	for len(p.cellStarts) > count {
		at := p.cellStarts[len(p.cellStarts)-1]
		p.cellStarts = p.cellStarts[:len(p.cellStarts)-1]
		before := p.start[p.points[at-1]]
		for _, v := range p.points[at : at+p.size[at]] {
			p.start[v] = before
		}
		p.size[before] += p.size[at]
		p.cells--
	}
}

func (p *partition) swap(i, j int) {
	v, w := p.points[i], p.points[j]
	p.points[i], p.points[j] = w, v
	p.where[v], p.where[w] = j, i
}

// individualize makes v, which must share its cell, a separate cell, which is pending: refine must still split cells by
// it.
func (p *partition) individualize(v int) {
	s := p.start[v]
	last := s + p.size[s] - 1
	p.swap(p.where[v], last)
	p.carve(last)
	p.await(last)
}

// refine splits cells until the partition is stable. It takes the pending cells one after the other as the splitter, by
// which it splits cells according to their arcs; parts of a split cell may become pending in turn.
//
// refine returns a hash of what was split. If two partitions have different hashes, no relabeling takes one to the
// other. The cost is proportional to the number of links of all splitters.
//
// The caller makes the right cells pending before: all cells of a new partition, or, if cells of a stable partition
// were split, all parts of each except the largest.
func (p *partition) refine() (hash uint64) {
	for len(p.pending) > 0 {
		s := p.pending[len(p.pending)-1]
		p.pending = p.pending[:len(p.pending)-1]
		p.waiting[s] = false
		hash = p.splitBy(s, hash)
	}
	return hash
}

// splitBy splits every cell by the arcs between its points and the splitter, the cell that starts at index s. It
// returns the hash, updated with what it split.
func (p *partition) splitBy(s int, hash uint64) uint64 {
	// Move the touched points, those at the other ends of the splitter's links (its arcs in either direction), to the
	// ends of their cells in p.points, and add up their keys, the weights of these links. The splitter may have arcs
	// within itself, so go through a copy of it.
	p.splitter = append(p.splitter[:0], p.points[s:s+p.size[s]]...)
	p.touchedCells = p.touchedCells[:0]
	var singles uint64 // a hash of the arcs to cells of one point, which cannot be split
	for _, w := range p.splitter {
		for _, l := range p.links[p.first[w]:p.first[w+1]] {
			c := p.start[l.to]
			if p.size[c] == 1 {
				singles += mix(l.weight ^ uint64(c))
				continue
			}

			if p.hits[c] == 0 {
				p.touchedCells = append(p.touchedCells, c)
			}
			untouched := c + p.size[c] - p.hits[c]
			if i := p.where[l.to]; i < untouched {
				p.swap(i, untouched-1)
				p.hits[c]++
				p.key[l.to] = 0
			}
			p.key[l.to] += l.weight
		}
	}

	// Go through the cells by their starts, because this order does not depend on the names of points.
	hash = mix(hash ^ uint64(s))
	hash = mix(hash ^ singles)
	slices.Sort(p.touchedCells)
	for _, c := range p.touchedCells {
		hash = p.splitTouched(c, hash)
	}
	return hash
}

// splitTouched splits the cell that starts at index c. The points without arcs to or from the splitter (the cell by
// which others are split) are one part; the others, the touched points, are a part for each key, a hash of these arcs.
// It makes the parts pending (to be splitters later), except for one if possible, and returns the hash, updated with
// the split.
func (p *partition) splitTouched(c int, hash uint64) uint64 {
	end := c + p.size[c]
	touched := end - p.hits[c]
	p.hits[c] = 0
	p.sortByKey(touched, end)

	before := len(p.cellStarts) // the parts are p.cellStarts[known:]
	hash = mix(hash ^ uint64(c))
	for i := end - 1; i >= touched; i-- {
		k := p.key[p.points[i]]
		if i > touched && k == p.key[p.points[i-1]] {
			continue
		}
		hash = mix(hash ^ uint64(i))
		hash = mix(hash ^ k)
		if i > c {
			p.carve(i)
		}
	}

	// If c itself is not pending (to be a splitter later), all cells were split by c before, so the points of any cell
	// have equally many arcs to c. If they also have equally many arcs to each part of c except one, the same holds for
	// this part. So the largest part is not needed as a splitter.
	spare := -1
	if !p.waiting[c] {
		spare = c
		for _, part := range p.cellStarts[before:] {
			if p.size[part] > p.size[spare] {
				spare = part
			}
		}
		if spare != c {
			p.await(c)
		}
	}
	for _, part := range p.cellStarts[before:] {
		if part != spare {
			p.await(part)
		}
	}
	return hash
}

// sortByKey sorts the points p.points[lo:hi] by their keys, the hashes of their arcs to the splitter.
func (p *partition) sortByKey(lo, hi int) {
	points, key := p.points[lo:hi], p.key
	differs := func(v int) bool { return key[v] != key[points[0]] }
	if !slices.ContainsFunc(points, differs) {
		return // all keys are equal: this is frequent, and much faster to find out than to sort
	}
	slices.SortFunc(points, func(v, w int) int { return cmp.Compare(key[v], key[w]) })
	for i, v := range points {
		p.where[v] = lo + i
	}
}
