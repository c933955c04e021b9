package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
)

type runsFlags struct {
	program     *verb.Program
	db          verb.FileName
	runToDelete uint64 // the number of the run to delete
	format      verb.Format
}

func newRuns(p *verb.Program) *cobra.Command {
	f := runsFlags{program: p}
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "List the runs in the database and their progress",
		Long: `Runs lists the runs in the database, including runs in progress. The column "covered" says how much of a
run is done; it is "all" for a finished run. The sums of a finished run were checked when it ended; enumerate audit says
which methods agree on its verdicts. For an unfinished run, a line below the table names the missing parts, in the form
that --shard takes. If there are too many, it names the first missing shards (pieces of the run).

More lines below the table say which machines contributed to a run, if there are several; who recomputed how many of its
shards to verify them (enumerate audit --record, enumerate merge --verify); and who signed the run (enumerate audit
--sign). --format json always prints these facts. A machine chooses its own name, so this name proves nothing.`,
		Example: `  enumerate --n 7 --shard 1/4
  enumerate runs
  enumerate runs --delete 1`,
		Args: verb.NoArgs,
		RunE: f.run,
	}
	verb.AddDB(cmd, &f.db)
	verb.AddNumber(cmd, &f.runToDelete, "delete", 0, "delete the run with this number")
	cmd.Flags().Lookup("delete").DefValue = ""
	verb.AddFormat(cmd, &f.format, verb.Formats...)
	return cmd
}

func (f *runsFlags) run(cmd *cobra.Command, _ []string) error {
	if cmd.Flags().Changed("delete") {
		return f.delete(cmd)
	}
	store, err := verb.OpenStore(f.db, checkpoints.OpenReadOnly, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	defer store.Close()

	runs, err := store.Runs()
	if err != nil {
		return err
	}
	spaceOf := f.program.Spaces(nil)
	var list []any
	var remarks []string // below the table
	for _, r := range runs {
		missing := missingOf(r, spaceOf)
		row := newRunRow(r, missing, spaceOf)
		list = append(list, row)
		remarks = append(remarks, remarksOn(r, row, missing)...)
	}
	return f.print(cmd.OutOrStdout(), list, remarks)
}

func (f *runsFlags) delete(cmd *cobra.Command) error {
	store, err := verb.OpenStore(f.db, checkpoints.OpenExisting, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	deleted, err := store.Delete(f.runToDelete)
	if err := cmp.Or(err, store.Close()); err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "run %d, a %v, is deleted\n", f.runToDelete, deleted.Key)
	return err
}

// remarksOn lists what has no column in the table, such as missing shards.
func remarksOn(r checkpoints.Summary, row runRow, missing checkpoints.Missing) (remarks []string) {
	remark := func(format string, args ...any) {
		remarks = append(remarks, fmt.Sprintf("run %d, a %v", r.ID, r.Key)+fmt.Sprintf(format, args...))
	}
	if missing.Shards > 0 {
		remark(", is missing %v", missing)
	}
	if made := madeBy(r); made != "" {
		remark(", %s", made)
	}
	if r.ContributorDamage != nil {
		remark(", has all its shards, but some of their contributors are lost: %v; --resume repairs it", r.ContributorDamage)
	}
	if row.SignedBy != "" {
		remark(", is signed by %s", row.SignedBy)
	}
	if row.SignatureProblem != "" {
		remark(": %s", row.SignatureProblem)
	}
	return remarks
}

func (f *runsFlags) print(stdout io.Writer, list []any, remarks []string) error {
	out := rows.NewPrinter(stdout, f.format.Value)
	out.Widen(list...)
	if len(list) == 0 && f.format.Value != "json" {
		return out.Head(rows.Cells(runRow{}))
	}
	if err := out.Print(list...); err != nil {
		return err
	}
	if len(remarks) == 0 || f.format.Value != "table" {
		return nil
	}
	_, err := fmt.Fprintf(stdout, "\n%s\n", strings.Join(remarks, "\n"))
	return err
}

// A runRow is the row of a stored run. Its games and classes are those of the shards that are stored so far.
type runRow struct {
	Run      uint64      `json:"run" table:"run,3"`
	Ruleset  string      `json:"ruleset" table:"game,-12"`
	N        int         `json:"n" table:"n,2"`
	Method   string      `json:"method" table:"method,-6"`
	Finished bool        `json:"finished"`
	Shards   int         `json:"shards" table:"shards,8"`
	Coverage string      `json:"-" csv:"covered" table:"covered,7"`
	Games    rows.Number `json:"games,omitzero"`
	Classes  rows.Number `json:"classes,omitzero" table:"classes,20"`
	Trials   rows.Number `json:"trials,omitzero"` // samples alone have trials
	Seed     *uint64     `json:"seed,omitempty"`  // samples alone have a seed
	Damage   string      `json:"damage,omitempty"`
	Seconds  float64     `json:"seconds" table:"seconds,10" decimals:"1"`
	Started  rows.Text   `json:"started" table:"started,-1"` // in a table, the seed of a sample stands here too
	// Contributors are the machines that made the run, each with its number of shards.
	Contributors     []checkpoints.Contributor `json:"contributors,omitempty" csv:"-"`
	Unknown          uint64                    `json:"unknown_contributor,omitempty" csv:"-"` // the number of shards without a contributor
	Recomputations   []checkpoints.Check       `json:"recomputed,omitempty" csv:"-"`          // who computed how many shards again
	SignedBy         string                    `json:"signed_by,omitempty" csv:"-"`           // the fingerprint of the key
	SignatureProblem string                    `json:"unsigned,omitempty" csv:"-"`            // the problem with the signature
	Missing          uint64                    `json:"missing,omitempty"`                     // the number of missing shards
	Parts            parts                     `json:"parts,omitempty"`                       // the missing parts, unless there are too many
}

// madeBy names the contributors of a run and who recomputed its shards. It returns "" in the usual case: one machine
// computed all shards, without a signature, and no shard was recomputed.
func madeBy(r checkpoints.Summary) string {
	var words []string
	for _, m := range r.Contributors {
		signed := ""
		if m.SignedBy != "" {
			signed = ", signed by " + m.SignedBy
		}
		words = append(words, fmt.Sprintf("%s (%s, %s shards%s)", m.Host, m.Version, rows.Count(m.Shards), signed))
	}
	if unknown := r.Unknown(r.Shards); unknown > 0 {
		words = append(words, fmt.Sprintf("an unknown contributor (%s shards)", rows.Count(unknown)))
	}
	signed := slices.ContainsFunc(r.Contributors, func(m checkpoints.Contributor) bool { return m.SignedBy != "" })
	if len(words) < 2 && len(r.Checks) == 0 && !signed {
		return ""
	}
	line := "was made by " + strings.Join(words, ", ")
	if len(r.Checks) > 0 {
		line += "; recomputed by " + strings.Join(lists.Map(r.Checks, func(c checkpoints.Check) string {
			return fmt.Sprintf("%s (%s, %s of %s shards)", c.Host, c.Version, rows.Count(c.Shards), rows.Count(c.Of))
		}), ", ")
	}
	return line
}

// missingOf returns the missing shards of an unfinished run, or none if the program cannot know them. A sample can
// always be extended, so nothing of it is missing.
func missingOf(r checkpoints.Summary, spaceOf func(checkpoints.Key) (enum.Space, error)) checkpoints.Missing {
	if r.Finished || r.Damage != nil || enum.IsSampling(r.Method) {
		return checkpoints.Missing{}
	}
	space, err := r.SpaceOf(spaceOf)
	if err != nil || space.Fingerprint() != r.Fingerprint { // another version of the method may have other shards
		return checkpoints.Missing{}
	}
	return r.Missing(space)
}

// newRunRow returns the row of a run. The share that is covered is "?" if the program does not know the ruleset or the
// method.
func newRunRow(r checkpoints.Summary, missing checkpoints.Missing, spaceOf func(checkpoints.Key) (enum.Space, error)) runRow {
	row := runRow{
		Run: r.ID, Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Finished: r.Finished, Shards: int(r.Shards), Coverage: "?",
		Seconds: float64(r.Took.Milliseconds()) / 1000, Missing: missing.Shards,
		Contributors: r.Contributors, Unknown: r.Unknown(r.Shards), Recomputations: r.Checks,
	}
	row.Started = rows.Text{Display: r.Started.Format("2006-01-02 15:04"), Precise: r.Started.Format(time.RFC3339)}

	// The signature of a damaged run proves nothing, so it is not checked.
	if r.Damage == nil {
		var err error
		if row.SignedBy, err = r.SignedBy(); err != nil {
			row.SignatureProblem = err.Error()
		}
	}
	row.Parts = lists.Map(missing.Parts, func(p enum.Part) verb.Part { return verb.Part{Part: p} })

	// "covered" has the share that is done, unless the run is damaged or finished.
	if enum.IsSampling(r.Method) {
		row.coverTrials(r)
	} else {
		row.coverGames(r, spaceOf)
	}
	switch {
	case r.Damage != nil:
		row.Damage, row.Coverage = r.Damage.Error(), "damaged"
	case r.Finished:
		row.Coverage = "all"
	}
	if r.ContributorDamage != nil {
		row.Damage = r.ContributorDamage.Error()
	}
	return row
}

// coverTrials sets the seed of a sample, and the number of its trials.
func (row *runRow) coverTrials(r checkpoints.Summary) {
	trials := r.Tally.SumAll()
	row.Trials, row.Seed = rows.Exact(trials), &r.Seed
	row.Started.Display += fmt.Sprintf("  seed %d", r.Seed)
	row.Coverage = trials.String()
}

// coverGames sets the numbers of games and classes that the run has counted so far, and their share, if the program
// knows the ruleset and method.
func (row *runRow) coverGames(r checkpoints.Summary, spaceOf func(checkpoints.Key) (enum.Space, error)) {
	space, err := r.SpaceOf(spaceOf)
	if err != nil {
		return
	}
	totals, err := space.Totals(r.Tally)
	if err != nil {
		return
	}
	all := totals.All() // all verdicts together
	row.Games, row.Classes = rows.Exact(all.Games), rows.Exact(all.Classes)
	row.Coverage = rows.Percent(totals.Share()) + "%"
}

// parts are the missing parts of a run. Each is printed as --shard takes it, RES/MOD, with blanks between them.
type parts []verb.Part

func (p parts) Print() (shown, precise string) {
	shown = strings.Join(lists.Map(p, verb.Part.String), " ")
	return shown, shown
}
