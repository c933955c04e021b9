// Package budget bounds computations that a context may end.
package budget

import "context"

// Steps is how many steps a computation takes before it asks its context whether it has
// ended. The zero value of Left asks at the first step.
type Steps struct {
	Context context.Context
	Left    int // steps until it asks again
}

// Between is how many steps lie between two looks at the context.
const Between = 1 << 14

// Spend counts steps of a few nanoseconds each, and returns the context's error
// when the context has ended.
func (s *Steps) Spend(steps int) error {
	if s.Left -= steps; s.Left > 0 {
		return nil
	}
	s.Left = Between
	return s.Context.Err()
}
