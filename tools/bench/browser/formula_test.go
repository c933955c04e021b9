package browser

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

func TestFormulaByKeyboard(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"formula", 200)
	write := func(text string) {
		b.tabTo("textarea[name=formula]")
		b.do(chromedp.KeyEvent("a", chromedp.KeyModifiers(chromedp.ModifierCtrl)), chromedp.KeyEvent(kb.Delete), chromedp.KeyEvent(text))
	}
	write("x or y")
	b.expect("no formula", true)
	b.arrives(422, b.button())
	if fault := eval[string](b, `document.querySelector("[role=alert]").innerText`); !strings.Contains(fault, "Not a formula: line 1") {
		t.Errorf("the fault is %q", fault)
	}
	b.looks("formula-fault")

	write("p cnf 2 2\n1 2 0\n-1 -2 0\n")
	b.expect("a formula", false)
	b.arrives(200, b.button())
	if text := eval[string](b, "document.querySelector('main').innerText"); !strings.Contains(text, "74 players") || !strings.Contains(text, "These values make it true: x1") {
		t.Errorf("no assignment in %q", text)
	}
	b.looks("formula-answer")
	b.byKeyboard()
	b.withoutScript(eval[string](b, "location.href"))
}
