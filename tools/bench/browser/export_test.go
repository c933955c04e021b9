package browser

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

const (
	mostFirst   = 200_000   // bytes of the page before the first question
	mostProgram = 6_000_000 // bytes that the first question fetches: the program, with all pages
	mostKept    = 6_000_000 // bytes of a copy that is kept whole
	mostOffline = 80        // pages that are visited offline
	mostPainted = 1000      // milliseconds until the front page is painted on a slow connection
)

// A space is a plain file server that offers, in a folder, a copy of the site: the pages exported as files. A service
// worker in the browser computes the answers of the copy, which on the site come from the program.
type space struct {
	server *httptest.Server
	at     string // the address of the copy
	sent   atomic.Int64
}

var exported = sync.OnceValues(func() (string, error) {
	dir := filepath.Join(lab.dir, "space")
	cmd := exec.Command(lab.program, "web", "--export", filepath.Join(dir, "a folder", "copy"))
	cmd.Dir = "../../.." // where its source is
	if out, err := cmd.CombinedOutput(); err != nil {
		return "", fmt.Errorf("enumerate web --export: %w\n%s", err, out)
	}
	return dir, nil
})

func newSpace(t *testing.T) *space {
	t.Helper()
	dir, err := exported()
	if err != nil {
		t.Fatal(err)
	}
	s := new(space)
	files := http.FileServer(http.Dir(dir))
	s.server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { files.ServeHTTP(&meter{w, &s.sent}, r) }))
	t.Cleanup(s.server.Close)
	s.at = s.server.URL + "/a%20folder/copy/"
	return s
}

// A meter counts the bytes that a server sends.
type meter struct {
	http.ResponseWriter
	sent *atomic.Int64
}

func (m *meter) Write(p []byte) (int, error) {
	m.sent.Add(int64(len(p)))
	return m.ResponseWriter.Write(p)
}

// worked waits until the service worker of an exported copy of the site runs. From then on the server is not needed.
func (b *tab) worked() {
	b.Helper()
	b.until(`navigator.serviceWorker.controller?.state === "activated"`)
}

// After an exported copy of the site was used once online, its front page, its answers and its simulation must work
// offline. The test also limits how many bytes the first page and the first answer load.
func TestACopyAnswersOffline(t *testing.T) {
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at, 200)
	b.worked()
	if sent := s.sent.Load(); sent > mostFirst {
		t.Errorf("the first page takes %d bytes, expected at most %d", sent, mostFirst)
	}
	before := s.sent.Load()
	b.visit(s.at+"lookup/ruleset=nim/", 200)
	look := func() {
		b.do(chromedp.SetValue("#game", "3,5,7"), chromedp.Click(chromedp.CSS("form:has(#game) button.main")))
		b.until(`document.querySelector(".answer")?.innerText.includes("wins by the move to 2,5,7")`)
	}
	look()
	if sent := s.sent.Load() - before; sent > mostProgram {
		t.Errorf("the first answer takes %d bytes, expected at most %d", sent, mostProgram)
	}
	t.Logf("%d bytes before the first question, %d for it", before, s.sent.Load()-before)
	b.visit(s.at+"simulate/", 200) // for its script
	b.until(`Number(document.getElementById("steps").textContent) > 5 && document.querySelectorAll(".player").length === 4`)
	s.server.Close()

	b.visit(s.at, 200)
	if title := eval[string](b, "document.querySelector('h1')?.innerText ?? document.body.innerText"); !strings.HasPrefix(title, "Can they stand") {
		t.Errorf("the front page, once the worker has it, begins with %.100q", title)
	}
	b.visit(s.at+"lookup/ruleset=nim/", 200)
	look()
	const series = `new URLSearchParams(location.search).get("seed")`
	b.do(chromedp.Click(chromedp.CSS(`nav a[href$="play"]`)))
	b.until(`document.getElementById("ask-solution") && ` + series)
	first := eval[string](b, series)
	poll(func() bool { // two of 10,000 series can be the same
		b.visit(s.at+"play/", 200)
		return eval[string](b, series) != first
	})
	b.do(chromedp.Click(chromedp.ID("ask-solution")))
	b.until(`document.getElementById("verdict")?.innerText.startsWith("This is a solution")`)

	b.visit(s.at+"play/ruleset=spies/", 200)
	b.moves(chromedp.Click(chromedp.CSS(`.board a[aria-label="Put a queen in row 1, column 2"]`)))
	b.until(`document.getElementById("verdict").innerText === "1 of 4 queens placed."`)

	game := url.Values{"ruleset": {"wonderwall"}, "game": {"BC CD DA AB"}}.Encode()
	b.visit(s.at+"simulate?"+game, 200)
	b.until(`Number(document.getElementById("steps").textContent) > 20`)
	b.do(chromedp.Click(chromedp.ID("pause")))
	b.until(`document.getElementById("verdict").textContent.startsWith("Paused")`)
	b.do(chromedp.Click(chromedp.ID("go")))
	b.until(`["moving", "repeating"].includes(document.getElementById("verdict").dataset.kind)`)
	if *all { // longer than browsers keep a worker that answers nothing
		time.Sleep(2 * time.Minute)
		b.do(chromedp.Click(chromedp.ID("pause")))
		b.until(`document.getElementById("verdict").textContent.startsWith("Paused")`)
	}
}

// The demonstration on the front page of an exported copy of the site must download nothing and stay on the page. The
// button "Save this site for offline use" stores the whole copy, a few megabytes, in the browser. Then at least 40 pages
// must work without a server.
func TestACopyIsWholeOffline(t *testing.T) {
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at, 200)
	b.worked()
	before := s.sent.Load()
	b.do(chromedp.Click(chromedp.ID("solve")))
	b.until(`document.getElementById("solve").textContent === "Put them back"`)
	b.do(chromedp.Click(chromedp.ID("solve")))
	b.until(`document.getElementById("solve").textContent === "Put them in order"`)
	if sent := s.sent.Load() - before; sent > 0 {
		t.Errorf("the demonstration downloads %d bytes", sent)
	}
	b.do(chromedp.Click(chromedp.ID("keep")))
	b.until(`document.querySelector(".notice")?.innerText.startsWith("This site is saved on this device")`)
	if at := eval[string](b, "location.href"); at != s.at {
		t.Errorf("the buttons of the front page lead to %s", at)
	}
	if sent := s.sent.Load(); sent > mostKept {
		t.Errorf("a whole copy takes %d bytes, expected at most %d", sent, mostKept)
	}
	t.Logf("%d bytes in all", s.sent.Load())
	s.server.Close()

	seen := map[string]bool{s.at: true}
	next := []string{s.at}
	for len(next) > 0 {
		at := next[0]
		next = next[1:]
		b.visit(at, 200)
		for _, link := range eval[[]string](b, `[...document.querySelectorAll("nav a, .cards a, .hero a, a.button")].map((a) => a.href.split("#")[0])`) {
			if !seen[link] && !strings.Contains(link, "moves=") {
				seen[link] = true
				if len(seen) < mostOffline {
					next = append(next, link)
				}
			}
		}
	}
	if len(seen) < 40 {
		t.Errorf("%d pages were visited offline, want at least 40", len(seen))
	}
	t.Logf("%d pages offline", len(seen))
}

// If the server of an exported copy of the site closes after the first page, a page that the browser has not stored
// must say that it is missing, and have a link to the front page.
func TestACopySaysWhatIsMissing(t *testing.T) {
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at, 200)
	b.worked()
	s.server.Close()
	b.visit(s.at+"numbers?ruleset=nim", 503)
	if heading := eval[string](b, "document.querySelector('h1').innerText"); heading != "Not saved on this device" {
		t.Errorf("the page begins with %q", heading)
	}
	b.visit(eval[string](b, `document.querySelector("main a").href`), 200)
}

// An exported copy of the site must end a computation that takes too long. Meanwhile it must still answer requests for
// files, although its service worker has only one thread.
func TestACopyEndsWhatTakesTooLong(t *testing.T) {
	if !*all {
		t.Skip("takes ten seconds")
	}
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at, 200)
	b.worked()
	b.expect("a hard game", true)
	game, err := exec.Command(lab.program, "generate", "coronene", "--side", "4").Output()
	if err != nil {
		t.Fatal(err)
	}
	answers := eval[[]string](b, fmt.Sprintf(`(async () => {
		const answers = [];
		const done = async (r) => { answers.push(r.status + " " + (r.ok ? "a file" : await r.text())); };
		await Promise.all([fetch(%q).then(done), fetch(%q).then(done)]);
		return answers;
	})()`, s.at+"lookup/explain.json?"+url.Values{"ruleset": {"wonderwall"}, "game": {string(game)}}.Encode(), s.at+"lookup/"))
	if want := []string{"200 a file", "503 {\"error\":\"the limit of 8s is exceeded\"}\n"}; !slices.Equal(answers, want) {
		t.Errorf("answers are %q, want %q", answers, want)
	}
}

// A link to an answer in an exported copy of the site must work on a web host that has no file at this address: the
// copy computes the answer.
func TestALinkToAnAnswerOfACopy(t *testing.T) {
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at+"lookup?ruleset=nim&game=3%2C5%2C7", 200)
	b.until(`document.querySelector(".answer")?.innerText.includes("wins by the move to 2,5,7")`)
	if at := eval[string](b, "location.href"); at != s.at+"lookup?ruleset=nim&game=3%2C5%2C7" {
		t.Errorf("the answer is at %s", at)
	}
}

// In a copy (the site as files), the service worker answers the address of a form that draws a random game. If the
// address is opened before the worker runs, a page at this address waits for the worker. If the browser has no service
// workers or no script, this page must say that forms do not work.
func TestADrawnGameOfACopyIsNeverMissing(t *testing.T) {
	s := newSpace(t)
	for _, room := range []string{"lookup", "play", "simulate"} {
		b := newTab(t, s.at)
		b.visit(s.at+room+"/random?ruleset=wonderwall&family=random&size=4&seed=1", 200)
		b.until(`new URLSearchParams(location.search).get("game")?.split("\n").length > 3`)
	}
	b := newTab(t, s.at)
	call(b, page.AddScriptToEvaluateOnNewDocument, page.AddScriptToEvaluateOnNewDocumentParams{Source: "delete Navigator.prototype.serviceWorker"})
	b.visit(s.at+"play/random?ruleset=wonderwall&family=random&size=4", 200)
	b.until(`document.querySelector(".notice")?.innerText.startsWith("Forms do not work in this copy: the browser has no service worker")`)
	b.visit(s.at+"numbers/", 200)
	if said := eval[int](b, `document.querySelectorAll(".notice:not(noscript *)").length`); said != 0 {
		t.Error("a page without a form says that no form answers")
	}
	b.noScript()
	b.visit(s.at+"simulate/random?ruleset=wonderwall&family=random&size=4", 200)
	if said := eval[string](b, `document.querySelector(".notice").innerText`); said != "Forms in this copy need JavaScript." {
		t.Errorf("without script it says %q", said)
	}
}

func TestACopyCanBeInstalled(t *testing.T) {
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at, 200)
	b.worked()
	manifest := call(b, page.GetAppManifest, page.GetAppManifestParams{})
	if len(manifest.Errors) > 0 || manifest.URL != s.at+"manifest.webmanifest" {
		t.Errorf("%s: %v", manifest.URL, manifest.Errors)
	}
	var m struct {
		Name      string
		ShortName string `json:"short_name"`
		ID        string
		StartURL  string `json:"start_url"`
		Display   string
		Icons     []struct{ Src, Sizes, Type, Purpose string }
	}
	if err := json.Unmarshal([]byte(manifest.Data), &m); err != nil || m.Name == "" || m.ShortName == "" || m.StartURL != "./" || m.Display != "standalone" {
		t.Errorf("the manifest is %+v, %v", m, err)
	}
	sizes := make(map[string]bool)
	for _, icon := range m.Icons {
		size := eval[string](b, fmt.Sprintf(`(async () => { const image = new Image(); image.src = %q; await image.decode(); return image.naturalWidth + "x" + image.naturalHeight; })()`, icon.Src))
		if sizes[icon.Purpose+" "+size] = true; size != icon.Sizes {
			t.Errorf("%s is %s, and said to be %s", icon.Src, size, icon.Sizes)
		}
	}
	for _, want := range []string{"any 192x192", "any 512x512", "maskable 512x512"} {
		if !sizes[want] {
			t.Errorf("there is no icon %s", want)
		}
	}
	if missing := call(b, page.GetInstallabilityErrors, cdp.Empty{}); len(missing.InstallabilityErrors) > 0 {
		for _, e := range missing.InstallabilityErrors {
			if e.ErrorID != "in-incognito" { // as this tab is
				t.Errorf("chromium does not install it: %s %v", e.ErrorID, e.ErrorArguments)
			}
		}
	}
}

// An asked is an answer: its status, its content type and its content.
type asked struct {
	Status int
	Kind   string
	Text   string
}

// late matches an answer that says that it could not be computed in time, because the machine was busy.
const late = "is exceeded|try again"

func (a asked) late() bool { return regexp.MustCompile(late).MatchString(a.Text) }

var (
	content = regexp.MustCompile(`(?s)<main.*</main>`)
	leading = regexp.MustCompile(` (href|src|action|formaction|data-live)="/`)
)

// TestACopyAnswersAsTheProgram compares an exported copy of the site, whose answers the browser computes, with the
// program. The JSON answers must equal the output of the program's verbs, byte by byte. The pages must have the same
// contents as those of the program's server, except that the server's links begin at the root.
func TestACopyAnswersAsTheProgram(t *testing.T) {
	s := newSpace(t)
	b := newTab(t, s.at)
	b.visit(s.at, 200)
	b.worked()
	b.expect("many answers", true)
	most := 20 // games of each ruleset
	if *all {
		most = 200
	}
	var addresses []string
	want := make(map[string]asked)
	serve := func(address string) {
		t.Helper()
		var r *http.Response
		var a asked
		for a.Status == 0 || a.late() {
			var err error
			if r, err = http.Get(lab.web.url + address); err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(r.Body)
			if r.Body.Close(); err != nil {
				t.Fatal(err)
			}
			a = asked{r.StatusCode, r.Header.Get("Content-Type"), string(body)}
		}
		if strings.HasPrefix(a.Kind, "text/html") {
			root := "." + strings.Repeat("/..", strings.Count(r.Request.URL.Path, "/")-1) + "/"
			a.Text = leading.ReplaceAllString(content.FindString(a.Text), ` $1="`+root)
		}
		addresses, want[address] = append(addresses, address), a
	}
	printed := func(question, ruleset string, games []string) {
		t.Helper()
		cmd := exec.Command(lab.program, question, "--game", ruleset, "--format", "json")
		cmd.Stdin = strings.NewReader(strings.Join(games, "\n") + "\n")
		out, err := cmd.Output()
		if question == "class" && strings.HasPrefix(failure(err), "enumerate: the command class cannot classify the games of "+ruleset+":") {
			return // which has none
		}
		lines := slices.Collect(strings.Lines(string(out)))
		if len(lines) != len(games) {
			t.Fatalf("%s prints %d lines for %d games: %s", cmd, len(lines), len(games), failure(err))
		}
		for i, game := range games {
			address := "lookup/" + question + ".json?" + url.Values{"ruleset": {ruleset}, "game": {game}}.Encode()
			addresses, want[address] = append(addresses, address), asked{200, "application/json", lines[i]}
		}
	}
	for ruleset, sizes := range map[string]string{
		"wonderwall": "3..5", "nimbers": "3..4", "spies": "3..5", "jump": "3", "nim": "3..8",
		"antonim": "3..6", "tower": "3..6", "rotisserie": "3..5", "greedy": "3..8", "col": "3..7",
	} {
		out, err := exec.Command(lab.program, "classes", "--game", ruleset, "--n", sizes, "--format", "json").Output()
		if err != nil {
			t.Fatal(err)
		}
		var games []string
		for line := range strings.Lines(string(out)) {
			var class struct{ Game string }
			if err := json.Unmarshal([]byte(line), &class); err != nil {
				t.Fatal(err)
			}
			games = append(games, class.Game)
		}
		if step := len(games)/most + 1; step > 1 { // of all sizes
			for i := range len(games) / step {
				games[i] = games[i*step]
			}
			games = games[:len(games)/step]
		}
		printed("solve", ruleset, games)
		printed("class", ruleset, games)
		for i, game := range games {
			q := url.Values{"ruleset": {ruleset}, "game": {game}}.Encode()
			serve("lookup/repair.json?" + q) // which most rulesets do not offer
			if i%4 == 0 {
				serve("lookup?" + q)
				serve("lookup/picture.svg?" + q)
				serve("lookup/narrow.svg?" + q) // as most are not drawn
				serve("play?hint=yes&values=yes&" + q)
				serve("play?ask=solution&" + q)
				serve("simulate?" + q)
				serve("simulate/ways.svg?seed=7&" + q)
			}
		}
		q := url.Values{"ruleset": {ruleset}}.Encode()
		serve("lookup?game=%3Cb%3E%22&" + q)
		serve("numbers/classes?n=3&" + q)
		serve("numbers/classes.json?n=3&" + q)
		serve("play?level=2&seed=5&number=3&" + q)
	}
	for _, formula := range []string{"p cnf 2 2\n1 2 0\n-1 -2 0\n", "p cnf 1 2\n1 0\n-1 0\n", "x or y"} {
		serve("formula?" + url.Values{"formula": {formula}}.Encode())
	}
	serve("there/is/no/such?page")

	const atOnce = 25
	for some := range slices.Chunk(addresses, atOnce) {
		list, err := json.Marshal(some)
		if err != nil {
			t.Fatal(err)
		}
		got := eval[[]asked](b, fmt.Sprintf(`(async () => {
			const all = [];
			for (const address of %s) {
				let r, text;
				for (let again = 0; again < 10; again++) {
					r = await fetch(%q + address);
					text = await r.text();
					if (!/%s/.test(text)) break;
				}
				all.push({ Status: r.status, Kind: r.headers.get("Content-Type"), Text: text });
			}
			return all;
		})()`, list, s.at, late))
		for i, address := range some {
			g := got[i]
			if strings.HasPrefix(g.Kind, "text/html") {
				g.Text = content.FindString(g.Text)
			}
			if w := want[address]; g != w {
				t.Errorf("%s:\n%v\nwant\n%v", address, g, w)
			}
		}
	}
	if len(addresses) < 500 {
		t.Errorf("%d answers were compared, want at least 500", len(addresses))
	}
	t.Logf("%d answers", len(addresses))
}

func failure(err error) string {
	if failed := new(exec.ExitError); errors.As(err, &failed) {
		return string(failed.Stderr)
	}
	return fmt.Sprint(err)
}

// TestACopyIsPaintedWithoutWaiting visits an exported copy of the site for the first time on a connection that takes
// 400 ms to answer and carries 50 kB/s. The page must be painted within a second: the browser may wait for no other
// file, and the connection must carry the whole page in time. The measured time is only logged, because it depends on
// how busy the machine is. It must be at least 400 ms: otherwise the browser has not slowed the connection down.
func TestACopyIsPaintedWithoutWaiting(t *testing.T) {
	const (
		latency = 400 // milliseconds
		speed   = 50  // bytes a millisecond
	)
	s := newSpace(t)
	b := newTab(t, s.at)
	call(b, network.EmulateNetworkConditionsByRule, network.EmulateNetworkConditionsByRuleParams{
		MatchedNetworkConditions: []*network.Conditions{{Latency: latency, DownloadThroughput: speed * 1000, UploadThroughput: speed * 1000}},
	})
	b.visit(s.at, 200)
	b.until(`performance.getEntriesByName("first-contentful-paint").length`)
	seen := eval[struct {
		Bytes, Painted, Read float64
		Blocking             string
	}](b, `(() => {
		const page = performance.getEntriesByType("navigation")[0];
		return {
			Bytes: page.transferSize,
			Painted: performance.getEntriesByName("first-contentful-paint")[0].startTime,
			Read: page.domInteractive,
			Blocking: performance.getEntriesByType("resource").filter((r) => r.renderBlockingStatus === "blocking").map((r) => r.name).join(),
		};
	})()`)

	whole := latency + seen.Bytes/speed
	t.Logf("painted after %.0f ms, read after %.0f ms; the whole page, of %.0f bytes, takes the connection %.0f ms", seen.Painted, seen.Read, seen.Bytes, whole)
	if seen.Blocking != "" {
		t.Errorf("the first page waits for %s", seen.Blocking)
	}
	if whole > mostPainted {
		t.Errorf("%.0f bytes take the connection %.0f ms, want at most %d", seen.Bytes, whole, mostPainted)
	}
	if seen.Painted < latency {
		t.Errorf("the page is painted before the connection answers: the connection is not slow")
	}
}
