package web

import (
	"net/http"
	"strings"
	"testing"
)

// TestPiecesArePlacedByLinks places queens on a board of four by four by following the links of the cells, takes the
// last queen back, and solves the board.
func TestPiecesArePlacedByLinks(t *testing.T) {
	h := testSite(t).handler()
	at, w := follow(t, h, "/play?ruleset=spies")
	press := func(cell string) {
		t.Helper()
		link := first(w.Body.String(), `<a href="([^"]*)"(?: class="[^"]*")? aria-label="`+cell+`"`)
		if link == "" {
			t.Fatalf("%s: no cell %q", at, cell)
		}
		at, w = follow(t, h, link)
		if w.Code != http.StatusOK {
			t.Fatalf("%s: %d", at, w.Code)
		}
	}
	says := func(want string) {
		t.Helper()
		if got := first(w.Body.String(), `id="verdict">([^<]*)<`); got != want {
			t.Errorf("%s says %q, want %q", at, got, want)
		}
	}

	says("0 of 4 queens placed.")
	press("Put a queen in row 1, column 2")
	press("Put a queen in row 2, column 3")
	says("2 of 4 queens placed; 1 pair attacks each other.")
	if page := w.Body.String(); strings.Count(page, `class="clash"`) != 1 || strings.Count(page, "queen clashes") != 2 {
		t.Error("the attack is not drawn")
	}
	at, w = follow(t, h, first(w.Body.String(), `id="back" href="([^"]*)"`))
	says("1 of 4 queens placed.")
	press("Put a queen in row 2, column 4")
	press("Put a queen in row 3, column 1")
	press("Put a queen in row 4, column 3")
	says("All 4 queens placed: no two attack each other, and no three are in line.")
	if page := w.Body.String(); !strings.Contains(page, `<h1 id="now" class="right">Solved</h1>`) || first(page, `class="button main" href="([^"]*)">The next board`) != "/play?game=8&ruleset=spies" {
		t.Error("the board is not said to be solved, or it leads to no other")
	}
	press("Take away the queen in row 1, column 2")
	says("3 of 4 queens placed.")
}

// TestABoardWithoutASolutionIsReported opens boards without asking for a hint or a solution. The page of a board
// without a solution must say so at once, and lead to the reason.
func TestABoardWithoutASolutionIsReported(t *testing.T) {
	h := testSite(t).handler()
	for game, never := range map[string]bool{"6": true, "6&placed=2.10": true, "2": true, "8": false, "1": false, "2+4+1+3": false} {
		_, w := follow(t, h, "/play?ruleset=spies&game="+game)
		body := w.Body.String()
		if w.Code != http.StatusOK || !strings.Contains(body, "The spies are queens, as in chess.") {
			t.Errorf("%s: %d:\n%s", game, w.Code, body)
		}
		if strings.Contains(body, "This board has no solution.") != never || strings.Contains(body, "Look up why") != never {
			t.Errorf("%s: whether it has no solution is not %t:\n%s", game, never, body)
		}
	}
}

// TestHintsLeadToABoardThatIsSolved follows only hints, on empty boards and on boards with queens where no solution has
// them.
func TestHintsLeadToABoardThatIsSolved(t *testing.T) {
	h := testSite(t).handler()
	for _, begin := range []string{"game=8", "game=8&placed=1.11.26", "game=4&placed=1", "game=4&placed=2.8.1", "game=" + strings.ReplaceAll("1 2 3 4", " ", "+")} {
		_, w := follow(t, h, "/play?ruleset=spies&"+begin)
		for hints := 0; !strings.Contains(w.Body.String(), ">Solved</h1>"); hints++ {
			if hints == 12 {
				t.Fatalf("%s: %d hints lead to no solution", begin, hints)
			}
			at, hint := follow(t, h, first(w.Body.String(), `id="ask-hint" href="([^"]*)"`))
			link := first(hint.Body.String(), `id="do-hint" href="([^"]*)"`)
			if link == "" {
				t.Fatalf("%s has no hint", at)
			}
			_, w = follow(t, h, link)
		}
	}
}

// TestAShownSolutionOfABoardIsNotCalledSolved asks for a solution of two boards. The heading must not be "Solved", as
// if the user had found the solution.
func TestAShownSolutionOfABoardIsNotCalledSolved(t *testing.T) {
	h := testSite(t).handler()
	for game, want := range map[string]string{"12": ">A solution</h1>", "5": "This board has no solution."} {
		_, w := follow(t, h, "/play?ruleset=spies&ask=solution&game="+game)
		if w.Code != http.StatusOK || !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s queens: %d, without %q", game, w.Code, want)
		}
	}
}

func TestBoardsAreWithinTheBudgetOfAPage(t *testing.T) {
	_, w := follow(t, testSite(t).handler(), "/play?ruleset=spies&game=12&placed=1.15.29.43.57.71.85.99.113.127.141&ask=hint")
	if size := w.Body.Len(); w.Code != http.StatusOK || size > mostPage {
		t.Errorf("%d: the page takes %d bytes, want at most %d", w.Code, size, mostPage)
	}
}

func TestABoardThatIsLookedUpLeadsToItsPuzzle(t *testing.T) {
	h := testSite(t).handler()
	for game, linked := range map[string]bool{"2+4+1+3": true, "8": true, "13": false} {
		page := ask(h, "/lookup?ruleset=spies&game="+game, nil).Body.String()
		if got := strings.Contains(page, "/play?game="); got != linked {
			t.Errorf("%s: a link to play it: %t, want %t", game, got, linked)
		}
	}
}
