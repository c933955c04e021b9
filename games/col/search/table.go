package search

// A top is what the parent of a subtree sees of it: nothing, if there is none or if it
// can no longer matter; a coloured vertex, top(Blue) or top(Red); or, above these, a tree of
// uncoloured vertices with coloured leaves, by its number in a [Solver].
type top uint32

// nothing is the top of no subtree.
const nothing top = 0

// firstTree is the least number of a tree.
const firstTree = top(Red) + 1

// isTree reports whether a top is a tree.
func (t top) isTree() bool { return t >= firstTree }

// A node is the root of a tree, by the tops of its children: low <= high.
type node struct{ low, high top }

// free reports whether no child is coloured.
func (n node) free() bool {
	return (n.low == nothing || n.low.isTree()) && (n.high == nothing || n.high.isTree())
}

// A table numbers trees. Each is in it once, and so is its negative, the tree with
// colours swapped. Children have smaller numbers than their parents.
type table struct {
	nodes     []node
	negatives []top
	vertices  []uint16 // coloured leaves among them
	slots     []top    // a hash table of the trees, open addressing; nothing is free
}

func newTable() table {
	const slots = 1 << 10
	return table{
		nodes:     make([]node, firstTree),
		negatives: []top{nothing, top(Red), top(Blue)},
		vertices:  []uint16{0, 1, 1},
		slots:     make([]top, slots),
	}
}

// over returns the top of an uncoloured vertex with two children.
func (t *table) over(a, b top) top {
	if a > b {
		a, b = b, a
	}
	switch {
	case a == top(Blue) && b == top(Red):
		return nothing
	case a == b && !a.isTree():
		a = nothing
	}
	return t.number(node{a, b})
}

// number returns the number of a tree. A new one gets the next number, and its
// negative the one behind that.
func (t *table) number(n node) top {
	slot := t.slot(n)
	if found := t.slots[slot]; found != nothing {
		return found
	}
	added := t.add(n, slot)
	other := node{t.negatives[n.low], t.negatives[n.high]}
	if other.low > other.high {
		other.low, other.high = other.high, other.low
	}
	negative := added
	if other != n {
		negative = t.add(other, t.slot(other))
		t.negatives[negative] = added
	}
	t.negatives[added] = negative
	return added
}

// slot returns where a tree is in the hash table, or would be.
func (t *table) slot(n node) uint64 {
	const odd = 0x9e3779b97f4a7c15 // 2^64 over the golden ratio
	mask := uint64(len(t.slots) - 1)
	hash := (uint64(n.low)<<32 | uint64(n.high)) * odd
	for i := (hash ^ hash>>32) & mask; ; i = (i + 1) & mask {
		if found := t.slots[i]; found == nothing || t.nodes[found] == n {
			return i
		}
	}
}

// add numbers a tree that is not in the table yet.
func (t *table) add(n node, slot uint64) top {
	added := top(len(t.nodes))
	t.nodes = append(t.nodes, n)
	t.negatives = append(t.negatives, nothing)
	t.vertices = append(t.vertices, t.vertices[n.low]+t.vertices[n.high]+1)
	t.slots[slot] = added
	if 2*len(t.nodes) > len(t.slots) {
		t.slots = make([]top, 2*len(t.slots))
		for tree := firstTree; int(tree) < len(t.nodes); tree++ {
			t.slots[t.slot(t.nodes[tree])] = tree
		}
	}
	return added
}
