package partial

import (
	"math/bits"

	"enumerate/canon"
)

// A closure is a transitive relation without cycles: u stands before v. The closures of package
// walk and of package betweenness are deliberate twins: walk, count and search check each other,
// so they share no closure. A closure holds its converse too, since the players before some player
// are needed as often as those after.
type closure = canon.Relation

// spread turns a set of four rows into the words of their bits: 16 ones for each.
var spread = [16]uint64{
	0x0000000000000000, 0x000000000000ffff, 0x00000000ffff0000, 0x00000000ffffffff,
	0x0000ffff00000000, 0x0000ffff0000ffff, 0x0000ffffffff0000, 0x0000ffffffffffff,
	0xffff000000000000, 0xffff00000000ffff, 0xffff0000ffff0000, 0xffff0000ffffffff,
	0xffffffff00000000, 0xffffffff0000ffff, 0xffffffffffff0000, 0xffffffffffffffff,
}

// each has one bit in every row of a word: a set of players times each is the
// set in every row.
const each = 1 | 1<<16 | 1<<32 | 1<<48

// put puts u before v. The caller knows that v does not stand before u.
// Every player up to u is before every player from v on.
func put(c *closure, u, v int) {
	down, up := c.Back.Row(u)|1<<u, c.Forth.Row(v)|1<<v
	ups, downs := uint64(up)*each, uint64(down)*each
	for i := range c.Forth {
		c.Forth[i] |= spread[down>>(4*i)&15] & ups
		c.Back[i] |= spread[up>>(4*i)&15] & downs
	}
}

// order puts x before y before z, and reports false if that contradicts the
// closure, which is then worthless.
func order(c *closure, x, y, z int) bool {
	if c.Forth.Has(y, x) || c.Forth.Has(z, y) || c.Forth.Has(z, x) {
		return false
	}
	if !c.Forth.Has(x, y) {
		put(c, x, y)
	}
	if !c.Forth.Has(y, z) {
		put(c, y, z)
	}
	return true
}

// within reports whether everything c says, d says too.
func within(c, d *closure) bool {
	return c.Forth[0]&^d.Forth[0]|c.Forth[1]&^d.Forth[1]|c.Forth[2]&^d.Forth[2]|c.Forth[3]&^d.Forth[3] == 0
}

// reverse turns a closure round.
func reverse(c *closure) { c.Forth, c.Back = c.Back, c.Forth }

// A frontier is a set of closures, none of which contains another or its reverse.
// Each stands for its reverse too. Mostly some two players are related in every
// closure. A key turns the closures so that these two stand in the same order in each:
// then none contains the reverse of another, and among what they become by a choice
// only the closures themselves need be compared. A frontier without two such players
// is loose. That of the empty closure is, and others may be after players were
// forgotten.
type frontier []closure

// loose reports whether no two players are related in all closures.
func (f frontier) loose() bool {
	related := f.related()
	return related == canon.Rows{}
}

// related returns who is related to whom in every closure.
func (f frontier) related() canon.Rows {
	related := canon.Rows{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for i := range f {
		for j := range related {
			related[j] &= f[i].Forth[j] | f[i].Back[j]
		}
	}
	return related
}

// keep makes the last closure of the frontier one of the set: it goes if one of
// the others lies within it, and those that it lies within go. Closures before
// the index from are not looked at.
func keep(f frontier, from int) frontier {
	last := len(f) - 1
	c := &f[last]
	for i := from; i < last; i++ {
		if within(&f[i], c) {
			return f[:last]
		}
		if within(c, &f[i]) {
			// Nothing lies within c, or it would lie within f[i].
			f[i] = *c
			f = f[:last]
			to := i + 1
			for j := i + 1; j < last; j++ {
				if !within(&f[i], &f[j]) {
					f[to] = f[j]
					to++
				}
			}
			return f[:to]
		}
	}
	return f
}

// push appends to a frontier the closures that are left of another one when
// player p chooses w and b. Those of a loose one are turned so that p stands before
// w in each.
func push(to frontier, f frontier, p, w, b int, loose bool) frontier {
	from := len(to)
	for i := range f {
		to = append(to, f[i])
		if order(&to[len(to)-1], p, w, b) {
			to = keep(to, from)
		} else {
			to = to[:len(to)-1]
		}
		to = append(to, f[i])
		if order(&to[len(to)-1], b, w, p) {
			if loose {
				reverse(&to[len(to)-1])
			}
			to = keep(to, from)
		} else {
			to = to[:len(to)-1]
		}
	}
	return to
}

// restrict forgets, in the closures from an index on, all players but those of a
// set, and leaves a frontier of what is left. Whatever order of the set a closure
// allows, it allows one of all players that agrees with it.
func restrict(f frontier, from int, set uint16) frontier {
	columns := uint64(set) * each
	to := from
	for i := from; i < len(f); i++ {
		c := f[i]
		for j := range c.Forth {
			rows := spread[set>>(4*j)&15] & columns
			c.Forth[j] &= rows
			c.Back[j] &= rows
		}
		// The smaller ones may come later: compare with all that are kept.
		needed := true
		kept := from
		for k := from; k < to; k++ {
			if withinEither(&f[k], &c) {
				needed = false
				break
			}
			if !withinEither(&c, &f[k]) {
				f[kept] = f[k]
				kept++
			}
		}
		if needed {
			to = kept
			f[to] = c
			to++
		}
	}
	return f[:to]
}

// withinEither reports whether everything c says, d says too, or its reverse.
func withinEither(c, d *closure) bool {
	if within(c, d) {
		return true
	}
	r := *c
	reverse(&r)
	return within(&r, d)
}

// allowed returns how many choices of player p leave a closure, of the choices
// among all players of a set.
func allowed(f frontier, p int, among uint16) int {
	var rows canon.Rows
	for i := range f {
		addAllowed(&rows, &f[i], p, among)
	}
	return count(&rows, p, among)
}

// addAllowed adds to a set of choices of player p, a row for each wonderwall, those
// that a closure allows. Say X stands before p, Y after p, and Z is free. A
// wonderwall in Z may have any ninja, one in X a ninja in X or Z not after it,
// one in Y a ninja in Y or Z not before it. docs/papers/walk.md has the proof. Rows and
// columns of p mean nothing.
func addAllowed(rows *canon.Rows, c *closure, p int, among uint16) {
	x, y := c.Back.Row(p), c.Forth.Row(p)
	z := among &^ x &^ y
	xz, yz := uint64(among&^y)*each, uint64(among&^x)*each
	for i := range rows {
		rows[i] |= spread[z>>(4*i)&15] | spread[x>>(4*i)&15]&xz&^c.Forth[i] | spread[y>>(4*i)&15]&yz&^c.Back[i]
	}
}

// choices returns the choices of player p among all players of a set, a row for
// each wonderwall.
func choices(p int, among uint16) (rows canon.Rows) {
	among &^= 1 << p
	for i := range rows {
		rows[i] = spread[among>>(4*i)&15] & (uint64(among) * each) &^ diagonal(i)
	}
	return rows
}

// diagonal returns the bits of word i that relate a player to itself.
func diagonal(i int) uint64 { return (1 | 1<<17 | 1<<34 | 1<<51) << (4 * i) }

// count returns how many choices of player p among all players of a set there are
// in rows.
func count(rows *canon.Rows, p int, among uint16) int {
	valid := choices(p, among)
	sum := 0
	for i := range rows {
		sum += bits.OnesCount64(rows[i] & valid[i])
	}
	return sum
}
