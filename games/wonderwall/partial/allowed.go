package partial

import (
	"math/bits"

	"enumerate/canon"
)

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
// one in Y a ninja in Y or Z not before it. docs/walk.md has the proof. Rows and
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
