package browser

import (
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// exported is a copy of the page that needs no server.
var exported = sync.OnceValues(func() (string, error) {
	space := filepath.Join(lab.dir, "space")
	cmd := exec.Command(lab.program, "web", "--export", filepath.Join(space, "a folder", "copy"))
	cmd.Dir = "../.." // where it finds its source
	out, err := cmd.CombinedOutput()
	os.Stderr.Write(out)
	return space, err
})

// serveCopy serves the copy as any web space does, in a folder of it, and returns its address.
func serveCopy(t *testing.T) (string, *httptest.Server) {
	t.Helper()
	space, err := exported()
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(http.FileServer(http.Dir(space)))
	t.Cleanup(s.Close)
	return s.URL + "/a%20folder/copy/", s
}

func (b *tab) until(what string) {
	b.Helper()
	for range 300 {
		if eval[bool](b, what) {
			return
		}
		time.Sleep(100 * time.Millisecond)
	}
	b.Fatalf("%s: never %s: %s", b.at, what, eval[string](b, "document.body.innerText"))
}

func TestACopyAnswersWithoutAServer(t *testing.T) {
	at, server := serveCopy(t)
	b := newTab(t, at)
	b.visit(at, 200)
	b.until(`navigator.serviceWorker.controller != null`)
	b.visit(at+"play/ruleset=nim/", 200)
	began := time.Now()
	b.do(chromedp.Click("#moves button, .board a"))
	b.until(`location.search.includes("moves=") && document.querySelector("#made") != null`)
	t.Logf("a move took %v", time.Since(began))
	_ = server
	_ = network.Enable
}
