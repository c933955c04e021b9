package main

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
	var db file
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
			widest := 3 // size: samples are of any
			for _, r := range runs {
				widest = max(widest, len(strconv.Itoa(r.Size)))
			}
			fmt.Fprintf(out, "%3s  %-12s %*s  %-6s  %8s  %7s  %20s  %10s  %s\n", "run", "game", widest, "n", "method", "shards", "covered", "classes", "seconds", "started")
			for _, r := range runs {
				state := share(r)
				switch {
				case r.Damage != nil:
					state = "damaged"
				case r.Finished:
					state = "all"
				}
				classes, started := grouped(r.Tally.AllClasses()), r.Started.Format(time.DateTime)
				if r.Method == checkpoints.Sample {
					classes = "-"
					started += fmt.Sprintf("  seed %d", r.Seed)
				}
				fmt.Fprintf(out, "%3d  %-12s %*d  %-6s  %8d  %7s  %20s  %10.1f  %s\n", r.ID, r.Ruleset, widest, r.Size, r.Method,
					r.Shards, state, classes, r.Took.Seconds(), started)
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
	Games    string  `json:"games,omitempty"` // covered, where the ruleset is known
	Classes  string  `json:"classes,omitempty"`
	Trials   string  `json:"trials,omitempty"` // of a sample
	Seed     *uint64 `json:"seed,omitempty"`   // of a sample
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
		run.Trials = r.Tally.AllClasses().String()
		run.Seed = &r.Seed
		return run
	}
	run.Classes = r.Tally.AllClasses().String()
	if space, err := spaceOf(r.Key); err == nil {
		if games, err := r.Tally.AllGames(space.Group()); err == nil {
			run.Games = games.String()
		}
	}
	return run
}

// share says which share of the labelled games a run has covered, or ? if this
// program does not know its space; of a sample, how many trials there are.
func share(r checkpoints.Summary) string {
	if r.Method == checkpoints.Sample {
		return r.Tally.AllClasses().String()
	}
	space, err := spaceOf(r.Key)
	if err != nil {
		return "?"
	}
	covered, err := r.Tally.AllGames(space.Group())
	if err != nil {
		return "?"
	}
	ratio, _ := new(big.Rat).SetFrac(covered, space.Games()).Float64()
	return fmt.Sprintf("%.1f%%", 100*ratio)
}

// spaceOf returns the space that a stored run walks, or of whose games it is a
// sample.
func spaceOf(k checkpoints.Key) (enum.Space, error) {
	ruleset, err := games.Named(k.Ruleset)
	if err != nil {
		return nil, err
	}
	space, err := ruleset.Space(k.Size)
	if err != nil || k.Method != checkpoints.Sample {
		return space, err
	}
	return checkpoints.SamplingOf(k, space), nil
}
