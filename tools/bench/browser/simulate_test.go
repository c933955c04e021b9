package browser

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

const (
	stepsDone   = `Number(document.getElementById("steps").textContent)`
	drawn       = `document.querySelector(".player").hasAttribute("transform")`
	places      = `[...document.querySelectorAll(".player")].map(p => p.getAttribute("transform")).join()`
	firstPlayer = `(r => [r.x + r.width/2, r.y + r.height/2])(document.querySelector("#player-1 .grip").getBoundingClientRect())`
)

// If the game has no solution, the page must report this after a few hundred steps.
func TestPlayersWhoRunInVain(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"simulate?"+url.Values{"ruleset": {"wonderwall"}, "game": {"A: B C\nB: C A\nC: A B\n"}, "rule": {"nearest"}}.Encode(), 200)
	b.await("they run", stepsDone+" >= 10")
	b.do(chromedp.Click(chromedp.ID("faster")), chromedp.Click(chromedp.ID("faster")))
	b.await("the page says why", `!document.getElementById("long").hidden`)
	if heading := eval[string](b, `document.querySelector("h1").innerText`); heading != "This game has no solution" {
		t.Errorf("the heading is %q", heading)
	}
	b.looks("simulate-in-vain")
}

// On the page of a simulation the players must begin to run without a click, stand still during a pause, move once for
// a step, and follow the mouse and the keys.
func TestPlayersRun(t *testing.T) {
	b := newTab(t, lab.web.url)
	never := "A: B C\nB: C A\nC: A B\n" // each player needs another one in the middle
	b.visit(lab.web.url+"simulate?"+url.Values{"ruleset": {"wonderwall"}, "game": {never}, "rule": {"nearest"}}.Encode(), 200)
	b.await("they run", stepsDone+" >= 10")
	b.do(chromedp.Click(chromedp.ID("restart")))
	b.await("they are drawn", drawn)
	before := eval[string](b, places)
	b.await("they move", places+" != "+jsonOf(before))
	b.looks("simulate-running")

	b.do(chromedp.Click(chromedp.ID("pause")))
	b.await("steps under way are done", `document.getElementById("verdict").textContent.startsWith("Paused")`)
	paused := eval[int](b, stepsDone)
	time.Sleep(time.Second)
	if steps := eval[int](b, stepsDone); steps != paused {
		t.Errorf("paused after %d steps, and %d are done", paused, steps)
	}

	b.do(chromedp.Click(chromedp.ID("restart"))) // where they are far from each other
	b.await("they stand where they began", stepsDone+" == 0 && "+drawn)
	b.do(chromedp.Click(chromedp.ID("step")))
	b.await("one step", stepsDone+" > 0")
	if steps := eval[int](b, stepsDone); steps != 1 {
		t.Errorf("one step from the beginning, and %d are done", steps)
	}

	b.settle(firstPlayer) // the step is drawn
	eval[chromedp.Void](b, `document.getElementById("player-1").scrollIntoView({block: "center"})`)
	from := eval[[]float64](b, firstPlayer)
	to := []float64{from[0] + 60, from[1] - 40}
	if from[0] > float64(desk.width)/2 {
		to[0] = from[0] - 60
	}
	mouse := func(kind input.DispatchMouseEventType, share float64) {
		b.do(chromedp.MouseEvent(kind, from[0]+share*(to[0]-from[0]), from[1]+share*(to[1]-from[1]), chromedp.ButtonLeft))
	}
	mouse(input.DispatchMouseEventTypeMousePressed, 0)
	for step := range 10 {
		mouse(input.DispatchMouseEventTypeMouseMoved, float64(step+1)/10)
	}
	near := "(p => Math.hypot(p[0] - " + jsonOf(to[0]) + ", p[1] - " + jsonOf(to[1]) + ") < 4)(" + firstPlayer + ")"
	b.await("the player follows the mouse", near)
	b.shoot("simulate-held")
	mouse(input.DispatchMouseEventTypeMouseReleased, 1)
	b.settle(firstPlayer)

	dropped := eval[[]float64](b, firstPlayer)
	eval[chromedp.Void](b, `document.getElementById("player-1").focus()`)
	b.do(chromedp.KeyEvent(kb.ArrowRight, chromedp.KeyModifiers(chromedp.ModifierShift)))
	b.await("the player is moved by a key", "((a, b) => a[0] != b[0] || a[1] != b[1])("+firstPlayer+", "+jsonOf(dropped)+")")

	b.do(chromedp.Click(chromedp.ID("go")))
	b.await("they run again", stepsDone+" > 10")
}

// await waits until a condition is true on the page. what describes it in the log.
func (b *tab) await(what, condition string) {
	b.Helper()
	b.Logf("%s: until %s", b.at, what)
	b.until(condition)
}

// settle waits until a value on the page stays the same for 300 milliseconds.
func (b *tab) settle(value string) {
	b.Helper()
	value = "JSON.stringify(" + value + ")"
	for before := ""; ; time.Sleep(300 * time.Millisecond) {
		now := eval[string](b, value)
		if now == before {
			return
		}
		before = now
	}
}

func jsonOf(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// In a simulation no name may cover another, while the players run and when they stand. The drawing and its buttons
// must be on the first screen, on a desktop and on a phone.
func TestNamesOfPlayersWhoRunDoNotCollide(t *testing.T) {
	small := screen{"phone", 390, 844, true}
	for _, players := range []int{4, 8, 24} {
		game, err := exec.Command(lab.program, "generate", "random", "--n", strconv.Itoa(players), "--seed", "3").Output()
		if err != nil {
			t.Fatal(err)
		}
		text := string(game)
		if players == 4 {
			text = "Ann: Dan Ben\nBen: Dan Cleo\nCleo: Ann Dan\nDan: Ann Cleo\n"
		}
		for _, s := range []screen{desk, small} {
			b := newTab(t, lab.web.url)
			b.screen(s, light)
			b.visit(lab.web.url+"simulate?"+url.Values{"ruleset": {"wonderwall"}, "game": {text}}.Encode(), 200)
			b.await("they run", stepsDone+" >= 5")
			fold := eval[map[string]float64](b, `({ stage: document.getElementById("stage").getBoundingClientRect().bottom, pause: document.getElementById("pause").getBoundingClientRect().bottom, high: innerHeight })`)
			if fold["stage"] > fold["high"] || fold["pause"] > fold["high"] {
				t.Errorf("%d players on a %s: the stage ends at %.0f and the buttons at %.0f of %.0f", players, s.name, fold["stage"], fold["pause"], fold["high"])
			}
			for range 8 {
				time.Sleep(300 * time.Millisecond)
				if covered := eval[[]string](b, `(() => {
					const all = [...document.querySelectorAll(".player")].map((player) => {
						const text = player.querySelector(".name");
						return { word: text.textContent, shown: getComputedStyle(text).visibility === "visible", name: text.getBoundingClientRect() };
					});
					const stage = document.getElementById("stage").getBoundingClientRect(), faults = [];
					const over = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 4;
					all.forEach((a, i) => {
						if (!a.shown) return;
						if (a.name.left < stage.left || a.name.right > stage.right) faults.push(a.word + " is cut");
						all.forEach((b, j) => { if (j < i && b.shown && over(a.name, b.name)) faults.push(a.word + " over " + b.word); });
					});
					return faults;
				})()`); len(covered) > 0 {
					t.Errorf("%d players on a %s: %v", players, s.name, covered)
				}
			}
			t.Logf("%d players on a %s: stage %v, %d of them named", players, s.name, fold, eval[int](b, `[...document.querySelectorAll(".player .name")].filter((text) => getComputedStyle(text).visibility === "visible").length`))
			b.shoot(fmt.Sprintf("simulate-%d-%s", players, s.name))
		}
	}
}
