package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/checkpoints"
	"enumerate/enum"
)

// totalsFlags are the flags of the commands that find the totals of sizes, by a walk
// or by a count.
type totalsFlags struct {
	methods []string // beside those of counts; the first of all is the default
	game    string
	method  oneOf
	sizes   sizes
	part    partFlag
	resume  bool
	workers int
	memory  memory
	db      file
	quiet   bool
	format  oneOf
	column  string
}

// add adds the flags to a command.
func (f *totalsFlags) add(cmd *cobra.Command) {
	addGame(cmd, &f.game)
	addSizes(cmd, &f.sizes)
	addMethod(cmd, &f.method, f.methods...)
	addPart(cmd, &f.part)
	cmd.Flags().BoolVar(&f.resume, "resume", false, "go on with a stored run, or print its result")
	addWorkers(cmd, &f.workers, runtime.GOMAXPROCS(0))
	addMemory(cmd, &f.memory)
	addDB(cmd, &f.db)
	addQuiet(cmd, &f.quiet)
	addFormat(cmd, &f.format, formats...)
	cmd.Flags().StringVar(&f.column, "column", "classes", "the sequence that --format bfile prints: games, classes, VERDICT-games, VERDICT-classes")
	cmd.Flags().SortFlags = false
}

func (f *totalsFlags) run(cmd *cobra.Command) error {
	spaces, err := exactOfSizes(f.game, f.method.value, f.sizes)
	if err != nil {
		return err
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	if f.method.value == checkpoints.Walk && cmd.Flags().Changed("memory") {
		return usagef("--memory goes with the methods that make layers, not with a walk")
	}
	out, err := newPrinter(cmd.OutOrStdout(), f.format.value, f.column, cmd.Flags().Changed("column"), f.part.Part, spaces)
	if err != nil {
		return err
	}
	store, err := openStore(f.db, checkpoints.Open)
	if err != nil {
		return err
	}
	f.memory.limit()
	ctx, stop := interruptible()
	defer stop()
	err = f.all(ctx, cmd.ErrOrStderr(), store, spaces, out)
	if closed := store.Close(); closed != nil {
		return closed
	}
	if err = orInterrupted(err); err == errInterrupted && !f.quiet {
		fmt.Fprintf(cmd.ErrOrStderr(), "interrupted; what was finished is stored. Go on with: %s\n", resumeCommand(cmd))
	}
	return err
}

// all finds the totals of one size after the other, and prints each.
func (f *totalsFlags) all(ctx context.Context, stderr io.Writer, store *checkpoints.Store, spaces []sized, out *printer) error {
	for _, s := range spaces {
		l, err := f.size(ctx, stderr, store, s)
		if err != nil {
			return err
		}
		if err := out.print(l); err != nil {
			return err
		}
	}
	return nil
}

// key returns the key of the runs of a size.
func (f *totalsFlags) key(n int) checkpoints.Key {
	return checkpoints.Key{Ruleset: f.game, Size: n, Method: f.method.value}
}

// size finds the totals of one size, or what is left to find, and returns its line.
func (f *totalsFlags) size(ctx context.Context, stderr io.Writer, store *checkpoints.Store, s sized) (l line, err error) {
	key := f.key(s.n)
	if f.quiet {
		stderr = io.Discard
	}
	j := &job{flags: f, key: key, stderr: stderr, space: s.space}
	if j.layered, err = f.layered(store, key, j); err != nil {
		return line{}, err
	}
	if j.layered != nil {
		j.space = j.layered
		defer func() {
			if closed := j.close(store); closed != nil {
				err = errors.Join(err, closed)
			}
		}()
	}
	run := store.Fresh(key, j.space)
	if f.resume {
		if run, err = store.Resume(key, j.space); err != nil {
			return line{}, err
		}
	}
	found, err := run.Sum(f.part.Part)
	if err != nil {
		return line{}, err
	}
	if err := j.begin(ctx, found); err != nil {
		return line{}, err
	}
	err = run.Walk(ctx, enum.Plan{Workers: f.workers, Part: f.part.Part}, j.shown.add)
	j.shown.stop()
	if err != nil {
		return line{}, err
	}
	result, err := run.Finish(f.part.Part)
	if err != nil {
		return line{}, err
	}
	j.finished = true
	for _, o := range result.Others {
		fmt.Fprintf(stderr, "n=%d: run %d, of %s, %s\n", s.n, o.ID, o.Started.Format(time.DateTime), fates[o.Fate])
	}
	l = line{key: key, part: f.part.Part, space: j.space, result: result}
	if f.part.Whole() {
		l.agrees, err = agreeing(store, key)
	}
	return l, err
}

// layered returns the space of a count that makes layers, with the means that it may
// use, or nil if the method is none.
func (f *totalsFlags) layered(store *checkpoints.Store, key checkpoints.Key, j *job) (enum.Layered, error) {
	space, err := countedBy(key, enum.Means{
		Dir:     layersDir(store, key),
		Memory:  int64(f.memory),
		Workers: f.workers,
		Observe: j.observe,
		Remark:  j.remark,
	})
	layered, ok := space.(enum.Layered)
	if err != nil || !ok {
		return nil, err
	}
	if !f.resume {
		err = layered.Discard() // what an earlier run left there
	}
	return layered, err
}

// layersDir returns the directory of a run's layers, beside its database.
func layersDir(store *checkpoints.Store, key checkpoints.Key) string {
	return fmt.Sprintf("%s.layers/%s-%d-%s", store.Path(), key.Ruleset, key.Size, key.Method)
}

// agreeing compares all finished runs of a size with each other, and returns the other
// methods that came to the same totals.
func agreeing(store *checkpoints.Store, key checkpoints.Key) (methods []string, err error) {
	runs, err := store.Proved(func(k checkpoints.Key) bool { return k.Ruleset == key.Ruleset && k.Size == key.Size }, spaceOf)
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

// A job is the finding of the totals of one size.
type job struct {
	flags   *totalsFlags
	key     checkpoints.Key
	stderr  io.Writer
	space   enum.Space
	layered enum.Layered // the space, or nil if it makes no layers
	gauge   *layerGauge  // of the layers
	shown   *progress

	finished bool // all its shards are stored
}

// begin foretells how long it takes, and begins to show how far it is.
func (j *job) begin(ctx context.Context, found checkpoints.Sum) error {
	if j.flags.quiet {
		return nil
	}
	meter := enum.NewMeter(j.space, j.flags.part.Part, time.Now())
	if err := meter.Found(found.Tally); err != nil {
		return err
	}
	left := 1 - meter.Progress(time.Now()).Share
	name := fmt.Sprintf("n=%d", j.key.Size)
	if j.layered == nil {
		if err := j.foretell(ctx, left); err != nil {
			return err
		}
		j.shown = show(j.stderr, name, metered{meter, describe})
		return nil
	}
	j.gauge = newLayerGauge(j.space, j.flags.part.Part, found.Shards)
	if err := j.foretell(ctx, j.gauge.left()); err != nil {
		return err
	}
	j.shown = show(j.stderr, name, j.gauge)
	return nil
}

// foretell says how long it will take, if that is more than a minute.
func (j *job) foretell(ctx context.Context, left float64) error {
	seconds := big.NewInt(1e9) // so many classes take a few
	if j.layered != nil {
		seconds = big.NewInt(1e11)
	}
	if classes := j.space.Classes(); left == 0 || classes != nil && classes.Cmp(seconds) < 0 {
		return nil
	}
	took, by, err := j.forecast(ctx)
	if err != nil {
		return err
	}
	about := took * left / float64(max(j.flags.part.Mod, 1)) / float64(j.flags.workers)
	if about > 60 {
		fmt.Fprintf(j.stderr, "n=%d: this will take about %s, %s\n", j.key.Size, roughly(about), by)
	}
	return nil
}

func (j *job) forecast(ctx context.Context) (seconds float64, by string, err error) {
	if j.layered != nil {
		return j.layered.Forecast(ctx)
	}
	seconds, err = enum.Estimate(ctx, j.space, 300*time.Millisecond, 1)
	return seconds, "by random probes of the tree (Knuth's estimate)", err
}

// observe shows how a layer comes on. Those that took a second are worth a line.
func (j *job) observe(p enum.LayerProgress) {
	if j.gauge == nil {
		return
	}
	j.shown.tell(func() { j.gauge.observe(p) })
	if p.Done && p.Took >= time.Second {
		j.shown.say(j.stderr, fmt.Sprintf("n=%d: %s", j.key.Size, describeLayer(p)))
	}
}

func (j *job) remark(text string) {
	j.shown.say(j.stderr, fmt.Sprintf("n=%d: %s", j.key.Size, text))
}

// close gives the layers back. Unless there is more to come, their files go too, and
// the directory of all runs' layers if it is empty then, and no link to somewhere else.
func (j *job) close(store *checkpoints.Store) error {
	if !j.finished {
		return j.layered.Close()
	}
	if err := j.layered.Discard(); err != nil {
		return err
	}
	all := filepath.Dir(layersDir(store, j.key))
	if info, err := os.Lstat(all); err == nil && info.IsDir() {
		_ = os.Remove(all) // another run's layers keep it
	}
	return nil
}

// plainWord matches what a shell takes for one word as it stands.
var plainWord = regexp.MustCompile(`^[A-Za-z0-9_./:,+=@%-]+$`)

// resumeCommand is the command line that goes on with this one.
func resumeCommand(cmd *cobra.Command) string {
	words := []string{cmd.CommandPath()}
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		if flag.Name == "resume" {
			return
		}
		value := flag.Value.String()
		if !plainWord.MatchString(value) {
			value = "'" + strings.ReplaceAll(value, "'", `'\''`) + "'"
		}
		if flag.Value.Type() == "bool" {
			words = append(words, "--"+flag.Name+"="+value)
		} else {
			words = append(words, "--"+flag.Name, value)
		}
	})
	return strings.Join(append(words, "--resume"), " ")
}
