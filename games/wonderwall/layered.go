package wonderwall

import (
	"context"
	"errors"
	"strings"

	"enumerate/enum"
	"enumerate/internal/layers"
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
	for _, line := range strings.Split(err.Error(), "\n") { // joined errors have a line each
		if line != ended.Error() {
			c.remark("what was unfinished is not stored: " + line)
		}
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
