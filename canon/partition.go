package canon

import (
	"cmp"
	"slices"
)

// A partition is an ordered partition of the points of a graph into cells. It
// can be refined until any two points of a cell have the same arcs to and from
// every cell.
//
// Everything that is done here depends on the cells, their order and the arcs,
// never on the names of points or their order within a cell. Relabeling the
// graph relabels the partition and changes nothing else.
//
// See B. D. McKay, Practical graph isomorphism, Congressus Numerantium 30
// (1981), and for leaving out the largest part of a split cell J. E. Hopcroft,
// An n log n algorithm for minimizing states in a finite automaton (1971).
type partition struct {
	links []link // of point 0, of point 1, ...
	first []int  // links[first[v]:first[v+1]] are those of v

	points []int // the points, cell after cell
	where  []int // where[v] is the index of v in points
	start  []int // start[v] is the index in points at which the cell of v starts
	size   []int // size[s] is the size of the cell that starts at s
	cells  int
	carved []int // where cells were made, oldest first; undo takes them back

	pending []int  // a stack of the cells that others have yet to be split by
	waiting []bool // waiting[s] says that the cell at s is pending

	// These serve one pass of splitBy.
	splitter []int
	hit      []int    // the cells that an arc of the splitter touches
	hits     []int    // hits[s] is how many points of the cell at s are touched
	key      []uint64 // what arcs a touched point has to and from the splitter
}

// A link is one end of an arc, seen from the point at that end.
type link struct {
	to int
	// weight stands for the kind and direction of the arc. Points are told
	// apart by the sums of the weights of their links. Different sets of arcs
	// may have equal sums; then the refinement is coarser than it could be,
	// which costs time and is otherwise harmless.
	weight uint64
}

const (
	outward = iota
	inward
	loop
)

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

// newPartition returns the partition of the points of g, which is in normal
// form, by colour. All its cells are pending.
func newPartition(g Graph) *partition {
	n := g.Points
	block := make([]int, 9*n+1)
	take := func(size int) []int {
		taken := block[:size:size]
		block = block[size:]
		return taken
	}
	p := &partition{
		first:    take(n + 1),
		points:   take(n),
		where:    make([]int, n), // outlives the rest as a relabeling
		start:    take(n),
		size:     take(n),
		carved:   take(n)[:0],
		pending:  take(n)[:0],
		waiting:  make([]bool, n),
		splitter: take(n)[:0],
		hit:      take(n)[:0],
		hits:     take(n),
		key:      make([]uint64, n),
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

// link files every arc under both of its ends.
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
	// Now first[v] is where the links of v end; filing moves it to their start.
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

func (p *partition) discrete() bool { return p.cells == len(p.points) }

// await makes the cell at s pending.
func (p *partition) await(s int) {
	p.waiting[s] = true
	p.pending = append(p.pending, s)
}

// carve makes a cell of its own of the part of a cell that begins at index at.
// It takes time proportional to the size of that part.
func (p *partition) carve(at int) {
	s := p.start[p.points[at]]
	end := s + p.size[s]
	for _, v := range p.points[at:end] {
		p.start[v] = at
	}
	p.size[s] = at - s
	p.size[at] = end - at
	p.cells++
	p.carved = append(p.carved, at)
}

// undo takes back all but the first count carvings, in the time they took.
func (p *partition) undo(count int) {
	for len(p.carved) > count {
		at := p.carved[len(p.carved)-1]
		p.carved = p.carved[:len(p.carved)-1]
		s := p.start[p.points[at-1]]
		for _, v := range p.points[at : at+p.size[at]] {
			p.start[v] = s
		}
		p.size[s] += p.size[at]
		p.cells--
	}
}

// swap exchanges the points at two indices of one cell.
func (p *partition) swap(i, j int) {
	v, w := p.points[i], p.points[j]
	p.points[i], p.points[j] = w, v
	p.where[v], p.where[w] = j, i
}

// individualize makes v, which must share its cell, a pending cell of its own.
func (p *partition) individualize(v int) {
	s := p.start[v]
	last := s + p.size[s] - 1
	p.swap(p.where[v], last)
	p.carve(last)
	p.await(last)
}

// refine splits cells until no pending cell is left. The hash it returns
// depends on the cells that were split, by what, and into what, so that nodes
// with different hashes cannot be relabelings of one another.
//
// If the partition was stable before the pending cells were carved off, the
// cost is that of the links of all but the largest part of each split cell.
func (p *partition) refine() (hash uint64) {
	for len(p.pending) > 0 {
		s := p.pending[len(p.pending)-1]
		p.pending = p.pending[:len(p.pending)-1]
		p.waiting[s] = false
		hash = p.splitBy(s, hash)
	}
	return hash
}

// splitBy splits every cell by the arcs its points have to and from the points
// of the cell at s, and returns the hash continued.
func (p *partition) splitBy(s int, hash uint64) uint64 {
	// The splitter may touch itself and be reordered.
	p.splitter = append(p.splitter[:0], p.points[s:s+p.size[s]]...)
	p.hit = p.hit[:0]
	var singles uint64
	for _, w := range p.splitter {
		for _, l := range p.links[p.first[w]:p.first[w+1]] {
			c := p.start[l.to]
			if p.size[c] == 1 {
				singles += mix(l.weight ^ uint64(c))
				continue
			}
			// The touched points of a cell gather at its end.
			if p.hits[c] == 0 {
				p.hit = append(p.hit, c)
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
	hash = mix(hash ^ uint64(s))
	hash = mix(hash ^ singles)
	slices.Sort(p.hit)
	for _, c := range p.hit {
		hash = p.splitTouched(c, hash)
	}
	return hash
}

// splitTouched splits the cell at c into its untouched points and, by their
// keys, its touched ones.
func (p *partition) splitTouched(c int, hash uint64) uint64 {
	end := c + p.size[c]
	touched := end - p.hits[c]
	p.hits[c] = 0
	p.sortByKey(touched, end)

	known := len(p.carved)
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

	// Of a cell that others have been split by, one part need not be used:
	// what it has to say follows from the rest. Let that be the largest.
	spare := -1
	if !p.waiting[c] {
		spare = c
		for _, part := range p.carved[known:] {
			if p.size[part] > p.size[spare] {
				spare = part
			}
		}
		if spare != c {
			p.await(c)
		}
	}
	for _, part := range p.carved[known:] {
		if part != spare {
			p.await(part)
		}
	}
	return hash
}

// sortByKey sorts the points at the indices from lo up to hi, all of one cell.
func (p *partition) sortByKey(lo, hi int) {
	points, key := p.points[lo:hi], p.key
	alike := true
	for _, v := range points[1:] {
		if key[v] != key[points[0]] {
			alike = false
			break
		}
	}
	if alike {
		return
	}
	slices.SortFunc(points, func(v, w int) int { return cmp.Compare(key[v], key[w]) })
	for i, v := range points {
		p.where[v] = lo + i
	}
}
