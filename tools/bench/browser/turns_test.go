package browser

import (
	"net/url"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// Games are played to their end against the solver, by keyboard. Who makes moves that are shown as
// winning wins if there is one at the beginning, and else does not; and taking back leads to the
// position before.
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
				b.arrives(200, chromedp.KeyEvent(kb.Enter))
				if moves == 0 {
					b.looks("play-" + ruleset + "-moved")
					here := eval[string](b, "location.href")
					b.arrives(200, chromedp.Click(chromedp.ID("back")))
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
			b.byKeyboard()
			b.withoutScript(eval[string](b, "location.href"))
		})
	}
}
