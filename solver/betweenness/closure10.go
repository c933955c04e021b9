package betweenness

// Closure10 is a closure on up to 10 players in two machine words, five rows of
// ten bits in each:
//
//	bit 10u+v      of Low   u stands before v, u = 0..4
//	bit 10(u-5)+v  of High  u stands before v, u = 5..9
type Closure10 struct {
	Low, High uint64
}

const (
	column10 = 1 | 1<<10 | 1<<20 | 1<<30 | 1<<40 // one bit in every row of a word
	row10    = 1<<10 - 1
	// gather10 moves the bits 0, 10, ..., 40 to 36, 37, ..., 40: bit 10i times
	// bit 36-9i lands on 36+i, and no other product comes near.
	gather10 = 1<<36 | 1<<27 | 1<<18 | 1<<9 | 1
)

// Before reports whether u stands before v.
func (c Closure10) Before(u, v int) bool { return c.row(u)>>(uint(v)&63)&1 != 0 }

// row returns the row of u with whatever follows it in its word.
func (c Closure10) row(u int) uint64 {
	if u < 5 {
		return c.Low >> (uint(10*u) & 63)
	}
	return c.High >> (uint(10*u-50) & 63)
}

// after returns the set of players after u.
func (c Closure10) after(u int) uint16 { return uint16(c.row(u) & row10) }

// before returns the set of players before v.
func (c Closure10) before(v int) uint16 {
	low := c.Low >> (uint(v) & 63) & column10 * gather10 >> 36 & 31
	high := c.High >> (uint(v) & 63) & column10 * gather10 >> 36 & 31
	return uint16(low | high<<5)
}

// add returns the closure with u before v as well; see Closure8.add.
func (c Closure10) add(u, v int) Closure10 {
	low := c.Low >> (uint(u) & 63) & column10
	high := c.High >> (uint(u) & 63) & column10
	if u < 5 {
		low |= 1 << (uint(10*u) & 63)
	} else {
		high |= 1 << (uint(10*u-50) & 63)
	}
	up := c.row(v)&row10 | 1<<(uint(v)&63)
	return Closure10{c.Low | low*up, c.High | high*up}
}

// Order returns the closure with x before y before z as well, or false if that
// contradicts it.
func (c Closure10) Order(x, y, z int) (Closure10, bool) {
	if c.Before(y, x) || (c.row(z)>>(uint(x)&63)|c.row(z)>>(uint(y)&63))&1 != 0 {
		return c, false
	}
	return c.add(x, y).add(y, z), true
}

// Within reports whether everything c says, d says too.
func (c Closure10) Within(d Closure10) bool { return c.Low&^d.Low == 0 && c.High&^d.High == 0 }
