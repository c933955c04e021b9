package web

import (
	"compress/gzip"
	"html"
	"io"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"path"
	"regexp"
	"strings"
	"testing"

	"enumerate"
	"enumerate/games"
	"enumerate/rooms/claims"
)

// TestTheLedgerHasEveryClaim checks that each claim is in the list of all claims and on the page of its source, with
// our verdict, the commands that show it, and a link to the errata if the claim is listed there.
func TestTheLedgerHasEveryClaim(t *testing.T) {
	h := testSite(t).handler()
	ledger := ask(h, "/documents/statements", nil).Body.String()
	listed := textOf(ledger)
	above, _, _ := strings.Cut(ledger, "<table")
	for _, verdict := range claims.Verdicts {
		if !strings.Contains(strings.ToLower(above), "<b>"+string(verdict)+"</b>") {
			t.Errorf("nothing above the ledger says what %q means", verdict)
		}
	}
	for _, s := range claims.Sources() {
		page := ask(h, "/documents/statements/"+s.Name, nil).Body.String()
		shown := textOf(page)
		for _, c := range s.Claims {
			if !strings.Contains(page, `<tr id="`+c.ID+`">`) {
				t.Errorf("%s is not on the page of its source", c.ID)
			}
			if !strings.Contains(ledger, `<tr id="`+c.ID+`">`) || !strings.Contains(ledger, `href="/documents/statements/`+s.Name+"#"+c.ID+`"`) {
				t.Errorf("%s is not in the ledger, or does not lead to its source", c.ID)
			}
			if says := strings.Join(strings.Fields(string(c.Verdict)+" "+c.Says), " "); !strings.Contains(listed, says) {
				t.Errorf("%s: the ledger does not list %q", c.ID, says)
			}
			if want := strings.Join(strings.Fields(string(c.Verdict)+" "+c.Says), " "); !strings.Contains(shown, want) {
				t.Errorf("%s: the page of its source does not say %q", c.ID, want)
			}
			if details := `href="/documents/errata#` + c.ID + `"`; strings.Contains(page, details) != c.Erratum() {
				t.Errorf("%s: whether it is linked to errata is %t", c.ID, !c.Erratum())
			}
			for _, command := range c.Commands {
				if !strings.Contains(html.UnescapeString(page), command.Line) {
					t.Errorf("%s: the page of its source does not show %s", c.ID, command.Line)
				}
			}
		}
	}
}

func TestNoLinkOfTheSourcesIsDead(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	address := regexp.MustCompile(`(?:href|src)="(/[^"#]*)(?:#([^"]*))?"`)
	asked := map[string]string{"/documents": ""}
	for queue := []string{"/documents"}; len(queue) > 0; queue = queue[1:] {
		w := ask(h, queue[0], nil)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", queue[0], w.Code)
		}
		asked[queue[0]] = w.Body.String()
		for _, m := range address.FindAllStringSubmatch(w.Body.String(), -1) {
			if _, ok := asked[m[1]]; !ok && (strings.HasPrefix(m[1], "/documents") || m[1] == "/numbers") {
				asked[m[1]] = ""
				queue = append(queue, m[1])
			}
		}
	}
	elsewhere := regexp.MustCompile(`(?:href|src)="([^"]*)"`)
	for at, body := range asked {
		for _, m := range elsewhere.FindAllStringSubmatch(body, -1) {
			if !strings.HasPrefix(m[1], "/") && !strings.HasPrefix(m[1], "#") && !strings.HasPrefix(m[1], "https://") {
				t.Errorf("%s leads to %q", at, m[1])
			}
		}
		for _, m := range address.FindAllStringSubmatch(body, -1) {
			if m[2] != "" && !strings.Contains(asked[m[1]], `id="`+m[2]+`"`) {
				t.Errorf("%s leads to %s, where nothing is called %s", at, m[1], m[2])
			}
		}
	}
	if len(asked) < 30 {
		t.Errorf("%d addresses were followed", len(asked))
	}
}

func TestDocumentsAreFinished(t *testing.T) {
	files := library{"col": "docs/papers/col.md", "count": "docs/papers/count.md", "four.svg": "docs/pictures/four.svg"}
	for _, c := range []struct{ claim, markdown, want string }{
		{"a power", "at most 2^o(n) of n^-M", "at most 2<sup>o(n)</sup> of n<sup>-M</sup>"},
		{"a power in brackets", "n^(|S|-1) and (e/n)^(2(n-k))", "n<sup>|S|-1</sup> and (e/n)<sup>2(n-k)</sup>"},
		{"an index", "from a'\\_i to C_{i+1}", "from a'<sub>i</sub> to C<sub>i+1</sub>"},
		{"an index of a Greek letter", "α λ_v", "α λ<sub>v</sub>"},
		{"a minus", "1 - 3/(2n) - f(x) - 2^k - 1", "1 − 3/(2n) − f(x) − 2<sup>k</sup> − 1"},
		{"none of them", "`2^n` of `x_1`, some_name", "<code>2^n</code> of <code>x_1</code>, some_name"},
		{"a formula breaks", "    2^n = 4\n", `<pre class="formula"><code>2<sup>n</sup> = 4`},
		{"a listing scrolls", "    $ enumerate values '^3'\n", `<pre tabindex="0"><code><span class="breaks">$ enumerate values '^3'</span>`},
		{"rows keep their columns", "    $ enumerate plan\n     n  time  disk\n     8   1 s  9 MB\n", "</span>\n n  time  disk\n 8   1 s  9 MB\n</code>"},
		{"prose in a table", "| a | b |\n|---|--:|\n| which are more than a few words | 1 |\n", `<td class="prose">which are more than a few words</td>`},
		{"a link is no prose", "| a |\n|---|\n| [count](count.md) |\n", `<td><a href="/documents/count">count</a></td>`},
		{"a picture", "![it](../pictures/four.svg)", `<a class="picture" href="/documents/four.svg"><img src="/documents/four.svg" alt="it"></a>`},
		{"a document that is named", "see docs/papers/count.md for it", `see <a href="/documents/count">How the count works, and why it is right</a> for it`},
		{"a document that is linked", "[it](count.md#a)", `<a href="/documents/count#a">it</a>`},
		{"a picture that is linked", "[it](../pictures/four.svg)", `<a href="/documents/four.svg">it</a>`},
		{"numbers that are linked", "[it](../../data/results/wonderwall.csv)", `<a href="/numbers/shipped/wonderwall.csv">it</a>`},
		{"an address", "at https://example.org/a", `<a href="https://example.org/a">https://example.org/a</a>`},
		{"a file that is not here", "a [file](../../db/doc.go) b", "<p>a file b</p>"},
		{"a link to elsewhere with the name of a document", "[it](../../proofs/count.md)", "<p>it</p>"},
	} {
		d, err := files.read(games.All(), "col", []byte("# T\n\n"+c.markdown+"\n"))
		if got := strings.NewReplacer("&#39;", "'", "&rsquo;", "'").Replace(string(d.HTML)); err != nil || !strings.Contains(got, c.want) {
			t.Errorf("%s: %q, %v, want %q", c.claim, got, err, c.want)
		}
	}
}

func TestDocumentsHaveAListAtTheTop(t *testing.T) {
	page := ask(testSite(t).handler(), "/documents/random", nil).Body.String()
	top, _, _ := strings.Cut(page, "<article")
	for _, link := range []string{`<a href="#4-no-giant-cores">4. No giant cores</a>`, `<a href="/documents">All documents</a>`} {
		if !strings.Contains(top, link) {
			t.Errorf("there is no %s at the top", link)
		}
	}
}

func TestEveryDocumentIsOnTheList(t *testing.T) {
	h := testSite(t).handler()
	list := ask(h, "/documents", nil).Body.String()
	for _, pattern := range []string{"README.md", "docs/*/*.md", "docs/changes.md", "rooms/proofs/README.md"} {
		for _, file := range must(fs.Glob(enumerate.Documents, pattern)) {
			if name := path.Base(strings.TrimSuffix(strings.Replace(file, "rooms/proofs/README", "proofs", 1), ".md")); !strings.Contains(list, `<a href="/documents/`+name+`">`) {
				t.Errorf("%s is not on the list", file)
			}
		}
	}
	if guide, ledger := strings.Index(list, ">Guide</h2>"), strings.Index(list, `href="/documents/statements"`); guide < 0 || guide > strings.Index(list, ">Papers</h2>") || ledger < 0 || len(list) > 20_000 {
		t.Errorf("the guide is at %d, a link to the ledger at %d of %d bytes", guide, ledger, len(list))
	}
}

func TestTheREADMEHasTheTableOfResults(t *testing.T) {
	h := testSite(t).handler()
	table := regexp.MustCompile(`(?s)<div class="wide totals".*?</table>`)
	readme, results := ask(h, "/documents/README", nil).Body.String(), ask(h, "/numbers", nil).Body.String()
	if got := table.FindString(readme); got == "" || got != table.FindString(results) || strings.Contains(readme, ">evidence</th>") {
		t.Errorf("the README has the table %.300q", got)
	}
}

func TestHTMLInADocumentIsOmitted(t *testing.T) {
	d, err := library{}.read(games.All(), "x", []byte("# T\n\n<script>alert(1)</script>\n\na <b onclick=x>b</b> [l](javascript:alert(1)) ![p](../../etc/passwd) `<i>`\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"<script", "<b", "javascript:", "..", "<i>"} {
		if strings.Contains(string(d.HTML), tag) {
			t.Errorf("%q is in %q", tag, d.HTML)
		}
	}
	if d.Title != "T" || !strings.Contains(string(d.HTML), `src="/documents/passwd"`) {
		t.Errorf("title %q, %q", d.Title, d.HTML)
	}
}

// TestDocumentsAreSentWithinTheBudgetOfAPage asks for every document and every page of claims, compressed as for
// browsers.
func TestDocumentsAreSentWithinTheBudgetOfAPage(t *testing.T) {
	h := testSite(t).handler()
	asked := 0
	lists := ask(h, "/documents", nil).Body.String() + ask(h, "/documents/statements", nil).Body.String()
	for _, m := range regexp.MustCompile(`href="(/documents/[^"#]*)"`).FindAllStringSubmatch(lists, -1) {
		r := httptest.NewRequest("GET", here+m[1], nil)
		r.Header.Set("Accept-Encoding", "gzip, br")
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", m[1], w.Code)
		}
		if w.Header().Get("Content-Encoding") != "gzip" {
			continue // a file
		}
		zip, err := gzip.NewReader(w.Body)
		if err != nil {
			t.Fatal(err)
		}
		page, err := io.ReadAll(zip)
		plain := ask(h, m[1], nil).Body.String()
		if err != nil || string(page) != plain {
			t.Errorf("%s: %v, %d bytes of %d", m[1], err, len(page), len(plain))
		}
		if len(plain) > mostPage {
			t.Errorf("%s: %d bytes, want at most %d", m[1], len(plain), mostPage)
		}
		asked++
	}
	if asked < 30 {
		t.Errorf("%d documents", asked)
	}
}

func TestTheThesisIsLinked(t *testing.T) {
	body := ask(testSite(t).handler(), "/documents/published", nil).Body.String()
	for _, link := range []string{`<a href="https://github.com/bgschiller/ninja-assassin-wonder-wall">`, `<a href="/documents/published-estimates.csv">`} {
		if !strings.Contains(body, link) {
			t.Errorf("no link %s:\n%.3000s", link, body)
		}
	}
}

// TestFlagsAreNotBroken reads a document with long and short flags. Each must stand in an element of its own, except in
// listings, whose lines break only between words.
func TestFlagsAreNotBroken(t *testing.T) {
	body := ask(testSite(t).handler(), "/documents", nil).Body.String()
	for _, command := range []string{
		`enumerate solve data/examples/camp.csv <i>--explain</i></code>`,
		`<i>--judge</i> 'awk <i>-f</i> data/judges/picked.awk'</code>`,
	} {
		if !strings.Contains(strings.ReplaceAll(body, "&#39;", "'"), command) {
			t.Errorf("no command is written %s:\n%s", command, body)
		}
	}
}

// TestHeadingsSkipNoLevel reads every document, for readers who navigate by headings.
func TestHeadingsSkipNoLevel(t *testing.T) {
	h := testSite(t).handler()
	tag := regexp.MustCompile(`<h([1-6])`)
	list := regexp.MustCompile(`href="(/documents/[a-zA-Z-]+)"`).FindAllStringSubmatch(ask(h, "/documents", nil).Body.String(), -1)
	if len(list) < 20 {
		t.Fatalf("there are %d documents", len(list))
	}
	for _, at := range list {
		last := "1"
		for _, heading := range tag.FindAllStringSubmatch(ask(h, at[1], nil).Body.String(), -1) {
			if heading[1][0] > last[0]+1 {
				t.Errorf("%s: a heading of level %s follows one of level %s", at[1], heading[1], last)
			}
			last = heading[1]
		}
	}
}
