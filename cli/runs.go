package cli

import (
	"cmp"
	"fmt"
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

func newRuns(p *verb.Program) *cobra.Command {
	var db verb.FileName
	var format verb.Format
	var unwanted uint64
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "List the runs in the database and how far each is",
		Long: `Runs lists what is stored, also of runs that another process is busy with. Of a run that
is not finished it says what is missing: the parts RES/MOD that --shard would do, or if
that takes many, the number of shards and the first few of
them. It says who made a run where that were several machines or programs, and who has
recomputed how much of it (enumerate audit --record, enumerate merge --verify); JSON
always says it. Machines are told apart by their names: they are what each says of itself,
and prove nothing. It says who has signed a run (enumerate audit --sign), by the fingerprint
of the key that ssh-keygen -l prints, and of which keys there were parts that were merged here.

A run is "all" when it is finished: its games and classes were proved then. What its verdicts rest on
enumerate results and audit say.

With --delete it deletes a run instead, such as one that was merged and is not wanted.`,
		Example: `  enumerate --n 7 --shard 1/4
  enumerate runs
  enumerate runs --format json
  enumerate runs --delete 1`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if cmd.Flags().Changed("delete") {
				return deleteRun(cmd, db, unwanted)
			}
			store, err := verb.OpenStore(db, checkpoints.OpenReadOnly, cmd.ErrOrStderr())
			if err != nil {
				return err
			}
			defer store.Close()
			runs, err := store.Runs()
			if err != nil {
				return err
			}
			spaceOf := p.Spaces(nil)
			var list []any
			var lines []string // below the table
			for _, r := range runs {
				missing := missingOf(r, spaceOf)
				row := newRunRow(r, missing, spaceOf)
				list = append(list, row)
				if missing.Shards > 0 {
					lines = append(lines, fmt.Sprintf("run %d, a %v, is missing %v", r.ID, r.Key, missing))
				}
				if made := madeBy(r); made != "" {
					lines = append(lines, fmt.Sprintf("run %d, a %v, %s", r.ID, r.Key, made))
				}
				if r.Unnamed != nil {
					lines = append(lines, fmt.Sprintf("run %d, a %v, has all its shards, but not who made some of them: %v; --resume mends it", r.ID, r.Key, r.Unnamed))
				}
				switch {
				case row.SignedBy != "":
					lines = append(lines, fmt.Sprintf("run %d, a %v, is signed by %s", r.ID, r.Key, row.SignedBy))
				case row.Unsigned != "":
					lines = append(lines, fmt.Sprintf("run %d, a %v: %s", r.ID, r.Key, row.Unsigned))
				}
			}
			out := rows.NewPrinter(cmd.OutOrStdout(), format.Value)
			out.Widen(list...)
			if len(list) == 0 && format.Value != "json" { // the titles alone
				return out.Head(rows.Cells(runRow{}))
			}
			if err := out.Print(list...); err != nil {
				return err
			}
			if len(lines) == 0 || format.Value != "table" {
				return nil
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "\n%s\n", strings.Join(lines, "\n"))
			return err
		},
	}
	verb.AddDB(cmd, &db)
	verb.AddNumber(cmd, &unwanted, "delete", 0, "delete the run of this number")
	cmd.Flags().Lookup("delete").DefValue = ""
	verb.AddFormat(cmd, &format, verb.Formats...)
	return cmd
}

// deleteRun deletes a run and says what it was.
func deleteRun(cmd *cobra.Command, path verb.FileName, run uint64) error {
	store, err := verb.OpenStore(path, checkpoints.OpenThere, cmd.ErrOrStderr())
	if err != nil {
		return err
	}
	deleted, err := store.Delete(run)
	if err = cmp.Or(err, store.Close()); err == nil {
		_, err = fmt.Fprintf(cmd.OutOrStdout(), "run %d, a %v, is deleted\n", run, deleted.Key)
	}
	return err
}

// A runRow is what is printed of a stored run. Games and classes are those covered, where
// the ruleset is known and the run says them.
type runRow struct {
	Run      uint64      `json:"run" table:"run,3"`
	Ruleset  string      `json:"ruleset" table:"game,-12"`
	N        int         `json:"n" table:"n,2"`
	Method   string      `json:"method" table:"method,-6"`
	Finished bool        `json:"finished"`
	Shards   int         `json:"shards" table:"shards,8"`
	Covered  string      `json:"-" csv:"covered" table:"covered,7"`
	Games    rows.Number `json:"games,omitzero"`
	Classes  rows.Number `json:"classes,omitzero" table:"classes,20"`
	Trials   rows.Number `json:"trials,omitzero"` // of a sample
	Seed     *uint64     `json:"seed,omitempty"`  // of a sample
	Damage   string      `json:"damage,omitempty"`
	Seconds  float64     `json:"seconds" table:"seconds,10" decimals:"1"`
	Started  rows.Text   `json:"started" table:"started,-1"` // in tables the seed of a sample follows
	// Who stored how many of the shards, how many have no contributor, and who has found
	// how many of them again.
	Contributors []checkpoints.Contributor `json:"makers,omitempty" csv:"-"`
	Unknown      uint64                    `json:"unknown_maker,omitempty" csv:"-"`
	Recomputed   []checkpoints.Check       `json:"recomputed,omitempty" csv:"-"`
	SignedBy     string                    `json:"signed_by,omitempty" csv:"-"` // the key's fingerprint
	Unsigned     string                    `json:"unsigned,omitempty" csv:"-"`  // what is wrong with the signature
	Missing      uint64                    `json:"missing,omitempty"`           // shards
	Parts        parts                     `json:"parts,omitempty"`             // that are missing, if they are few
}

// madeBy says who stored and who recomputed the shards of a run, nothing if one machine stored
// them all and none was recomputed.
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

// missingOf returns what a run is missing, nothing if that is not known, as of a sample, which
// has no end.
func missingOf(r checkpoints.Summary, spaceOf func(checkpoints.Key) (enum.Space, error)) checkpoints.Missing {
	if r.Finished || r.Damage != nil || enum.IsSampling(r.Method) {
		return checkpoints.Missing{}
	}
	space, err := r.SpaceOf(spaceOf)
	if err != nil || space.Fingerprint() != r.Fingerprint {
		return checkpoints.Missing{}
	}
	return r.Missing(space)
}

// newRunRow returns the row of a run. Nothing is known of how much one has covered whose
// space this program does not have.
func newRunRow(r checkpoints.Summary, missing checkpoints.Missing, spaceOf func(checkpoints.Key) (enum.Space, error)) runRow {
	row := runRow{
		Run: r.ID, Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Finished: r.Finished, Shards: int(r.Shards), Covered: "?",
		Seconds: float64(r.Took.Milliseconds()) / 1000, Missing: missing.Shards,
		Contributors: r.Contributors, Unknown: r.Unknown(r.Shards), Recomputed: r.Checks,
	}
	row.Started = rows.Text{Shown: r.Started.Format("2006-01-02 15:04"), Precise: r.Started.Format(time.RFC3339)}
	if r.Damage == nil {
		var err error
		if row.SignedBy, err = r.SignedBy(); err != nil {
			row.Unsigned = err.Error()
		}
	}
	row.Parts = lists.Map(missing.Parts, func(p enum.Part) verb.Part { return verb.Part{Part: p} })
	if enum.IsSampling(r.Method) {
		row.Trials, row.Seed = rows.Exact(r.Tally.SumAll()), &r.Seed
		row.Started.Shown += fmt.Sprintf("  seed %d", r.Seed)
		row.Covered = r.Tally.SumAll().String()
	} else if space, err := r.SpaceOf(spaceOf); err == nil {
		if totals, err := space.Totals(r.Tally); err == nil {
			row.Games, row.Classes = rows.Exact(totals.All().Games), rows.Exact(totals.All().Classes)
			row.Covered = rows.Percent(totals.Share()) + "%"
		}
	}
	switch {
	case r.Damage != nil:
		row.Damage, row.Covered = r.Damage.Error(), "damaged"
	case r.Finished:
		row.Covered = "all"
	}
	if r.Unnamed != nil {
		row.Damage = r.Unnamed.Error()
	}
	return row
}

// parts are printed as RES/MOD, with blanks between them.
type parts []verb.Part

func (p parts) Print() (shown, precise string) {
	shown = strings.Join(lists.Map(p, verb.Part.String), " ")
	return shown, shown
}
