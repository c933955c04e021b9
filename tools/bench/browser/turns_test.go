package browser

import (
	"net/url"
	"strconv"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The test plays games to their end against the solver, by keyboard, with moves that the page shows as winning, if
// there are any. It must win if the page showed a winning move at the beginning, and lose otherwise. Taking a move back
// must lead to the position before it.
func TestTurns(t *testing.T) {
	for ruleset, game := range map[string]string{
		"nim":     "3,5,7",
		"nimbers": "3.1-2.1-3.2-3",
		"jump":    "1 5\n2\n0 0 2 1 0\n0 2\n0 3\n",
		"tower":   "2,3",
		"col":     "ooo",
	} {
		t.Run(ruleset, func(t *testing.T) {
			t.Parallel()
			b := newTab(t, lab.web.url)
			b.visit(lab.web.url+"play?"+url.Values{"ruleset": {ruleset}, "game": {game}, "you": {"first"}, "values": {"yes"}}.Encode(), 200)
			b.looks("play-" + ruleset)
			won := eval[bool](b, `document.querySelector("#moves .wins") != null`)
			for moves := 0; eval[int](b, `document.querySelectorAll("#moves ol button").length`) > 0; moves++ {
				if moves == 50 {
					t.Fatal("the game does not end")
				}
				before := eval[string](b, `document.getElementById("position").innerText`)
				eval[chromedp.Void](b, `(document.querySelector("#moves .wins") ?? document.querySelector("#moves ol button")).focus()`)
				b.moves(chromedp.KeyEvent(kb.Enter))
				if moves == 0 {
					b.looks("play-" + ruleset + "-moved")
					here := eval[string](b, "location.href")
					b.moves(chromedp.Click(chromedp.ID("back")))
					if back := eval[string](b, `document.getElementById("position").innerText`); back != before {
						t.Errorf("taken back to %q, want %q", back, before)
					}
					b.visit(here, 200)
				}
			}
			if ending := eval[string](b, `document.getElementById("now").innerText`); !strings.HasSuffix(ending, ".") || (ending == "You win.") != won {
				t.Errorf("won from the beginning: %v, and the game ends with %q", won, ending)
			}
			b.looks("play-" + ruleset + "-over")
			over := eval[string](b, "location.href")
			b.visit(over, 200) // the Tab key begins at the top again
			b.byKeyboard()
			b.withoutScript(over)
		})
	}
}

// moves does a step that leads to another board, and waits for this board.
func (b *tab) moves(step chromedp.Action[chromedp.Void]) {
	b.Helper()
	eval[chromedp.Void](b, `document.getElementById("board").dataset.old = "yes"`)
	b.do(step)
	b.until(`document.readyState === "complete" && document.getElementById("board")?.dataset.old === undefined`)
}

func TestAGameByKeyboardKeepsTheFocus(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"play?"+url.Values{"ruleset": {"nim"}, "game": {"2,3,4"}, "you": {"first"}, "solver": {"random"}, "seed": {"1"}}.Encode(), 200)
	b.tabTo(".board a")
	const onBoard = `document.activeElement.matches(".board a")`
	b.do(chromedp.KeyEvent(kb.ArrowRight))
	if !eval[bool](b, onBoard) {
		t.Error("an arrow key leads away from the board")
	}
	for moves := 0; eval[bool](b, onBoard); moves++ {
		if moves == 10 {
			t.Fatal("nim of nine sticks does not end")
		}
		b.moves(chromedp.KeyEvent(kb.Enter))
		if links := eval[int](b, `document.querySelectorAll(".board a").length`); links > 0 && !eval[bool](b, onBoard) {
			t.Fatalf("after move %d the focus is on %s", moves+1, eval[string](b, "document.activeElement.outerHTML.slice(0, 100)"))
		}
	}
	if !eval[bool](b, `document.activeElement.matches("#board .button")`) {
		t.Errorf("after the game the focus is on %s", eval[string](b, "document.activeElement.outerHTML.slice(0, 100)"))
	}
	before := eval[string](b, `document.getElementById("now").innerText`)
	call(b, page.NavigateToHistoryEntry, page.NavigateToHistoryEntryParams{EntryID: previousEntry(b)})
	b.until(`document.getElementById("now")?.innerText !== ` + strconv.Quote(before))
}

// The tests wait for conditions on pages that may be replaced meanwhile. Such a wait must go on with the next page.
func TestAConditionIsAwaitedAcrossPages(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"play", 200)
	b.until(`location.pathname === "/numbers" || (location.href = "/numbers", new Promise(() => {}))`)
	if at := eval[string](b, "location.pathname"); at != "/numbers" {
		t.Errorf("the tab is at %s, expected /numbers", at)
	}
}

func previousEntry(b *tab) int64 {
	history := call(b, page.GetNavigationHistory, cdp.Empty{})
	return history.Entries[history.CurrentIndex-1].ID
}

func TestAPuzzleByKeyboardKeepsTheFocus(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"play?ruleset=wonderwall&level=2&seed=1", 200)
	b.tabTo("#ask-hint")
	for presses := 0; !eval[bool](b, `document.getElementById("verdict").innerText.startsWith("Solved")`); presses++ {
		if presses == 30 {
			t.Fatal("hints do not lead to a solution")
		}
		if at := eval[string](b, "document.activeElement.id"); at != "ask-hint" && at != "do-hint" {
			t.Fatalf("the focus is on %q", at)
		}
		b.moves(chromedp.KeyEvent(kb.Enter))
	}
	if at := eval[string](b, "document.activeElement.innerText"); at != "The next puzzle" {
		t.Errorf("after the solution the focus is on %q", at)
	}
}

func TestQueensArePlacedByMouseAndKeyboard(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"play?ruleset=spies", 200)
	b.looks("play-spies")
	cell := func(what string) string { return `.board a[aria-label="` + what + `"]` }
	b.moves(chromedp.Click(chromedp.CSS(cell("Put a queen in row 1, column 2"))))
	b.moves(chromedp.Click(chromedp.CSS(cell("Put a queen in row 2, column 2"))))
	if says := eval[string](b, `document.getElementById("verdict").innerText`); says != "2 of 4 queens placed; 1 pair attacks each other." {
		t.Errorf("two queens in a column: %q", says)
	}
	b.looks("play-spies-attack")
	b.moves(chromedp.Click(chromedp.ID("back")))

	const onBoard = `document.activeElement.matches(".board a")`
	b.visit(eval[string](b, "location.href"), 200) // the Tab key begins at the top again
	b.tabTo(".board a")
	for _, row := range []struct {
		down, right int
		key         string
	}{{1, 3, kb.Enter}, {1, -3, " "}, {1, 2, kb.Enter}} {
		b.do(chromedp.KeyEvent(strings.Repeat(kb.ArrowDown, row.down)))
		across := strings.Repeat(kb.ArrowRight, max(row.right, 0)) + strings.Repeat(kb.ArrowLeft, max(-row.right, 0))
		b.do(chromedp.KeyEvent(across))
		b.moves(chromedp.KeyEvent(row.key))
		if !eval[bool](b, onBoard) {
			t.Errorf("after a queen was placed the focus is on %q", eval[string](b, `document.activeElement.outerHTML.slice(0, 80)`))
		}
	}
	if heading := eval[string](b, `document.getElementById("now").innerText`); heading != "Solved" {
		t.Errorf("the board is headed %q: %s", heading, eval[string](b, "location.href"))
	}
	b.looks("play-spies-solved")
	solved := eval[string](b, "location.href")
	b.visit(solved, 200) // the Tab key begins at the top again
	b.byKeyboard()
	b.withoutScript(solved)
}

// The three strengths of the solver stand side by side at every width, so that they look like one switch.
func TestTheSwitchOfStrengthIsOneLine(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, width := range []int64{320, 390, 1280, 1600} {
		b.screen(screen{"width", width, 800, width < 600}, light)
		b.visit(lab.web.url+"play?ruleset=nim&game=3,5,7", 200)
		if lines := eval[int](b, `new Set([...document.querySelectorAll("#strength a")].map((link) => link.offsetTop)).size`); lines != 1 {
			t.Errorf("at %d px the strengths stand in %d lines", width, lines)
		}
		if wide := eval[float64](b, "document.documentElement.scrollWidth"); wide > float64(width) {
			t.Errorf("at %d px the page is %.0f px wide", width, wide)
		}
	}
}

// On a phone, the cells of a small board must be wide enough for a thumb, and within the window. A circle that a player
// may paint must look unpainted, in light and dark.
func TestSmallBoardsOnAPhone(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, c := range []struct{ ruleset, game string }{{"nim", "3,5,7"}, {"jump", "1 5\n2\n0 0 2 1 0\n0 2\n0 3\n"}, {"col", "o(o,B(o))"}} {
		for _, theme := range []theme{light, dark} {
			b.screen(screen{"small", 320, 640, true}, theme)
			b.visit(lab.web.url+"play?"+url.Values{"ruleset": {c.ruleset}, "game": {c.game}, "you": {"first"}}.Encode(), 200)
			if got := eval[[]float64](b, `(() => {
				const boxes = [...document.querySelectorAll(".board a rect")].map(e => e.getBoundingClientRect());
				return [Math.min(...boxes.map(r => r.width)), Math.min(...boxes.map(r => r.left)), innerWidth - Math.max(...boxes.map(r => r.right)), document.documentElement.scrollWidth - innerWidth];
			})()`); got[0] < 40 || got[1] < 0 || got[2] < 0 || got[3] > 0 {
				t.Errorf("%s: the cells are %v wide, %v from the left and %v from the right, and the page scrolls by %v", c.ruleset, got[0], got[1], got[2], got[3])
			}
		}
	}
	for _, theme := range []theme{light, dark} {
		b.screen(phone, theme)
		b.visit(lab.web.url+"play?"+url.Values{"ruleset": {"col"}, "game": {"o(o,B(o))"}, "you": {"first"}}.Encode(), 200)
		if got := eval[[]string](b, `(() => {
			const style = (cell) => getComputedStyle(document.querySelector(cell + " rect"));
			return [style(".lefts").fill, getComputedStyle(document.body).backgroundColor, style(".lefts").stroke, style(".left").fill];
		})()`); got[0] != got[1] || got[2] != got[3] || got[0] == got[3] {
			t.Errorf("a circle to be painted is %s on a page of %s with the edge %s, and a painted one is %s", got[0], got[1], got[2], got[3])
		}
	}
}
