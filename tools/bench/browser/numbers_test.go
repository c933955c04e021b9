package browser

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The table of totals must show every digit on a desktop screen, on phones and on paper: no number may be cut, and no
// part of the page may need to be scrolled sideways.
func TestTotalsShowEveryDigit(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, s := range []screen{desk, phone, {"small phone", 320, 640, true}, {"paper", 718, 1000, false}} {
		b.screen(s, light)
		media := ""
		if s.name == "paper" {
			media = "print"
		}
		call(b, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
		for _, at := range []string{"numbers", "numbers?ruleset=nimbers", "numbers?ruleset=jump:rows=1,values=0..4,players=2,move=diamond,tie=inherit", "documents/README"} {
			b.visit(lab.web.url+at, 200)
			eval[chromedp.Void](b, `document.querySelectorAll("details.more").forEach((details) => { details.open = true })`)
			for _, part := range eval[[]string](b, stickingOut) {
				b.Errorf("%s, %s: %s sticks out", at, s.name, part)
			}
			for _, cut := range eval[[]string](b, `(() => {
			const box = document.querySelector(".totals")
			const right = Math.min(box.getBoundingClientRect().right, document.documentElement.clientWidth)
			return [...document.querySelectorAll(".sizes td, .sizes th, .totals td, .totals th")].filter(e => e.getBoundingClientRect().width && (e.scrollWidth > e.clientWidth + 1 || e.getBoundingClientRect().right > right + 1)).map(e => e.textContent)
		})()`) {
				b.Errorf("%s, %s: %q is cut", at, s.name, cut)
			}
		}
		if shown := eval[string](b, `document.querySelector(".totals").innerText`); !strings.Contains(shown, "3,138,105,960,900,000,000,000") || !strings.Contains(shown, "44,808,979,250,195") {
			b.Errorf("%s: the totals of n = 11 are not shown", s.name)
		}
	}
}

func TestTheCurveShowsItsValues(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"numbers", 200)
	says := func() string { return eval[string](b, `document.querySelector(".says output").textContent`) }
	if got := says(); !strings.HasPrefix(got, "At n = 11 the share is ") || !strings.Contains(got, "exact") {
		t.Errorf("the slider begins with %q, want the last exact size", got)
	}
	b.do(chromedp.Focus(".says input"), chromedp.KeyEvent(kb.Home))
	for n := 4; n <= 8; n++ {
		b.do(chromedp.KeyEvent(kb.ArrowRight))
		if got := says(); !strings.HasPrefix(got, fmt.Sprintf("At n = %d the share is ", n)) || eval[string](b, `document.querySelector(".says input").getAttribute("aria-valuetext")`) != got {
			t.Errorf("at n = %d the slider says %q", n, got)
		}
	}
	at := eval[[]float64](b, `(() => {
		const strip = [...document.querySelectorAll(".curve rect")].find(e => e.textContent.startsWith("At n = 50 "))
		strip.scrollIntoView({block: "center"})
		const box = strip.getBoundingClientRect()
		return [box.x + box.width / 2, box.y + box.height / 3]
	})()`)
	b.do(chromedp.MouseEvent(input.DispatchMouseEventTypeMouseMoved, at[0], at[1]))
	if got := says(); !strings.HasPrefix(got, "At n = 50 the share is 9") || !strings.Contains(got, "random games") || !strings.Contains(got, "The published share is 9") {
		t.Errorf("under the mouse is %q", got)
	}
	b.screen(phone, light)
	b.visit(lab.web.url+"numbers", 200)
	if !eval[bool](b, `document.querySelector(".small-key").getBoundingClientRect().bottom < document.querySelector(".curve rect").getBoundingClientRect().top`) {
		t.Error("the key is not above the plot")
	}
	b.noScript()
	b.visit(lab.web.url+"numbers", 200)
	if got := eval[int](b, `document.querySelectorAll(".curve rect title").length`); got < 90 {
		t.Errorf("without script %d sizes say their values", got)
	}
}

func TestClassesAreSearched(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"numbers/classes?n=5", 200)
	b.do(chromedp.SetValue("#verdict", "unsolvable"), chromedp.SetValue("#proof", "core of 3"))
	b.arrives(200, chromedp.Click("#search button"))
	left := eval[int](b, `document.querySelectorAll("table tbody tr").length`)
	if says := eval[string](b, `document.querySelector("main").innerText`); left == 0 || !strings.Contains(says, " of 2,084 classes") {
		t.Errorf("%d classes are left", left)
	}
	lines := eval[int](b, `fetch([...document.querySelectorAll("a")].find(e => e.textContent === "CSV").href).then(r => r.text()).then(t => t.trim().split("\n").length)`)
	if all := eval[string](b, `document.querySelector("main strong").textContent`); !strings.HasPrefix(all, fmt.Sprintf("%d of ", lines-1)) {
		t.Errorf("the file has %d classes, the page says %s", lines-1, all)
	}
}
