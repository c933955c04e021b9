package web

import (
	"html"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"enumerate"
)

func TestTheLedgerHasEveryClaimOfTheDocument(t *testing.T) {
	source, err := enumerate.Documents.ReadFile("docs/errata.md")
	if err != nil {
		t.Fatal(err)
	}
	d, err := readDocument("errata", source)
	if err != nil {
		t.Fatal(err)
	}
	if want := strings.Count(string(source), "\n**") + strings.Count(string(source), ":* **"); len(d.Claims) != want || want < 15 {
		t.Errorf("%d claims, want %d: each begins with a word in italics", len(d.Claims), want)
	}
	page := ask(testSite(t).handler(), "/sources", nil).Body.String()
	for _, c := range d.Claims {
		if !slices.Contains([]string{"Wrong", "Unclear", "Right", "Not proved", "Proved", "Open"}, c.Verdict) {
			t.Errorf("%q: what came of it is %q", c.Text, c.Verdict)
		}
		if c.Source == "" || c.Picture == "" {
			t.Errorf("%q has no source or no picture", c.Text)
		}
		if !strings.Contains(page, `<p id="`+c.ID+`">`) || !strings.Contains(page, `href="#`+c.ID+`"`) {
			t.Errorf("%q is not linked to", c.Text)
		}
		if !strings.Contains(textOf(page), c.Source+" "+c.Verdict+" "+c.Text) {
			t.Errorf("%q is not in the ledger", c.Text)
		}
		for command := range strings.Lines(c.Commands) {
			if command = strings.TrimSpace(command); !strings.Contains(html.UnescapeString(page), command) || !strings.Contains(string(source), "\n    "+command+"\n") {
				t.Errorf("%q: the command %q is not that of the document", c.Text, command)
			}
		}
	}
}

// TestNoLinkOfTheSourcesIsDead follows every address of every document on this site.
func TestNoLinkOfTheSourcesIsDead(t *testing.T) {
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
	d, err := readDocument("x", []byte("# T\n\n<script>alert(1)</script>\n\na <b onclick=x>b</b> [l](javascript:alert(1)) ![p](../../etc/passwd) `<i>`\n"))
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
