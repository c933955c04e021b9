package canon

import "math/bits"

// MaxFamily is the largest number of points of a [Family].
const MaxFamily = 16

// Rows is a relation on up to 16 points as a matrix of bits. Row u has the points that u is related to:
//
//	bit 16(u mod 4)+v of word u/4 is 1   if   u is related to v
type Rows [4]uint64

// Row returns the set of points that u is related to.
func (r *Rows) Row(u int) uint16 { return uint16(r[u>>2&3] >> (uint(u) & 3 * 16)) }

// Has reports whether u is related to v. Masks such as v&15 here and below change no value; they show the compiler that
// no index or shift is out of range.
func (r *Rows) Has(u, v int) bool { return r[u>>2&3]>>(uint(u)&3*16+uint(v)&15)&1 != 0 }

// A Relation is a relation together with its converse.
type Relation struct{ Forth, Back Rows }

// A Family is a set of relations on the points 0..Points-1, with a colour for every point and an optional permutation
// of the points. A relabeling carries one family into another if it carries the colours and the permutation of the one
// to those of the other, and each relation to a relation of the other or to the converse of one.
type Family struct {
	Points      int // at most MaxFamily
	Colours     [MaxFamily]uint8
	Permutation *[MaxFamily]uint8 // nil: the identity
	Relations   []Relation
}

// A Relabeler finds labels for the points of families (sets of relations on the same points). It trades certainty for
// speed: if a relabeling carries one family into another, both usually, but not always, get labels under which they are
// equal. So a caller that stores families under their labels may store a class twice.
//
// The method is to refine colours: points get different colours if the points that some relation relates to them have
// different colours, until nothing changes. If points still share a colour, the first of them gets a new colour, and
// refinement continues. Any of them would do if automorphisms map all points of one colour to each other, as they
// nearly always do; then the labels are canonical.
//
// The cost is about 10 ns for each point and relation. A Relabeler must not be used by several goroutines at the same
// time.
type Relabeler struct {
	colour [MaxFamily]uint64 // a hash
	sums   [4][16]uint64     // the sum of colours for each subset of four consecutive points
}

// Label computes labels for the points of f: label[v] is the place of point v among the points sorted by colour.
// Distinct reports whether refinement alone gave all points different colours; then the labels are canonical.
func (r *Relabeler) Label(f *Family, label *[MaxFamily]uint8) (distinct bool) {
	r.start(f)
	distinct = true
	before := 0 // the number of colours before the round
	for {
		r.round(f)
		colours, tied := r.rank(f.Points, label) // tied is a point that shares its colour with another
		if colours == f.Points {
			return distinct
		}
		if colours > before {
			before = colours
			continue
		}

		// The round has split no colour, so give one point a colour of its own.
		distinct = false
		r.colour[tied] = scatter(r.colour[tied] + odd1)
		before = colours
	}
}

// Invariant returns the same number for two families if a relabeling carries one into the other, and possibly for other
// families. It is much faster than Label.
func (r *Relabeler) Invariant(f *Family) uint64 {
	r.start(f)
	var sum uint64
	for v := range f.Points {
		sum += scatter(r.colour[v&15])
	}
	return scatter(sum)
}

// The constants for hashes are odd but otherwise arbitrary; other constants give other labels.
const (
	odd1 = 0x9e3779b97f4a7c15
	odd2 = 0xd6e8feb86659fd93
	odd3 = 0xa0761d6478bd642f
)

// scatter is a bijection that maps close numbers far apart.
func scatter(x uint64) uint64 {
	x = (x ^ x>>32) * odd2
	return x ^ x>>29
}

// start gives every point of f its first colour: a hash of its given colour and, for each relation, of the numbers of
// points that it is related to and that are related to it. (v&15 is v; the mask spares a check of the index.)
func (r *Relabeler) start(f *Family) {
	for v := range f.Points {
		r.colour[v&15] = scatter(uint64(f.Colours[v&15]) + odd3)
	}
	for i := range f.Relations {
		// Use only the product and the sum of the numbers forth and back, because the converse of the relation
		// exchanges them, and a relabeling may carry a relation to a converse.
		rel := &f.Relations[i]
		var hashes [MaxFamily]uint64
		var sum uint64
		for v := range f.Points {
			forth := uint64(bits.OnesCount16(rel.Forth.Row(v)))
			back := uint64(bits.OnesCount16(rel.Back.Row(v)))
			hash := (forth*back<<8 + forth + back) * odd1
			hash ^= hash >> 31
			hashes[v&15] = hash
			sum += hash * hash
		}

		// Multiply by a hash of the whole relation. Otherwise the same numbers `forth` and `back` would give the same
		// hash in every relation, and the colour would not show in which relation a point has them. An odd factor loses
		// no bits.
		sum |= 1
		for v := range f.Points {
			r.colour[v&15] += hashes[v&15] * sum
		}
	}
}

// round refines the colours once: the new colour of a point is a hash of its old colour and, for each relation, of the
// sums of the colours of the points to which it is related and of those related to it.
func (r *Relabeler) round(f *Family) {
	// Tabulate the sums of colours for the subsets of each block of four points. Then the sum for any set of points
	// takes four table entries.
	for block := range r.sums {
		s := &r.sums[block]
		c := r.colour[4*block:]
		for set := 1; set < 16; set++ {
			s[set] = s[set&(set-1)] + c[bits.TrailingZeros8(uint8(set))&3]
		}
	}

	var next [MaxFamily]uint64 // by point: what is added to the new colour
	for i := range f.Relations {
		// A relation and its converse must give the same colours, so hash each point for both: x for the relation, y
		// for the converse.
		rel := &f.Relations[i]
		var forth, back [MaxFamily]uint64
		var hashForth, hashBack uint64
		for v := range f.Points {
			after, before := r.sum(rel.Forth.Row(v))*odd1, r.sum(rel.Back.Row(v))*odd1
			c := r.colour[v&15]
			x := (after ^ bits.RotateLeft64(before, 21)) + c
			y := (before ^ bits.RotateLeft64(after, 21)) + c
			x = (x ^ x>>32) * odd2
			y = (y ^ y>>32) * odd2
			forth[v&15], back[v&15] = x, y
			hashForth += x ^ x>>32
			hashBack += y ^ y>>32
		}

		// Take the relation or its converse, whichever has the larger sum of hashes, or both if the sums are equal.
		both := scatter(hashForth^hashBack) | 1
		switch {
		case hashForth > hashBack:
			for v := range f.Points {
				next[v&15] += forth[v&15] * both
			}
		case hashForth < hashBack:
			for v := range f.Points {
				next[v&15] += back[v&15] * both
			}
		default:
			for v := range f.Points {
				next[v&15] += (forth[v&15]*odd3 ^ back[v&15]*odd3) * both
			}
		}
	}

	if p := f.Permutation; p != nil {
		for v := range f.Points {
			next[v&15] += scatter(r.colour[p[v&15]&15] + odd1)
		}
	}

	for v := range f.Points {
		c := r.colour[v&15]*odd3 + next[v&15]
		r.colour[v&15] = c ^ c>>30
	}
}

// sum returns the sum of the colours of a set of points.
func (r *Relabeler) sum(set uint16) uint64 {
	return r.sums[0][set&15] + r.sums[1][set>>4&15] + r.sums[2][set>>8&15] + r.sums[3][set>>12]
}

// rank labels the points in ascending order of colours; points of one colour keep their order. It returns the number of
// colours and, unless all differ, the first point of the least shared colour.
func (r *Relabeler) rank(points int, label *[MaxFamily]uint8) (colours, tied int) {
	// The label of a point is the number of points that come before it.
	clear(label[:])
	colours, tied = points, -1
	for v := range points {
		cv := r.colour[v&15]
		var before, again uint64
		for u := range v {
			// Colours are close to random, so a branch would be mispredicted.
			cu := r.colour[u&15]
			_, less := bits.Sub64(cv, cu, 0)
			_, equal := bits.Sub64(cu^cv, 1, 0)
			label[u&15] += uint8(less)
			before += 1 - less
			again |= equal
		}
		label[v&15] += uint8(before)
		colours -= int(again)
	}
	if colours == points {
		return colours, tied
	}

	for v := range points {
		for u := range v {
			if r.colour[u&15] == r.colour[v&15] && (tied < 0 || r.colour[u&15] < r.colour[tied&15]) {
				tied = u
			}
		}
	}
	return colours, tied
}
