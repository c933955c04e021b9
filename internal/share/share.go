// Package share tells how large a share of some work is done, when it is made at one go by
// several goroutines.
package share

import "sync/atomic"

// A Counter adds up work that is done. It is safe for use by many goroutines.
type Counter struct {
	all  float64
	done atomic.Uint64
	tell func(share float64)
}

// Of returns a counter of work of a size, in any unit. It calls tell, unless that is nil,
// with the share that is done, 0 to 1, from the goroutine that has done a piece. Two that
// come at once may tell their shares in either order.
func Of(all uint64, tell func(share float64)) *Counter {
	return &Counter{all: float64(max(all, 1)), tell: tell}
}

// Add says that a piece is done.
func (c *Counter) Add(piece uint64) {
	if c.tell != nil {
		c.tell(min(float64(c.done.Add(piece))/c.all, 1))
	}
}
