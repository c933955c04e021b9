package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// On a phone, listings must keep their columns and scroll. Commands and formulas must be broken into lines instead.
func TestListingsKeepTheirColumns(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.screen(phone, light)
	b.visit(lab.web.url+"documents/random", 200)
	for pre, want := range map[string]bool{"pre:not(.formula)": true, "pre.formula": false, "pre .breaks": false} {
		if got := eval[bool](b, `[...document.querySelectorAll(".document `+pre+`")].some(e => e.scrollWidth > e.clientWidth + 1)`); got != want {
			t.Errorf("whether %s scrolls is %t, want %t", pre, got, want)
		}
	}
}

// wideParts is a script that lists the tables, listings and pictures of a document that are wider than their boxes, and
// whether an edge of the box fades, the sign that the part can be scrolled. The fading appears only after a frame is
// drawn, so the script waits for two frames.
const wideParts = `Promise.all([...document.images].map(e => e.decode())).then(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))).then(() => [...document.querySelectorAll(".document :is(.wide, pre, .picture)")].filter(e => e.scrollWidth > e.clientWidth + 1).map(e =>
	e.className + " " + e.scrollWidth + "/" + e.clientWidth + (parseFloat(getComputedStyle(e).getPropertyValue("--more")) > 0 ? "" : " without a sign")))`

// On a desktop screen no table or listing of a document may be wider than the page; only a picture may, if it would be
// illegible otherwise. On a phone wider parts scroll, and a sign must say so. Cells with sentences must be wide enough
// for several words in a line, and the words in pictures at least 11 pixels high.
func TestDocumentsFitTheirPage(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"documents", 200)
	list := eval[[]string](b, `[...new Set([...document.querySelectorAll("main a")].map(e => e.pathname))].filter(at => /^\/documents\/[a-zA-Z-]+$/.test(at))`)
	if len(list) < 30 {
		t.Fatalf("the documents are %q", list)
	}
	for _, at := range append(list, "/documents") {
		for _, s := range []screen{desk, phone} {
			b.screen(s, light)
			b.visit(strings.TrimSuffix(lab.web.url, "/")+at, 200)
			for _, part := range eval[[]string](b, wideParts) {
				if s == desk && !strings.HasPrefix(part, "picture") || strings.HasSuffix(part, "without a sign") {
					t.Errorf("%s, %s: %s", at, s.name, part)
				}
			}
			if narrow := eval[[]string](b, `[...document.querySelectorAll(".document:not(.doc-promises) .prose")].filter(e => e.offsetWidth < Math.min(12 * 16, .45 * innerWidth) - 1 && e.parentElement.offsetWidth > e.offsetWidth).map(e => e.offsetWidth + " " + e.textContent)`); len(narrow) > 0 {
				t.Errorf("%s, %s: the cells %.300q are narrow", at, s.name, narrow)
			}
			if over := eval[[]string](b, `[...document.querySelectorAll(".document td")].filter(e => e.nextElementSibling && e.getBoundingClientRect().top === e.nextElementSibling.getBoundingClientRect().top && e.scrollWidth > e.clientWidth + 1).map(e => e.textContent)`); len(over) > 0 {
				t.Errorf("%s, %s: the cells %.300q reach into others", at, s.name, over)
			}
			if small := eval[[]string](b, `[...document.querySelectorAll(".document img[src$='.svg']")].filter(e => e.complete && e.naturalWidth && e.offsetWidth < 11 / 13 * e.naturalWidth).map(e => e.src)`); len(small) > 0 {
				t.Errorf("%s, %s: the words of %q are too small", at, s.name, small)
			}
		}
	}
}

// A printed page must not have what is useful only on a screen: buttons and fields, links to other pages, folded parts,
// and headings without a text.
func TestPrintOmitsControls(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, at := range []string{"", "lookup?ruleset=wonderwall&game=BC+DA+BA+BA", "play?level=2", "play?ruleset=nim&game=3,5,7", "simulate?game=BC+CD+BA+BA", "numbers", "numbers/classes?n=4", "documents/random"} {
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{})
		b.visit(lab.web.url+at, 200)
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		for _, left := range eval[[]string](b, `[...document.querySelectorAll("header, nav, button, input, select, textarea, .button, .png, .contents, details:not([open]) > summary, #permalink, #puzzle")].filter(e => e.checkVisibility()).map(e => e.outerHTML.slice(0, 100))`) {
			t.Errorf("/%s prints %s", at, left)
		}
		text := eval[string](b, `document.body.innerText`)
		for _, words := range []string{"Save as", "A link to", "Another game", "Random game", "· Next", "Drag a player", "As files", "CSV"} {
			if i := strings.Index(text, words); i >= 0 {
				t.Errorf("/%s prints %.80q", at, text[i:])
			}
		}
	}
}

// The buttons below a solution print the order of the players as a list or as slips of paper, and no other part of the
// page.
func TestAPrintedListIsTheOrder(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"lookup?ruleset=wonderwall&game=BC+CD+BA+BA", 200)
	call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	eval[chromedp.Void](b, `window.print = () => { window.printed = document.body.innerText.trim() }`)
	for _, test := range []struct{ button, want, not string }{
		{"print", "order aloud", "behind"},
		{"print-slips", "behind", "order aloud"},
	} {
		text := eval[string](b, fmt.Sprintf(`(document.getElementById(%q).click(), window.printed)`, test.button))
		if !strings.Contains(text, test.want) || strings.Contains(text, test.not) || strings.Contains(text, "solutions") || strings.Contains(text, "form") {
			t.Errorf("#%s prints %q", test.button, text)
		}
	}
}
