package browser

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Every page must work on a desktop screen and on a phone, in light and dark colours. No part may be wider than the
// window, axe-core must find no fault, the keyboard must reach every link, button and field, and without script the
// page must have the same text.
func TestEveryPage(t *testing.T) {
	s := crawled(t)
	if len(s.pages) == 0 {
		t.Fatal("no pages")
	}
	kinds := make(map[string]int)
	for _, at := range s.pages {
		if kind := kindOf(at); !*all {
			if kinds[kind]++; kinds[kind] > mostOfKind {
				continue
			}
		}
		t.Run(nameOf(at), func(t *testing.T) {
			t.Parallel()
			b := newTab(t, s.url)
			b.visit(at, 200)
			b.looks(nameOf(at))
			b.byKeyboard()
			b.withoutScript(at)
		})
	}
	b := newTab(t, s.url)
	b.visit(s.url+"nowhere", 404)
	b.looks("nowhere")
}

func TestFaultsAreFound(t *testing.T) {
	for name, c := range map[string]struct{ page, want string }{
		"wide":       {`<p style="width: 500px">wide`, "at 380 px <p style=\"width: 500px\">wide"},
		"contrast":   {`<p style="color: #999; background: #fff">pale`, "desk, light: color-contrast"},
		"dark":       {`<style>@media (prefers-color-scheme: dark) {p {color: #333; background: #000}}</style><p>dim`, "phone, dark: color-contrast"},
		"label":      {`<input name=x>`, "desk, light: label"},
		"focus":      {`<style>a {outline: none !important}</style><a href="/">unseen</a>`, "the focus does not show on <a"},
		"order":      {`<button tabindex=2>second</button><button tabindex=1>first</button>`, "the keyboard goes from part -1 to part 1"},
		"trap":       {`<button id=a>a</button><button>b</button><script>a.onkeydown = e => e.preventDefault()</script>`, "the keyboard does not get past <button id=\"a\""},
		"console":    {`<script>console.error("wrong")</script>`, `console:  "wrong"`},
		"exception":  {`<script>nothing()</script>`, "exception: Uncaught ReferenceError: nothing is not defined"},
		"dialog":     {`<script>alert("here")</script>`, "dialog: here"},
		"policy":     {`<meta http-equiv="Content-Security-Policy" content="style-src 'none'"><p style="color: red">red`, "console: security: "},
		"elsewhere":  {`<img alt="" src="http://localhost:1/there.png">`, "request elsewhere: http://localhost:1/there.png"},
		"all script": {`<script>document.querySelector("main").append("made by script and by nothing else")</script>`, "without script there is only"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "text/html")
				fmt.Fprintf(w, `<!DOCTYPE html><html lang=en><meta name=viewport content="width=device-width"><link rel=icon href="/icon"><title>t</title><main><h1>t</h1>%s`, c.page)
			}))
			defer server.Close()
			b := newTab(t, server.URL)
			b.visit(server.URL, 200)
			b.looks("fault " + name)
			b.byKeyboard()
			b.withoutScript(server.URL)
			b.mu.Lock()
			defer b.mu.Unlock()
			if !slices.ContainsFunc(b.faults, func(fault string) bool { return strings.Contains(fault, c.want) }) {
				t.Errorf("found %q, want %q", b.faults, c.want)
			}
			b.faults = nil
		})
	}
}

// mostOfKind is how many pages of a kind are seen if not all are.
const mostOfKind = 2

// kindOf returns the same text for pages made by one template, judged by their addresses.
func kindOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	room, rest, below := strings.Cut(strings.Trim(u.Path, "/"), "/")
	return fmt.Sprint(room, below, strings.Count(rest, "/"), slices.Sorted(maps.Keys(u.Query())))
}

// nameOf returns a name for the pictures of a page, which can be the name of a file.
func nameOf(at string) string {
	u, err := url.Parse(at)
	if err != nil {
		return at
	}
	name := strings.Trim(u.Path, "/")
	if query, _ := url.QueryUnescape(u.RawQuery); query != "" {
		name += "?" + query
	}
	name = strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-=.", r) {
			return r
		}
		return '_'
	}, name)
	return name[:min(len(name), 80)]
}

// looks checks on both screens and in both themes that nothing sticks out of the window of the shown page, and that
// axe-core finds no fault. It keeps pictures of the page under the name.
func (b *tab) looks(name string) {
	b.Helper()
	eval[chromedp.Void](b, lab.axe)
	for _, s := range []screen{desk, phone} {
		for _, t := range []theme{light, dark} {
			b.screen(s, t)
			for _, part := range eval[[]string](b, stickingOut) {
				b.fault("at %d px %s sticks out", s.width, part)
			}
			if (s == desk) == (t == light) { // each width and each theme once
				for _, fault := range b.axe() {
					b.fault("%s, %s: %s", s.name, t, fault)
				}
			}
			b.shoot(fmt.Sprintf("%s-%s-%s", name, s.name, t))
		}
	}
	b.screen(desk, light)
}

// stickingOut is a script that lists the parts of a page that stick out of the window on the right, except parts in a
// box that scrolls or hides them.
const stickingOut = `(() => {
	const width = document.documentElement.clientWidth
	if (document.documentElement.scrollWidth <= width) return []
	const boxed = e => e && (["auto", "scroll", "hidden", "clip"].includes(getComputedStyle(e).overflowX) || boxed(e.parentElement))
	const out = [...document.body.querySelectorAll("*")].filter(e => e.getBoundingClientRect().right > width + 0.5 && !boxed(e.parentElement))
	return out.length ? out.map(e => e.outerHTML.slice(0, 120)) : ["something"]
})()`

// axe returns the faults that axe-core finds on the page.
func (b *tab) axe() (faults []string) {
	b.Helper()
	for _, fault := range eval[[]struct {
		ID    string
		Help  string
		Nodes []struct{ HTML, FailureSummary string }
	}](b, `axe.run({preload: false, resultTypes: ["violations"]}).then(r => r.violations.map(v => ({ID: v.id, Help: v.help, Nodes: v.nodes.map(n => ({HTML: n.html.slice(0, 200), FailureSummary: n.failureSummary}))})))`) {
		faults = append(faults, fmt.Sprintf("%s: %s, %d times: %s\n%s", fault.ID, fault.Help, len(fault.Nodes), fault.Nodes[0].HTML, fault.Nodes[0].FailureSummary))
	}
	return faults
}

// stops is a script that puts the elements that the Tab key must reach into window.stops, in order.
const stops = `(() => {
	const shown = e => e.checkVisibility({checkVisibilityCSS: true}) && e.getClientRects().length
	const chosen = e => e.type != "radio" || e.checked || !document.querySelector("input[type=radio][name=" + CSS.escape(e.name) + "]:checked")
	window.stops = [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]")]
		.filter(e => e.tabIndex >= 0 && !e.disabled && shown(e) && chosen(e))
	return stops.length
})()`

const mostStops = 60

// byKeyboard checks that the Tab key reaches every link, button and field, in their order, and that each shows the
// focus.
func (b *tab) byKeyboard() {
	b.Helper()
	b.standStill()
	count := eval[int](b, stops)
	eval[chromedp.Void](b, "document.activeElement.blur(); scrollTo(0, 0)")
	reached := -1
	for presses := 0; reached < min(count, mostStops)-1; presses++ {
		if presses > 2*mostStops { // what scrolls is a stop too
			b.fault("the keyboard does not get past %s", eval[string](b, fmt.Sprintf("stops[%d]?.outerHTML.slice(0, 200) ?? 'the beginning'", reached)))
			return
		}
		b.do(chromedp.KeyEvent(kb.Tab))
		var now struct {
			Stop  int // -1 for what is none, as a box that scrolls
			What  string
			Shown bool // in the window, and marked
		}
		if err := json.Unmarshal([]byte(eval[string](b, `(() => {
			const e = document.activeElement, style = getComputedStyle(e), box = e.getBoundingClientRect()
			const marked = style.outlineStyle != "none" && parseFloat(style.outlineWidth) > 0
			const inside = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth
			return JSON.stringify({Stop: stops.indexOf(e), What: e.outerHTML.slice(0, 200), Shown: marked && inside})
		})()`)), &now); err != nil {
			b.Fatal(err)
		}
		if !now.Shown {
			b.fault("the focus does not show on %s", now.What)
		}
		if now.Stop >= 0 && now.Stop != reached {
			if now.Stop != reached+1 {
				b.fault("the keyboard goes from part %d to part %d, %s", reached, now.Stop, now.What)
				return
			}
			reached = now.Stop
		}
	}
}

// standStill pauses the simulation on the page, if there is one, because it would change the buttons, and waits until
// its players stand.
func (b *tab) standStill() {
	b.Helper()
	if eval[bool](b, `document.getElementById("pause") === null`) {
		return
	}

	const kind = `document.getElementById("verdict").dataset.kind`
	b.until(kind) // the server has begun to move them
	eval[chromedp.Void](b, `document.querySelector("#pause:not([hidden])")?.click()`)
	b.until(kind + ` !== "moving"`)
}

// withoutScript shows the page again, to a browser without script. The page must have the same text.
func (b *tab) withoutScript(at string) {
	b.Helper()
	b.noScript()
	b.visit(at, 200)
	b.screen(phone, light)
	text := eval[string](b, "document.querySelector('main').innerText")
	if words := strings.Fields(text); len(words) < 4 {
		b.fault("without script there is only %q", words)
	}
	for _, part := range eval[[]string](b, stickingOut) {
		b.fault("without script %s sticks out", part)
	}
}
