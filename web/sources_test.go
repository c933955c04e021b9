package web

import (
	"html"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"enumerate/claims"
)

func TestTheLedgerHasEveryClaim(t *testing.T) {
	page := ask(testSite(t).handler(), "/sources", nil).Body.String()
	shown := textOf(page)
	for _, s := range claims.Sources() {
		for _, c := range s.Claims {
			if !strings.Contains(page, `<tr id="`+c.ID+`">`) {
				t.Errorf("%s is not in the ledger", c.ID)
			}
			if want := strings.Join(strings.Fields(string(c.Verdict)+" "+c.Says), " "); !strings.Contains(shown, want) {
				t.Errorf("%s: the ledger does not say %q", c.ID, want)
			}
			if details := `href="/sources/errata#` + c.ID + `"`; strings.Contains(page, details) != c.Erratum() {
				t.Errorf("%s: whether it is linked to errata is %t", c.ID, !c.Erratum())
			}
			for _, command := range c.Shown {
				if !strings.Contains(html.UnescapeString(page), command.Line) {
					t.Errorf("%s: the ledger does not show %s", c.ID, command.Line)
				}
			}
		}
	}
}

// TestNoLinkOfTheSourcesIsDead follows every address of every document on this site.
func TestNoLinkOfTheSourcesIsDead(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	address := regexp.MustCompile(`(?:href|src)="(/[^"#]*)(?:#([^"]*))?"`)
	asked := map[string]string{"/sources": ""}
	for queue := []string{"/sources"}; len(queue) > 0; queue = queue[1:] {
		w := ask(h, queue[0], nil)
		if w.Code != http.StatusOK {
			t.Errorf("%s: %d", queue[0], w.Code)
		}
		asked[queue[0]] = w.Body.String()
		for _, m := range address.FindAllStringSubmatch(w.Body.String(), -1) {
			if _, known := asked[m[1]]; !known && strings.HasPrefix(m[1], "/sources") {
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

func TestHTMLInADocumentIsLeftOut(t *testing.T) {
	d, err := library{}.read("x", []byte("# T\n\n<script>alert(1)</script>\n\na <b onclick=x>b</b> [l](javascript:alert(1)) ![p](../../etc/passwd) `<i>`\n"))
	if err != nil {
		t.Fatal(err)
	}
	for _, tag := range []string{"<script", "<b", "javascript:", "..", "<i>"} {
		if strings.Contains(string(d.HTML), tag) {
			t.Errorf("%q is in %q", tag, d.HTML)
		}
	}
	if d.Title != "T" || !strings.Contains(string(d.HTML), `src="/sources/passwd"`) {
		t.Errorf("title %q, %q", d.Title, d.HTML)
	}
}
