package enum

import (
	"context"
	"fmt"
	"iter"
	"sync"
	"time"
)

// A Plan says which shards of a space to compute, and how.
type Plan struct {
	Workers int  // at least 1
	Part    Part // the zero Part is the whole space
	// Spread says whether to compute the shards in the mixed order of function [Spread], so that at any time the
	// finished shards are a sample of all. Otherwise, or if the space has stages, their ids ascend.
	Spread bool
	// Skip, if not nil, reports whether to skip a shard, such as a stored one. It is called just before the shard would
	// be computed, always by the same goroutine.
	Skip func(id uint64) bool
}

// A Result is a finished shard.
type Result struct {
	Shard Shard
	Tally *Tally
	Took  time.Duration // the worker's time
}

// Run computes the shards of a space that the plan p selects. It passes each result to report, from one goroutine at a
// time and in any order. The first error of the space or of report ends the run and is returned. When the context ends,
// Run abandons unfinished shards, reports the finished ones, and returns the context's error. All goroutines have ended
// when Run returns.
func Run(ctx context.Context, s Space, p Plan, report func(Result) error) error {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	shards := make(chan Shard)
	results := make(chan Result)

	var workers sync.WaitGroup  // with the goroutine that feeds them
	var underWay sync.WaitGroup // the shards that were sent to workers and are not finished
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

	var failed error // the first error of report
	for r := range results {
		if failed != nil { // drain the channel, so that the workers can end
			continue
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

// Count returns the proved totals of a whole space. It stores nothing, so it is for spaces that take seconds.
func Count(ctx context.Context, s Space, workers int) (Totals, error) {
	tally := NewTally(len(s.Verdicts()))
	err := Run(ctx, s, Plan{Workers: workers}, func(r Result) error {
		tally.Merge(r.Tally)
		return nil
	})
	if err != nil {
		return Totals{}, err
	}
	totals, _, err := Prove(s, tally)
	return totals, err
}

// feed sends the shards of the plan to the workers until the context ends. underWay counts the shards that are sent and
// unfinished, because the shards of a stage (see Staged) must wait for those of the stage before.
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

// feedStage sends the shards of a stage to the workers, except for those that the plan skips, until the context ends.
func feedStage(ctx context.Context, stage iter.Seq[Shard], p Plan, shards chan<- Shard, underWay *sync.WaitGroup) {
	for shard := range stage {
		if ctx.Err() != nil {
			return
		}
		if p.Skip != nil && p.Skip(shard.ID) {
			continue
		}
		underWay.Add(1)
		select {
		case shards <- shard:
		case <-ctx.Done(): // no worker has taken the shard
			underWay.Done()
			return
		}
	}
}

// shards yields the shards of the sequence `all` that are in the plan's part, until the context ends.
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

// work computes shards with its own walker, and sends the results. If the context interrupts a shard, work sends no
// result and returns nil.
func work(ctx context.Context, s Space, shards <-chan Shard, results chan<- Result, underWay *sync.WaitGroup) error {
	walker := s.Walker()
	for shard := range shards {
		tally := NewTally(len(s.Verdicts()))
		began := time.Now()
		if err := walker.Walk(ctx, shard, tally); err != nil {
			underWay.Done()
			if ctx.Err() != nil {
				return nil //lint:ignore nilerr Run returns why the context has ended
			}
			return fmt.Errorf("shard %d: %w", shard.ID, err)
		}
		results <- Result{shard, tally, time.Since(began)}
		underWay.Done()
	}
	return nil
}
