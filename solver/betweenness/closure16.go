package betweenness

// Closure16 is a closure on up to 16 players in four machine words, four rows
// of sixteen bits in each:
//
//	bit 16(u mod 4)+v of word u/4   u stands before v
type Closure16 [4]uint64

const (
	column16 = 1 | 1<<16 | 1<<32 | 1<<48 // one bit in every row of a word
	// gather16 moves the bits 0, 16, 32, 48 to 45, 46, 47, 48: bit 16i times
	// bit 45-15i lands on 45+i, and no other product comes near.
	gather16 = 1<<45 | 1<<30 | 1<<15 | 1
)

// Before reports whether u stands before v.
func (c Closure16) Before(u, v int) bool { return c.after(u)>>(uint(v)&15)&1 != 0 }

// after returns the set of players after u.
func (c Closure16) after(u int) uint16 { return uint16(c[u>>2&3] >> (uint(u) & 3 * 16)) }

// before returns the set of players before v.
func (c Closure16) before(v int) uint16 {
	var set uint64
	for i, word := range c {
		set |= word >> (uint(v) & 15) & column16 * gather16 >> 45 & 15 << (4 * i)
	}
	return uint16(set)
}

// add returns the closure with u before v as well; see Closure8.add.
func (c Closure16) add(u, v int) Closure16 {
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

// Order returns the closure with x before y before z as well, or false if that
// contradicts it.
func (c Closure16) Order(x, y, z int) (Closure16, bool) {
	if c.Before(y, x) || c.Before(z, y) || c.Before(z, x) {
		return c, false
	}
	return c.add(x, y).add(y, z), true
}

// Within reports whether everything c says, d says too.
func (c Closure16) Within(d Closure16) bool {
	return c[0]&^d[0] == 0 && c[1]&^d[1] == 0 && c[2]&^d[2] == 0 && c[3]&^d[3] == 0
}
