package browser

import (
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// formExport is the export of a form. Four players can stand in a line.
const formExport = `Timestamp,E-mail,Your name,Wonderwall,Ninja,Comment
2026/07/03 09:00:11,ann@example.org,Ann,Dan,Ben,"allergic, to nuts"
2026/07/03 09:01:12,ben@example.org,Ben,Dan,Cleo,
2026/07/03 09:02:13,cleo@example.org,Cleo,Ann,Dan,nuts
2026/07/03 09:03:14,dan@example.org,Dan,Ann,Cleo,
`

// secret matches what the export has besides the three columns of the game.
var secret = regexp.MustCompile(`(?i)example\.org|2026|09:0|allergic|nuts|e-mail|comment|timestamp`)

// A witness keeps every address to which a tab sends a request, and every Referer.
type witness struct {
	mu        sync.Mutex
	addresses []string
}

// witness returns a witness of the requests that the tab sends from now on.
func (b *tab) witness() *witness {
	b.Helper()
	w := new(witness)
	saw := func(event any) {
		if sent, ok := event.(*network.EventRequestWillBeSent); ok {
			w.keep(sent.Request.URL, fmt.Sprint(sent.Request.Headers))
		}
	}
	if err := chromedp.Listen(b.ctx, saw); err != nil {
		b.Fatal(err)
	}
	return w
}

func (w *witness) keep(addresses ...string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.addresses = append(w.addresses, addresses...)
}

// noSecret fails if a secret of the test is in an address on the shown page, in an entry of the browser's history, or
// in a request that the witness has recorded.
func (b *tab) noSecret(w *witness) {
	b.Helper()
	w.keep(eval[[]string](b, `[location.href, document.referrer, ...[...document.querySelectorAll("main *")].flatMap((e) => [e.href, e.src, e.action, e.formAction, ...Object.values(e.dataset)].filter((a) => typeof a === "string"))]`)...)
	for _, entry := range call(b, page.GetNavigationHistory, cdp.Empty{}).Entries {
		w.keep(entry.URL)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, address := range w.addresses {
		plain, err := url.QueryUnescape(address)
		if found := secret.FindString(address + plain); err == nil && found != "" {
			b.Errorf("%s: %q is in %.500q", b.at, found, plain)
		}
	}
}

// drop returns the action of dropping a file with this text on the page.
func (b *tab) drop(text string) chromedp.Action[chromedp.Void] {
	return chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`(() => {
		const dataTransfer = new DataTransfer();
		dataTransfer.items.add(new File([%q], "camp.csv", { type: "text/csv" }));
		document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
	})()`, text))
}

// An exported form can have private columns besides those of the game. If such a file is dropped on the page, or its
// columns are chosen, no address, link, request or entry of the history may contain more than the three columns of the
// game, and the answer must have an address from which it can be loaded again.
func TestADroppedExportIsInNoAddress(t *testing.T) {
	b := newTab(t, lab.web.url)
	w := b.witness()
	b.visit(lab.web.url+"lookup", 200)
	b.expect("the export", false)
	b.arrives(200, b.drop(formExport))
	b.until(`location.search.includes("Cleo")`)
	text := eval[string](b, `document.querySelector("main").innerText`)
	for _, want := range []string{"They can stand in a line", "Read from the columns Your name, Wonderwall and Ninja. The other 3 columns were left out: no link and no file contains them."} {
		if !strings.Contains(text, want) {
			t.Errorf("the page has no %q: %s", want, text)
		}
	}
	if shown := eval[string](b, `document.getElementById("game").value`); shown != "player,wonderwall,ninja\nAnn,Dan,Ben\nBen,Dan,Cleo\nCleo,Ann,Dan\nDan,Ann,Cleo\n" {
		t.Errorf("the text box has %q", shown)
	}
	b.noSecret(w)
	b.looks("privacy-answer")
	b.expect("the answer again", false)
	b.arrives(200, chromedp.Reload())
	b.noSecret(w)
	for _, to := range []string{"/play", "/simulate"} {
		b.expect(to, false)
		b.arrives(200, chromedp.Evaluate[chromedp.Void](fmt.Sprintf(`document.querySelector("main a[href^='%s']").click()`, to)))
		b.noSecret(w)
		b.expect("back from "+to, false)
		b.arrives(200, chromedp.NavigateBack())
		b.noSecret(w)
	}

	b.visit(lab.web.url+"lookup", 200)
	b.expect("columns to choose", true)
	b.arrives(422, b.drop(strings.NewReplacer("Your name", "Who", "Wonderwall", "A", "Ninja", "B").Replace(formExport)))
	b.noSecret(w)
	for i, column := range []string{"2", "3", "4"} {
		b.do(chromedp.SetValue(fmt.Sprintf("#column-%d", i), column))
	}
	b.expect("columns that were chosen", false)
	b.arrives(200, chromedp.Click(chromedp.CSS("#columns button.main:not(th *)")))
	if title := eval[string](b, `document.querySelector("h1").innerText`); title != "They can stand in a line" {
		t.Errorf("the columns lead to %q", title)
	}
	b.noSecret(w)

	b.visit(lab.web.url+"lookup", 200)
	b.expect("a misspelled name", true)
	b.arrives(422, b.drop(strings.Replace(formExport, "Dan,Ben,", "Dan,Bne,", 1)))
	b.noSecret(w)
	if said := lab.web.stderr(); said != "" {
		t.Errorf("the program said %q", said)
	}
}

// The web host of a copy must receive nothing of a file that a user drops on the page, or of what the user types, even
// if the browser has no service worker to answer a form.
func TestACopySendsNothingThatIsTyped(t *testing.T) {
	s := newSpace(t)
	var mu sync.Mutex
	var requests []string
	files := s.server.Config.Handler
	s.server.Config.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		mu.Lock()
		requests = append(requests, r.Method+" "+r.URL.String()+" "+r.Referer()+" "+string(body))
		mu.Unlock()
		files.ServeHTTP(w, r)
	})
	typed := func() (list []string) {
		mu.Lock()
		defer mu.Unlock()
		for _, request := range requests {
			if strings.Contains(request, "Cleo%2C") || strings.Contains(request, "Cleo,") || secret.MatchString(request) || strings.HasPrefix(request, "POST") {
				list = append(list, request)
			}
		}
		return list
	}
	b := newTab(t, s.at)
	w := b.witness()
	b.visit(s.at, 200)
	b.worked()
	b.visit(s.at+"lookup/", 200)
	b.do(b.drop(formExport))
	b.until(`location.search.includes("Cleo") && document.querySelector("main")?.innerText.includes("They can stand in a line")`)
	b.until(`document.getElementById("columns-read")?.innerText.includes("The other 3 columns were left out")`)
	b.noSecret(w)
	if list := typed(); list != nil {
		t.Errorf("the web space was sent %.2000q", list)
	}

	b = newTab(t, s.at)
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: `delete Navigator.prototype.serviceWorker`})
	b.visit(s.at+"lookup/", 200)
	b.do(b.drop(formExport))
	if sends := eval[[]string](b, `[...document.forms].filter((form) => form.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true }))).map((form) => form.id)`); len(sends) > 0 {
		t.Errorf("without a worker these forms send what is typed: %q", sends)
	}
	if text := eval[string](b, `document.querySelector("main").innerText`); !strings.Contains(text, "Forms do not work in this copy") {
		t.Errorf("without a worker the page says %.500q", text)
	}
	if list := typed(); list != nil {
		t.Errorf("without a worker the web space was sent %.2000q", list)
	}
}
