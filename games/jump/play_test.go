package jump

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"enumerate/enum/playing"
	"enumerate/games/jump/race"
)

// canForce reports whether a player can force a win by the end of a round, by trying all jumps of all players.
func canForce(p playing.Position, player, until int) bool {
	moves := p.Moves()
	if len(moves) == 0 {
		winner, _ := p.Ending()
		return winner == player
	}
	if p.(turn).round > until {
		return false
	}
	friend := p.Side() == player
	for _, move := range moves {
		if canForce(move, player, until) == friend {
			return friend
		}
	}
	return !friend
}

func randomGame(random *rand.Rand, tiles, players int) game {
	rows := 1 + random.IntN(2)
	b := race.Board{Rows: rows, Columns: max(tiles/rows, 2)}
	for range b.Rows * b.Columns {
		b.Lengths = append(b.Lengths, random.Int32N(4))
	}
	g := game{Board: b, Rules: race.Rules{Move: race.Move(random.IntN(2)), Tie: race.Tie(random.IntN(2)), Order: race.Order(random.IntN(2))}}
	for range players {
		g.Starts = append(g.Starts, random.Int32N(int32(len(b.Lengths))))
	}
	return g
}

func TestPlayedToTheirBestGamesEndAsSolved(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	games := 2000
	if testing.Short() {
		games = 300
	}
	for range games {
		g := randomGame(random, 4+random.IntN(20), 1+random.IntN(4))
		var solver race.Solver
		want, err := solver.Solve(context.Background(), g.Board, g.Starts, g.Rules)
		if err != nil {
			t.Fatal(err)
		}
		p, ok := g.playable()
		if !ok {
			t.Fatalf("%v cannot be played", g)
		}
		for first := true; len(p.Moves()) > 0; first = false {
			best, winner, err := p.Best(context.Background())
			if err != nil || first && winner != want.Winner {
				t.Fatalf("%v: Best = %d, %d, %v, want %v to win", g, best, winner, err, want)
			}
			p = p.Moves()[best]
		}
		winner, how := p.Ending()
		said := how == fmt.Sprintf("%s is first on the last tile, in round %d", playerName(want.Winner), want.Round)
		switch {
		case want.Winner == race.None:
			said = how == "nobody can come to the last tile"
		case want.Round == 0:
			said = how == playerName(want.Winner)+" starts on the last tile"
		}
		if winner != want.Winner || !said {
			t.Errorf("%v %v: Ending = %d, %q, want %v", g, g.Rules, winner, how, want)
		}
	}
}

// TestBestJumpsWinAgainstAllPlay checks the best jumps in positions that random jumps lead to, by trying all jumps of
// all players.
func TestBestJumpsWinAgainstAllPlay(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	games, compared := 5000, 0
	if testing.Short() {
		games = 1000
	}
	for range games {
		g := randomGame(random, 4+random.IntN(3), 2)
		p, _ := g.playable()
		for range random.IntN(4) {
			if moves := p.Moves(); len(moves) > 0 {
				p = moves[random.IntN(len(moves))]
			}
		}
		moves := p.Moves()
		if len(moves) == 0 {
			continue
		}
		best, winner, err := p.Best(context.Background())
		wins := winner == p.Side()
		if err != nil {
			t.Fatal(err)
		}
		end := p // the position after the best jumps of all players, in which a player has won
		for len(end.Moves()) > 0 {
			jump, _, err := end.Best(context.Background())
			if err != nil {
				t.Fatal(err)
			}
			end = end.Moves()[jump]
		}
		until := end.(turn).round
		forced := canForce(p, p.Side(), until)
		if wins != forced || wins && !canForce(moves[best], p.Side(), until) {
			t.Errorf("%v at %v: Best = %d, %t, can be forced: %t", g, p, best, wins, forced)
		}
		compared++
	}
	if compared < games/10 {
		t.Errorf("%d of %d positions were compared", compared, games)
	}
}

func TestLargeBoardsAreNotPlayed(t *testing.T) {
	g := game{Board: race.Board{Rows: 5, Columns: 13, Lengths: make([]int32, 65)}, Starts: []int32{0}}
	if _, ok := g.playable(); ok {
		t.Errorf("a board of 65 tiles is played, expected at most 64")
	}
}
