package nimbers

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum/kit"
	"enumerate/enum/playing"
)

// TestPlayGoesByTheMovesOfBothChips plays random moves on random DAGs to the end. After each move it compares the
// possible moves, the Grundy value and the best move with the oracle.
func TestPlayGoesByTheMovesOfBothChips(t *testing.T) {
	r := New()
	random := rand.New(rand.NewPCG(1, 2))
	for range short(50, 500) {
		n := 2 + random.IntN(6)
		m := newMatrix(n)
		word := strconv.Itoa(n)
		order := random.Perm(n)
		for i, v := range order {
			for _, w := range order[:i] {
				if random.IntN(2) == 0 {
					m[v][w] = true
					word += fmt.Sprintf(".%d-%d", v+1, w+1)
				}
			}
		}

		for g, err := range r.Read(strings.NewReader(word)) {
			if err != nil {
				t.Fatal(err)
			}

			p, ok := r.Position(g)
			if !ok {
				t.Fatalf("%s cannot be played", word)
			}
			chip, other, side := 0, 1, playing.Left
			for {
				var want []string
				for to := range n {
					if m[chip][to] {
						want = append(want, fmt.Sprintf("%d,%d", to+1, other+1))
					}
				}
				for to := range n {
					if m[other][to] && chip != other {
						want = append(want, fmt.Sprintf("%d,%d", chip+1, to+1))
					}
				}
				moves := p.Moves()
				if fmt.Sprint(moves) != fmt.Sprint(want) || p.Side() != side || p.String() != fmt.Sprintf("%d,%d", chip+1, other+1) {
					t.Fatalf("%s at %d,%d: %v, side %d, has the moves %v, want %v, side %d", word, chip+1, other+1, p, p.Side(), moves, want, side)
				}

				value := m.pairValue(chip, other)
				got, err := p.Value(context.Background())
				best, winner, err2 := p.Best(context.Background())
				wins := winner == side
				if err != nil || err2 != nil || got != kit.Nimber(uint64(value)) || wins != (value > 0) {
					t.Fatalf("%s at %v: Value = %s, %v, Best wins: %t, %v; want %d", word, p, got, err, wins, err2, value)
				}

				if len(moves) == 0 {
					if winner, how := p.Ending(); winner != playing.Right-side || how != "" || best != -1 {
						t.Errorf("%s at %v: Ending = %d, %q, Best = %d", word, p, winner, how, best)
					}
					break
				}
				if after, _ := moves[best].Value(context.Background()); wins && after != "0" {
					t.Errorf("%s at %v: Best is %v, of the value %s, want 0", word, p, moves[best], after)
				}

				p, side = moves[random.IntN(len(moves))], playing.Right-side
				if _, err := fmt.Sscanf(p.String(), "%d,%d", &chip, &other); err != nil {
					t.Fatal(err)
				}
				chip, other = chip-1, other-1
			}
		}
	}
}
