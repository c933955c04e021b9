package cli

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
)

func newRuns() *cobra.Command {
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
			out := bufio.NewWriter(cmd.OutOrStdout())
			if format.value == "json" {
				encoder := json.NewEncoder(out)
				for _, r := range runs {
					if err := encoder.Encode(jsonRunOf(r)); err != nil {
						return err
					}
				}
				return out.Flush()
			}
			widest, longest, method := 3, 12, 6 // size, of which samples are of any, name, method
			for _, r := range runs {
				widest, longest, method = max(widest, len(strconv.Itoa(r.Size))), max(longest, len(r.Ruleset)), max(method, len(r.Method))
			}
			fmt.Fprintf(out, "%3s  %-*s %*s  %-*s  %8s  %7s  %20s  %10s  %s\n", "run", longest, "game", widest, "n", method, "method", "shards", "covered", "classes", "seconds", "started")
			for _, r := range runs {
				state := share(r)
				switch {
				case r.Damage != nil:
					state = "damaged"
				case r.Finished:
					state = "all"
				}
				started := r.Started.Format(time.DateTime)
				if r.Method == checkpoints.Sample {
					started += fmt.Sprintf("  seed %d", r.Seed)
				}
				fmt.Fprintf(out, "%3d  %-*s %*d  %-*s  %8d  %7s  %20s  %10.1f  %s\n", r.ID, longest, r.Ruleset, widest, r.Size, method, r.Method,
					r.Shards, state, grouped(overall(r).Classes), r.Took.Seconds(), started)
			}
			return out.Flush()
		},
	}
	addDB(cmd, &db)
	addFormat(cmd, &format, "table", "json")
	return cmd
}

type jsonRun struct {
	Run      uint64  `json:"run"`
	Ruleset  string  `json:"ruleset"`
	N        int     `json:"n"`
	Method   string  `json:"method"`
	Finished bool    `json:"finished"`
	Shards   uint64  `json:"shards"`
	Games    string  `json:"games,omitempty"`   // covered, where the ruleset is known
	Classes  string  `json:"classes,omitempty"` // likewise, where the run says
	Trials   string  `json:"trials,omitempty"`  // of a sample
	Seed     *uint64 `json:"seed,omitempty"`    // of a sample
	Damage   string  `json:"damage,omitempty"`
	Seconds  float64 `json:"seconds"`
	Started  string  `json:"started"`
}

func jsonRunOf(r checkpoints.Summary) jsonRun {
	run := jsonRun{
		Run: r.ID, Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Finished: r.Finished, Shards: r.Shards,
		Seconds: float64(r.Took.Milliseconds()) / 1000, Started: r.Started.Format(time.RFC3339),
	}
	if r.Damage != nil {
		run.Damage = r.Damage.Error()
	}
	if r.Method == checkpoints.Sample {
		run.Trials = r.Tally.SumAll().String()
		run.Seed = &r.Seed
		return run
	}
	all := overall(r)
	run.Games, run.Classes = decimal(all.Games), decimal(all.Classes)
	return run
}

// overall returns what a run comes to so far: nothing is known of one whose space this
// program does not know, and no classes of a sample.
func overall(r checkpoints.Summary) enum.Total {
	space, err := spaceOf(r.Key)
	if err != nil {
		return enum.Total{}
	}
	totals, err := space.Totals(r.Tally)
	if err != nil {
		return enum.Total{}
	}
	return enum.Overall(totals)
}

// share says which share of its space a run has covered, or ? if this program does
// not know the space; of a sample, how many trials there are.
func share(r checkpoints.Summary) string {
	if r.Method == checkpoints.Sample {
		return r.Tally.SumAll().String()
	}
	space, err := spaceOf(r.Key)
	if err != nil {
		return "?"
	}
	covered, whole, err := space.Coverage(r.Tally)
	if err != nil {
		return "?"
	}
	// Rounded down: what is not all is not 100.0%.
	tenths := new(big.Int).Mul(covered, big.NewInt(1000))
	tenths.Div(tenths, whole)
	return fmt.Sprintf("%d.%d%%", tenths.Int64()/10, tenths.Int64()%10)
}

// spaceOf returns the space whose shards a stored run holds, not to be walked.
func spaceOf(k checkpoints.Key) (enum.Space, error) { return spaceWith(k, enum.Means{}) }

// spaceWith returns that space with the means to walk its shards.
func spaceWith(k checkpoints.Key, m enum.Means) (enum.Space, error) {
	ruleset, err := games.Named(k.Ruleset)
	if err != nil {
		return nil, err
	}
	space, err := ruleset.Space(k.Size)
	if err != nil {
		return nil, err
	}
	switch k.Method {
	case checkpoints.Walk:
		return space, nil
	case checkpoints.Sample:
		sampled, err := drawn(k.Ruleset, space)
		if err != nil {
			return nil, err
		}
		return checkpoints.SamplingOf(k, sampled), nil
	}
	space, err = countedBy(k, m)
	if err == nil && space == nil {
		err = fmt.Errorf("this program has no method %q", k.Method)
	}
	return space, err
}
