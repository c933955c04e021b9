package browser

import (
	"fmt"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestLookupByKeyboard(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"lookup", 200)
	b.typeInto("textarea[name=game]", "Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Eve\nDan: Ann Cleo\n")
	b.expect("a game with a fault", true)
	b.arrives(422, b.button())
	if fault := eval[string](b, `document.querySelector("#cells td:has([aria-invalid]) span").innerText`); !strings.Contains(fault, "Eve") {
		t.Errorf("the fault is %q, and does not name Eve", fault)
	}
	b.looks("lookup-fault")

	b.tabTo("textarea[name=game]")
	b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(kb.Delete))
	b.do(chromedp.KeyEvent("Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo\n"))
	b.expect("a game", false)
	b.arrives(200, b.button())
	if text := eval[string](b, "document.querySelector('main').innerText"); !strings.Contains(text, "They can stand in a line") {
		t.Errorf("no verdict in %q", text)
	}
	b.looks("lookup-answer")
	b.byKeyboard()
	b.withoutScript(eval[string](b, "location.href"))
}

// The form grows while someone types, and what is typed in it is looked up.
func TestLookupForm(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"lookup", 200)
	names := []string{"Ann", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hana", "Ivy"}
	before := eval[int](b, `document.querySelectorAll("#rows tr").length`)
	b.tabTo("#rows input")
	for i := range names {
		for _, cell := range []string{names[i], names[(i+1)%9], names[(i+2)%9]} {
			b.do(chromedp.KeyEvent(cell + "\t"))
		}
	}
	if after := eval[int](b, `document.querySelectorAll("#rows tr").length`); after <= before || after <= len(names) {
		t.Errorf("%d players typed: %d rows, %d before", len(names), after, before)
	}
	b.arrives(200, chromedp.Click(chromedp.CSS("form:has(#rows) button.main")))
	if text := eval[string](b, "document.querySelector('main').innerText"); !strings.Contains(text, "They can") || !strings.Contains(text, "Fay") {
		t.Errorf("no verdict on Fay in %q", text)
	}
}

// If a pasted table has no header that is understood, the user presses the heads of the columns with the players and
// their choices, with the mouse, by keyboard or by touch. Without script, the page must have lists of the columns
// instead, which begin with the columns that fit.
func TestColumnsAreChosenByTheirHeads(t *testing.T) {
	game := url.Values{"ruleset": {"wonderwall"}, "game": {"Foe,Time,Friend,Who\nBen,1:20,Dan,Ann\nCleo,1:21,Dan,Ben\nDan,1:24,Ann,Cleo\nCleo,1:33,Ann,Dan\n"}}.Encode()
	const chosen = `[...document.querySelectorAll("#columns select")].map((list) => list.value).join()`
	head := func(column int) string { return fmt.Sprintf("#sheet th:nth-child(%d) button", column) }
	for way, press := range map[string]func(*tab, int){
		"mouse": func(b *tab, column int) { b.do(chromedp.Click(chromedp.CSS(head(column)))) },
		"keyboard": func(b *tab, column int) {
			b.tabTo(head(column))
			b.do(chromedp.KeyEvent(" "))
		},
		"touch": func(b *tab, column int) {
			at := eval[[]float64](b, fmt.Sprintf(`(() => { const e = document.querySelector(%q); e.scrollIntoView({ block: "center" }); const r = e.getBoundingClientRect(); return [r.x + r.width / 2, r.y + r.height / 2]; })()`, head(column)))
			call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchStart, TouchPoints: []*input.TouchPoint{{X: at[0], Y: at[1]}}})
			call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: input.DispatchTouchEventTypeTouchEnd})
		},
	} {
		b := newTab(t, lab.web.url)
		if way == "touch" {
			b.screen(phone, light)
			call(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
		}
		b.visit(lab.web.url+"lookup?"+game, 422)
		for _, column := range []int{4, 3, 1} { // who, friend, foe
			before := eval[string](b, `document.getElementById("which").textContent`)
			press(b, column)
			b.await("the next is asked for by "+way, fmt.Sprintf(`document.getElementById("which").textContent !== %q`, before))
		}
		if got := eval[string](b, chosen); got != "3,2,0" {
			t.Errorf("by %s the columns are %s", way, got)
		}
		if way == "mouse" {
			b.looks("lookup-columns")
		}
		b.expect("the game", false)
		b.arrives(200, chromedp.Click(chromedp.CSS("#columns button.main:not(th *)")))
		if order := eval[string](b, `document.getElementById("order").innerText`); !strings.Contains(order, "Ann") {
			t.Errorf("by %s the order is %q", way, order)
		}
	}
	b := newTab(t, lab.web.url)
	b.noScript()
	b.visit(lab.web.url+"lookup?"+game, 422)
	if lists := eval[string](b, chosen); lists != "3,0,2" {
		t.Errorf("without script the lists begin with %s, and not with those that fit", lists)
	}
}

// On a phone, the button that repairs an unsolvable game must be on the first screen, and the picture must fit with
// text of at least 10 pixels. On a desktop screen it must be next to the text.
func TestAnAnswerFitsAPhone(t *testing.T) {
	b := newTab(t, lab.web.url)
	camp, err := os.ReadFile("../../../data/examples/camp.csv")
	if err != nil {
		t.Fatal(err)
	}
	answer := lab.web.url + "lookup?" + url.Values{"game": {string(camp)}}.Encode()
	for _, s := range []screen{phone, {"small", 320, 640, true}} {
		b.screen(s, light)
		for _, at := range []string{answer, lab.web.url + "lookup?game=BC+CD+BA+BA+CD"} {
			b.visit(at, 200)
			if got := eval[[]float64](b, `(() => {
				const picture = document.querySelector(".narrow"), image = picture.querySelector("img"), box = image.getBoundingClientRect();
				return [picture.scrollWidth - picture.clientWidth, box.left, innerWidth - box.right, 13 * image.width / image.naturalWidth];
			})()`); got[0] > 0 || got[1] < 0 || got[2] < 0 || got[3] < 10 {
				t.Errorf("%s, %s: the picture scrolls by %v, has %v at its left and %v at its right, and words of %v pixels", s.name, at, got[0], got[1], got[2], got[3])
			}
			b.looks("answer-" + s.name)
		}
	}
	b.screen(phone, light)
	b.visit(answer, 200)
	if bottom := eval[float64](b, `document.querySelector(".button.main").getBoundingClientRect().bottom`); bottom > float64(phone.height) {
		t.Errorf("the button of the repair ends at %v of %d", bottom, phone.height)
	}
	b.screen(desk, light)
	b.visit(answer, 200)
	if beside := eval[bool](b, `document.querySelector(".beside").getBoundingClientRect().left >= document.querySelector(".core").getBoundingClientRect().right`); !beside {
		t.Error("at a desk the picture is not beside the words")
	}
}

// In the order of 80 players, the names must begin at the same distance from the edge, also in the second line of a
// long name, because a reader looks for the next name there. The words on a link that looks like a button must be as
// high as those of the buttons.
func TestTheNamesOfALongOrderBeginBelowEachOther(t *testing.T) {
	const lefts = `new Set([...document.querySelectorAll("#order bdi")].flatMap((name) => {
		const words = document.createRange();
		words.selectNodeContents(name);
		return [...words.getClientRects()].map((line) => Math.round(line.left - name.closest("li").getBoundingClientRect().left));
	})).size`
	b := newTab(t, lab.web.url)
	for _, s := range []screen{{"wide", 1600, 1000, false}, desk, {"phone", 390, 844, true}, {"small", 320, 640, true}} {
		b.screen(s, light)
		b.visit(lab.web.url+"lookup?"+url.Values{"ruleset": {"wonderwall"}, "game": {crowdGame()}}.Encode(), 200)
		if places := eval[int](b, lefts); places != 1 {
			t.Errorf("at %d px names begin at %d distances from the edge", s.width, places)
		}
		if heights := eval[[]float64](b, `[...new Set([...document.querySelectorAll("#take-order > *")].map((button) => {
			const word = document.createRange();
			word.selectNodeContents(button);
			return word.getBoundingClientRect().top - button.getBoundingClientRect().top;
		}))]`); len(heights) != 1 {
			t.Errorf("at %d px the words of the buttons are %v px below their edge", s.width, heights)
		}
		b.shoot("order-of-80-" + s.name)
	}
}

// A device with a touch screen has no files to drop, so the page must not offer it there.
func TestDroppingAFileIsOfferedOnlyWithAMouse(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, touch := range []bool{false, true} {
		b.screen(screen{"phone", 390, 844, touch}, light)
		call(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: touch})
		b.visit(lab.web.url+"lookup", 200)
		if offered := strings.Contains(eval[string](b, `document.querySelector(".lede").innerText`), "drop a file here"); offered == touch {
			t.Errorf("with a touch screen: %v, and dropping a file is offered: %v", touch, offered)
		}
	}
}

func TestThousandPlayers(t *testing.T) {
	t.Parallel() // since it mostly waits
	var game strings.Builder
	for i := range 1000 {
		fmt.Fprintf(&game, "player%d: player%d player%d\n", i, (i+7)%1000, (i+501)%1000)
	}
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"lookup", 200)
	b.do(chromedp.Focus(chromedp.CSS("textarea#game")))
	call(b, input.InsertText, input.InsertTextParams{Text: game.String()}) // as a paste does
	b.expect("a thousand players", false)
	b.arrives(200, chromedp.Click(chromedp.CSS("#text-form button")))
	if text := eval[string](b, "document.querySelector('main').innerText"); !strings.Contains(text, "They can") && !strings.Contains(text, "Not known") {
		t.Errorf("neither a verdict nor why there is none in %.1000q", text)
	}
	b.looks("lookup-thousand")
}

func (b *tab) typeInto(selector, text string) {
	b.Helper()
	b.tabTo(selector)
	b.do(chromedp.KeyEvent(text))
}

// tabTo presses the Tab key until the selected element has the focus.
func (b *tab) tabTo(selector string) {
	b.Helper()
	for range 2 * mostStops {
		b.do(chromedp.KeyEvent(kb.Tab))
		if eval[bool](b, fmt.Sprintf("document.activeElement.matches(%q)", selector)) {
			return
		}
	}
	b.Fatalf("%s: the keyboard does not reach %s", b.at, selector)
}

// button moves the focus to a button, and returns the action that presses it.
func (b *tab) button() chromedp.Action[chromedp.Void] {
	b.Helper()
	b.tabTo("button")
	return chromedp.KeyEvent(kb.Enter)
}
