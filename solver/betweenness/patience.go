package betweenness

import "context"

// patience looks at a context from time to time.
type patience struct {
	ctx  context.Context
	left int // steps, before it looks again
}

// spend counts steps of some nanoseconds each, and returns the context's error
// when it has ended.
func (p *patience) spend(steps int) error {
	if p.left -= steps; p.left > 0 {
		return nil
	}
	p.left = 1 << 14
	return p.ctx.Err()
}
