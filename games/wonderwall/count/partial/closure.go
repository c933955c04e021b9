package partial

import (
	"math/bits"

	"enumerate/canon"
)

// A closure says of some pairs of players who stands before whom, as a transitive relation and its converse. Packages
// walk and betweenness have other types for closures, because they and the count check each other.
type closure = canon.Relation

// spread[s] is a word with 16 ones for each row in s, a set of the four rows of a word.
var spread = [16]uint64{
	0x0000000000000000, 0x000000000000ffff, 0x00000000ffff0000, 0x00000000ffffffff,
	0x0000ffff00000000, 0x0000ffff0000ffff, 0x0000ffffffff0000, 0x0000ffffffffffff,
	0xffff000000000000, 0xffff00000000ffff, 0xffff0000ffff0000, 0xffff0000ffffffff,
	0xffffffff00000000, 0xffffffff0000ffff, 0xffffffffffff0000, 0xffffffffffffffff,
}

// each has one bit in every row of a word, so the product of a set of players and `each` has the set in every row.
const each = 1 | 1<<16 | 1<<32 | 1<<48

// put adds to a closure that player u stands before player v, with all consequences: u and every player before u stand
// before v and every player after v. The closure must not put v before u. Word i of a relation has the rows of the
// players 4i to 4i+3, 16 bits each.
func put(c *closure, u, v int) {
	first, last := c.Back.Row(u)|1<<u, c.Forth.Row(v)|1<<v // all of first stand before all of last
	firsts, lasts := uint64(first)*each, uint64(last)*each
	for i := range c.Forth {
		c.Forth[i] |= spread[first>>(4*i)&15] & lasts
		c.Back[i] |= spread[last>>(4*i)&15] & firsts
	}
}

// order adds to a closure that player x stands before player y and y before z, with all consequences. If this
// contradicts the closure, order returns false, and the closure must not be used any more.
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

// within reports whether d contains c: every player that stands before another in c also does in d.
func within(c, d *closure) bool {
	return c.Forth[0]&^d.Forth[0]|c.Forth[1]&^d.Forth[1]|c.Forth[2]&^d.Forth[2]|c.Forth[3]&^d.Forth[3] == 0
}

func reverse(c *closure) { c.Forth, c.Back = c.Back, c.Forth }

// A frontier is what the choices so far imply: each of its closures is one way to satisfy all choices. A closure also
// stands for its reverse, because the reverse of a solution is a solution. All closures are minimal: none contains
// another closure or its reverse.
//
// In most frontiers there are two players u and v that are related in every closure. The key of a state reverses
// closures so that u stands before v in all. In the reverse of a closure, v stands before u, so no closure contains the
// reverse of another. Further choices do not change this, because they only add to closures. So reverses need not be
// compared. A frontier without two such players is called loose. The first frontier is loose, and others may become
// loose when players are forgotten.
type frontier []closure

// loose reports whether no two players are related in every closure of the frontier.
func (f frontier) loose() bool {
	related := f.commonRelations()
	return related == canon.Rows{}
}

// commonRelations returns, for each player, the players related to it in every closure.
func (f frontier) commonRelations() canon.Rows {
	related := canon.Rows{^uint64(0), ^uint64(0), ^uint64(0), ^uint64(0)}
	for i := range f {
		for j := range related {
			related[j] &= f[i].Forth[j] | f[i].Back[j]
		}
	}
	return related
}

// keep makes the closures in f[from:] minimal again after the last one was appended: no closure (who stands before
// whom) may contain another. An order of the players that satisfies a closure satisfies every closure that it contains.
// So keep drops the last closure if it contains another, and otherwise every closure that contains the last one.
func keep(f frontier, from int) frontier {
	last := len(f) - 1
	c := &f[last]
	for i := from; i < last; i++ {
		if within(&f[i], c) {
			return f[:last]
		}
		if within(c, &f[i]) {
			// Replace f[i] by c, and drop the other closures that contain c. c contains no other closure: f[i] would
			// contain it as well, and f was minimal before.
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

// push appends to the frontier `to` the closures (who stands before whom) after player p chooses the wonderwall w and
// the ninja b. Each closure of the frontier f becomes at most two: one with p before w before b, and one with the
// reverse. push keeps the minimal ones.
//
// A closure also stands for its reverse, so no closure may contain the reverse of another. To make sure of this, push
// keeps some two players in the same order in all closures. If the argument loose is set, f has no two players that are
// related in all its closures. Then push makes p stand before w in all results: it replaces each result with b before w
// before p by its reverse.
func push(to frontier, f frontier, p, w, b int, loose bool) frontier {
	from := len(to)
	for i := range f {
		// The order p, w, b. Take the copy of the closure back if this fails.
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

// restrict forgets all players outside of a set, because no further choice can name them. It removes them from the
// closures in f[from:], and keeps the minimal ones among the results. This changes no count: every order of the players
// in the set that a closure allows extends to an order of all players that it allows.
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
		// A smaller closure may come later, so compare with all closures that are kept.
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

// withinEither reports whether d contains c or the reverse of c.
func withinEither(c, d *closure) bool {
	if within(c, d) {
		return true
	}
	r := *c
	reverse(&r)
	return within(&r, d)
}

// allowed returns the number of allowed choices of player p. A choice names two players in the set eligible, and is
// allowed if at least one closure (who stands before whom) of the frontier f does not contradict it.
func allowed(f frontier, p int, eligible uint16) int {
	var rows canon.Rows
	for i := range f {
		addAllowed(&rows, &f[i], p, eligible)
	}
	return count(&rows, p, eligible)
}

// addAllowed adds to a set of choices those of player p that a closure allows: some order of the players satisfies
// both. A choice is satisfied if its wonderwall stands between p and its ninja. The set is a square of bits with a row
// for each wonderwall and a column for each ninja. The row and the column of p are undefined.
//
// Let X be the players before p in the closure, Y the players after p, and Z the other eligible players. A wonderwall
// in Z may have any ninja, one in X a ninja in X or Z that is not after the wonderwall, and one in Y a ninja in Y or Z
// that is not before the wonderwall. docs/papers/walk.md has the proof.
func addAllowed(rows *canon.Rows, c *closure, p int, eligible uint16) {
	x, y := c.Back.Row(p), c.Forth.Row(p)
	z := eligible &^ x &^ y
	xz, yz := uint64(eligible&^y)*each, uint64(eligible&^x)*each
	for i := range rows {
		rows[i] |= spread[z>>(4*i)&15] | spread[x>>(4*i)&15]&xz&^c.Forth[i] | spread[y>>(4*i)&15]&yz&^c.Back[i]
	}
}

// choices returns all choices of player p that name two different eligible players, as bits.
func choices(p int, eligible uint16) (rows canon.Rows) {
	eligible &^= 1 << p
	for i := range rows {
		rows[i] = spread[eligible>>(4*i)&15] & (uint64(eligible) * each) &^ diagonal(i)
	}
	return rows
}

// diagonal returns the bits of word i that relate a player to itself.
func diagonal(i int) uint64 { return (1 | 1<<17 | 1<<34 | 1<<51) << (4 * i) }

// count returns the number of choices in rows of two different eligible players other than p.
func count(rows *canon.Rows, p int, eligible uint16) int {
	valid := choices(p, eligible)
	sum := 0
	for i := range rows {
		sum += bits.OnesCount64(rows[i] & valid[i])
	}
	return sum
}
