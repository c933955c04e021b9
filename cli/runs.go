package cli

import (
	"fmt"
	"math/big"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
)

func newRuns(all rulesets) *cobra.Command {
	var db fileName
	var format oneOf
	cmd := &cobra.Command{
		Use:   "runs",
		Short: "List the runs in the database and how far each is",
		Example: `  enumerate runs
  enumerate runs --db part1.db --format json`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			store, err := openStore(db, checkpoints.OpenReadOnly)
			if err != nil {
				return err
			}
			defer store.Close()
			runs, err := store.Runs()
			if err != nil {
				return err
			}
			spaceOf := checkpoints.Spaces(all, nil)
			var rows []any
			for _, r := range runs {
				rows = append(rows, newRunRow(r, spaceOf))
			}
			out := newPrinter(cmd.OutOrStdout(), format.value)
			out.widen(rows...)
			if len(rows) == 0 && format.value != "json" { // the titles alone
				out.head(cellsOf(runRow{}))
				return out.w.Flush()
			}
			for _, row := range rows {
				if err := out.print(row); err != nil {
					return err
				}
			}
			return nil
		},
	}
	addDB(cmd, &db)
	addFormat(cmd, &format, formats...)
	return cmd
}

// A runRow is what is printed of a stored run. Games and classes are those covered, where
// the ruleset is known and the run says them.
type runRow struct {
	Run      uint64  `json:"run" table:"run,3"`
	Ruleset  string  `json:"ruleset" table:"game,-12"`
	N        int     `json:"n" table:"n,2"`
	Method   string  `json:"method" table:"method,-6"`
	Finished bool    `json:"finished"`
	Shards   int     `json:"shards" table:"shards,8"`
	Covered  string  `json:"-" csv:"covered" table:"covered,7"`
	Games    number  `json:"games,omitzero"`
	Classes  number  `json:"classes,omitzero" table:"classes,20"`
	Trials   number  `json:"trials,omitzero"` // of a sample
	Seed     *uint64 `json:"seed,omitempty"`  // of a sample
	Damage   string  `json:"damage,omitempty"`
	Seconds  float64 `json:"seconds" table:"seconds,10" decimals:"1"`
	Started  started `json:"started" table:"started,-1"`
}

// newRunRow returns the row of a run. Nothing is known of how much one has covered whose
// space this program does not have.
func newRunRow(r checkpoints.Summary, spaceOf func(checkpoints.Key) (enum.Space, error)) runRow {
	row := runRow{
		Run: r.ID, Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Finished: r.Finished, Shards: int(r.Shards), Covered: "?",
		Seconds: float64(r.Took.Milliseconds()) / 1000, Started: started{Time: r.Started},
	}
	if r.Method == enum.Sample {
		row.Trials, row.Seed, row.Started.seed = number{r.Tally.SumAll()}, &r.Seed, &r.Seed
		row.Covered = r.Tally.SumAll().String()
	} else if space, err := spaceOf(r.Key); err == nil {
		if totals, err := space.Totals(r.Tally); err == nil {
			row.Games, row.Classes = number{totals.All().Games}, number{totals.All().Classes}
			// Rounded down: what is not all is not 100.0%.
			tenths := new(big.Int).Mul(totals.Covered, big.NewInt(1000))
			tenths.Div(tenths, totals.Whole)
			row.Covered = fmt.Sprintf("%d.%d%%", tenths.Int64()/10, tenths.Int64()%10)
		}
	}
	switch {
	case r.Damage != nil:
		row.Damage, row.Covered = r.Damage.Error(), "damaged"
	case r.Finished:
		row.Covered = "all"
	}
	return row
}

// A started is when a run began; in tables the seed of a sample follows.
type started struct {
	time.Time
	seed *uint64
}

func (s started) print() (shown, precise string) {
	shown, precise = s.Format("2006-01-02 15:04"), s.Format(time.RFC3339)
	if s.seed != nil {
		shown += fmt.Sprintf("  seed %d", *s.seed)
	}
	return shown, precise
}

func (s started) MarshalText() ([]byte, error) { return []byte(s.Format(time.RFC3339)), nil }
