package checkpoints

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"enumerate/db"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/internal/file"
	"enumerate/internal/rows"
)

// A Request asks for the totals of one size, or of one part.
type Request struct {
	Ruleset *enum.Ruleset
	Method  *enum.Method // of the ruleset
	Size    int
	Part    enum.Part
	Resume  bool  // resume a stored run, if there is one
	Workers int   // at least 1
	Memory  int64 // bytes for layers (intermediate results), 0 for a default
}

// Key returns the key of the request's run.
func (q Request) Key() Key { return Key{Ruleset: q.Ruleset.Name, Size: q.Size, Method: q.Method.Name} }

// An Observer observes the progress of a run. Any function may be nil.
type Observer struct {
	// Begin is called before the first shard is computed, with the sum of the stored shards. Its error ends the run.
	Begin func(ctx context.Context, space enum.Space, found Sum) error
	// Shard is called for each shard that this process or another one has computed, Layer for each layer (an
	// intermediate result of some methods) while it is being made, and Share with the finished share of a single long
	// shard.
	Shard func(enum.Result)
	Layer func(enum.LayerProgress)
	Share func(share float64)
	// End is called after the last shard, or after an error.
	End func()
	// Remark is called with messages of one line.
	Remark func(string)
}

func (o Observer) remark(format string, args ...any) {
	if o.Remark != nil {
		o.Remark(fmt.Sprintf(format, args...))
	}
}

// Run counts the games of one size by one method: it resumes or begins a run, computes and stores the missing shards,
// proves the result (see Run.Walk and Run.Finish), and compares the totals with the stored ones of other methods.
// Unless there is an error, it removes the files that the method keeps next to the database.
//
// Several processes may run the same request and share the work. If the method keeps files, a second process waits five
// seconds for the first to end, and then fails with db.ErrHeld.
func (s *Store) Run(ctx context.Context, q Request, o Observer) (result Result, err error) {
	key := q.Key()
	space, closeSpace, err := s.OpenSpace(q, o)
	if err != nil {
		return Result{}, err
	}
	finished := false
	defer func() {
		if closed := closeSpace(finished); closed != nil {
			err = errors.Join(err, closed)
		}
	}()

	run, err := s.begin(key, space, q, o)
	if err != nil {
		return Result{}, err
	}
	run.remark = o.Remark
	found, err := run.Sum(q.Part)
	if err != nil {
		return Result{}, err
	}
	if shards := shardsWithout(space, q.Part); shards > 0 {
		o.remark("this part is empty: the size has only %s", rows.Counted(rows.Count(shards), "shard", "shards"))
	}
	if o.Begin != nil {
		if err := o.Begin(ctx, space, found); err != nil {
			return Result{}, err
		}
	}
	// Methods with layers make a layer before the first shard that needs it and free it after the last, so their shards
	// are computed in order. The shards of other methods are computed in a mixed order, so that the finished ones are a
	// sample of all at any time.
	plan := enum.Plan{Workers: q.Workers, Part: q.Part, Spread: q.Method.Layers == nil}
	err = run.Walk(ctx, plan, o.Shard)
	if o.End != nil {
		o.End()
	}
	if err != nil {
		return Result{}, err
	}

	result, err = run.Finish(q.Part)
	if err != nil {
		return Result{}, err
	}
	finished = true
	if q.Part.Whole() {
		result.Agrees, err = s.agreeing(q.Ruleset, run, result, o)
	}
	return result, err
}

// OpenSpace returns the space of a request, and the function closeSpace, which the caller must call at the end. Before
// that, no other process can open the space of a method that keeps files. closeSpace removes the files if finished is
// true.
func (s *Store) OpenSpace(q Request, o Observer) (space enum.Space, closeSpace func(finished bool) error, err error) {
	key := q.Key()
	dir := fmt.Sprintf("%s.layers/%s-%d-%s", s.Path(), key.Ruleset, key.Size, key.Method)

	discard, release := func() error { return nil }, func() error { return nil }
	keepsFiles := q.Method.Discard != nil
	if keepsFiles {
		discard = func() error { return q.Method.Discard(q.Size, dir) }
		release, err = lockLayers(key, dir, s.wait)
		if err != nil {
			return nil, nil, err
		}
	}

	// A fresh run begins without the files of an earlier run.
	if !q.Resume {
		err = discard()
	}

	if err == nil {
		space, err = q.Method.Space(q.Size, enum.Means{Dir: dir, Memory: q.Memory, Workers: q.Workers, Observe: o.Layer, Share: o.Share, Remark: o.Remark})
	}
	if err != nil {
		return nil, nil, errors.Join(err, release())
	}

	return space, func(finished bool) error {
		var err error
		if c, ok := space.(io.Closer); ok {
			err = c.Close()
		}
		if finished && err == nil {
			err = discard()
		}
		return errors.Join(err, release())
	}, nil
}

// shardsWithout returns the number of shards of a space if none belongs to the part, and otherwise 0.
func shardsWithout(space enum.Space, part enum.Part) (shards uint64) {
	for shard := range space.Shards() {
		if part.Contains(shard.ID) {
			return 0
		}
		shards++
	}
	return shards
}

// lockLayers locks the directory dir, in which the run of the key keeps its layers (intermediate results), or fails
// after a wait. release unlocks dir, and removes the parent directory if that is empty and not a symbolic link.
func lockLayers(key Key, dir string, wait time.Duration) (release func() error, err error) {
	all := filepath.Dir(dir)

	// Another process may remove the parent directory before the file in it is locked.
	var unlock func() error
	for {
		if err := os.MkdirAll(all, 0o777); err != nil {
			return nil, file.Failed(all, "create it", err)
		}
		unlock, err = db.Lock(dir+".lock", wait)
		if !errors.Is(err, fs.ErrNotExist) {
			break
		}
	}
	if errors.Is(err, db.ErrHeld) {
		err = fmt.Errorf("a %v is under way: %w", key, err)
	}
	if err != nil {
		return nil, err
	}

	return func() error {
		err := unlock()
		if info, statErr := os.Lstat(all); statErr == nil && info.IsDir() {
			_ = os.Remove(all) // fails, as it should, if the directory has layers, or the lock of another run
		}
		return err
	}, nil
}

// begin returns the run for the shards of a request, with a remark if a whole size is begun afresh although an
// unfinished run is stored.
func (s *Store) begin(key Key, space enum.Space, q Request, o Observer) (*Run, error) {
	if q.Resume {
		return s.Resume(key, space)
	}

	runs, err := s.match(func(h Header) bool { return h.of(key) })
	if err != nil {
		return nil, err
	}
	runs = slices.DeleteFunc(runs, func(r *snapshot) bool { return r.contents.total != nil })
	if len(runs) > 0 && q.Part.Whole() {
		o.remark("run %d, a %v, is not finished: use --resume to continue it; this command starts a new run", runs[len(runs)-1].id, key)
	}
	return s.NewRun(key, space), nil
}

// agreeing compares the result of a finished run with the stored results of other methods, and returns the names of
// those that agree. The error is ErrContradiction if totals differ.
func (s *Store) agreeing(ruleset *enum.Ruleset, run *Run, result Result, o Observer) (methods []string, err error) {
	spaceOf := Spaces([]*enum.Ruleset{ruleset}, nil)
	proved, err := s.ExactRuns(func(k Key) bool {
		if k.Ruleset != ruleset.Name || k.Size != result.Size || k.Method == result.Method {
			return false
		}
		_, err := ruleset.Method(k.Method)
		return err == nil
	}, spaceOf, func(text string) { o.remark("%s", text) })
	if err != nil {
		return nil, err
	}

	own := finding{id: run.id, Header: run.header, tally: result.Tally, totals: result.Totals.Verdicts}
	for _, p := range proved {
		if err := own.contradicts([]finding{{id: p.ID, Header: p.Header, tally: p.Tally, totals: p.Totals.Verdicts}}); err != nil {
			return nil, err
		}
		if !slices.Contains(methods, p.Method) {
			methods = append(methods, p.Method)
		}
	}
	return methods, nil
}

// Spaces returns a function that finds the space of a stored run by its key. Its error is ErrForeign if the program
// does not have the ruleset, with its parameters, or the method. The parameter means is a function that returns the
// memory and the directory for the shards of a key; nil stands for defaults.
func Spaces(rulesets []*enum.Ruleset, means func(Key) enum.Means) func(Key) (enum.Space, error) {
	return func(k Key) (enum.Space, error) {
		r, err := find(rulesets, k.Ruleset)
		if err != nil {
			return nil, kindError{fmt.Errorf("this program has no ruleset %q", k.Ruleset), ErrForeign}
		}
		if k.Method == enum.Sample {
			if r.Sampler == nil {
				return nil, fmt.Errorf("games of %s cannot be drawn at random", r.Name)
			}
			return sampling.Of(r, k.Size, k.Seed, samplingOf(k).Trials)
		}
		method, err := r.Method(k.Method)
		if err != nil {
			return nil, kindError{fmt.Errorf("this program has no method %q", k.Method), ErrForeign}
		}
		var m enum.Means
		if means != nil {
			m = means(k)
		}
		return method.Space(k.Size, m)
	}
}

// find returns the ruleset with a stored name, which may have settings, such as "jump:players=2".
func find(rulesets []*enum.Ruleset, name string) (*enum.Ruleset, error) {
	for _, r := range rulesets {
		if r.Name == name {
			return r, nil
		}
	}
	return enum.Find(rulesets, name)
}
