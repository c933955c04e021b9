package jump

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/jump/race"
)

// TestPicturesSayAJumpThatWins checks the winner, the first jump and the path. A player who follows the path must win
// no matter how the others play.
func TestPicturesSayAJumpThatWins(t *testing.T) {
	titled := regexp.MustCompile(`<title>Jump game, .*: ([A-Z]) wins in round (\d+), and jumps first from (\S+) to (\S+)</title>`)
	described := regexp.MustCompile(`<desc>winner: ([A-Z]) (\d+)  path: (.*)</desc>`)
	random := rand.New(rand.NewPCG(14, 9))
	wins, none := 0, 0
	for range 200 {
		g := game{Board: race.Board{Rows: 1 + random.IntN(3), Columns: 2 + random.IntN(2)}}
		g.Rules = race.Rules{Move: race.Move(random.IntN(2)), Tie: race.Tie(random.IntN(2))}
		g.Board.Lengths = make([]int32, g.Board.Rows*g.Board.Columns)
		for tile := range g.Board.Lengths[:g.Board.Goal()] {
			g.Board.Lengths[tile] = random.Int32N(4)
		}
		for range 1 + random.IntN(3) {
			g.Starts = append(g.Starts, random.Int32N(g.Board.Goal()))
		}

		var picture, again bytes.Buffer
		if err := drawn(g, &picture, "svg"); err != nil {
			t.Fatalf("%v: %v", g, err)
		}
		if err := drawn(g, &again, "svg"); err != nil || again.String() != picture.String() {
			t.Errorf("%v: the same game gives another picture, %v", g, err)
		}
		begin, ok := g.playable()
		if !ok {
			t.Fatalf("%v cannot be played", g)
		}

		title := titled.FindStringSubmatch(picture.String())
		if title == nil {
			none++
			if !strings.Contains(picture.String(), ": no winner, nobody can come to the last tile</title>") {
				t.Errorf("%v: the title is neither:\n%s", g, &picture)
			}
			if reaches(g) {
				t.Errorf("%v: the picture says that nobody can come to the last tile", g)
			}
			continue
		}

		wins++
		described := described.FindStringSubmatch(picture.String())
		path := strings.Fields(described[3])
		if described[1] != title[1] || described[2] != title[2] || path[0] != title[3] || path[1] != title[4] || fmt.Sprint(len(path)-1) != title[2] {
			t.Errorf("%v: the title is %q, the description %q", g, title[0], described[0])
		}
		if _, beaten := beats(begin.(turn), int(title[1][0]-'A'), path, 1); beaten {
			t.Errorf("%v: the title is %q, but others win against the path %v", g, title[0], path)
		}
	}
	if wins < 50 || none < 20 {
		t.Errorf("%d games are won and %d by nobody: the sample says little", wins, none)
	}
}

// beats reports whether a player who jumps along a path can be kept from winning by the other players. If so, it
// returns the final position. It also reports true if the player cannot follow the path. next is an index into the
// path.
func beats(at turn, player int, path []string, next int) (turn, bool) {
	if side := at.Side(); side == playing.NoSide {
		return at, at.winner != player
	}
	mine := at.due[0] == player
	followed := false
	for _, p := range at.Moves() {
		to := p.(turn)
		tile := int(to.at[at.due[0]])
		if mine {
			if next == len(path) || fmt.Sprintf("%d,%d", tile/at.game.Board.Columns, tile%at.game.Board.Columns) != path[next] {
				continue
			}
			followed = true
			if end, beaten := beats(to, player, path, next+1); beaten {
				return end, true
			}
		} else if end, beaten := beats(to, player, path, next); beaten {
			return end, true
		}
	}
	return at, mine && !followed
}

// reaches reports whether some player can come to the last tile, by trying all jumps.
func reaches(g game) bool {
	seen := make(map[int32]bool)
	for todo := slices.Clone(g.Starts); len(todo) > 0; todo = todo[1:] {
		if !seen[todo[0]] {
			seen[todo[0]] = true
			todo = append(todo, g.targets(todo[0])...)
		}
	}
	return seen[g.Board.Goal()]
}

func drawn(g single.Game, w io.Writer, format string) error {
	return New().Drawings[0].Write(context.Background(), w, g, single.How{}, format)
}
