package betweenness

import (
	"cmp"
	"slices"

	"github.com/bits-and-blooms/bitset"
)

// ClosureBits is a closure on any number of players, two bit sets for each.
// Unlike the closures in machine words it is changed in place.
type ClosureBits struct {
	after, before []*bitset.BitSet // by player: who stands after and before it
}

// NewClosureBits returns the closure that says nothing about that many players.
func NewClosureBits(players int) *ClosureBits {
	c := &ClosureBits{make([]*bitset.BitSet, players), make([]*bitset.BitSet, players)}
	for u := range players {
		c.after[u] = bitset.New(uint(players))
		c.before[u] = bitset.New(uint(players))
	}
	return c
}

// Clone returns a copy that changes apart from c.
func (c *ClosureBits) Clone() *ClosureBits {
	d := &ClosureBits{make([]*bitset.BitSet, len(c.after)), make([]*bitset.BitSet, len(c.before))}
	for u := range c.after {
		d.after[u] = c.after[u].Clone()
		d.before[u] = c.before[u].Clone()
	}
	return d
}

// Before reports whether u stands before v.
func (c *ClosureBits) Before(u, v int) bool { return c.after[u].Test(uint(v)) }

// Allows reports whether x before y before z agrees with the closure.
func (c *ClosureBits) Allows(x, y, z int) bool {
	return !c.Before(y, x) && !c.Before(z, y) && !c.Before(z, x)
}

// Order puts x before y before z. The closure allows it.
func (c *ClosureBits) Order(x, y, z int) {
	c.add(x, y)
	c.add(y, z)
}

// add puts u before v, and with that everybody up to u before everybody from v
// on. It costs one union for each of those not there yet.
func (c *ClosureBits) add(u, v int) {
	if c.Before(u, v) {
		return
	}
	down, up := c.before[u].Clone().Set(uint(u)), c.after[v].Clone().Set(uint(v))
	for x := range down.EachSet() {
		c.after[x].InPlaceUnion(up)
	}
	for y := range up.EachSet() {
		c.before[y].InPlaceUnion(down)
	}
}

// Sorted returns the players in an order that agrees with the closure.
func (c *ClosureBits) Sorted(players []int) []int {
	before := make([]uint, len(c.before))
	for _, u := range players {
		before[u] = c.before[u].Count()
	}
	// Whoever stands before u has fewer players before it than u has.
	return slices.SortedStableFunc(slices.Values(players), func(u, v int) int {
		return cmp.Compare(before[u], before[v])
	})
}
