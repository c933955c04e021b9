package fleet

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/internal/build"
)

func newWork(p *verb.Program) *cobra.Command {
	var workers int
	var giveUp time.Duration
	var creds verb.FileName
	var quiet bool
	cmd := &cobra.Command{
		Use:   "work URL|@FILE",
		Short: "Work for a run that enumerate serve has begun",
		Long: `Work takes part in a run that enumerate serve has begun, on this machine or another one,
and ends when the run does. The URL is the one that serve prints; @FILE is a file with the
URL on its first line, which keeps the URL out of the list of processes.

Work may be interrupted or killed at any time: its shards are assigned to others. If no
coordinator answers at first, work fails. If the coordinator falls silent later, work waits,
and keeps its results. --give-up is how long it waits, also at first. A worker that is
banned exits with code 3.`,
		Example: `  enumerate serve --n 7 --db lab.db --listen 127.0.0.1:0 & sleep 1; enumerate work @lab.db.join --workers 2; wait`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return verb.Usagef("work takes the URL that enumerate serve prints, or @FILE that has it")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			url, err := ParseJoinURL(args[0])
			if err != nil {
				return err
			}
			host, err := os.Hostname()
			if err != nil {
				host = "unknown"
			}
			return Worker{
				URL: url, Creds: string(creds), Space: checkpoints.Spaces(p.Rulesets, nil), Workers: workers, Host: host, Version: build.Info().Name(), GiveUp: giveUp,
				Remark: func(text string) {
					if !quiet {
						fmt.Fprintln(cmd.ErrOrStderr(), text)
					}
				},
			}.Work(cmd.Context())
		},
	}
	verb.AddWorkers(cmd, &workers)
	cmd.Flags().DurationVar(&giveUp, "give-up", 0, "how long to wait for a coordinator that does not answer, such as 1h")
	addCreds(cmd, &creds)
	verb.AddQuiet(cmd, &quiet)
	return cmd
}
