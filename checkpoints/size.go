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
	Memory  int64 // bytes for layers, 0 for a default
}

// Key returns the key of the request's run.
func (q Request) Key() Key {
	return Key{Ruleset: q.Ruleset.Name, Size: q.Size, Method: q.Method.Name}
}

// An Observer observes the progress of a run. Any function may be nil.
type Observer struct {
	// Begin is called before the first shard is computed, with the sum of the shards that are stored already. If Begin
	// returns an error, the run ends with it.
	Begin func(ctx context.Context, space enum.Space, found Sum) error
	// The next three fields are functions that show the progress. Shard is called for each shard that this process or
	// another one has computed. Layer is called for each layer (an intermediate result that some methods keep in a
	// file) while it is being made. Share is called by methods with a single long shard, with the share of this shard
	// that is done (see enum.Means).
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

// Run counts the games of one size by one method, as a request asks, and returns the result: it resumes or begins a
// run, computes and stores the missing shards, and proves the result (see Run.Walk and Run.Finish). Then it compares
// the totals with the stored totals of other methods. At the end Run removes the files that the method keeps next to
// the database. If an error ends the run, these files are kept, so that the run can be resumed.
//
// Several processes may run the same request and share the work. If the method keeps files, only one process can run
// it: a second process waits five seconds for the first to end, and then fails with db.ErrHeld.
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

	// Find or begin the run, and tell the observer which shards it has.
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
		o.remark("this part is empty: the size has only %s", rows.Counted(shards, "shard", "shards"))
	}
	if o.Begin != nil {
		if err := o.Begin(ctx, space, found); err != nil {
			return Result{}, err
		}
	}
	// Compute the missing shards. Some methods need layers, intermediate results that are made before the first shard
	// that needs them and freed after the last one. These methods compute their shards in order. All other methods
	// compute them in a mixed order, so that at any time the finished shards are a sample of all shards.
	plan := enum.Plan{Workers: q.Workers, Part: q.Part, Spread: q.Method.Layers == nil}
	err = run.Walk(ctx, plan, o.Shard)
	if o.End != nil {
		o.End()
	}
	if err != nil {
		return Result{}, err
	}

	// Prove the result, and compare it with other methods.
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

// OpenSpace returns the space of a request, which computes its shards, and the function closeSpace, which the caller
// must call at the end. Some methods keep files next to the database. Then no other process can open the space before
// closeSpace is called; and closeSpace removes the files if its argument, finished, is true.
func (s *Store) OpenSpace(q Request, o Observer) (space enum.Space, closeSpace func(finished bool) error, err error) {
	key := q.Key()
	dir := fmt.Sprintf("%s.layers/%s-%d-%s", s.Path(), key.Ruleset, key.Size, key.Method)

	// What a method that keeps files needs: a lock on them, and their removal.
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

// shardsWithout returns 0 if at least one shard of a space belongs to the part, and otherwise the number of all shards
// of the space.
func shardsWithout(space enum.Space, part enum.Part) (shards uint64) {
	for shard := range space.Shards() {
		if part.Contains(shard.ID) {
			return 0
		}
		shards++
	}
	return shards
}

// lockLayers locks the directory dir, in which the run of the key keeps its layers: files with intermediate results
// of a method. Until release is called, no other process can make the same layers. If another process holds the lock,
// lockLayers waits, and then fails.
//
// The returned function, release, unlocks dir. It also removes the parent directory, which holds the layers of all
// runs, if that directory is empty and not a symbolic link.
func lockLayers(key Key, dir string, wait time.Duration) (release func() error, err error) {
	all := filepath.Dir(dir)

	// Lock a file in the parent directory. If another process removes that directory in between, make it again.
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

// begin returns the run for the shards of a request: a stored run if the request asks to resume one, and otherwise a
// fresh run. If a request computes a whole size in a fresh run although an unfinished run is stored, begin remarks that
// the user could resume the unfinished run.
func (s *Store) begin(key Key, space enum.Space, q Request, o Observer) (*Run, error) {
	if q.Resume {
		return s.Resume(key, space)
	}

	runs, err := s.match(func(h Header) bool { return h.of(key) })
	if err != nil {
		return nil, err
	}
	runs = slices.DeleteFunc(runs, func(r *snapshot) bool { return r.stored.total != nil })
	if len(runs) > 0 && q.Part.Whole() {
		o.remark("run %d, a %v, is not finished; this is a new run; use --resume to continue that one", runs[len(runs)-1].id, key)
	}
	return s.Fresh(key, space), nil
}

// agreeing compares the result of a finished run with the stored results of other methods for the same ruleset and
// size, and returns the names of the methods that agree. The error is ErrContradiction if the totals of a method
// differ. agreeing ignores stored runs of methods that the ruleset does not have in this program.
func (s *Store) agreeing(ruleset *enum.Ruleset, run *Run, result Result, o Observer) (methods []string, err error) {
	// Read and prove the finished runs of the other methods.
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

	this := finding{id: run.id, Header: run.header, tally: result.Tally, totals: result.Totals.Verdicts}
	for _, p := range proved {
		if err := this.contradicts([]finding{{id: p.ID, Header: p.Header, tally: p.Tally, totals: p.Totals.Verdicts}}); err != nil {
			return nil, err
		}
		if !slices.Contains(methods, p.Method) {
			methods = append(methods, p.Method)
		}
	}
	return methods, nil
}

// Spaces returns a function that finds the space of a stored run by the run's key. A space is all games of a ruleset
// and size, as a method cuts them into shards; it is needed to prove the run or to compute its shards again.
//
// The parameter means is a function that returns, for a key, the memory and the directory that the computation of its
// shards may use. If it is nil, the spaces use defaults. The error of the returned function is ErrForeign if the
// program does not have the run's ruleset, with its parameters, or its method.
func Spaces(rulesets []*enum.Ruleset, means func(Key) enum.Means) func(Key) (enum.Space, error) {
	return func(k Key) (enum.Space, error) {
		r, err := find(rulesets, k.Ruleset)
		if err != nil {
			return nil, foreignError{fmt.Errorf("this program has no ruleset %q", k.Ruleset)}
		}
		if k.Method == enum.Sample {
			if r.Sampler == nil {
				return nil, fmt.Errorf("games of %s cannot be drawn at random", r.Name)
			}
			return sampling.Of(r, k.Size, k.Seed, samplingOf(k).Trials)
		}
		method, err := r.Method(k.Method)
		if err != nil {
			return nil, foreignError{fmt.Errorf("this program has no method %q", k.Method)}
		}
		var m enum.Means
		if means != nil {
			m = means(k)
		}
		return method.Space(k.Size, m)
	}
}

// find returns the ruleset whose name is stored in a run. If no ruleset of the list has this name, the name may be
// that of a ruleset of the list with other settings of its parameters, such as "jump:players=2". enum.Find makes that
// ruleset.
func find(rulesets []*enum.Ruleset, name string) (*enum.Ruleset, error) {
	for _, r := range rulesets {
		if r.Name == name {
			return r, nil
		}
	}
	return enum.Find(rulesets, name)
}
