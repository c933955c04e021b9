package web

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/games"
	"enumerate/internal/eventually"
	"enumerate/internal/pace"
	"enumerate/rooms/fleet"
)

// here is the address of the page in tests, as a browser on this machine has it.
const here = "http://localhost:8080"

// testSite returns a site with the built-in rulesets, whose remarks are errors.
func testSite(t testing.TB) *site {
	return newSite(Site{Rulesets: games.All(), Remark: func(text string) { t.Error(text) }}, "")
}

// ask sends a request, and returns what is answered. A form is posted.
func ask(h http.Handler, at string, form url.Values) *httptest.ResponseRecorder {
	r := httptest.NewRequest("GET", here+at, nil)
	if form != nil {
		r = httptest.NewRequest("POST", here+at, strings.NewReader(form.Encode()))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w
}

// TestOnlyThisMachineIsAnsweredOnLoopback sends requests with different host names. The site may answer only names of
// this machine. Otherwise a foreign web site could give its own name the address of this machine, and read the pages
// through the user's browser.
func TestOnlyThisMachineIsAnsweredOnLoopback(t *testing.T) {
	h := testSite(t).handler()
	for host, want := range map[string]int{
		"localhost": 200, "LOCALHOST:80": 200, "127.0.0.1:5": 200, "127.9.9.9": 200, "[::1]:80": 200, "[::1]": 200,
		"evil.example": 403, "localhost.evil.example": 403, "127.0.0.1.evil.example:80": 403, "10.0.0.1": 403, "": 403,
	} {
		r := httptest.NewRequest("GET", here+"/lookup", nil)
		r.Host = host
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("Host %q: %d, want %d", host, w.Code, want)
		}
	}
}

// TestOtherMachinesNeedTheToken asks for pages with and without the token. If it is in the address, the site must
// redirect to the address without it and set the cookie.
func TestOtherMachinesNeedTheToken(t *testing.T) {
	const token = "SECRET"
	h := newSite(Site{Rulesets: games.All()}, token).handler()
	get := func(at string, cookies ...*http.Cookie) *httptest.ResponseRecorder {
		r := httptest.NewRequest("GET", "http://lab.example:8080"+at, nil)
		for _, c := range cookies {
			r.AddCookie(c)
		}
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		return w
	}
	for _, at := range []string{"/", "/lookup?game=BC", "/lookup?token=WRONG", "/lookup?token=", "/lookup/solve.json", "/nothing"} {
		if w := get(at); w.Code != http.StatusForbidden || strings.Contains(w.Body.String(), token) {
			t.Errorf("%s without the token: %d", at, w.Code)
		}
	}
	w := get("//evil.example/lookup?game=1&token=" + token)
	if at := w.Header().Get("Location"); w.Code != http.StatusSeeOther || at != "/evil.example/lookup?game=1" {
		t.Errorf("with the token: %d, to %q", w.Code, at)
	}
	cookies := w.Result().Cookies()
	if len(cookies) != 1 || cookies[0].Name != "token8080" || !cookies[0].HttpOnly || cookies[0].SameSite != http.SameSiteLaxMode {
		t.Fatalf("cookies = %v", cookies)
	}
	if w := get("/lookup", cookies[0]); w.Code != http.StatusOK {
		t.Errorf("with the cookie: %d", w.Code)
	}
	cookies[0].Value = "WRONG"
	if w := get("/lookup", cookies[0]); w.Code != http.StatusForbidden {
		t.Errorf("with a wrong cookie: %d", w.Code)
	}
}

func TestOtherPagesCannotPost(t *testing.T) {
	h := testSite(t).handler()
	for origin, want := range map[string]int{"": 303, here: 303, "http://evil.example": 403, "null": 403} {
		r := httptest.NewRequest("POST", here+"/lookup", strings.NewReader("game=1"))
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		if origin != "" {
			r.Header.Set("Origin", origin)
		}
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, r); w.Code != want {
			t.Errorf("Origin %q: %d, want %d", origin, w.Code, want)
		}
	}
}

// TestEveryAnswerForbidsOtherSites reads the headers of every kind of answer, such as the strict
// Content-Security-Policy. Pages must have no inline script or style.
func TestEveryAnswerForbidsOtherSites(t *testing.T) {
	h := testSite(t).handler()
	style := ""
	for _, at := range []string{"/", "/lookup", "/lookup?game=BC+DA+BA+BA", "/nothing", "/lookup/solve.json?game=x", "/lookup/picture.svg?game=BC+DA+BA+BA"} {
		w := ask(h, at, nil)
		policy := w.Header().Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; ") || strings.Contains(policy, "script-src 'unsafe") || w.Header().Get("X-Content-Type-Options") != "nosniff" || w.Header().Get("Referrer-Policy") != "no-referrer" {
			t.Errorf("%s: headers %v", at, w.Header())
		}
		for _, alone := range []string{"Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"} {
			if w.Header().Get(alone) != "same-origin" {
				t.Errorf("%s: %s is %q", at, alone, w.Header().Get(alone))
			}
		}
		for _, kept := range []string{"/", "/lookup"} { // what a reader types stays private
			if at == kept && w.Header().Get("Cache-Control") != "no-store" {
				t.Errorf("%s: it may be stored", at)
			}
		}
		body := w.Body.String()
		if strings.Contains(w.Header().Get("Content-Type"), "html") && (strings.Contains(body, " style=") || strings.Contains(body, "<style") || strings.Contains(body, " onclick")) {
			t.Errorf("%s has style or script within", at)
		}
		if _, after, found := strings.Cut(body, `rel="stylesheet" href="`); found {
			style, _, _ = strings.Cut(after, `"`)
		}
	}
	if w := ask(h, style, nil); w.Code != 200 || !strings.Contains(w.Header().Get("Cache-Control"), "immutable") || !strings.HasPrefix(w.Header().Get("Content-Type"), "text/css") {
		t.Errorf("the stylesheet %s: %d %v", style, w.Code, w.Header())
	}
}

// TestFaultsHaveTheirStatus makes every kind of invalid request, and one request whose handler panics. The panic must
// be reported to the owner of the server, with the place in the code.
func TestFaultsHaveTheirStatus(t *testing.T) {
	remarks := ""
	s := newSite(Site{Rulesets: games.All(), Remark: func(text string) { remarks += text }}, "")
	s.get("/broken", func(http.ResponseWriter, *http.Request) error { panic("broken") })
	h := s.handler()
	long := strings.Repeat("x", mostBody+1)
	for _, c := range []struct {
		at     string
		form   url.Values
		status int
		text   string
	}{
		{"/nothing", nil, 404, "<h1>Page not found</h1>\n\n<p class=\"wrong sentence\" role=\"alert\">nothing is at this address</p>"},
		{"/lookup?ruleset=nothing", nil, 422, "unknown ruleset"},
		{"/lookup?ruleset=nm", nil, 422, "did you mean &#34;nim&#34;?</p>\n<p>Choose a ruleset: <a href=\"/lookup?ruleset=wonderwall\">wonderwall</a>, "},
		{"/lookup/solve.json?ruleset=nothing", nil, 422, `{"error":"unknown ruleset \"nothing\"`},
		{"/lookup/class.json?ruleset=antonim&game=1", nil, 404, `{"error":"the ruleset antonim has no question \"class\": ask another one"}`},
		{"/lookup/class.json?ruleset=spies&game=8", nil, 422, "8 is a size without a board"},
		{"/lookup", url.Values{"game": {long}}, 413, "at most 1,048,576 bytes"},
		{"/lookup?game=%zz", nil, 400, "cannot be read"},
		{"/broken", nil, 500, "internal error"},
		{"/lookup", url.Values{"game": {long}}, 413, "<h1>Too large</h1>"},
		{"/lookup?game=%zz", nil, 400, "<h1>This cannot be read</h1>"},
		{"/broken", nil, 500, "<h1>Program error</h1>"},
	} {
		if w := ask(h, c.at, c.form); w.Code != c.status || !strings.Contains(w.Body.String(), c.text) {
			t.Errorf("%s: %d %q, want %d %q", c.at, w.Code, w.Body, c.status, c.text)
		}
	}
	if !strings.Contains(remarks, "panic: broken") || !strings.Contains(remarks, "server_test.go") {
		t.Errorf("remarks = %q", remarks)
	}
}

func TestConcurrentRequestsAreLimited(t *testing.T) {
	s := testSite(t)
	hold := make(chan struct{})
	var begun sync.WaitGroup
	begun.Add(mostRequests)
	s.get("/hold", func(http.ResponseWriter, *http.Request) error {
		begun.Done()
		<-hold
		return nil
	})
	h := s.handler()
	var all sync.WaitGroup
	for range mostRequests {
		all.Go(func() { ask(h, "/hold", nil) })
	}
	begun.Wait()
	if w := ask(h, "/lookup", nil); w.Code != http.StatusServiceUnavailable || w.Header().Get("Retry-After") == "" {
		t.Errorf("one more: %d", w.Code)
	}
	close(hold)
	all.Wait()
	if w := ask(h, "/lookup", nil); w.Code != http.StatusOK {
		t.Errorf("afterwards: %d", w.Code)
	}
}

// TestComputationsHaveBounds calls compute with functions that fail, panic, take too long, or ignore the end of their
// context. A function that ignores it must keep its processor until it ends. Otherwise more functions could run at the
// same time than there are processors.
func TestComputationsHaveBounds(t *testing.T) {
	s := newSite(Site{Rulesets: games.All()}, "")
	s.Work.free = make(chan struct{}, 1)
	free := make(chan struct{})
	run := func(during time.Duration, do func(context.Context) (int, error)) error {
		_, err := compute(t.Context(), s.Work, during, do)
		return err
	}
	if err := run(time.Second, func(context.Context) (int, error) { return 0, io.EOF }); !errors.Is(err, io.EOF) || err.Error() != io.EOF.Error() {
		t.Errorf("its own error: %v", err)
	}
	if err := run(time.Second, func(context.Context) (int, error) { panic("!") }); err != errBroken {
		t.Errorf("a panic: %v", err)
	}
	heeds := func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, fmt.Errorf("ended: %w", ctx.Err()) }
	if err := run(time.Millisecond, heeds); statusOf(err) != unknown || err.Error() != "the limit of 1ms is exceeded" {
		t.Errorf("too long: %v", err)
	}
	if err := run(time.Millisecond, func(context.Context) (int, error) { <-free; return 0, nil }); statusOf(err) != unknown {
		t.Errorf("it does not end: %v", err)
	}
	if err := run(time.Millisecond, heeds); statusOf(err) != unknown || !strings.Contains(err.Error(), "the server is busy") {
		t.Errorf("no processor: %v", err)
	}
	close(free)
	if err := run(time.Minute, func(context.Context) (int, error) { return 0, nil }); err != nil {
		t.Errorf("a processor again: %v", err)
	}
	s.Work.addLimits = func(ctx context.Context) (context.Context, func()) {
		ctx, cancel := context.WithCancel(ctx)
		cancel()
		return ctx, func() {}
	}
	if err := run(time.Minute, heeds); statusOf(err) != unknown || err.Error() != "the memory limit is exceeded" {
		t.Errorf("too large: %v", err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := compute(ended, s.Work, time.Minute, heeds); !errors.Is(err, context.Canceled) && statusOf(err) != unknown {
		t.Errorf("a request that has gone: %v", err)
	}
}

// open runs a server until the test ends, and returns its address without the last slash. The function stop ends the
// server earlier, and returns how long this took, by the clock of package pace, which runs slower on a busy machine.
func open(t *testing.T, of Site, change func(*Server)) (at string, stop func() time.Duration) {
	t.Helper()
	server, err := Open("127.0.0.1:0", of)
	if err != nil {
		t.Fatal(err)
	}
	server.http.ReadHeaderTimeout, server.http.ReadTimeout, server.http.WriteTimeout = time.Hour, time.Hour, time.Hour
	if change != nil {
		change(server)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- server.Run(ctx) }()
	stop = sync.OnceValue(func() time.Duration {
		watch := pace.Start(t)
		cancel()
		if err := <-ended; !errors.Is(err, context.Canceled) {
			t.Errorf("Run = %v", err)
		}
		return watch.Stop()
	})
	t.Cleanup(func() { stop() })
	return strings.TrimSuffix(server.URL(), "/"), stop
}

// TestTheServerEndsSoonDuringAnyActivity stops a server that is busy with a computation and a stream of events, and in
// a second run also with a request that never ends, whose connection must be cut.
func TestTheServerEndsSoonDuringAnyActivity(t *testing.T) {
	t.Parallel()
	for _, endless := range []bool{false, true} {
		begun, forever := make(chan struct{}), make(chan struct{})
		at, stop := open(t, Site{Rulesets: games.All()}, func(server *Server) {
			s := newSite(Site{Rulesets: games.All()}, "")
			s.get("/heeds", func(_ http.ResponseWriter, r *http.Request) error {
				begun <- struct{}{}
				_, err := compute(r.Context(), s.Work, time.Hour, func(ctx context.Context) (int, error) { <-ctx.Done(); return 0, ctx.Err() })
				return err
			})
			s.get("/endless", func(http.ResponseWriter, *http.Request) error {
				begun <- struct{}{}
				<-forever
				return nil
			})
			s.events("/ticks", func(ctx context.Context, _ *http.Request, send func(string, []byte) error) error {
				err := send("tick", []byte("1"))
				begun <- struct{}{}
				<-ctx.Done()
				return err
			})
			server.http.Handler = s.handler()
			if !endless {
				server.end = time.Hour // all requests end by themselves
			}
		})
		paths := []string{"/heeds", "/ticks", "/endless"}
		if !endless {
			paths = paths[:2]
		}
		answered := make(map[string]chan error)
		for _, path := range paths {
			failed := make(chan error, 1)
			answered[path] = failed
			go func() {
				answer, err := http.Get(at + path)
				if err == nil {
					_, err = io.Copy(io.Discard, answer.Body)
					answer.Body.Close()
				}
				failed <- err
			}()
			<-begun
		}
		if took := stop(); took > time.Second {
			t.Errorf("endless is %v: it took %v to end, want less than a second", endless, took)
		}
		for _, path := range paths {
			err := <-answered[path]
			if cut := err != nil; cut != (path == "/endless") {
				t.Errorf("%s: %v", path, err)
			}
		}
		close(forever)
	}
}

// TestAServerReportsWhyItStops has a server stop because it cannot listen any more. Nothing that clients do may be
// reported.
func TestAServerReportsWhyItStops(t *testing.T) {
	s, err := Open("127.0.0.1:0", Site{})
	if err != nil {
		t.Fatal(err)
	}
	s.listener.Close()
	if err := s.Run(t.Context()); !errors.Is(err, net.ErrClosed) {
		t.Errorf("without a listener Run = %v", err)
	}
	if s.http.ErrorLog.Writer() != io.Discard {
		t.Error("what clients do is printed")
	}
}

// TestSlowClientsAreCutOff has clients stop in the middle of a request, on a real connection with short limits.
func TestSlowClientsAreCutOff(t *testing.T) {
	t.Parallel()
	at, _ := open(t, Site{Rulesets: games.All()}, func(s *Server) {
		s.http.ReadHeaderTimeout, s.http.ReadTimeout = 50*time.Millisecond, 100*time.Millisecond
	})
	host := strings.TrimPrefix(at, "http://")
	for _, sent := range []string{
		"GET /lookup HTTP/1.1\r\nHost: " + host + "\r\nX: ",
		"POST /lookup HTTP/1.1\r\nHost: " + host + "\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 1000\r\n\r\ngame=",
		"",
	} {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(conn, sent); err != nil {
			t.Fatal(err)
		}
		_, _ = io.ReadAll(conn) // until the server cuts it off; if not, go test's -timeout ends the test
		conn.Close()
	}
}

func TestARequestHasADeadline(t *testing.T) {
	s := testSite(t)
	*s.Limits = productLimits
	var left time.Duration
	s.get("/left", func(_ http.ResponseWriter, r *http.Request) error {
		at, _ := r.Context().Deadline()
		left = time.Until(at)
		return nil
	})
	if ask(s.handler(), "/left", nil); left <= 0 || left > requestTime {
		t.Errorf("it has %v, expected at most %v", left, requestTime)
	}
}

func TestAConnectionThatEndsMakesRoom(t *testing.T) {
	state := atMost(1)
	for range 3 {
		conn, other := net.Pipe()
		defer other.Close()
		state(conn, http.StateNew)
		if err := conn.SetDeadline(time.Time{}); err != nil {
			t.Fatal("it is closed:", err)
		}
		state(conn, http.StateClosed)
		conn.Close()
	}
}

func TestConnectionsAreBounded(t *testing.T) {
	t.Parallel()
	at, _ := open(t, Site{Rulesets: games.All()}, func(s *Server) { s.http.ConnState = atMost(3) })
	host := strings.TrimPrefix(at, "http://")
	const request = "GET /nothing HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n"
	var conns []net.Conn
	for range 6 {
		conn, err := net.Dial("tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns = append(conns, conn)
	}

	// The server accepts connections in the order in which they came, so it must close the last three. Look at the last
	// ones first: an answered request closes its connection, which makes room for another.
	for i, conn := range slices.Backward(conns) {
		if i < 3 {
			fmt.Fprintf(conn, request, host)
		}
		got, _ := io.ReadAll(conn)
		if answered := strings.HasPrefix(string(got), "HTTP/1.1 404"); answered != (i < 3) {
			t.Errorf("connection %d of 6 is answered %.40q; want an answer to the first 3 only", i+1, got)
		}
	}
}

// TestWatchersAreBoundedAndSeeEvents opens one stream of events more than the server allows. The streams must have the
// format of EventSource, the browser's reader. When a client has left, there must be room for another.
func TestWatchersAreBoundedAndSeeEvents(t *testing.T) {
	s := newSite(Site{Rulesets: games.All()}, "")
	s.watchers = make(chan struct{}, 2)
	s.events("/ticks", func(ctx context.Context, _ *http.Request, send func(string, []byte) error) error {
		if err := send("tick", []byte("one\ntwo\r\ndata: three")); err != nil {
			return err
		}
		<-ctx.Done()
		return nil
	})
	at, _ := open(t, Site{Rulesets: games.All()}, func(server *Server) { server.http.Handler = s.handler() })
	want := "event: tick\ndata: one\ndata: two\ndata: data: three\n\n"
	watch := func() (*http.Response, string) {
		answer, err := http.Get(at + "/ticks")
		if err != nil {
			t.Fatal(err)
		}
		got := make([]byte, len(want))
		n, _ := io.ReadFull(answer.Body, got)
		return answer, string(got[:n])
	}
	first, got := watch()
	if got != want || first.Header.Get("Content-Type") != "text/event-stream" {
		t.Errorf("events = %q, want %q", got, want)
	}
	second, _ := watch()
	defer second.Body.Close()
	if third, _ := watch(); third.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("a third one: %d", third.StatusCode)
	}
	first.Body.Close()
	eventually.True(t, func() bool { // the server has noticed that a watcher has left, and its place is free
		again, _ := watch()
		again.Body.Close()
		return again.StatusCode == http.StatusOK
	})
}

// TestTheBoardServesMachineFormatsAndPages asks a site that serves a run for its state in the formats of monitoring
// programs, with and without the token in the address.
func TestTheBoardServesMachineFormatsAndPages(t *testing.T) {
	board := new(fleet.Board)
	board.Show(fleet.Status{At: time.Now(), Key: checkpoints.Key{Ruleset: "nim", Size: 3, Method: enum.Walk}, Shards: 7})
	h := newSite(Site{Rulesets: games.All(), Board: board}, "SECRET").handler()
	for at, want := range map[string]string{"/metrics": "enumerate_shards 7", "/healthz": "ok", "/status": `"shards":`} {
		w := httptest.NewRecorder()
		if h.ServeHTTP(w, httptest.NewRequest("GET", "http://lab.example"+at+"?token=SECRET", nil)); w.Code != 200 || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %d %q, want %q", at, w.Code, w.Body, want)
		}
		for _, stranger := range []string{at, at + "?token=", at + "?token=guess"} {
			w := httptest.NewRecorder()
			if h.ServeHTTP(w, httptest.NewRequest("GET", "http://lab.example"+stranger, nil)); w.Code != http.StatusForbidden {
				t.Errorf("%s: %d, want %d", stranger, w.Code, http.StatusForbidden)
			}
		}
		// Without a token, on loopback, another site whose name leads here is a stranger.
		for host, want := range map[string]int{"127.0.0.1:8080": 200, "lab.example": http.StatusForbidden} {
			w := httptest.NewRecorder()
			here := newSite(Site{Rulesets: games.All(), Board: board}, "").handler()
			if here.ServeHTTP(w, httptest.NewRequest("GET", "http://"+host+at, nil)); w.Code != want {
				t.Errorf("%s at %s: %d, want %d", at, host, w.Code, want)
			}
		}
	}
	if w := ask(testSite(t).handler(), "/status", nil); w.Code != http.StatusNotFound {
		t.Errorf("without a run /status is %d", w.Code)
	}
}
