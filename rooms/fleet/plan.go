package fleet

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/dustin/go-humanize"
	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/rows"
)

type planFlags struct {
	game      verb.Game
	sizes     verb.Sizes
	method    string
	cores     int
	probe     time.Duration
	coreHours float64
	shards    uint64
	format    verb.Format
}

func newPlan(p *verb.Program) *cobra.Command {
	var f planFlags
	cmd := &cobra.Command{
		Use:   "plan --n N --cores C",
		Short: "Estimate how long a size takes on many cores",
		Long: `Plan estimates what each method needs for a size: the core-hours, with a 95 % interval if one is known;
the time that --cores cores take, if they are as fast as this machine's and never idle; the number of shards (pieces of
work); the disk space for the database and for the layers (intermediate results that enumerate count stores); and the
network traffic if other machines compute (enumerate serve).

Plan measures the speed of this machine for a few seconds, so the estimates vary a little from run to run. With
--core-hours H, plan does not measure the speed; it assumes that the size takes H core-hours, a figure that you know or
guess. Then the estimates do not vary. docs/reference/planning.md says how accurate the estimates are.`,
		Example: `  enumerate plan --n 10 --cores 64 --method count
  enumerate plan --n 11 --cores 500 --method walk
  enumerate plan --n 11 --cores 500 --method walk --core-hours 7`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.run(cmd) },
	}
	verb.AddGame(cmd, &f.game, p)
	verb.AddJudge(cmd, p, &f.game)
	verb.AddSizes(cmd, &f.sizes)
	verb.AddMethod(cmd, &f.method, func() []string { return verb.MethodNames(f.game.Methods) }, "method; see enumerate games (default all)")
	verb.AddNumber(cmd, &f.cores, "cores", 1, "number of cores of all machines together")
	cmd.Flags().DurationVar(&f.probe, "probe", 3*time.Second, "how long to probe the walk")
	cmd.Flags().Float64Var(&f.coreHours, "core-hours", 0, "assume this many core-hours, instead of a probe")
	verb.AddNumber(cmd, &f.shards, "shards", 0, "number of shards, instead of counting them")
	verb.AddFormat(cmd, &f.format, verb.Formats...)
	return cmd
}

// validate returns an error that names the flag if its value is outside its limits, or if two flags do not go together.
func (f *planFlags) validate(cmd *cobra.Command) error {
	const most = 1_000_000     // cores
	set := cmd.Flags().Changed // reports whether the user gave a flag
	switch {
	case f.cores < 1 || f.cores > most:
		return verb.Usagef("--cores %d: expected a number from 1 to %s", f.cores, rows.Count(most))
	case f.sizes.First != f.sizes.Last:
		return verb.Usagef("plan takes one size, not %v", &f.sizes)
	case f.probe < 0 || f.probe > time.Hour:
		return verb.Usagef("--probe %v: expected a time from 0 to an hour", f.probe)
	case set("core-hours") && !(f.coreHours > 0 && f.coreHours < 1e15):
		return verb.Usagef("--core-hours %v: expected a number above 0", f.coreHours)
	case (set("core-hours") || set("shards")) && f.method == "":
		return verb.Usagef("--core-hours and --shards are for one method: say which with --method")
	case set("shards") && (f.shards < 1 || f.shards > 1<<40):
		return verb.Usagef("--shards %d: expected a number from 1 to %s", f.shards, rows.Count(1<<40))
	}
	return nil
}

// run prints a row with the estimated cost of the run for each method.
func (f *planFlags) run(cmd *cobra.Command) error {
	if err := f.validate(cmd); err != nil {
		return err
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

		row, err := f.plan(cmd.Context(), &m, spaces[0]) // the only space, because validate allows only one size
		if err == nil {
			err = out.Print(row)
		}
		if err != nil {
			return verb.Ended(cmd.Context(), err)
		}
	}
	return nil
}

// methods returns the method of --method, or all methods that can be estimated and reach the size.
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
		if names := verb.MethodNames(f.game.Methods); !slices.Contains(names, f.method) {
			return nil, verb.Usagef("--method %s: for %s, expected one of %s", f.method, f.game.Name, strings.Join(names, ", "))
		}
		return nil, verb.Usagef("the method %[2]s of %[1]s cannot be estimated: say how long it takes with --core-hours", f.game.Name, f.method)
	case known == nil:
		return nil, verb.Usagef("no method of %s can be estimated: say how long one takes with --method and --core-hours", f.game.Name)
	case list == nil:
		return nil, err
	}
	return list, nil
}

// Averages of a served run, in bytes for each shard.
const (
	ShardDisk    = 140 // of the coordinator's database when all shards are stored
	ShardTraffic = 100 // of messages both ways, without the states of a count
)

// plan estimates what a method needs for a size. It probes the method if --core-hours does not say how long the method
// takes.
func (f *planFlags) plan(ctx context.Context, m *enum.Method, space verb.Sized) (row planRow, err error) {
	var needs enum.Forecast
	probes := f.coreHours == 0 || m.Layers != nil // a method with layers needs the probe for the size of its files
	if probes && m.Estimate != nil {
		needs, err = m.Estimate(ctx, space.N, f.probe)
		if err != nil {
			return planRow{}, err
		}
	}
	if f.coreHours > 0 {
		needs.Seconds, needs.By = f.coreHours*3600, "as given"
		needs = needs.Between(1)
	}

	shards := f.shards
	if shards == 0 {
		shards, err = countShards(ctx, space)
		if err != nil {
			return planRow{}, err
		}
	}

	const base64 = 4. / 3 // in which messages encode states
	disk := ShardDisk*float64(shards) + needs.Files + needs.Making
	traffic := ShardTraffic * float64(shards)
	if enum.Stages(space.Space) == nil { // a run in stages cannot be served, so no states are sent
		traffic += base64 * needs.Files
	}

	const hour = 3600
	return planRow{
		f.game.Name, space.N, m.Name, coreTime(needs.Seconds / hour), coreTime(needs.Low / hour), coreTime(needs.High / hour), f.cores,
		wallTime(needs.Seconds / float64(f.cores)), rows.Whole(shards), volume(disk), volume(traffic), needs.By,
	}, nil
}

func countShards(ctx context.Context, space enum.Space) (shards uint64, err error) {
	for range space.Shards() {
		shards++
		if shards%1024 == 0 && ctx.Err() != nil {
			return 0, ctx.Err()
		}
	}
	return shards, nil
}

type planRow struct {
	Ruleset   string      `json:"ruleset"`
	N         int         `json:"n" table:"n,2"`
	Method    string      `json:"method" table:"method,-9"`
	CoreHours measure     `json:"core_hours" table:"core time,8"`
	Low       measure     `json:"core_hours_low" table:"from,7"`
	High      measure     `json:"core_hours_high" table:"to,7"`
	Cores     int         `json:"cores"`
	Wall      measure     `json:"wall_seconds" table:"wall,8"`
	Shards    rows.Number `json:"shards" table:"shards,8"`
	Disk      measure     `json:"disk_bytes" table:"disk,7"`
	Traffic   measure     `json:"traffic_bytes" table:"traffic,7"`
	By        string      `json:"by"`
}

type measure struct{ rounded, precise string }

func (m measure) Print() (shown, precise string) { return m.rounded, m.precise }
func (m measure) MarshalJSON() ([]byte, error)   { return []byte(m.precise), nil }

// coreTime returns core-hours: for the table, rounded and in a unit that suits their size, and as a number for JSON and
// CSV.
func coreTime(hours float64) measure {
	var shown string
	switch {
	case hours >= 1000:
		shown, _ = rows.Show(uint64(min(math.Round(hours), math.MaxInt64)), 0)
		shown += " h"
	case hours >= 100:
		shown = fmt.Sprintf("%.0f h", hours)
	case hours >= 1:
		shown = fmt.Sprintf("%.2g h", hours)
	default:
		shown = formatSeconds(3600 * hours)
	}
	return measure{shown, formatSixDigits(hours)}
}

// formatSeconds formats seconds to two digits, for a time below two hours.
func formatSeconds(seconds float64) string {
	switch {
	case seconds < 0.01:
		return "< 0.01 s"
	case seconds < 90:
		return fmt.Sprintf("%.2g s", seconds)
	}
	return fmt.Sprintf("%.2g min", seconds/60)
}

// formatSixDigits formats a number with six digits, which is more than an estimate is worth.
func formatSixDigits(x float64) string { return strconv.FormatFloat(x, 'g', 6, 64) }

func wallTime(seconds float64) measure {
	if seconds < 90*60 {
		return measure{formatSeconds(seconds), formatSixDigits(seconds)}
	}
	return measure{rows.Roughly(seconds), formatSixDigits(seconds)}
}

func volume(bytes float64) measure {
	precise := fmt.Sprintf("%.0f", bytes)
	if bytes >= math.MaxInt64 {
		return measure{fmt.Sprintf("%.2g B", bytes), precise}
	}
	return measure{humanize.Bytes(uint64(bytes)), precise}
}
