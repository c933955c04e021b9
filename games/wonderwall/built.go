package wonderwall

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"enumerate/enum"
	"enumerate/internal/layers"
)

// A built is the last layer of a job.
type built struct {
	layer *layers.Layer
	dead  *big.Int // games that no state of it leads to
}

// build makes the layers. Of every one it checks that no partial game is lost: its
// weights and those of the partial games that died on the way are the weights of the
// layer before times the choices of those who chose.
func (j *job) build(ctx context.Context, c *Counting) (*built, error) {
	m := c.means
	config := layers.Config{Dir: m.Dir, Memory: m.Memory, Workers: m.Workers, Remark: c.remark}
	if j.pieces == 1 { // other workers have jobs of their own
		config.Workers = 1
		config.Memory = m.Memory / int64(max(m.Workers, 1))
	}
	b := &built{layer: layers.Single(j.games.Start(), layers.Weight{Lo: 1}), dead: new(big.Int)}
	for k := 1; k <= j.last; k++ {
		began := time.Now()
		from := b.layer
		observe := func(p layers.Progress) {
			c.observe(enum.LayerProgress{
				Of: j.name, Layer: k, Layers: j.last,
				Share:  float64(p.Expanded) / float64(max(p.Of, 1)),
				States: p.Stored, Children: p.Emitted, Merged: p.Merged, Bytes: p.Bytes, Took: time.Since(began),
			})
		}
		name := fmt.Sprintf("%s-layer-%d", j.file, k)
		layer, err := layers.Build(ctx, config, name, c.Fingerprint(), from, j.expander, observe)
		if err != nil {
			err = c.unlessInterrupted(ctx, err)
			if closed := from.Close(); closed != nil {
				err = errors.Join(err, closed)
			}
			return nil, err
		}
		b.layer = layer
		if err := errors.Join(j.conserved(k, from, layer), from.Close()); err != nil {
			return nil, errors.Join(err, layer.Close())
		}
		b.dead.Add(b.dead, new(big.Int).Mul(layer.Dead().Big(), j.games.Completions(k)))
		c.observe(enum.LayerProgress{
			Of: j.name, Layer: k, Layers: j.last, Share: 1, Done: true,
			States: layer.States(), Children: layer.Emitted(), Bytes: layer.Size(), Took: time.Since(began),
			Alive: layer.Weight().Big(), Dead: layer.Dead().Big(),
		})
	}
	return b, nil
}

// conserved checks a layer against the one it was made from.
func (j *job) conserved(k int, from, layer *layers.Layer) error {
	want := from.Weight().Big()
	want.Mul(want, new(big.Int).SetUint64(j.games.Choices(k-1)))
	got := new(big.Int).Add(layer.Weight().Big(), layer.Dead().Big())
	if got.Cmp(want) != 0 {
		return fmt.Errorf("%s: layer %d has %v partial games, and %v died: together there should be %v: %w", j.name, k, layer.Weight(), layer.Dead(), want, layers.ErrMismatch)
	}
	return nil
}

// enter returns the last layer of the job, which the first one to come makes.
func (j *job) enter(ctx context.Context, c *Counting) (*built, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.built != nil {
		return j.built, nil
	}
	if j.pieces > 1 { // and so with all of the memory
		c.making.Lock()
		defer c.making.Unlock()
	}
	b, err := j.build(ctx, c)
	if err == nil {
		j.built = b
	}
	return b, err
}

// leave gives the layers back if there was one piece only. Those of other jobs wait
// for the end: the last one's are much larger than all others together.
func (j *job) leave() error {
	if j.pieces > 1 {
		return nil
	}
	return j.release()
}

// release closes the layers.
func (j *job) release() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.built == nil {
		return nil
	}
	b := j.built
	j.built = nil
	return b.layer.Close()
}
