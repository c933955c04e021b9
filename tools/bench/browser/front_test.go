package browser

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// The front page must show its heading within the first 200 pixels, and its picture on the first screen, also on a
// phone. The button below the picture must put the players in order on the page and, without script, lead to a page
// with the answer.
func TestFrontPage(t *testing.T) {
	b := newTab(t, lab.web.url)
	for _, s := range []screen{desk, phone, {"small", 320, 640, true}} {
		b.screen(s, light)
		b.visit(lab.web.url, 200)
		if top := eval[float64](b, `document.querySelector("h1").getBoundingClientRect().bottom`); top > 200 {
			t.Errorf("%s: the first words end at %v", s.name, top)
		}
		if bottom := eval[float64](b, `document.getElementById("line").getBoundingClientRect().bottom`); bottom > float64(s.height) {
			t.Errorf("%s: the picture ends at %v of %d", s.name, bottom, s.height)
		}
	}
	b.screen(desk, light)
	b.tabTo("#solve")
	b.do(chromedp.KeyEvent(kb.Enter))
	poll(func() bool {
		return strings.Contains(eval[string](b, `document.getElementById("verdict").innerText`), "everybody is content")
	})
	if right := eval[int](b, `document.querySelectorAll("#line .right").length`); right != 4 {
		t.Errorf("%d rows are right, want 4", right)
	}
	b.looks("front-solved")
	b.noScript()
	b.visit(lab.web.url, 200)
	b.arrives(200, chromedp.Click(chromedp.CSS("#solve")))
	if text := eval[string](b, "document.querySelector('h1').innerText"); text != "They can stand in a line" {
		t.Errorf("without script the button leads to %q", text)
	}
}

// A user can take names from a spreadsheet in several ways: choose a workbook, paste cells into the right fields,
// accept suggestions for misspelt names, and paste a table with too many columns and choose among them.
func TestNamesFromASpreadsheet(t *testing.T) {
	b := newTab(t, lab.web.url)
	b.visit(lab.web.url+"lookup", 200)
	book, err := filepath.Abs("../../../data/examples/camp.xlsx")
	if err != nil {
		t.Fatal(err)
	}
	b.arrives(200, chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{book}))
	if core := eval[string](b, `document.querySelector(".core").innerText`); core != "Ada wants Gus between Ada and Dan.\nDan wants Ben between Dan and Gus.\nGus wants Ada between Gus and Ben." {
		t.Errorf("the workbook's core is %q", core)
	}
	b.arrives(200, chromedp.Click(chromedp.CSS(`a.button[href^="/lookup"]`)))
	if text := eval[string](b, `document.querySelector("h1").innerText + ": " + document.querySelector("p.changed").innerText`); text != "They can stand in a line: Changed: Dan now takes Gus as wonderwall and Ben as ninja." {
		t.Errorf("the repair is %s", text)
	}

	b.visit(lab.web.url+"lookup", 200)
	paste := func(row int, cells string) {
		eval[chromedp.Void](b, fmt.Sprintf(`(() => {
			const data = new DataTransfer()
			data.setData("text/plain", %q)
			document.querySelectorAll("#rows tr")[%d].querySelector("input").dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true}))
		})()`, cells, row))
	}
	paste(0, "Ann\tDan\tBne\r\nBen\tDan\tCleo\r\nCleo\tAnn\tDan\r\nDan\tAnne\tCleo\r\n")
	paste(7, "Eve\tAnn\tBen\nFay\tAnn\tBen")
	const shown = `[...document.querySelectorAll("#rows tr")].map(row => [...row.querySelectorAll("input")].map(input => input.value).join(" ").trim()).filter(Boolean).join("; ")`
	if cells := eval[string](b, shown); cells != "Ann Dan Bne; Ben Dan Cleo; Cleo Ann Dan; Dan Anne Cleo; Eve Ann Ben; Fay Ann Ben" {
		t.Errorf("the cells are %s", cells)
	}
	b.expect("cells with faults", true)
	b.arrives(422, chromedp.Click(chromedp.CSS("#cells button.main")))
	b.looks("cells-wrong")
	b.byKeyboard()
	eval[chromedp.Void](b, `document.querySelector("[data-meant=Ben]").click()`)
	if cells := eval[string](b, shown); !strings.HasPrefix(cells, "Ann Dan Ben; ") || !strings.Contains(cells, "Dan Anne Cleo") {
		t.Errorf("one suggestion is taken, and the cells are %s", cells)
	}
	b.expect("cells without faults", false)
	b.arrives(200, chromedp.Click(chromedp.CSS("#take-all")))

	b.visit(lab.web.url+"lookup", 200)
	b.expect("columns without words", true)
	b.arrives(422, func(context.Context, *chromedp.Target) (none chromedp.Void, err error) {
		paste(0, "Time\tWho\tFriend\tFoe\n1:20\tAnn\tDan\tBen\n1:21\tBen\tDan\tCleo\n1:24\tCleo\tAnn\tDan\n1:33\tDan\tAnn\tCleo")
		return none, nil
	})
	b.looks("columns")
	b.expect("columns that are chosen", false)
	b.arrives(200, chromedp.Click(chromedp.CSS("#columns p button")))
	if order := eval[string](b, `document.getElementById("order").innerText`); order != "Cleo\nAnn\nDan\nBen" {
		t.Errorf("the columns give the order %q", order)
	}
	b.looks("order")
	eval[chromedp.Void](b, `document.getElementById("slips").open = true`)
	if slip := eval[string](b, `document.querySelectorAll(".slips li")[1].innerText`); slip != "Ann behind Cleo, before Dan" {
		t.Errorf("a slip says %q", slip)
	}
}

// The names of a file in Windows-1252 must have the right letters in the answer. If a name is misspelt, the form must
// mark this name and no other.
func TestAFileOfWindowsIsReadWithItsLetters(t *testing.T) {
	b := newTab(t, lab.web.url)
	file := filepath.Join(t.TempDir(), "names.csv")
	choose := func(status int64, text string) {
		t.Helper()
		var encoded []byte
		for _, letter := range text { // the letters of the test are the same in Windows-1252 and Latin-1
			encoded = append(encoded, byte(letter))
		}
		if err := os.WriteFile(file, encoded, 0o600); err != nil {
			t.Fatal(err)
		}
		b.visit(lab.web.url+"lookup", 200)
		b.expect(lab.web.url+"lookup", status != 200)
		b.arrives(status, chromedp.SetUploadFiles(chromedp.CSS("#file"), []string{file}))
	}

	const names = "Name;Mauer;Ninja\r\nJörg;Zoë;Émile\r\nZoë;Jörg;Tim\r\nÉmile;Jörg;Zoë\r\nTim;Zoë;Émile\r\n"
	choose(200, names)
	b.looks("lookup-windows")
	if wrong := eval[int](b, `document.querySelectorAll(".wrong, .fault, [aria-invalid]").length`); wrong > 0 {
		t.Errorf("%d parts of the page are marked as wrong", wrong)
	}
	if text := eval[string](b, `document.body.innerText`); !strings.Contains(text, "read as Windows-1252") || !strings.Contains(text, "Jörg") || strings.ContainsRune(text, '\uFFFD') {
		t.Errorf("the page says\n%s", text)
	}

	choose(422, strings.Replace(names, "Tim;Zoë", "Tim;Zoé", 1))
	b.looks("lookup-windows-wrong")
	marked := eval[[]string](b, `[...document.querySelectorAll("[aria-invalid]")].map((field) => field.value)`)
	if len(marked) != 1 || marked[0] != "Zoé" {
		t.Errorf("marked are %q, want Zoé alone", marked)
	}
	if text := eval[string](b, `document.body.innerText`); strings.ContainsRune(text, '\uFFFD') || !strings.Contains(text, "Zoë") {
		t.Errorf("the page says\n%s", text)
	}
}
