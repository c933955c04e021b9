//go:build !js

package web

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/internal/file"
	"enumerate/internal/rows"
	"enumerate/internal/text"
	"enumerate/rooms/fleet"
)

// Verbs returns web.
func Verbs() []verb.Verb { return []verb.Verb{newVerb} }

func newVerb(p *verb.Program) *cobra.Command {
	listen := fleet.Address("127.0.0.1:0")
	var db, into verb.FileName
	var opens, code bool
	cmd := &cobra.Command{
		Use:   "web",
		Short: "Serve a page with games, results and runs in progress",
		Long: `Web serves a page for a browser until you interrupt it, and prints the address of the page as the only
line on standard output. On the page you can type or paste a game of any ruleset to see its answers, or play it. The
page also shows the results in the database, lists of classes, the runs in progress, and the claims (the statements of
the documents that define the rulesets, with our verdicts).

By default only this machine can see the page. With --listen 0.0.0.0:8080 other machines can see it, too. The printed
address then contains a token, and everyone who has the address can see the page. A phone can read the address from a QR
code at the terminal or on the page. The connection is not encrypted; on a network that you do not trust, put a reverse
proxy with TLS in front of the page.

If you start web at a terminal, or by double-clicking the program, it opens the page in a browser.

The page reads the database of stored runs, if there is one, and never changes it. If the database cannot be read, web
prints why, and serves the page without stored runs.

--export DIR writes a copy of the page into the directory DIR. Any web host can serve the copy, because it consists of
files only: the browser computes all answers itself, with the same code, and needs no connection after the first answer.
The copy does not show stored runs. DIR must be new, or contain only an unchanged earlier copy. The file SHA256SUMS in
DIR lists the files of the copy.`,
		Example: `  enumerate web
  enumerate web --listen 0.0.0.0:8080
  enumerate web --db lab.db --open=false`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := verb.StorePath(db)
			if err != nil {
				return err
			}
			switch {
			case into != "" && (cmd.Flags().Changed("listen") || db != "" || opens || code || cmd.Flags().Changed("output")):
				return verb.Usagef("--export takes none of --listen, --db, --open, --qr and --output")
			case into != "":
				return export(cmd.Context(), string(into), Site{Rulesets: p.Rulesets})
			}
			server, err := Open(string(listen), siteOf(cmd.Context(), p, path, cmd.ErrOrStderr()))
			if err != nil {
				return fleet.CannotListen("listen", string(listen), err)
			}
			urls := server.URLs()
			if _, err := fmt.Fprintln(cmd.OutOrStdout(), urls[0]); err != nil {
				return err
			}
			for _, url := range urls[1:] {
				fmt.Fprintln(cmd.ErrOrStderr(), "also at "+url)
			}
			go reportDatabase(path, cmd.ErrOrStderr())
			if code || server.Secret() && rows.ScreenWidth(cmd.ErrOrStderr()) > 0 {
				server.show(cmd.ErrOrStderr())
			}
			if asked := cmd.Flags().Changed("open"); asked && opens || !asked && rows.ScreenWidth(cmd.OutOrStdout()) > 0 && hasScreen() {
				go func() {
					if err := openBrowser(urls[len(urls)-1]); err != nil {
						fmt.Fprintf(cmd.ErrOrStderr(), "no browser opens: %v\n", err)
					}
				}()
			}
			return server.Run(cmd.Context())
		},
	}
	cmd.Flags().Var(&listen, "listen", "address to listen on; port 0 means any free port")
	cmd.Flags().BoolVar(&opens, "open", false, "open a browser (default true at a terminal with a screen)")
	cmd.Flags().BoolVar(&code, "qr", false, "show the address as a QR code (default true at a terminal if other machines can see the page)")
	verb.AddDB(cmd, &db)
	cmd.Flags().Var(&into, "export", "write a copy of the page to this directory")
	return cmd
}

// reportDatabase prints one line if the database exists but cannot be read, because only some pages show the fault.
// Checking a large database takes seconds, so the page does not wait for it.
func reportDatabase(path string, stderr io.Writer) {
	store, err := verb.OpenIfExists(verb.FileName(path), stderr)
	switch {
	case err != nil:
		fmt.Fprintf(stderr, "enumerate: %s\n", text.Printable("the page shows no stored runs: "+err.Error()))
	case store != nil:
		_ = store.Close()
	}
}

// siteOf returns the site of the program's rulesets and a database. It reports faults of the program to stderr.
func siteOf(ctx context.Context, p *verb.Program, path string, stderr io.Writer) Site {
	return Site{
		Rulesets: p.Rulesets,
		Database: path,
		Bound:    verb.BoundsOf(ctx).Game,
		Remark:   func(remark string) { fmt.Fprintln(stderr, text.Printable(remark)) },
	}
}

// Beside serves the site in the process of the command serve, whose workers on other machines count a run. The site
// shows the status of this run, `board`. Beside returns immediately, and the site is served until stop is called. If
// the address of the site contains a token, it is a secret: Beside writes it to a file next to the database instead of
// printing it. Beside is a [fleet.Page].
func Beside(ctx context.Context, at string, p *verb.Program, database string, board *fleet.Board, stderr io.Writer, remark func(string)) (stop func(), err error) {
	s := siteOf(ctx, p, database, stderr)
	s.Board = board
	server, err := Open(at, s)
	if err != nil {
		return nil, err
	}
	path := ""
	if server.Secret() {
		path = database + ".web"
		if err := file.Secret(path, server.URL()+"\n"); err != nil {
			return nil, err
		}
		remark("the address of its page is in " + filepath.Base(path))
	} else {
		remark("its page is at " + server.URL())
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
