package fleet

import (
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/internal/build"
)

// newWork returns the verb work.
func newWork(p *verb.Program) *cobra.Command {
	var workers int
	var giveUp time.Duration
	var creds verb.FileName
	var quiet bool

	cmd := &cobra.Command{
		Use:   "work URL|@FILE",
		Short: "Work for a run that another process serves",
		Long: `Work computes shards (pieces) of a run that enumerate serve manages on this machine or on another, and
ends when the run is done. URL is the line that serve prints. @FILE reads the URL from the first line of a file, so
that the list of processes does not show the URL.

You can interrupt work at any time; other workers then compute its shards. If the coordinator (the process of enumerate
serve) does not answer at the start, work fails. If the coordinator stops answering later, work keeps its results and
waits. With --give-up TIME, work waits at most this time in both cases, and then fails. The coordinator bans a worker
whose results are wrong; a banned worker exits with code 3.`,
		Example: `  enumerate work @lab.db.join
  enumerate work "$(cat lab.db.join)"
  enumerate work @lab.db.join --workers 1 --give-up 1m`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return verb.Usagef("work takes the URL that enumerate serve prints, or @FILE that has it")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := verb.CheckFile(cmd, strings.TrimPrefix(args[0], "@")); err != nil {
				return err
			}
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
	verb.AddJudge(cmd, p, nil)
	return cmd
}
