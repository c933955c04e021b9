//go:build !js

package web

import (
	"io"
	"net/http"
	"os"
	"runtime"

	"github.com/inconshreveable/mousetrap"
	"github.com/mdp/qrterminal/v3"
	"github.com/pkg/browser"
	"github.com/spf13/cobra"
	"golang.org/x/term"
	"rsc.io/qr"
)

func (s *Server) show(w io.Writer) {
	qrterminal.GenerateHalfBlock(s.URL(), qrterminal.L, w)
}

// A phonePage shows the addresses at which others reach the site, and a QR code of the first.
type phonePage struct {
	*pageBase
	urls func() []string
}

func newPhonePage(c *pageBase) *phonePage { return &phonePage{pageBase: c} }

// reachedAt sets the function that returns the addresses of the site. They are known only after the page is made.
func (p *phonePage) reachedAt(urls func() []string) { p.urls = urls }

func (p *phonePage) page() page {
	return page{Path: "/phone", Title: "Phone", Routes: func(t *router) {
		t.get("/phone", p.showAddresses)
		t.get("/phone/qr.png", p.showCode)
	}}
}

func (p *phonePage) showAddresses(w http.ResponseWriter, r *http.Request) error {
	return p.show(w, r, http.StatusOK, "phone.html", view{Title: "On a phone", Data: p.urls()})
}

func (p *phonePage) showCode(w http.ResponseWriter, _ *http.Request) error {
	code, err := qr.Encode(p.urls()[0], qr.L)
	if err != nil {
		return err
	}
	send(w, "image/png", code.PNG())
	return nil
}

// Arguments returns the arguments with which the program runs: usually those of the command line. If the user started
// the program by a double click, they are "web --open", because the user would not see what a command prints. A double
// click has no arguments, and its standard input, output and error are neither a terminal nor a pipe or file.
func Arguments(args []string) []string {
	clicked := mousetrap.StartedByExplorer() || hasScreen() && !read(os.Stdin) && !read(os.Stdout) && !read(os.Stderr)
	if len(args) > 0 || !clicked {
		return args
	}
	cobra.MousetrapHelpText = "" // otherwise cobra refuses programs that were started by a double click
	return []string{"web", "--open"}
}

// read reports whether a user may read or write the other end of a file: a terminal, a pipe or a regular file.
func read(f *os.File) bool {
	info, err := f.Stat()
	return err != nil || term.IsTerminal(int(f.Fd())) || info.Mode().IsRegular() || info.Mode()&os.ModeNamedPipe != 0
}

func hasScreen() bool {
	return os.Getenv("CI") == "" && (runtime.GOOS == "windows" || runtime.GOOS == "darwin" || os.Getenv("DISPLAY")+os.Getenv("WAYLAND_DISPLAY") != "")
}

// openBrowser opens an address in the user's browser. It may return only when the browser is closed.
func openBrowser(url string) error {
	browser.Stdout, browser.Stderr = nil, nil // no pipes, which a browser would keep open
	return browser.OpenURL(url)
}
