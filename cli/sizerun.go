package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// size finds the totals of one size, or what is left to find, and returns its line.
func (f *totalsFlags) size(ctx context.Context, stderr io.Writer, store *checkpoints.Store, s sized) (l line, err error) {
	key := f.key(s.n)
	if f.quiet {
		stderr = io.Discard
	}
	r := &sizeRun{flags: f, key: key, stderr: stderr, space: s.space}
	if err := r.equip(store); err != nil {
		return line{}, err
	}
	defer func() {
		if closed := r.close(store); closed != nil {
			err = errors.Join(err, closed)
		}
	}()
	run := store.Fresh(key, r.space)
	if f.resume {
		run, err = store.Resume(key, r.space)
	} else {
		err = r.remarkUnfinished(store)
	}
	if err != nil {
		return line{}, err
	}
	found, err := run.Sum(f.part.Part)
	if err != nil {
		return line{}, err
	}
	if err := r.begin(ctx, found); err != nil {
		return line{}, err
	}
	err = run.Walk(ctx, enum.Plan{Workers: f.workers, Part: f.part.Part}, r.shown.add)
	r.shown.stop()
	if err != nil {
		return line{}, err
	}
	result, err := run.Finish(f.part.Part)
	if err != nil {
		return line{}, err
	}
	r.finished = true
	for _, o := range result.Others {
		fmt.Fprintf(stderr, "n=%d: run %d, of %s, %s\n", s.n, o.ID, o.Started.Format(time.DateTime), fates[o.Fate])
	}
	l = line{key: key, part: f.part.Part, space: r.space, result: result}
	if f.part.Whole() {
		l.agrees, err = agreeing(store, key)
	}
	return l, err
}

// remarkUnfinished says that there is a run to go on with, when a fresh one begins.
func (r *sizeRun) remarkUnfinished(store *checkpoints.Store) error {
	runs, err := store.Unfinished(r.key)
	if len(runs) > 0 && r.flags.part.Whole() {
		fmt.Fprintf(r.stderr, "n=%d: run %d, a %v, is not finished; this is a new one, --resume would go on with it\n", r.key.Size, runs[len(runs)-1], r.key)
	}
	return err
}

// equip gives the space of a count the means that it may use.
func (r *sizeRun) equip(store *checkpoints.Store) error {
	space, err := countedBy(r.key, enum.Means{
		Dir:     layersDir(store, r.key),
		Memory:  r.flags.memory.bytes,
		Workers: r.flags.workers,
		Observe: r.observe,
		Remark:  r.remark,
	})
	if err != nil || space == nil {
		return err
	}
	r.space = space
	r.layered, _ = space.(enum.Layered)
	r.keeper, _ = space.(enum.Keeper)
	if r.keeper != nil && !r.flags.resume {
		return r.keeper.Discard() // what an earlier run left there
	}
	return nil
}

// layersDir returns the directory of a run's layers, beside its database.
func layersDir(store *checkpoints.Store, key checkpoints.Key) string {
	return fmt.Sprintf("%s.layers/%s-%d-%s", store.Path(), key.Ruleset, key.Size, key.Method)
}

// agreeing compares all finished runs of a size with each other, of the methods that this
// program has, and returns the other methods that came to the same totals.
func agreeing(store *checkpoints.Store, key checkpoints.Key) (methods []string, err error) {
	comparable := func(k checkpoints.Key) bool {
		if k.Ruleset != key.Ruleset || k.Size != key.Size {
			return false
		}
		_, err := spaceOf(k) // a newer program may have more methods
		return err == nil
	}
	runs, err := store.Proved(comparable, spaceOf)
	for _, r := range runs {
		if r.Method != key.Method && !slices.Contains(methods, r.Method) {
			methods = append(methods, r.Method)
		}
	}
	return sortedMethods(methods), err
}

// fates says what became of an older run.
var fates = map[checkpoints.Fate]string{
	checkpoints.Replaced:  "agrees with this one and is replaced by it",
	checkpoints.Outdated:  "was not finished and cannot be gone on with; it is replaced by this one",
	checkpoints.Damaged:   "is damaged; it is replaced by this one",
	checkpoints.TakenOver: "was not finished; its shards are taken over",
	checkpoints.Confirmed: "agrees with this part and stays",
}

// A sizeRun finds the totals of one size.
type sizeRun struct {
	flags   *totalsFlags
	key     checkpoints.Key
	stderr  io.Writer
	space   enum.Space
	layered enum.Layered // the space, or nil if it makes no layers
	keeper  enum.Keeper  // the space, or nil if it keeps nothing but shards
	gauge   *layerGauge  // of the layers
	shown   *progress

	finished bool // all shards that were asked for are stored
}

// begin foretells how long it takes, and begins to show how far it is.
func (r *sizeRun) begin(ctx context.Context, found checkpoints.Sum) error {
	if r.flags.quiet {
		return nil
	}
	meter := enum.NewMeter(r.space, r.flags.part.Part, time.Now())
	if err := meter.Found(found.Tally); err != nil {
		return err
	}
	left := 1 - meter.Progress(time.Now()).Share
	name := fmt.Sprintf("n=%d", r.key.Size)
	if r.layered == nil {
		if err := r.foretell(ctx, left); err != nil {
			return err
		}
		r.shown = show(r.stderr, name, metered{meter, describe})
		return nil
	}
	r.gauge = newLayerGauge(r.space, r.flags.part.Part, found.Shards)
	if err := r.foretell(ctx, r.gauge.left()); err != nil {
		return err
	}
	r.shown = show(r.stderr, name, r.gauge)
	return nil
}

// observe shows how a layer comes on. Those that took a second are worth a line.
func (r *sizeRun) observe(p enum.LayerProgress) {
	if r.gauge == nil {
		return
	}
	r.shown.tell(func() { r.gauge.observe(p) })
	if p.Done && p.Took >= time.Second {
		r.shown.say(r.stderr, fmt.Sprintf("n=%d: %s", r.key.Size, describeLayer(p)))
	}
}

func (r *sizeRun) remark(text string) {
	r.shown.say(r.stderr, fmt.Sprintf("n=%d: %s", r.key.Size, text))
}

// close gives the layers back. Unless there is more to come, their files and whatever else
// was kept go too, and the directory of all runs' layers if it is empty then, and no link
// to somewhere else.
func (r *sizeRun) close(store *checkpoints.Store) error {
	if !r.finished && r.layered != nil {
		return r.layered.Close()
	}
	if !r.finished || r.keeper == nil {
		return nil
	}
	if err := r.keeper.Discard(); err != nil {
		return err
	}
	all := filepath.Dir(layersDir(store, r.key))
	if info, err := os.Lstat(all); err == nil && info.IsDir() {
		_ = os.Remove(all) // another run's layers keep it
	}
	return nil
}
