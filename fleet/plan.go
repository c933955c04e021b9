package fleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strconv"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/rows"
)

// planFlags are the flags of plan.
type planFlags struct {
	game      verb.Game
	sizes     verb.Sizes
	method    string
	cores     int
	probe     time.Duration
	coreHours float64
	shards    uint64
	simulate  bool
	machines  int
	death     time.Duration
	slow      float64
	check     verb.Percent
	lease     time.Duration
	seed      uint64
	format    verb.Format
}

func newPlan(p *verb.Program) *cobra.Command {
	f := planFlags{check: 2}
	cmd := &cobra.Command{
		Use:   "plan --n N --cores C",
		Short: "Say how long a size takes on many cores, and simulate the fleet",
		Long: `Plan says what each method needs for a size: core-hours, from probes on this machine, and
between which figures they are, 19 times of 20 as far as that can be known; the time on C
cores like this one's that work all the time; how many shards there are; the disk, for the
database and the layers of a count while they are made; and what goes over the network if
the size is served (enumerate serve).

With --simulate it runs a fleet of such cores in virtual time, with the code by which serve
decides who does what, and says how long that takes, which share of the cores' time was
of use, how many shards are done twice (by checks, and when a worker falls silent), how
many workers died, and how many batches had to be given away again. Shards take as long as
exponential random numbers with the mean that was found. Workers that die (--death, the mean
time to that) come back after a minute. With --slow 0.5 two machines in three are between
0.6 and 1.6 times as fast as this one.

What probes find differs a little each time. With --core-hours, for what is known or
supposed, the same command prints the same.`,
		Example: `  enumerate plan --n 9 --cores 4 --method walk --probe 100ms
  enumerate plan --n 9 --cores 4 --method walk --core-hours 0.0025 --format json
  enumerate plan --n 12 --cores 500 --method walk --core-hours 2000 --shards 10973546
  enumerate plan --n 11 --cores 500 --method walk --core-hours 20 --shards 305373 --simulate --death 2h --slow 0.3`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddSizes(cmd, &f.sizes)
	verb.AddMethod(cmd, &f.method, func() []string { return verb.MethodNames(f.game.Methods) }, "which method (default all whose time can be told)")
	cmd.Flags().IntVar(&f.cores, "cores", 1, "how many there are in all")
	cmd.Flags().DurationVar(&f.probe, "probe", 3*time.Second, "how long to probe the walk")
	cmd.Flags().Float64Var(&f.coreHours, "core-hours", 0, "what the method takes, in place of a probe")
	verb.AddNumber(cmd, &f.shards, "shards", 0, "how many there are, in place of counting them")
	cmd.Flags().BoolVar(&f.simulate, "simulate", false, "simulate a fleet")
	cmd.Flags().IntVar(&f.machines, "machines", 0, "how many the cores are on (default one for each eight cores)")
	cmd.Flags().DurationVar(&f.death, "death", 0, "mean time to a machine's death, 0 for never")
	cmd.Flags().Float64Var(&f.slow, "slow", 0, "how much the machines' speeds differ: 0 not at all, 1 very much")
	cmd.Flags().Var(&f.check, "check", "share of the shards that a second worker does too")
	cmd.Flags().DurationVar(&f.lease, "lease", 10*time.Second, "how long a worker may be silent before others do its work")
	verb.AddNumber(cmd, &f.seed, "seed", 1, "decides what happens in the simulation")
	verb.AddFormat(cmd, &f.format, verb.Formats...)
	return cmd
}

// simulates are the flags that only a simulation has.
var simulates = []string{"machines", "death", "slow", "check", "lease", "seed"}

// validate returns an error for flags that make no sense.
func (f *planFlags) validate(cmd *cobra.Command) error {
	const most = 1_000_000
	set := cmd.Flags().Changed
	switch {
	case f.cores < 1 || f.cores > most:
		return verb.Usagef("--cores %d: want a number from 1 to %d", f.cores, most)
	case f.machines < 0 || f.machines > f.cores:
		return verb.Usagef("--machines %d: want a number from 1 to that of the cores, %d", f.machines, f.cores)
	case f.sizes.First != f.sizes.Last:
		return verb.Usagef("plan takes one size, not %v", &f.sizes)
	case f.probe < 0 || f.probe > time.Hour:
		return verb.Usagef("--probe %v: want a time from 0 to an hour", f.probe)
	case set("core-hours") && !(f.coreHours > 0 && f.coreHours < 1e15):
		return verb.Usagef("--core-hours %v: want a number above 0", f.coreHours)
	case (set("core-hours") || set("shards")) && f.method == "":
		return verb.Usagef("--core-hours and --shards are of one method: say which with --method")
	case set("shards") && (f.shards < 1 || f.shards > 1<<40):
		return verb.Usagef("--shards %d: want a number from 1 to %d", f.shards, uint64(1)<<40)
	case f.death != 0 && f.death < time.Minute:
		return verb.Usagef("--death %v: want a minute or more", f.death)
	case !(f.slow >= 0 && f.slow <= 2):
		return verb.Usagef("--slow %v: want a number from 0 to 2", f.slow)
	case f.lease < time.Second || f.lease > time.Hour:
		return verb.Usagef("--lease %v: want a time from a second to an hour", f.lease)
	}
	for _, flag := range simulates {
		if set(flag) && !f.simulate {
			return verb.Usagef("--%s goes with --simulate", flag)
		}
	}
	return nil
}

func (f *planFlags) run(cmd *cobra.Command) error {
	if err := f.validate(cmd); err != nil {
		return err
	}
	if f.machines == 0 {
		f.machines = (f.cores + 7) / 8
	}
	methods, err := f.methods()
	if err != nil {
		return err
	}
	out := rows.NewPrinter(cmd.OutOrStdout(), f.format.Value)
	for _, m := range methods {
		spaces, err := f.sizes.By(f.game.Ruleset, &m)
		if err != nil {
			return err
		}
		p, err := f.plan(cmd.Context(), &m, spaces[0])
		if err == nil {
			var row any = p.row(f)
			if f.simulate {
				row, err = f.fleet(cmd.Context(), p)
			}
			if err == nil {
				err = out.Print(row)
			}
		}
		if err != nil {
			return verb.Ended(cmd.Context(), err)
		}
	}
	return nil
}

// methods returns those that are planned: the one that is named, or all whose time can be
// told and that reach the size.
func (f *planFlags) methods() (list []enum.Method, err error) {
	var known []string
	for _, m := range f.game.Methods {
		switch {
		case m.Name == f.method && (m.Estimate != nil || f.coreHours > 0):
			return []enum.Method{m}, nil
		case m.Estimate == nil:
			continue
		}
		known = append(known, m.Name)
		if _, failed := f.sizes.By(f.game.Ruleset, &m); failed == nil {
			list = append(list, m)
		} else if err == nil {
			err = failed
		}
	}
	switch {
	case f.method != "":
		if _, err := f.game.Method(f.method); err != nil {
			return nil, verb.Usage(err)
		}
		return nil, verb.Usagef("nobody knows how long %s takes by the method %s; say what it takes with --core-hours", f.game.Name, f.method)
	case known == nil:
		return nil, verb.Usagef("nobody knows how long %s takes; say what it takes with --method and --core-hours", f.game.Name)
	case list == nil:
		return nil, err
	}
	return list, nil
}

// What a shard takes on average, in bytes: of the file of the coordinator's database when all are
// stored, and of the network, there and back, without the states of a count.
const (
	ShardDisk    = 140
	ShardTraffic = 100
)

// A plan is what a method needs for a size.
type plan struct {
	method string
	n      int
	enum.Forecast
	shards  uint64
	disk    float64 // bytes
	traffic float64 // bytes, of all workers together
}

// plan probes a method, if need be.
func (f *planFlags) plan(ctx context.Context, m *enum.Method, space verb.Sized) (p plan, err error) {
	p = plan{method: m.Name, n: space.N, shards: f.shards}
	switch {
	case m.Estimate == nil:
	case f.coreHours > 0 && m.Layers == nil: // and no files to tell of
	default:
		if p.Forecast, err = m.Estimate(ctx, space.N, f.probe); err != nil {
			return p, err
		}
	}
	if f.coreHours > 0 {
		p.Seconds, p.By = f.coreHours*3600, "as given"
		p.Forecast = p.Forecast.Between(1)
	}
	if p.shards == 0 {
		for range space.Shards() {
			if p.shards++; p.shards%1024 == 0 && ctx.Err() != nil {
				return p, ctx.Err()
			}
		}
	}
	const base64 = 4. / 3 // of states in messages
	p.disk = ShardDisk*float64(p.shards) + p.Files + p.Making
	p.traffic = ShardTraffic*float64(p.shards) + base64*p.Files
	return p, nil
}

// A planRow is what is printed of a plan.
type planRow struct {
	Ruleset   string      `json:"ruleset"`
	N         int         `json:"n" table:"n,2"`
	Method    string      `json:"method" table:"method,-6"`
	CoreHours coreTime    `json:"core_hours" table:"core time,8"`
	Low       coreTime    `json:"core_hours_low" table:"from,7"`
	High      coreTime    `json:"core_hours_high" table:"to,7"`
	Cores     int         `json:"cores"`
	Wall      wallTime    `json:"wall_seconds" table:"wall,8"`
	Shards    rows.Number `json:"shards" table:"shards,9"`
	Disk      volume      `json:"disk_bytes" table:"disk,7"`
	Traffic   volume      `json:"traffic_bytes" table:"traffic,7"`
	By        string      `json:"by"`
}

func (p plan) row(f *planFlags) planRow {
	const hour = 3600
	return planRow{
		f.game.Name, p.n, p.method, coreTime(p.Seconds / hour), coreTime(p.Low / hour), coreTime(p.High / hour), f.cores,
		wallTime(p.Seconds / float64(f.cores)), rows.Whole(p.shards), volume(p.disk), volume(p.traffic), p.By,
	}
}

// A coreTime is an estimate of work, in core-hours.
type coreTime float64

func (x coreTime) Print() (shown, precise string) {
	hours := float64(x)
	switch {
	case hours >= 1000:
		shown, _ = rows.Show(uint64(min(math.Round(hours), math.MaxInt64)), 0)
		shown += " h"
	case hours >= 100:
		shown = fmt.Sprintf("%.0f h", hours)
	case hours >= 1:
		shown = fmt.Sprintf("%.2g h", hours)
	default:
		shown = briefly(3600 * hours)
	}
	return shown, sixDigits(hours)
}

func (x coreTime) MarshalJSON() ([]byte, error) { return []byte(sixDigits(float64(x))), nil }

// briefly says a number of seconds to two digits, if it is less than two hours.
func briefly(seconds float64) string {
	if seconds < 90 {
		return fmt.Sprintf("%.2g s", seconds)
	}
	return fmt.Sprintf("%.2g min", seconds/60)
}

// sixDigits are more than an estimate has.
func sixDigits(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

// A wallTime is a number of seconds.
type wallTime float64

func (x wallTime) Print() (shown, precise string) {
	if x < 90*60 {
		return briefly(float64(x)), sixDigits(float64(x))
	}
	return rows.Roughly(float64(x)), sixDigits(float64(x))
}

func (x wallTime) MarshalJSON() ([]byte, error) { return []byte(sixDigits(float64(x))), nil }

// A volume is a number of bytes.
type volume float64

func (x volume) Print() (shown, precise string) {
	if float64(x) >= math.MaxInt64 {
		return fmt.Sprintf("%.2g B", float64(x)), fmt.Sprintf("%.0f", float64(x))
	}
	return humanize.Bytes(uint64(x)), fmt.Sprintf("%.0f", float64(x))
}

func (x volume) MarshalJSON() ([]byte, error) { return []byte(fmt.Sprintf("%.0f", float64(x))), nil }

// A fleetRow is what is printed of a simulation.
type fleetRow struct {
	Ruleset     string      `json:"ruleset"`
	N           int         `json:"n" table:"n,2"`
	Method      string      `json:"method" table:"method,-6"`
	Cores       int         `json:"cores" table:"cores,5"`
	Machines    int         `json:"machines" table:"machines,5"`
	Ideal       wallTime    `json:"ideal_seconds"`
	Wall        wallTime    `json:"wall_seconds" table:"wall,8"`
	Used        float64     `json:"used_percent" table:"of use,5" decimals:"1"`
	Twice       rows.Number `json:"shards_twice" table:"twice,7"`
	Deaths      rows.Number `json:"deaths" table:"deaths,6"`
	Redelivered rows.Number `json:"batches_again" table:"again,6"`
	Batches     rows.Number `json:"batches" table:"batches,8"`
	Each        int         `json:"shards_as_one"`
}

// fleet simulates the fleet that does a plan.
func (f *planFlags) fleet(ctx context.Context, p plan) (fleetRow, error) {
	const most = 100_000_000
	sc := Scenario{
		Shards: int(min(p.shards, most)), Workers: f.machines, Cores: f.cores,
		Spread: f.slow, Death: f.death, Rebirth: time.Minute,
		Check: float64(f.check) / 100, Lease: f.lease, Seed: f.seed,
	}
	random := rand.New(rand.NewPCG(f.seed, 2))
	mean := p.Seconds / float64(sc.Shards)
	sc.Took = func(int) float64 { return mean * random.ExpFloat64() }
	out, err := Simulate(ctx, sc)
	if errors.Is(err, ErrLate) {
		return fleetRow{}, fmt.Errorf("%s, n=%d: %w", p.method, p.n, err)
	}
	if err != nil {
		return fleetRow{}, err
	}
	have := out.Wall.Seconds() * float64(f.cores)
	return fleetRow{
		f.game.Name, p.n, p.method, f.cores, f.machines, wallTime(p.Seconds / float64(f.cores)), wallTime(out.Wall.Seconds()),
		100 * min(1, out.Work.Seconds()/have), rows.Whole(out.Twice), rows.Whole(out.Deaths), rows.Whole(out.Redelivered), rows.Whole(out.Batches), out.Each,
	}, nil
}
