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

// endBefore gives back the layers of all jobs before one: shards are walked in
// ascending order.
func (c *Counting) endBefore(now *job) error {
	for _, j := range c.jobs {
		if j == now {
			return nil
		}
		if j.pieces == 1 {
			continue // gone already
		}
		j.mu.Lock()
		j.ended = true
		var err error
		if j.users == 0 {
			err = j.release()
		}
		j.mu.Unlock()
		if err != nil {
			return err
		}
	}
	return nil
}

// Close gives back all layers. Nobody may be at a shard.
func (c *Counting) Close() error {
	var failed []error
	for _, j := range c.jobs {
		j.mu.Lock()
		failed = append(failed, j.release())
		j.mu.Unlock()
	}
	return errors.Join(failed...)
}

// Discard closes, and removes the files of the layers.
func (c *Counting) Discard() error {
	if err := c.Close(); err != nil || c.means.Dir == "" {
		return err
	}
	return layers.Remove(c.means.Dir)
}

// Forecast counts two small sizes, and supposes that each further player takes as many
// times longer as the last one did: that held within a tenth or so from 7 to 10
// players.
func (c *Counting) Forecast() (seconds float64, by string, err error) {
	const small, next = 7, 8
	var took [2]float64
	for i, n := range []int{small, next} {
		began := time.Now()
		s, err := NewCounting(n, c.cores, enum.Means{Workers: 1})
		if err != nil {
			return 0, "", err
		}
		err = enum.Run(context.Background(), s, enum.Plan{Workers: 1}, func(enum.Result) error { return nil })
		if err = errors.Join(err, s.Close()); err != nil {
			return 0, "", err
		}
		took[i] = time.Since(began).Seconds()
	}
	growth := took[1] / took[0]
	return took[1] * math.Pow(growth, float64(c.space.players-next)),
		fmt.Sprintf("by the growth from %d to %d players, %.0f times", small, next, growth), nil
}
