package jump

import (
	"context"
	"fmt"
	"testing"

	"enumerate/games/jump/race"
)

// TestTheDocumentsAlgorithmErrs counts the tiny games for which the algorithm of the document that describes the game
// names the wrong winner or round. First it checks the smallest of these games. The function mended is that algorithm
// with its obvious faults repaired.
func TestTheDocumentsAlgorithmErrs(t *testing.T) {
	known := game{race.Board{Rows: 1, Columns: 5, Lengths: []int32{0, 0, 2, 1, 0}}, []int32{2, 3}, document}
	if got, want := mended(known), (race.Result{Winner: 1, Round: 1}); got != want {
		t.Errorf("the document says %v of %v, want %v", got, known, want)
	}
	for _, c := range []struct {
		rows, columns int
		most          int32
		want          comparison
	}{
		{1, 5, 4, comparison{7500, 847}},
		{2, 2, 2, comparison{162, 20}},
	} {
		got, err := tinyGames(context.Background(), document, c.rows, c.columns, c.most, mended)
		if err != nil || got != c.want {
			t.Errorf("%d x %d, lengths 0..%d: games and errors of the document are %v, %v, want %v", c.rows, c.columns, c.most, got, err, c.want)
		}
	}
}

// TestTheTilesLandedOnChangeWinners counts the tiny games whose winner depends on the parameter `order`: whether the
// tiles left or the tiles landed on decide who jumps first.
func TestTheTilesLandedOnChangeWinners(t *testing.T) {
	for i, want := range []int{40, 44, 156, 172} {
		rules := allRules()[i]
		got, err := tinyGames(context.Background(), rules, 1, 5, 4, landed)
		if err != nil || got != (comparison{7500, want}) {
			t.Errorf("%v: games and changes are %v, %v, want 7500 and %d", rules, got, err, want)
		}
	}
}

// TestTheSmallestBoardsOfOneRow finds the first game for which the function `stated` and the forward search by the
// rules have different results. In the first case `stated` is the algorithm of the document. In the second it is a
// search in which the tiles landed on decide who jumps first (order=landed). The games have one row with lengths from 0
// to 2, and two players on different tiles other than the goal.
func TestTheSmallestBoardsOfOneRow(t *testing.T) {
	for _, c := range []struct {
		rules     []race.Rules
		stated    func(game) race.Result
		want, say string
		compared  int // number of games up to and including those of the first board that differs
	}{
		{[]race.Rules{document}, mended, "1 3/2/2 1 0/0 0/0 1 is A 1", "B 1", 15},
		{allRules()[:4], landed, "1 4/2/2 1 1 0/0 0/0 1 is B 2", "A 2", 205},
	} {
		compared, found, say := 0, "", ""
		for columns := 3; found == "" && columns <= 6; columns++ {
			for _, rules := range c.rules {
				err := eachGame(t.Context(), rules, 1, columns, 2, func(g game, exact race.Result) bool {
					compared++
					if got := c.stated(g); got != exact {
						found, say = fmt.Sprintf("%v is %v", g, newWinner(exact)), newWinner(got).String()
					}
					return found == ""
				})
				if err != nil {
					t.Fatal(err)
				}
				if found != "" {
					break
				}
			}
		}
		if found != c.want || say != c.say || compared != c.compared {
			t.Errorf("after %d games %s, and not %s; want %d, %s, and not %s", compared, found, say, c.compared, c.want, c.say)
		}
	}
}

// TestTheDocumentsRoundsAreRight checks that the document's algorithm finds the right round on all tiny games, even
// where it names the wrong winner.
func TestTheDocumentsRoundsAreRight(t *testing.T) {
	got, err := tinyGames(context.Background(), document, 1, 5, 4, func(g game) race.Result {
		right := g.byKeys()
		return race.Result{Winner: right.Winner, Round: mended(g).Round}
	})
	if err != nil || got != (comparison{7500, 0}) {
		t.Errorf("games and wrong rounds are %v, %v, want 7500 and none", got, err)
	}
}
