package canon

// A unionFind is a partition of points into disjoint sets, at first singletons. Its zero value is ready for use, and
// allocates nothing until sets are joined.
type unionFind struct {
	parent []int // nil, or parent[v] <= v is in the set of v
}

// find returns the least point of the set that contains v.
func (u *unionFind) find(v int) int {
	if u.parent == nil { // nothing was joined
		return v
	}
	for u.parent[v] != v {
		u.parent[v] = u.parent[u.parent[v]] // shortens the way for later calls
		v = u.parent[v]
	}
	return v
}

// join joins the sets of v and w. The points are 0 to n-1.
func (u *unionFind) join(v, w, n int) {
	if u.parent == nil {
		u.parent = make([]int, n)
		for i := range u.parent {
			u.parent[i] = i
		}
	}
	v, w = u.find(v), u.find(w)
	u.parent[max(v, w)] = min(v, w)
}

// joinAll joins all points that another partition joins.
func (u *unionFind) joinAll(other *unionFind) {
	for v := range other.parent {
		if w := other.find(v); w != v {
			u.join(v, w, len(other.parent))
		}
	}
}
