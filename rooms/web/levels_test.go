package web

import (
	"fmt"
	"strings"
	"testing"

	"enumerate/games"
)

// TestAGameOfALevelCanBeWon opens games of several levels, of each ruleset that two sides play in turns. The user, who
// moves first, must be able to win, in a game that is not over at the start. A game of jump must have exactly two
// players.
func TestAGameOfALevelCanBeWon(t *testing.T) {
	t.Parallel()
	h := testSite(t).handler()
	for _, r := range games.All() {
		if r.Position == nil || generated(r) == nil {
			continue
		}
		for _, level := range []int{1, 2, 5, 8, mostLevel} {
			at := fmt.Sprintf("/play?ruleset=%s&level=%d&number=2&values=yes", r.Name, level)
			w := ask(h, at, nil)
			if text := textOf(w.Body.String()); w.Code != 200 || !strings.Contains(text, "Your turn.") || strings.Contains(text, "You lose") || strings.Contains(text, "nobody wins.") {
				t.Errorf("%s: %d %.600s", at, w.Code, text)
			}
			if r.Name == "jump" && strings.Count(w.Body.String(), `"cell token`) != 2 {
				t.Errorf("%s: there are not two players", at)
			}
		}
	}
}
