package wonderwall

import (
	"context"
	"fmt"
	"math"
	"time"

	"enumerate/enum"
	"enumerate/internal/layers"
)

// Forecast makes the layers of two small sizes and completes some states of the last
// ones. It supposes that the work grows with every further player as it does from the
// one to the other, and the time as the work.
func (c *Counting) Forecast(ctx context.Context) (seconds float64, by string, err error) {
	const small, next = 8, 9
	before, _, err := c.foretell(ctx, small)
	if err != nil {
		return 0, "", err
	}
	work, seconds, err := c.foretell(ctx, next)
	if err != nil {
		return 0, "", err
	}
	growth := work / before
	return seconds * math.Pow(growth, float64(c.space.players-next)),
		fmt.Sprintf("by the growth of the work from %d to %d players, %.0f times", small, next, growth), nil
}

// foretell estimates the work and the time of another size, by completing one state of
// a hundred, in runs of ten.
func (c *Counting) foretell(ctx context.Context, players int) (work, seconds float64, err error) {
	s, err := NewCounting(players, c.cores, enum.Means{Workers: 1})
	if err != nil {
		return 0, 0, err
	}
	defer s.Close() // in memory
	j := s.jobs[len(s.jobs)-1]
	began := time.Now()
	b, err := j.enter(ctx, s)
	if err != nil {
		return 0, 0, err
	}
	made := time.Since(began).Seconds()
	completer := j.games.NewCompleter()
	began = time.Now()
	completed := uint64(0)
	const some, each = 10, 1000
	for from := uint64(0); from < b.layer.States(); from += each {
		to := min(from+some, b.layer.States())
		completed += to - from
		err = b.layer.Each(from, to, func(key []byte, _ layers.Weight) error {
			_, err := completer.Count(key)
			return err
		})
		if err != nil {
			return 0, 0, err
		}
	}
	times := float64(b.layer.States()) / float64(completed)
	return times * float64(completer.Work()), made + times*time.Since(began).Seconds(), nil
}
