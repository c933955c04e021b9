package enum

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"
)

// A Plan says which shards of a space to walk, and with how many workers.
type Plan struct {
	Workers int  // at least 1
	Part    Part // the zero Part is the whole space
	// Spread has the shards done in the order of [Spread], so that those done at any time are a sample of
	// the part. Otherwise, and in a space with stages, they are done in the order of their numbers.
	Spread bool
	// Done, if not nil, is asked of each shard of the part, just before it would be done
	// and from one goroutine, and reports whether to leave the shard out.
	Done func(id uint64) bool
}

// A Result is a shard that has been walked whole.
type Result struct {
	Shard Shard
	Tally *Tally
	Took  time.Duration // the worker's time
}

// Run walks the shards of a plan and hands each result, in no particular order,
// to report, which is called from one goroutine at a time. The first error of
// the space or of report ends the run and is returned. When the context
// ends, shards being walked are given up, those finished are still reported, and
// the context's error is returned. All goroutines have ended when Run returns.
func Run(ctx context.Context, s Space, p Plan, report func(Result) error) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	shards := make(chan Shard)
	results := make(chan Result)

	var workers sync.WaitGroup
	var underWay sync.WaitGroup // shards that workers have begun
	workers.Go(func() {
		defer close(shards)
		feed(inner, s, p, shards, &underWay)
	})
	for range max(p.Workers, 1) {
		workers.Go(func() {
			if err := work(inner, s, shards, results, &underWay); err != nil {
				cancel(err)
			}
		})
	}
	go func() {
		workers.Wait()
		close(results)
	}()

	var failed error
	for r := range results {
		if failed != nil {
			continue // only let the workers end
		}
		if failed = report(r); failed != nil {
			cancel(failed)
		}
	}
	switch {
	case failed != nil:
		return failed
	case ctx.Err() != nil:
		return ctx.Err()
	}
	return context.Cause(inner)
}

// Count returns the totals of a whole space, proved. It keeps nothing: it is for spaces that
// take seconds.
func Count(ctx context.Context, s Space, workers int) (Totals, error) {
	tally, err := runAll(ctx, s, workers, nil)
	if err != nil {
		return Totals{}, err
	}
	totals, _, err := Prove(s, tally)
	return totals, err
}

// runAll returns the tally of all shards, and has each observed, unless observe is nil.
func runAll(ctx context.Context, s Space, workers int, observe func(Result)) (*Tally, error) {
	tally := NewTally(len(s.Verdicts()))
	return tally, Run(ctx, s, Plan{Workers: workers}, func(r Result) error {
		tally.Merge(r.Tally)
		if observe != nil {
			observe(r)
		}
		return nil
	})
}

// feed sends the shards of the plan until the context ends, stage by stage if the space has stages.
func feed(ctx context.Context, s Space, p Plan, shards chan<- Shard, underWay *sync.WaitGroup) {
	stages := Stages(s)
	if stages == nil {
		order := p.shards(ctx, s.Shards())
		if p.Spread {
			order = Spread(order)
		}
		feedStage(ctx, order, p, shards, underWay)
		return
	}
	for stage := range stages {
		if ctx.Err() != nil {
			return
		}
		feedStage(ctx, p.shards(ctx, stage), p, shards, underWay)
		underWay.Wait()
	}
}

// feedStage sends those of some shards that are not done, until the context ends.
func feedStage(ctx context.Context, stage iter.Seq[Shard], p Plan, shards chan<- Shard, underWay *sync.WaitGroup) {
	for shard := range stage {
		if ctx.Err() != nil {
			return
		}
		if p.Done != nil && p.Done(shard.ID) {
			continue
		}
		underWay.Add(1)
		select {
		case shards <- shard:
		case <-ctx.Done():
			underWay.Done()
			return
		}
	}
}

// shards yields those of some shards that are of the plan's part, until the context ends.
func (p Plan) shards(ctx context.Context, all iter.Seq[Shard]) iter.Seq[Shard] {
	return func(yield func(Shard) bool) {
		for shard := range all {
			if ctx.Err() != nil {
				return
			}
			if p.Part.Contains(shard.ID) && !yield(shard) {
				return
			}
		}
	}
}

// work walks shards with one walker. A shard that the context cut short has no
// result.
func work(ctx context.Context, s Space, shards <-chan Shard, results chan<- Result, underWay *sync.WaitGroup) error {
	walker := s.Walker()
	for shard := range shards {
		tally := NewTally(len(s.Verdicts()))
		began := time.Now()
		if err := walker.Walk(ctx, shard, tally); err != nil {
			underWay.Done()
			if ctx.Err() != nil {
				return nil
			}
			return fmt.Errorf("shard %d: %w", shard.ID, err)
		}
		results <- Result{shard, tally, time.Since(began)}
		underWay.Done()
	}
	return nil
}
