package browser

import (
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"
)

// hostile is a text that becomes script or markup if a page does not escape it, wherever in the page it stands.
const hostile = `'"></title></textarea></script><b id=hostile onclick=alert(1)></b><script>alert(2)</script><img src=x onerror=alert(3)>{{.}}`

// A visitor can type any text into a field or write it into an address. No answer may contain such hostile words as
// live markup (without escapes), lead to another site, or be a fault of the program.
func TestHostileWords(t *testing.T) {
	s := crawled(t)
	tried := 0
	tame := func(r *http.Response, err error) {
		t.Helper()
		tried++
		if err != nil {
			t.Error(err)
			return
		}
		defer r.Body.Close()
		at := r.Request.URL.String()
		if r.StatusCode >= 500 && r.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("%.300s: %s", at, r.Status)
		}
		if strings.Contains(r.Header.Get("Location"), "//") {
			t.Errorf("%.300s: leads elsewhere: %s", at, r.Header.Get("Location"))
		}
		if !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			return
		}
		document, err := html.Parse(r.Body)
		if err != nil {
			t.Errorf("%.300s: %v", at, err)
			return
		}
		faults := untamed(document)
		for node := range document.Descendants() {
			if attribute(node, "id") == "hostile" {
				faults = append(faults, "what was typed is markup")
			}
		}
		for _, fault := range faults {
			t.Errorf("%.300s: %s", at, fault)
		}
	}
	words := []string{hostile, "javascript:alert(4)", "//evil.example/", "\x00\xff\u202e", "-1", "999999999999999999999", strings.Repeat("9", 4000), "../../../etc/passwd"}
	for _, f := range s.forms {
		for _, field := range slices.Sorted(maps.Keys(f.fields)) {
			for _, word := range words {
				sent := maps.Clone(f.fields)
				sent.Set(field, word)
				if f.post {
					tame(client.PostForm(f.action, sent))
				} else {
					tame(client.Get(f.action + "?" + sent.Encode()))
				}
			}
		}
	}
	for _, at := range s.pages {
		u, err := url.Parse(at)
		if err != nil {
			t.Fatal(err)
		}
		query := u.Query()
		query.Set("unknown", "")
		for key := range query {
			for _, word := range words[:3] {
				sent := maps.Clone(query)
				sent.Set(key, word)
				u.RawQuery = sent.Encode()
				tame(client.Get(u.String()))
			}
		}
		u.RawQuery = ""
		tame(client.Get(strings.TrimSuffix(u.String(), "/") + "/" + url.PathEscape(hostile)))
	}
	for _, path := range []string{"..%2f..%2fetc/passwd", "/evil.example", "%00", "assets/../../go.mod", "?%zz", "%5c%5cevil.example"} {
		tame(client.Get(s.url + path))
	}
	t.Logf("%d requests", tried)
}

func TestHostileNames(t *testing.T) {
	b := newTab(t, lab.web.url)
	name := func(i int) string {
		return fmt.Sprintf("</script><script>alert(%d)</script><img src=x onerror=alert(%d)>", i, i)
	}
	var game strings.Builder
	game.WriteString("player,wonderwall,ninja\n")
	for i := range 5 {
		fmt.Fprintf(&game, "%s,%s,%s\n", name(i), name((i+1)%5), name((i+2)%5))
	}
	query := url.Values{"ruleset": {"wonderwall"}, "game": {game.String()}}.Encode()
	for _, page := range []string{"lookup", "play"} {
		b.visit(lab.web.url+page+"?"+query, 200)
		if text := eval[string](b, "document.body.innerText"); !strings.Contains(text, name(0)) {
			t.Errorf("%s does not show the name %s, but %s", page, name(0), text)
		}
		b.looks(page + "-hostile")
		for _, picture := range eval[[]string](b, `[...document.querySelectorAll("main a:has(img)")].map(a => a.href)`) {
			b.visit(picture, 200) // as a document, in which script would run
		}
	}
}

// A server must refuse forms of 64 MiB without reading them to the end. While 200 clients stop in the middle of a
// request, other clients must be answered in time, and the slow ones must be disconnected.
func TestHostileClients(t *testing.T) {
	t.Parallel() // since it mostly waits
	s := crawled(t)
	for _, f := range s.forms {
		if !f.post {
			continue
		}
		large := io.MultiReader(strings.NewReader("game="), io.LimitReader(endless{}, 64<<20))
		r, err := client.Post(f.action, "application/x-www-form-urlencoded", large)
		if err != nil {
			if !strings.Contains(err.Error(), "reset") && !strings.Contains(err.Error(), "broken pipe") {
				t.Error(err)
			}
			continue // it hung up, which is a refusal too
		}
		r.Body.Close()
		if r.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: 64 MiB: %s", f.action, r.Status)
		}
	}
	if most := lab.web.peak(t); most > mostMemory {
		t.Errorf("%d MiB held", most>>20)
	}

	host := strings.Trim(strings.TrimPrefix(lab.web.url, "http://"), "/")
	const slow = 200
	ended := make(chan error, slow)
	for i := range slow {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		begun := []string{ // the client sends no more than this
			"GET /lookup HTTP/1.1\r\nHost: " + host + "\r\nX-Slow: ",
			"POST /lookup HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ngame=",
		}[i%2]
		if _, err := conn.Write([]byte(begun)); err != nil {
			t.Fatal(err)
		}
		go func() {
			_, err := io.Copy(io.Discard, conn)
			ended <- err
		}()
	}
	for range 20 {
		begun := time.Now()
		r, err := client.Get(lab.web.url + "lookup")
		if err != nil {
			t.Fatal(err)
		}
		r.Body.Close()
		if took := time.Since(begun); r.StatusCode != http.StatusOK || took > longest {
			t.Errorf("with %d slow clients: %s after %v", slow, r.Status, took)
		}
	}
	for range slow {
		if err := <-ended; err != nil && !strings.Contains(err.Error(), "reset") {
			t.Fatalf("a slow client is still there: %v", err)
		}
	}
}

type endless struct{}

func (endless) Read(p []byte) (int, error) {
	for i := range p {
		p[i] = 'a'
	}
	return len(p), nil
}
