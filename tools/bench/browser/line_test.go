package browser

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// playLine opens a puzzle of four players in a line.
func playLine(t *testing.T) *tab {
	b := newTab(t, lab.web.url)
	game := "Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo\n"
	b.visit(lab.web.url+"play?"+url.Values{"ruleset": {"wonderwall"}, "game": {game}}.Encode(), 200)
	return b
}

const (
	lineNames = `[...document.querySelectorAll(".lineup .handle")].map(e => e.innerText).join(" ")`
	wrongRows = `[...document.querySelectorAll("#wants tbody tr.wrong")].length`
	// The names on the line are marked as the rows of the table are. A long line has no table.
	wrongNames = `document.querySelectorAll(".lineup .wrong").length`
	// How many players stand wrong by the server's answer, or "" before the answer has come.
	toldWrong = `new URL(document.getElementById("permalink").href).searchParams.get("order") == new URL(location).searchParams.get("order") ? document.getElementById("verdict").dataset.wrong : ""`
)

// settled waits until the server has judged the order, and checks that the page marks the same number of players who
// stand wrong.
func (b *tab) settled() {
	b.Helper()
	names := eval[int](b, wrongNames)
	told := ""
	poll(func() bool {
		told = eval[string](b, toldWrong)
		return told != ""
	})
	if told != strconv.Itoa(names) {
		b.Errorf("%d players stand wrong on the page, and the server says %s", names, told)
	}
	if table, rows := eval[bool](b, `!!document.getElementById("wants")`), eval[int](b, wrongRows); table && rows != names {
		b.Errorf("%d names and %d rows are marked wrong", names, rows)
	}
}

// While a player of a puzzle is dragged with the mouse, the others in the line must make room. When the player is
// dropped, the address of the page must have the new order.
func TestLineByMouse(t *testing.T) {
	b := playLine(t)
	at := eval[[][]float64](b, `[...document.querySelectorAll(".lineup .handle")].map(e => [e.getBoundingClientRect(), e.closest("li").getBoundingClientRect().right]).map(([r, end]) => [r.x + r.width/2, r.y + r.height/2, end])`)
	from, to := at[0], at[3]
	mouse := func(kind input.DispatchMouseEventType, x, y float64) {
		b.do(chromedp.MouseEvent(kind, x, y, chromedp.ButtonLeft))
	}
	mouse(input.DispatchMouseEventTypeMousePressed, from[0], from[1])
	for step := range 20 {
		part := float64(step+1) / 20
		mouse(input.DispatchMouseEventTypeMouseMoved, from[0]+part*(to[2]-1-from[0]), from[1]+part*(to[1]-from[1]))
	}
	if names := eval[string](b, lineNames); names != "Ben Cleo Dan Ann" {
		t.Errorf("Ann is dragged behind Dan, and they stand %s", names)
	}
	b.shoot("line-held")
	mouse(input.DispatchMouseEventTypeMouseReleased, to[2]-1, to[1])
	b.settled()
	if order := eval[string](b, `new URL(location).searchParams.get("order")`); order != "2.3.4.1" {
		t.Errorf("the address says %s", order)
	}
	b.looks("line-dropped")
}

// A puzzle can be solved with the keyboard alone. The test goes through all orders until the page says that one is a
// solution. The page must still say so after it is loaded again.
func TestLineByKeyboard(t *testing.T) {
	b := playLine(t)
	b.tabTo(".lineup .handle")
	for swaps := 0; eval[int](b, wrongRows) > 0; swaps++ {
		if swaps == 24 {
			t.Fatal("no order solves a game that is solvable")
		}
		place := plainChanges[swaps%len(plainChanges)]
		eval[chromedp.Void](b, "document.querySelectorAll('.lineup .handle')["+strconv.Itoa(place)+"].focus()")
		before := strings.Fields(eval[string](b, lineNames))
		b.do(chromedp.KeyEvent(kb.ArrowRight))
		before[place], before[place+1] = before[place+1], before[place]
		if names := eval[string](b, lineNames); names != strings.Join(before, " ") {
			t.Fatalf("they stand %s, want %s", names, strings.Join(before, " "))
		}
		b.settled()
		if focused := eval[string](b, "document.activeElement.innerText"); focused != before[place+1] {
			t.Fatalf("the focus is on %q, not on %s who moved", focused, before[place+1])
		}
	}
	if verdict := eval[string](b, `document.getElementById("verdict").innerText`); !strings.HasPrefix(verdict, "Solved") {
		t.Errorf("no row is wrong, and the page says %q", verdict)
	}
	names := eval[string](b, lineNames)
	b.visit(eval[string](b, "location.href"), 200)
	if again := eval[string](b, lineNames); again != names {
		t.Errorf("they stood %s, and stand %s when the page is loaded again", names, again)
	}
	b.looks("line-solved")
}

// In a line of 80 players, a player can be moved far by the number of its new place: typed while the name of the player
// has the focus, or in the form below the line, with and without script, by the button and by the Enter key.
func TestAPlayerIsMovedFarByAPlacesNumber(t *testing.T) {
	const players = 80
	var game strings.Builder
	for p := range players {
		fmt.Fprintf(&game, "Player%d: Player%d Player%d\n", p+1, (p+1)%players+1, (p+2)%players+1)
	}
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"play?"+url.Values{"ruleset": {"wonderwall"}, "game": {game.String()}}.Encode(), 200)
	stands := func(player string, place int) {
		t.Helper()
		if at := slices.Index(strings.Fields(eval[string](b, lineNames)), player) + 1; at != place {
			t.Errorf("%s stands at place %d, want %d", player, at, place)
		}
	}

	eval[chromedp.Void](b, `document.getElementById("player-3").focus()`)
	b.do(chromedp.KeyEvent("7"), chromedp.KeyEvent("5"), chromedp.KeyEvent(kb.Enter))
	stands("Player3", 75)
	b.settled()
	if focused := eval[string](b, "document.activeElement.innerText"); focused != "Player3" {
		t.Errorf("the focus is on %q, not on the player who moved", focused)
	}

	b.do(chromedp.SetValue("#who", "80"), chromedp.SendKeys("#to", "2"), chromedp.Click(chromedp.CSS("#far button")))
	stands("Player80", 2)
	b.settled()
	b.do(chromedp.SendKeys("#to", "81"), chromedp.Click(chromedp.CSS("#far button")))
	stands("Player80", 2)
	b.looks("line-of-80")

	b.noScript()
	b.visit(eval[string](b, "location.href"), 200)
	b.do(chromedp.SetValue("#who", "40"), chromedp.SendKeys("#to", "1"))
	b.arrives(200, chromedp.Click(chromedp.CSS("#far button")))
	stands("Player40", 1)
	stands("Player80", 3)
	b.do(chromedp.SetValue("#who", "41"))
	b.arrives(200, chromedp.SendKeys("#to", "2"+kb.Enter))
	stands("Player41", 2)
	stands("Player80", 4)
}

// crowdGame returns a game of 80 players with long names.
func crowdGame() string {
	given := strings.Fields("Alexandra Maximilian Bartholomew Christopher Evangeline Wilhelmina Konstantin Theodora")
	family := strings.Fields("Featherstone Montgomery Abernathy Winterbottom Castellanos Oyelaran Papadopoulos Lindqvist Ramakrishnan Zimmermann")
	name := func(p int) string { return given[p%80/10] + " " + family[p%10] }
	var game strings.Builder
	for p := range 80 {
		wonderwall, ninja := p-1, p-2
		if p < 2 {
			wonderwall, ninja = p+1, p+2
		}
		fmt.Fprintf(&game, "%s: %s, %s\n", name(p), name(wonderwall), name(ninja))
	}
	return game.String()
}

// On the first screen of a line of 80 players, the bar must say how many are content, at every width and after each
// move, with and without script. Above the bar there must be room for more than one player. On a phone, each player's
// box has a grip, dots by which a finger drags the box. The dots must have the same size in every box.
func TestTheFirstScreenOfALongLineSaysHowManyAreContent(t *testing.T) {
	line := lab.web.url + "play?" + url.Values{"ruleset": {"wonderwall"}, "game": {crowdGame()}}.Encode()
	for _, s := range []screen{{"wide", 1600, 1000, false}, {"desk", 1280, 900, false}, {"phone", 390, 844, true}, {"small", 320, 640, true}} {
		for _, script := range []bool{true, false} {
			b := newTab(t, lab.web.url)
			b.screen(s, dark)
			if !script {
				b.noScript()
			}
			at := fmt.Sprintf("at %d px, with script: %v", s.width, script)
			check := func(want string) {
				t.Helper()
				verdict := eval[string](b, `(() => {
					const verdict = document.getElementById("verdict"), box = verdict.getBoundingClientRect();
					return box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth ? verdict.innerText : "";
				})()`)
				if verdict != want {
					t.Errorf("%s: the first screen says %q, want %q", at, verdict, want)
				}
			}
			b.visit(line, 200)
			check("Solved: everybody is content.")
			if wide := eval[int64](b, "document.documentElement.scrollWidth"); wide > s.width {
				t.Errorf("%s: the page is %d px wide", at, wide)
			}
			if players := eval[int](b, `[...document.querySelectorAll(".lineup .words")].filter((words) => words.lastElementChild.getBoundingClientRect().top < document.getElementById("far").getBoundingClientRect().top - 20).length`); players < 2 {
				t.Errorf("%s: %d players are on the first screen", at, players)
			}
			if script && s.mobile {
				if sizes := eval[string](b, `[...new Set([...document.querySelectorAll(".grip")].map((grip) => (({width, height}) => width + " " + height)(getComputedStyle(grip, "::before"))))].join()`); sizes != "16px 16px" {
					t.Errorf("%s: the dots of the grips have the sizes %s", at, sizes)
				}
			}

			later := chromedp.Click(chromedp.CSS(`button[name=later][value="2"]`))
			if script {
				b.do(later)
				b.settled()
			} else {
				b.arrives(200, later)
			}
			check(eval[string](b, `80 - document.querySelectorAll(".lineup .wrong").length + " of 80 are content. 1 move."`))
			b.shoot(fmt.Sprintf("line-of-80-%s-%v", s.name, script))
		}
	}
}

func TestAPlayerWhoIsMovedFarIsSeen(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.screen(screen{"small", 320, 640, true}, light)
	b.visit(lab.web.url+"play?"+url.Values{"ruleset": {"wonderwall"}, "game": {crowdGame()}}.Encode(), 200)
	b.do(chromedp.SetValue("#who", "1"), chromedp.SendKeys("#to", "40"), chromedp.Click(chromedp.CSS("#far button")))
	b.settled()
	if hidden := eval[float64](b, `document.activeElement.getBoundingClientRect().bottom - document.getElementById("far").getBoundingClientRect().top`); hidden > 0 {
		t.Errorf("%v px of the name %q are under the bar", hidden, eval[string](b, "document.activeElement.innerText"))
	}
}

// On a phone, the two menus of a puzzle must take only three lines of the first screen. The current ruleset must be in
// view, and so must every other one that gets the focus.
func TestTheMenusOfAPuzzleTakeThreeLines(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, s := range []screen{{"phone", 390, 844, true}, {"small", 320, 640, true}} {
		b.screen(s, light)
		for _, ruleset := range []string{"wonderwall", "col"} {
			b.visit(lab.web.url+"play?level=2&seed=3&number=1&ruleset="+ruleset, 200)
			if lines := eval[int](b, `new Set([...document.querySelectorAll("header a, .rulesets a")].map((link) => Math.round(link.getBoundingClientRect().top))).size`); lines != 3 {
				t.Errorf("%s at %d px: the menus take %d lines", ruleset, s.width, lines)
			}
			if hidden := eval[[]string](b, `[document.querySelector(".rulesets [aria-current]"), ...document.querySelectorAll(".rulesets a")].filter((link, i) => {
				if (i) link.focus();
				const box = link.getBoundingClientRect();
				return box.left < 0 || box.right > innerWidth;
			}).map((link) => link.innerText)`); len(hidden) > 0 {
				t.Errorf("%s at %d px: %q are out of view", ruleset, s.width, hidden)
			}
		}
	}
}

// plainChanges goes through all orders of four players by exchanging two neighbours at a time. Each number is the place
// of the left one of the two neighbours (the algorithm of Steinhaus, Johnson and Trotter).
var plainChanges = []int{2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2, 0, 2, 1, 0, 2, 0, 1, 2, 0}

func TestLineWithoutScript(t *testing.T) {
	b := playLine(t)
	b.noScript()
	b.visit(eval[string](b, "location.href"), 200)
	b.arrives(200, chromedp.Click(chromedp.CSS(`button[name=later][value="1"]`)))
	if names := eval[string](b, lineNames); names != "Ben Ann Cleo Dan" {
		t.Errorf("Ann is moved later, and they stand %s", names)
	}
}

// On a touch screen, a finger that moves on the name of a player must scroll the page. On the grip next to the name it
// must drag the player and, near an edge of the screen, also scroll.
func TestLineByTouch(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.screen(screen{"small", 390, 500, true}, light)
	call(b, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	b.visit(lab.web.url+"play?"+url.Values{"ruleset": {"wonderwall"}, "seed": {"1"}, "level": {"12"}, "number": {"1"}}.Encode(), 200)
	before := eval[string](b, lineNames)
	touch := func(kind input.DispatchTouchEventType, at ...*input.TouchPoint) {
		call(b, input.DispatchTouchEvent, input.DispatchTouchEventParams{Type: kind, TouchPoints: at})
	}
	middle := func(selector string) (x, y float64) {
		at := eval[[]float64](b, `(r => [r.x + r.width/2, r.y + r.height/2])(document.querySelector("`+selector+`").getBoundingClientRect())`)
		return at[0], at[1]
	}
	swipe := func(x, y, to float64) {
		touch(input.DispatchTouchEventTypeTouchStart, &input.TouchPoint{X: x, Y: y})
		for step := range 12 {
			touch(input.DispatchTouchEventTypeTouchMove, &input.TouchPoint{X: x, Y: y + float64(step+1)/12*(to-y)})
			time.Sleep(30 * time.Millisecond)
		}
	}
	x, y := middle(".lineup li:nth-child(5) .handle")
	swipe(x, y, y-200)
	touch(input.DispatchTouchEventTypeTouchEnd)
	b.until("scrollY >= 50")
	if names := eval[string](b, lineNames); names != before {
		t.Errorf("after a swipe over a name they stand %s, stood %s", names, before)
	}
	eval[chromedp.Void](b, "scrollTo(0, 0)")
	first := strings.Fields(before)[0]
	x, y = middle(".lineup li:first-child .grip")
	swipe(x, y, 490)
	b.until("scrollY >= 50") // while a player is held at the edge
	touch(input.DispatchTouchEventTypeTouchEnd)
	if names := strings.Fields(eval[string](b, lineNames)); len(names) != 15 || names[0] == first {
		t.Errorf("%s is dragged down, and they stand %s", first, names)
	}
	b.settled()
}

func TestTheLineOfAPuzzleIsOneRow(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.screen(desk, light)
	b.visit(lab.web.url+"play?level=8", 200)
	if rows := eval[int](b, `new Set([...document.querySelectorAll(".lineup li")].map(item => item.offsetTop)).size`); rows != 1 {
		t.Errorf("%d rows", rows)
	}
}
