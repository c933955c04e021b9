package betweenness

// Closure8 is a closure on up to 8 players in one machine word:
//
//	bit 8u+v   u stands before v
//
// Row u of this 8 x 8 matrix is the set of players after u, column v the set of
// players before v.
type Closure8 uint64

// column8 has one bit in every row; a row times column8's bits, shifted, writes
// the row into every row chosen, without carries.
const column8 = 0x0101010101010101

// Before reports whether u stands before v.
func (c Closure8) Before(u, v int) bool { return c>>(uint(8*u+v)&63)&1 != 0 }

// after returns the set of players after u.
func (c Closure8) after(u int) uint16 { return uint16(c >> (uint(8*u) & 63) & 0xff) }

// before returns the set of players before v. The multiplication gathers the
// eight bits of a column, 8 apart, into the top byte.
func (c Closure8) before(v int) uint16 {
	return uint16(uint64(c>>(uint(v)&63)&column8) * 0x0102040810204080 >> 56)
}

// add returns the closure with u before v as well. The caller knows that v does
// not stand before u. Everybody up to u is now before everybody from v on: a
// product of a column and a row.
func (c Closure8) add(u, v int) Closure8 {
	down := c>>(uint(u)&63)&column8 | 1<<(uint(8*u)&63)
	up := c>>(uint(8*v)&63)&0xff | 1<<(uint(v)&63)
	return c | down*up
}

// Order returns the closure with x before y before z as well, or false if that
// contradicts it.
func (c Closure8) Order(x, y, z int) (Closure8, bool) {
	if c.Before(y, x) || c.Before(z, y) || c.Before(z, x) {
		return c, false
	}
	return c.add(x, y).add(y, z), true
}

// Within reports whether everything c says, d says too.
func (c Closure8) Within(d Closure8) bool { return c&^d == 0 }
