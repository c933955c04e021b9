package betweenness

// Closures are written here for the walk, in package partial for the count, in a sweep, in
// package ranks for checks and in package thesis: deliberately apart, so that each is an oracle
// for the others.

// closure is what a frontier asks of the closures that it keeps. The zero value
// puts no player before another.
type closure[C any] interface {
	// order returns the closure with x before y before z as well, or false
	// if the closure contradicts that.
	order(x, y, z int) (C, bool)
	// within reports whether the other closure says everything that this one says.
	within(other C) bool
	// before returns the set of players before u.
	before(u int) uint16
}

// closure8 is a closure on up to 8 players in one machine word:
//
//	bit 8u+v   u stands before v
//
// Row u of this 8 x 8 matrix is the set of players after u, column v the set of
// players before v.
type closure8 uint64

// column8 has one bit in every row. The product of some of its bits and a row
// writes the row into the rows of those bits, without carries.
const column8 = 0x0101010101010101

// has reports whether u stands before v.
func (c closure8) has(u, v int) bool { return c>>(uint(8*u+v)&63)&1 != 0 }

// The multiplication gathers the eight bits of a column, which are 8 apart, in the
// top byte.
func (c closure8) before(v int) uint16 {
	return uint16(uint64(c>>(uint(v)&63)&column8) * 0x0102040810204080 >> 56)
}

// add returns the closure with u before v as well. The caller knows that v does
// not stand before u. Now u and all players before u stand before v and all players
// after v: the product of a column and a row.
func (c closure8) add(u, v int) closure8 {
	down := c>>(uint(u)&63)&column8 | 1<<(uint(8*u)&63)
	up := c>>(uint(8*v)&63)&0xff | 1<<(uint(v)&63)
	return c | down*up
}

func (c closure8) order(x, y, z int) (closure8, bool) {
	if c.has(y, x) || c.has(z, y) || c.has(z, x) {
		return c, false
	}
	return c.add(x, y).add(y, z), true
}

func (c closure8) within(d closure8) bool { return c&^d == 0 }

// closure10 is a closure on up to 10 players in two machine words, five rows of
// ten bits in each:
//
//	bit 10u+v      of low   u stands before v, u = 0..4
//	bit 10(u-5)+v  of high  u stands before v, u = 5..9
type closure10 struct {
	low, high uint64
}

const (
	column10 = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 // one bit in every row of a word
	row10    = 1<<10 - 1
	// gather10 moves the bits 0, 10, ..., 40 to 36, 37, ..., 40: bit 10i times
	// bit 36-9i is bit 36+i, and all other products lie outside these five bits.
	gather10 = 1<<36 | 1<<27 | 1<<18 | 1<<9 | 1
)

// has reports whether u stands before v.
func (c closure10) has(u, v int) bool { return c.row(u)>>(uint(v)&63)&1 != 0 }

// row returns the row of u, followed by the rest of its word.
func (c closure10) row(u int) uint64 {
	if u < 5 {
		return c.low >> (uint(10*u) & 63)
	}
	return c.high >> (uint(10*u-50) & 63)
}

func (c closure10) before(v int) uint16 {
	low := c.low >> (uint(v) & 63) & column10 * gather10 >> 36 & 31
	high := c.high >> (uint(v) & 63) & column10 * gather10 >> 36 & 31
	return uint16(low | high<<5)
}

// add returns the closure with u before v as well; see closure8.add.
func (c closure10) add(u, v int) closure10 {
	low := c.low >> (uint(u) & 63) & column10
	high := c.high >> (uint(u) & 63) & column10
	if u < 5 {
		low |= 1 << (uint(10*u) & 63)
	} else {
		high |= 1 << (uint(10*u-50) & 63)
	}
	up := c.row(v)&row10 | 1<<(uint(v)&63)
	return closure10{c.low | low*up, c.high | high*up}
}

func (c closure10) order(x, y, z int) (closure10, bool) {
	if c.has(y, x) || (c.row(z)>>(uint(x)&63)|c.row(z)>>(uint(y)&63))&1 != 0 {
		return c, false
	}
	return c.add(x, y).add(y, z), true
}

func (c closure10) within(d closure10) bool { return c.low&^d.low == 0 && c.high&^d.high == 0 }

// closure16 is a closure on up to 16 players in four machine words, four rows
// of sixteen bits in each:
//
//	bit 16(u mod 4)+v of word u/4   u stands before v
type closure16 [4]uint64

const (
	column16 = 1 | 1<<16 | 1<<32 | 1<<48 // one bit in every row of a word
	// gather16 moves the bits 0, 16, 32, 48 to 45, 46, 47, 48: bit 16i times
	// bit 45-15i is bit 45+i, and all other products lie outside these four bits.
	gather16 = 1<<45 | 1<<30 | 1<<15 | 1
)

// has reports whether u stands before v.
func (c closure16) has(u, v int) bool { return c.after(u)>>(uint(v)&15)&1 != 0 }

// after returns the set of players after u.
func (c closure16) after(u int) uint16 { return uint16(c[u>>2&3] >> (uint(u) & 3 * 16)) }

func (c closure16) before(v int) uint16 {
	var set uint64
	for i, word := range c {
		set |= word >> (uint(v) & 15) & column16 * gather16 >> 45 & 15 << (4 * i)
	}
	return uint16(set)
}

// add returns the closure with u before v as well; see closure8.add.
func (c closure16) add(u, v int) closure16 {
	up := uint64(c.after(v)) | 1<<(uint(v)&15)
	for i := range c {
		down := c[i] >> (uint(u) & 15) & column16
		if i == u>>2 {
			down |= 1 << (uint(u) & 3 * 16)
		}
		c[i] |= down * up
	}
	return c
}

func (c closure16) order(x, y, z int) (closure16, bool) {
	if c.has(y, x) || c.has(z, y) || c.has(z, x) {
		return c, false
	}
	return c.add(x, y).add(y, z), true
}

func (c closure16) within(d closure16) bool {
	return c[0]&^d[0] == 0 && c[1]&^d[1] == 0 && c[2]&^d[2] == 0 && c[3]&^d[3] == 0
}
