package fleet

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/results/estimate"
)

type serveFlags struct {
	verb.Job // also for printing the totals
	method   string
	trials   uint64
	seed     uint64
	listen   Address
	nats     string
	creds    verb.FileName
	check    verb.Percent
	lease    time.Duration
	page     Page
	web      Address
}

// A Page starts the web page of the command `enumerate web` at an address, for people who watch the run while it is
// served. The page reads the run from the database, and its status from the board. The result stop ends the page.
type Page func(ctx context.Context, at string, p *verb.Program, database string, board *Board, stderr io.Writer, remark func(string)) (stop func(), err error)

// Verbs returns serve, work and plan. The argument page starts the web page of serve --web; if it is nil, there is no
// such flag.
func Verbs(page Page) []verb.Verb {
	return []verb.Verb{func(p *verb.Program) *cobra.Command { return newServe(p, page) }, newWork, newPlan}
}

func newServe(p *verb.Program, page Page) *cobra.Command {
	f := serveFlags{Job: verb.Job{Workers: runtime.GOMAXPROCS(0)}, page: page, method: enum.Walk, listen: "127.0.0.1:4222", check: 2}
	cmd := &cobra.Command{
		Use:   "serve --n N",
		Short: "Serve a run to workers on other machines",
		Long: `Serve prints the same totals as the command without the word serve, but other processes, the workers,
compute them. First serve prints a URL. Run enumerate work URL on each machine that is to compute. Workers may join and
leave at any time. If serve is killed, run the same command again to continue.

Serve cuts the run into shards (pieces), which workers compute one by one. To verify them, a second worker recomputes
the first ten shards of each worker, and also a share of all shards (--verify). If a worker was wrong, serve bans the
worker and discards its unconfirmed results. Stored results that other machines computed, such as those of merged
databases, are verified like the results of a new worker.

Anyone who has the URL that serve prints can compute for the run. Serve also writes the URL to the file DATABASE.join.
For workers on other machines use --listen 0.0.0.0:4222. docs/guide/machines.md explains how to use several machines,
and the flags --nats and --web.`,
		Example: `  enumerate serve --n 7 --db lab.db
  enumerate serve --n 7 --db lab.db --listen 0.0.0.0:4222 --verify 100%
  enumerate serve --n 12 --method sample --trials 5000 --db lab.db`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	f.AddGames(cmd, p)
	verb.AddJudge(cmd, p, &f.Game)
	verb.AddMethod(cmd, &f.method, func() []string { return append(verb.MethodNames(f.Game.Methods), enum.Sample) }, "method; see enumerate games")
	verb.AddTrials(cmd, &f.trials, &f.seed)
	cmd.Flags().Var(&f.listen, "listen", "address to listen on; port 0 means any free port")
	cmd.Flags().StringVar(&f.nats, "nats", "", "URLs of NATS servers to use instead of the built-in one, separated by commas")
	addCreds(cmd, &f.creds)
	cmd.Flags().Var(&f.check, "verify", "share of the shards to verify by a second computation")
	cmd.Flags().DurationVar(&f.lease, "lease", 10*time.Second, "time after which a silent worker loses its shards")
	if page != nil {
		cmd.Flags().Var(&f.web, "web", "address of the page, /metrics, /healthz and /status")
	}
	verb.AddDB(cmd, &f.DB)
	verb.AddQuiet(cmd, &f.Quiet)
	verb.AddFormat(cmd, &f.Format, verb.Formats...)
	return cmd
}

func addCreds(cmd *cobra.Command, creds *verb.FileName) {
	cmd.Flags().Var(creds, "creds", "file of credentials for NATS servers")
}

func (f *serveFlags) run(cmd *cobra.Command) error {
	if f.Sizes.First != f.Sizes.Last {
		return verb.Usagef("serve takes one size, not %v", &f.Sizes)
	}
	if f.nats == "" && f.creds != "" {
		return verb.Usagef("--creds goes with --nats: name the servers that the credentials are for")
	}
	if f.nats != "" && cmd.Flags().Changed("listen") {
		return verb.Usagef("--nats and --listen do not go together; leave out --listen, which is for the built-in server")
	}

	const shortestLease = time.Second
	if f.lease < shortestLease {
		return verb.Usagef("--lease %v: expected at least %v", f.lease, shortestLease)
	}
	if f.method != enum.Sample {
		for _, flag := range []string{"trials", "seed"} {
			if cmd.Flags().Changed(flag) {
				return verb.Usagef("--%s goes with --method %s", flag, enum.Sample)
			}
		}
	}

	if err := f.checkOwnFiles(cmd); err != nil {
		return err
	}
	if f.method == enum.Sample {
		return f.sample(cmd)
	}
	return f.totals(cmd)
}

// checkOwnFiles refuses an --output that would replace one of the files next to the database; see [Service].Files.
func (f *serveFlags) checkOwnFiles(cmd *cobra.Command) error {
	database, err := verb.StorePath(f.DB)
	if err != nil {
		return err
	}
	for _, suffix := range []string{".serve", ".join", ".serving", ".web"} {
		if err := verb.CheckFile(cmd, database+suffix); err != nil {
			return err
		}
	}
	return nil
}

// totals serves a walk or a count, and prints its totals.
func (f *serveFlags) totals(cmd *cobra.Command) error {
	t := verb.Totals{Job: f.Job, Walks: true, Method: f.method, Resume: true}
	q, spaces, err := t.Request(cmd.Context())
	if err != nil {
		return err
	}

	q.Size = spaces[0].N
	if enum.Stages(spaces[0].Space) != nil {
		return verb.Usagef("a %v cannot be served, because its shards must be computed in stages, one after the other: do a part on each machine with enumerate count --shard, and merge the databases", q.Key())
	}

	out, err := t.Printer(cmd, spaces)
	if err != nil {
		return err
	}

	return f.withStore(cmd, q.Size, func(ctx context.Context, store *checkpoints.Store, view *fleetView, board *Board) error {
		layer := func(p enum.LayerProgress) { board.ShowLayer(p); view.layer(p) }
		space, closeSpace, err := store.OpenSpace(q, checkpoints.Observer{Layer: layer, Remark: view.remark})
		if err != nil {
			return err
		}

		err = f.serve(ctx, store, q.Key(), space, q.Method.Layers == nil, view, board)
		err = errors.Join(err, closeSpace(err == nil))
		if err != nil {
			return err
		}
		t.Quiet = true
		return t.All(ctx, cmd.ErrOrStderr(), store, q, spaces, out)
	})
}

// sample serves a sample: workers solve random games, and sample then prints the share of solvable games.
func (f *serveFlags) sample(cmd *cobra.Command) error {
	s := verb.Sample{Job: f.Job, Trials: f.trials, Seed: f.seed, Resume: true}
	list, err := s.Samplings()
	if err != nil {
		return err
	}
	return f.withStore(cmd, list[0].Size, func(ctx context.Context, store *checkpoints.Store, view *fleetView, board *Board) error {
		if err := f.serve(ctx, store, checkpoints.KeyOf(list[0]), list[0].Whole(), false, view, board); err != nil {
			return err
		}
		s.Quiet = true
		return s.SampleAll(ctx, cmd, store, list, new(estimate.Curve))
	})
}

// withStore opens the database and the page of --web, and calls do, which serves the run of size n. If the run was
// interrupted, it tells the user how to continue.
func (f *serveFlags) withStore(cmd *cobra.Command, n int, do func(context.Context, *checkpoints.Store, *fleetView, *Board) error) error {
	store, err := verb.OpenStore(f.DB, checkpoints.Open, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	view := newFleetView(cmd.ErrOrStderr(), f.Quiet, fmt.Sprintf("n=%d", n))
	err = f.withPage(cmd, store, view, do)
	err = verb.Ended(cmd.Context(), cmp.Or(err, store.Close()))

	if errors.Is(err, verb.ErrUnknown) {
		err = fmt.Errorf("%w; finished shards are stored, and the workers wait: run the same command again to continue", err)
	}
	if err == verb.ErrInterrupted && !f.Quiet {
		fmt.Fprintln(cmd.ErrOrStderr(), "interrupted; finished shards are stored, and the workers wait. Run the same command again to continue")
	}
	return err
}

// withPage shows the web page of --web, if the user gave this flag, while do serves the run. The page shows the board,
// to which do reports its progress.
func (f *serveFlags) withPage(cmd *cobra.Command, store *checkpoints.Store, view *fleetView, do func(context.Context, *checkpoints.Store, *fleetView, *Board) error) error {
	board := new(Board)
	if f.web != "" {
		stop, err := f.page(cmd.Context(), string(f.web), f.Game.Program, store.Path(), board, view.stderr, view.remark)
		if err != nil {
			return CannotListen("web", string(f.web), err)
		}
		defer stop()
	}
	return do(cmd.Context(), store, view, board)
}

// serve serves the run, and shows the progress on the terminal (view) and on the web page (board). If `spread` is true
// and the run is not too large, shards are assigned in a mixed order, so that at any time the finished shards are a
// sample of all.
func (f *serveFlags) serve(ctx context.Context, store *checkpoints.Store, key checkpoints.Key, space enum.Space, spread bool, view *fleetView, board *Board) (err error) {
	defer view.erase()
	var cluster *Cluster
	if f.nats != "" {
		cluster = &Cluster{URLs: f.nats, Creds: string(f.creds)}
	}
	return Serve(ctx, Service{
		Store: store, Key: key, Space: space,
		Listen: string(f.listen), Cluster: cluster, Files: store.Path(), Check: float64(f.check) / 100, Lease: f.lease, Spread: spread,
		Ready:  view.join,
		Status: func(s Status) { board.Show(s); view.show(s) },
		Remark: view.remark,
	})
}
