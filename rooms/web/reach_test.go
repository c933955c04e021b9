package web

import (
	"bytes"
	"image/png"
	"net"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rsc.io/qr"

	"enumerate/games"
)

// TestThePageIsReachedByItsNumericAddresses asks at each address that the server names. The QR code must show the
// first.
func TestThePageIsReachedByItsNumericAddresses(t *testing.T) {
	open(t, Site{Rulesets: games.All()}, func(s *Server) {
		if len(s.URLs()) != 1 || s.Secret() {
			t.Errorf("on loopback it is at %q", s.URLs())
		}
	})
	everywhere, err := Open("0.0.0.0:0", Site{Rulesets: games.All()})
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = everywhere.Run(t.Context()) }()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	browser := http.Client{Jar: jar}
	for _, at := range everywhere.URLs() {
		u, err := url.Parse(at)
		if err != nil || net.ParseIP(u.Hostname()) == nil || u.Query().Get(tokenName) != everywhere.token {
			t.Errorf("%q is no numeric address with the token: %v", at, err)
		}
		answer, err := browser.Get(at)
		if err != nil || answer.StatusCode != http.StatusOK {
			t.Errorf("%s: %v, %v", at, answer, err)
			continue
		}
		answer.Body.Close()
	}
	want, err := qr.Encode(everywhere.URL(), qr.L)
	if err != nil {
		t.Fatal(err)
	}
	shown := newSite(Site{Rulesets: games.All()}, everywhere.token)
	shown.reachedAt(everywhere.URLs)
	h := shown.handler()
	look := func(at string) *httptest.ResponseRecorder {
		r, w := httptest.NewRequest("GET", at, nil), httptest.NewRecorder()
		r.AddCookie(&http.Cookie{Name: cookieName(r), Value: everywhere.token})
		h.ServeHTTP(w, r)
		return w
	}
	page, code := look("/phone"), look("/phone/qr.png")
	picture, err := png.Decode(bytes.NewReader(code.Body.Bytes()))
	if err != nil || !strings.Contains(page.Body.String(), everywhere.URL()) {
		t.Fatalf("%v; %d %s", err, page.Code, page.Body)
	}
	for y := range want.Size {
		for x := range want.Size {
			const quiet = 4
			r, _, _, _ := picture.At((x+quiet)*want.Scale, (y+quiet)*want.Scale).RGBA()
			if (r == 0) != want.Black(x, y) {
				t.Fatalf("the code is another one at %d,%d", x, y)
			}
		}
	}
	var lines bytes.Buffer
	everywhere.show(&lines)
	if rows := strings.Count(lines.String(), "\n"); rows < want.Size/2 || rows > want.Size/2+5 || strings.ContainsRune(lines.String(), 0x1b) {
		t.Errorf("the terminal shows %d lines for %d modules, or colours", rows, want.Size)
	}
	if w := ask(testSite(t).handler(), "/phone", nil); w.Code != http.StatusNotFound {
		t.Errorf("a page that nobody else reaches shows how: %d", w.Code)
	}
}

func TestNoBrowserOpensWithoutADisplay(t *testing.T) {
	t.Setenv("DISPLAY", ":7")
	t.Setenv("CI", "")
	file, err := os.Create(filepath.Join(t.TempDir(), "file"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	null, err := os.Open(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	defer func(in, out, errs *os.File) { os.Stdin, os.Stdout, os.Stderr = in, out, errs }(os.Stdin, os.Stdout, os.Stderr)
	clicked := func(in, out, errs *os.File, args ...string) bool {
		os.Stdin, os.Stdout, os.Stderr = in, out, errs
		return len(Arguments(args)) > len(args)
	}
	if !clicked(null, null, null) {
		t.Error("a double click opens nothing")
	}
	if clicked(null, w, null) || clicked(null, file, null) || clicked(r, null, null) || clicked(null, null, w) || clicked(null, null, null, "--n", "3") {
		t.Error("what has arguments, or a reader, is taken for a double click")
	}
	t.Setenv("CI", "true")
	if clicked(null, null, null) {
		t.Error("a browser opens in CI")
	}
	t.Setenv("CI", "")
	t.Setenv("DISPLAY", "")
	t.Setenv("WAYLAND_DISPLAY", "")
	if clicked(null, null, null) {
		t.Error("a browser opens without a display")
	}
}
