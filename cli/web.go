package cli

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/fleet"
	"enumerate/internal/file"
	"enumerate/internal/text"
	"enumerate/web"
)

func newWeb(all verb.Rulesets) *cobra.Command {
	listen := verb.Address("127.0.0.1:0")
	var db verb.FileName
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Show a page: games, results, runs under way",
		Long: `Web shows a page for a browser and prints its address, the one line on standard
output. On the page one types or pastes a game of any ruleset, and sees what is known of it,
or plays it. It shows the results of the database, lists of classes, the runs that are under
way there, and what the sources of the rulesets said. It answers until it is interrupted.

By default it answers this machine alone. With --listen 0.0.0.0:8080 others reach it, who
know the token in the address that it prints: whoever has that address sees the page. The
connection is not encrypted; put a server that does so before it where that matters.

The page reads the database of finished runs, if there is one, and changes nothing.`,
		Example: `  enumerate web & sleep 1; kill $!
  enumerate web --listen 127.0.0.1:0 --db lab.db & sleep 1; kill $!`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := verb.StorePath(db)
			if err != nil {
				return err
			}
			server, err := openWeb(listen, "--listen", site(cmd.Context(), all, path, cmd.ErrOrStderr()))
			if err != nil {
				return err
			}
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), server.URL()); err != nil {
				return err
			}
			return server.Run(cmd.Context())
		},
	}
	cmd.Flags().Var(&listen, "listen", "where browsers reach it; port 0 for any that is free")
	verb.AddDB(cmd, &db)
	return cmd
}

// site returns what the page shows: any ruleset, and the runs of a database.
func site(ctx context.Context, all []*enum.Ruleset, path string, stderr io.Writer) web.Site {
	return web.Site{
		Rulesets: all,
		Database: path,
		Bound:    verb.BoundsOf(ctx).Game,
		Remark:   func(remark string) { fmt.Fprintln(stderr, text.Printable(remark)) },
	}
}

// openWeb opens the page at the address of a flag.
func openWeb(at verb.Address, flag string, s web.Site) (*web.Server, error) {
	server, err := web.Open(string(at), s)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", flag, at, err)
	}
	return server, nil
}

// showRun shows the page beside a run that is served, with its status, until stop is called.
// An address that is a secret goes to a file beside the database, as that for workers does.
func showRun(ctx context.Context, at verb.Address, s web.Site, board *fleet.Board, view *fleetView) (stop func(), err error) {
	s.Board = board
	server, err := openWeb(at, "--web", s)
	if err != nil {
		return nil, err
	}
	path := ""
	if server.Secret() {
		path = s.Database + ".web"
		if err := file.Secret(path, server.URL()+"\n"); err != nil {
			return nil, err
		}
		view.remark("the address of its page is in " + filepath.Base(path))
	} else {
		view.remark("its page is at " + server.URL())
	}
	ctx, end := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() { defer close(ended); _ = server.Run(ctx) }()
	return func() {
		end()
		<-ended
		if path != "" {
			_ = os.Remove(path)
		}
	}, nil
}
