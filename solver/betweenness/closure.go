package betweenness

// Closures are implemented several times in this project: here for single games and lists of classes, in packages walk
// and partial for the counts, in sweep.go, and in packages cases and thesis. They share no code, so that their results
// can be compared.

// A closure is the relation "stands before" that orientations of choices force, on up to 16 players. It is a matrix of
// bits, in four words with four rows of sixteen bits each:
//
//	bit 16(u mod 4)+v of word u/4   u stands before v
//
// Row u of this matrix is the set of players after u, and column v is the set of players before v.
type closure [4]uint64

// has reports whether u stands before v. In has, after and add, the masks in u>>2&3 and v&15 change no value; they show
// the compiler that no index or shift is out of range.
func (c *closure) has(u, v int) bool { return c.after(u)>>(uint(v)&15)&1 != 0 }

// after returns the set of players after u.
func (c *closure) after(u int) uint16 { return uint16(c[u>>2&3] >> (uint(u) & 3 * 16)) }

// add puts u before v in the closure, with everything that follows by transitivity; v must not stand before u. The row
// of v, together with v itself, must be added to the rows of u and of all players before u. Four rows share a word, and
// add changes them at the same time: toU has a bit at the start of each row to be changed, and its product with the row
// of v has a copy of that row in each of them. The copies do not overlap, so the product has no carries.
func (c *closure) add(u, v int) {
	const column = 1 | 1<<16 | 1<<32 | 1<<48      // one bit in every row of a word
	fromV := uint64(c.after(v)) | 1<<(uint(v)&15) // v and all players after v, as a row
	rowU := uint64(1) << (uint(u) & 3 * 16)       // the first bit of row u in its word
	for i, word := range c {
		toU := word >> (uint(u) & 15) & column // the first bit of each row whose player stands before u
		if i == u>>2 {
			toU |= rowU
		}
		c[i] |= toU * fromV
	}
}

// order puts x before y before z, or returns false if the closure contradicts this.
func (c *closure) order(x, y, z int) bool {
	if c.has(y, x) || c.has(z, y) || c.has(z, x) {
		return false
	}
	c.add(x, y)
	c.add(y, z)
	return true
}

// within reports whether d contains c.
func (c *closure) within(d *closure) bool {
	return c[0]&^d[0]|c[1]&^d[1]|c[2]&^d[2]|c[3]&^d[3] == 0
}
