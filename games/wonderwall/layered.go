package wonderwall

import (
	"context"
	"errors"
	"fmt"
	"math"
	"time"

	"enumerate/enum"
	"enumerate/layers"
)

// observe tells how a layer comes on.
func (c *Counting) observe(p enum.LayerProgress) {
	if c.means.Observe == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.means.Observe(p)
}

func (c *Counting) remark(text string) {
	if c.means.Remark == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.means.Remark(text)
}

// unlessInterrupted returns an error, or that of the context if it has ended. Whatever
// else went wrong then, such as storing what was unfinished, is remarked.
func (c *Counting) unlessInterrupted(ctx context.Context, err error) error {
	ended := ctx.Err()
	if ended == nil {
		return err
	}
	if all, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range all.Unwrap() {
			c.unlessInterrupted(ctx, e)
		}
	} else if !errors.Is(err, ended) {
		c.remark(fmt.Sprintf("what was unfinished is not stored: %v", err))
	}
	return ended
}

// Close gives back all layers. Nobody may be at a shard.
func (c *Counting) Close() error {
	var failed []error
	for _, j := range c.jobs {
		failed = append(failed, j.release())
	}
	return errors.Join(failed...)
}

// Layers makes the layers of all players.
func (c *Counting) Layers(ctx context.Context) error {
	j := c.jobs[len(c.jobs)-1]
	if _, err := j.enter(ctx, c); err != nil {
		return err
	}
	return j.leave()
}

// Discard closes, and removes the files of the layers.
func (c *Counting) Discard() error {
	if err := c.Close(); err != nil || c.means.Dir == "" {
		return err
	}
	return layers.Remove(c.means.Dir)
}

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
