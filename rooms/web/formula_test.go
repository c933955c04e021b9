package web

import (
	"html"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestAFormulaIsPlayedAsAGame opens the page with valid and invalid formulas. The column want has the texts that the
// answer must contain.
func TestAFormulaIsPlayedAsAGame(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	for _, tt := range []struct {
		name, formula string
		code          int
		want          []string
	}{
		{"satisfiable", formulaExample, http.StatusOK, []string{"3 of 3 clauses and 6 of 6 literals left", "110 players", "can stand in a line", "(x1 or x2) and (not x1 or x3) and (not x2 or not x3)", "s SATISFIABLE\nv ", `href="/lookup?`}},
		{"unsatisfiable", "p cnf 2 4\r\n1 2 0\r\n1 -2 0\r\n-1 2 0\r\n-1 -2 0\r\n", http.StatusOK, []string{"142 players", "cannot all be content", "It is not satisfiable."}},
		{"set by hand", "p cnf 1 1\n1 0\n", http.StatusOK, []string{"1 of 1 variables set", "s SATISFIABLE\nv 1 0", "<strong>x1 true</strong>"}},
		{"set to false", "p cnf 2 2\n-1 0\n1 2 0\n", http.StatusOK, []string{"<strong>x1 false, x2 true</strong>"}},
		{"none", "Ann: Ben Cy", http.StatusUnprocessableEntity, []string{"Not a formula: line 1, column 1", "Ann: Ben Cy</textarea>"}},
		{"script", "<script>alert(1)</script>", http.StatusUnprocessableEntity, []string{"&lt;script&gt;alert(1)&lt;/script&gt;</textarea>"}},
		{"empty", "", http.StatusUnprocessableEntity, []string{"the formula is missing"}},
		{"half a clause", "p cnf 2 1\n1 2", http.StatusUnprocessableEntity, []string{"expected a 0 after each clause"}},
	} {
		w := ask(h, "/formula?"+url.Values{"formula": {tt.formula}}.Encode(), nil)
		if w.Code != tt.code {
			t.Errorf("%s: %d, want %d", tt.name, w.Code, tt.code)
		}
		for _, text := range tt.want {
			if !strings.Contains(w.Body.String(), text) {
				t.Errorf("%s: there is no %q", tt.name, text)
			}
		}
	}
	if w := ask(h, "/formula", nil); w.Code != http.StatusOK || !strings.Contains(w.Body.String(), formulaExample) || strings.Contains(w.Body.String(), "<h2>The game") {
		t.Errorf("without a formula: %d %s", w.Code, w.Body)
	}
}

// TestAGameIsOnPagesThatTakeIt looks up a game of four players, and the game of a formula, which has more players than
// the page "Simulate" can simulate. The answers must link to a page only if it accepts the game.
func TestAGameIsOnPagesThatTakeIt(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	_, rest, _ := strings.Cut(ask(h, "/formula?"+url.Values{"formula": {formulaExample}}.Encode(), nil).Body.String(), `<a href="/lookup?`)
	large, _, _ := strings.Cut(rest, `"`)
	for _, tt := range []struct {
		game       string
		play, runs bool
	}{
		{html.UnescapeString(large), true, false},
		{url.Values{"game": {"BC CD BA BA"}}.Encode(), true, true},
	} {
		page := ask(h, "/lookup?"+tt.game, nil).Body.String()
		leads := func(to string) bool {
			return strings.Contains(page, `href="`+to+`?`) || strings.Contains(page, `formaction="`+to+`"`)
		}
		if play, runs := leads("/play"), leads("/simulate"); play != tt.play || runs != tt.runs {
			t.Errorf("%.40s: played: %t, run: %t; want %t, %t", tt.game, play, runs, tt.play, tt.runs)
		}
	}
}
