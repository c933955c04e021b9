package bounded

import "context"

// Steps counts the steps of a computation, and checks its context after every [Between] steps. If UntilCheck is 0, it
// checks at the first step.
type Steps struct {
	Context    context.Context
	UntilCheck int // the number of steps until the next check
}

// Between is the number of steps between two checks of the context.
const Between = 1 << 14

// Spend counts steps of a few nanoseconds each. It returns the context's error if the context has ended.
func (s *Steps) Spend(steps int) error {
	s.UntilCheck -= steps
	if s.UntilCheck > 0 {
		return nil
	}
	s.UntilCheck = Between
	return s.Context.Err()
}
