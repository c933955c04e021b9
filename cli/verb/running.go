package verb

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"time"

	"github.com/dustin/go-humanize"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/meter"
	"enumerate/internal/rows"
)

func shardsOf(s enum.Space, part enum.Part) (shards uint64) {
	for shard := range s.Shards() {
		if part.Contains(shard.ID) {
			shards++
		}
	}
	return shards
}

// describeCount describes the layer that is being made, or else how many shards are finished.
func (r *runProgress) describeCount(p meter.Progress, shards uint64) string {
	if r.making.Layer > 0 && !r.making.Done {
		return DescribeLayer(r.making)
	}
	return fmt.Sprintf("shard %s of %s", rows.Count(p.Shards), rows.Count(shards))
}

// DescribeLayer returns a line of progress about a layer. Some methods build all games step by step, and keep after
// each step a layer: a set of states that each stand for many partial games. Equal children of the states of one layer
// are merged into the states of the next.
func DescribeLayer(p enum.LayerProgress) string {
	layer := fmt.Sprintf("layer %d of %d: ", p.Layer, p.Layers)
	if p.MergedStates > 0 && !p.Done { // equal states are being merged
		return fmt.Sprintf("%smerged %s of %s states from %s children, %s", layer, rows.Count(p.MergedStates), rows.Count(p.States), rows.Count(p.Children), p.Of)
	}
	if !p.Done {
		layer += fmt.Sprintf("%.0f%%, ", 100*p.Share)
	}
	return fmt.Sprintf("%s%s states from %s children, %s, %s states/s, %s", layer, rows.Count(p.States), rows.Count(p.Children),
		humanize.IBytes(uint64(p.Bytes)), rows.Count(uint64(float64(p.States)/max(p.Took.Seconds(), 1e-6))), p.Of)
}

// A runProgress shows the progress of a run to the user.
type runProgress struct {
	request  checkpoints.Request
	quiet    bool
	stderr   io.Writer
	gauge    *gauge             // nil if nothing is shown
	making   enum.LayerProgress // the last progress of a layer, zero before the first layer
	progress *progress
}

func (r *runProgress) observer() checkpoints.Observer {
	o := checkpoints.Observer{Begin: r.begin, Layer: r.layer, Share: r.share, Remark: r.remark}
	o.Shard = func(result enum.Result) { r.progress.add(result) }
	o.End = func() { r.progress.stop() }
	return o
}

// begin prints an estimate of how long the run takes, and begins to show its progress: layers and shards for a method
// that builds layers, and otherwise the number of games counted. The argument found has the shards that were stored
// before.
func (r *runProgress) begin(ctx context.Context, space enum.Space, found checkpoints.Sum) error {
	if r.quiet {
		return nil
	}
	say := describe // how to describe the progress
	left := 0.0     // which share of the run is not done yet, from 0 to 1
	if r.request.Method.Layers != nil {
		all := shardsOf(space, r.request.Part)
		say = func(p meter.Progress) string { return r.describeCount(p, all) }
		left = 1 - float64(found.Shards)/float64(max(all, 1)) // shards take about the same time
	}
	r.gauge = newGauge(space, r.request.Part, say)
	if err := r.gauge.addStored(found.Tally, found.Shards); err != nil {
		return err
	}
	if r.request.Method.Layers == nil {
		left = 1 - r.gauge.amount().Share
	}
	if err := r.forecast(ctx, space, left); err != nil {
		return err
	}
	r.progress = show(r.stderr, r.name(), r.gauge)
	return nil
}

func (r *runProgress) name() string {
	if part := r.request.Part; !part.Whole() {
		return fmt.Sprintf("n=%d, part %v", r.request.Size, part)
	}
	return fmt.Sprintf("n=%d", r.request.Size)
}

// forecast prints how long the run will take, if the method can estimate it and the estimate is above a minute. The
// argument left is the share of the run that is not done.
func (r *runProgress) forecast(ctx context.Context, space enum.Space, left float64) error {
	q := r.request
	quick := big.NewInt(1e9) // a run of this number of classes takes seconds
	if q.Method.Layers != nil {
		quick = big.NewInt(1e11) // methods with layers count many classes together
	}
	classes := space.Classes() // nil if their number is not known
	isQuick := classes != nil && classes.Cmp(quick) < 0
	if q.Method.Estimate == nil || left == 0 || isQuick {
		return nil
	}
	f, err := q.Method.Estimate(ctx, q.Size, 300*time.Millisecond)
	if err != nil {
		return err
	}
	// The estimate is for one worker that does the whole run, not one of Part.Mod parts.
	about := f.Seconds * left / float64(max(q.Part.Mod, 1)) / float64(min(q.Workers, runtime.GOMAXPROCS(0)))
	if about > 60 {
		r.remark(fmt.Sprintf("this will take about %s, %s", rows.Roughly(about), f.By))
	}
	return nil
}

// layer shows the progress of a layer, an intermediate result of some methods. A finished layer that took a second or
// more gets a line that stays on the terminal.
func (r *runProgress) layer(p enum.LayerProgress) {
	if r.gauge == nil || r.request.Method.Layers == nil { // nothing is shown, or the method shows no layers
		return
	}
	r.progress.update(func() {
		r.making = p
		r.gauge.restart() // the gauge measures the speed of shards, which begin only when all layers are complete
	})
	if p.Done && p.Took >= time.Second {
		r.remark(DescribeLayer(p))
	}
}

// share shows the finished share of a run that has only one shard.
func (r *runProgress) share(share float64) {
	if r.gauge != nil {
		r.progress.update(func() { r.gauge.reach(share) })
	}
}

func (r *runProgress) remark(text string) {
	if !r.quiet {
		r.progress.say(r.stderr, r.name()+": "+text)
	}
}

// describe says how many classes, or else games, are counted in a second.
func describe(p meter.Progress) string {
	switch {
	case p.ClassesPerSecond > 0:
		return rows.Rate(p.ClassesPerSecond, "classes")
	case p.GamesPerSecond > 0:
		return rows.Rate(p.GamesPerSecond, "games")
	}
	return "under way" // the tallies do not have the number
}
