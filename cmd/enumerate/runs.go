package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"math/big"
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
			fmt.Fprintf(out, "%3s  %-12s %3s  %-6s  %8s  %7s  %20s  %10s  %s\n", "run", "game", "n", "method", "shards", "covered", "classes", "seconds", "started")
			for _, r := range runs {
				state := share(r)
				switch {
				case r.Damage != nil:
					state = "damaged"
				case r.Finished:
					state = "all"
				}
				fmt.Fprintf(out, "%3d  %-12s %3d  %-6s  %8d  %7s  %20s  %10.1f  %s\n", r.ID, r.Ruleset, r.Size, r.Method,
					r.Shards, state, grouped(r.Tally.AllClasses()), r.Took.Seconds(), r.Started.Format(time.DateTime))
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
	Classes  string  `json:"classes"`
	Damage   string  `json:"damage,omitempty"`
	Seconds  float64 `json:"seconds"`
	Started  string  `json:"started"`
}

func jsonRunOf(r checkpoints.Summary) jsonRun {
	run := jsonRun{
		Run: r.ID, Ruleset: r.Ruleset, N: r.Size, Method: r.Method, Finished: r.Finished, Shards: r.Shards,
		Classes: r.Tally.AllClasses().String(),
		Seconds: float64(r.Took.Milliseconds()) / 1000, Started: r.Started.Format(time.RFC3339),
	}
	if r.Damage != nil {
		run.Damage = r.Damage.Error()
	}
	if space, err := spaceOf(r.Key); err == nil {
		if games, err := r.Tally.AllGames(space.Group()); err == nil {
			run.Games = games.String()
		}
	}
	return run
}

// share says which share of the labelled games a run has covered, or ? if this
// program does not know its space.
func share(r checkpoints.Summary) string {
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

// spaceOf returns the space that a stored run walks.
func spaceOf(k checkpoints.Key) (enum.Space, error) {
	ruleset, err := games.Named(k.Ruleset)
	if err != nil {
		return nil, err
	}
	return ruleset.Space(k.Size)
}
