package betweenness

// closure is what a frontier asks of the closures it keeps. The zero value
// says nothing about anybody.
type closure[C any] interface {
	// Order returns the closure with x before y before z as well, or false
	// if that contradicts what the closure says already.
	Order(x, y, z int) (C, bool)
	// Within reports whether everything this closure says, the other says too.
	Within(other C) bool
	// after and before return the sets of players after u and before u.
	after(u int) uint16
	before(u int) uint16
}
