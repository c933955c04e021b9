package positions_test

import (
	"strings"
	"testing"

	"enumerate/cli"
	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/games"
	"enumerate/rooms/positions"
)

// row returns what the verb values prints about a sum of positions: its value, its verdict and its stops.
func row(t *testing.T, sum string) string {
	t.Helper()
	var stdout, stderr strings.Builder
	if code := (cli.Program{Rulesets: games.All(), Verbs: positions.Verbs()}).Main([]string{"values", "--format", "csv", sum}, strings.NewReader(""), &stdout, &stderr); code != 0 {
		t.Fatalf("values %q: exit code %d, %s", sum, code, stderr.String())
	}
	_, line, _ := strings.Cut(stdout.String(), "\n")
	return strings.Trim(line[strings.Index(line, sum)+len(sum):], "\"\n") // what has commas is in quotes
}

// TestASumOfImpartialPositionsIsWonAsPlayed compares the winner that the value of a sum predicts with that found by
// trying all moves, each in one of the two games.
func TestASumOfImpartialPositionsIsWonAsPlayed(t *testing.T) {
	summands := []string{"nim 2,3", "antonim 1,2,4", "antonim 1,3", "tower 2,1,3", "rotisserie 2,1,2", "greedy 2,2,1", "greedy 3,1", "nimbers 5.1-3.2-4.3-5.1-5", "nim 0"}

	// A summand is the name of a ruleset and the text of a position, with a blank between.
	begin := func(summand string) playing.Position {
		name, text, _ := strings.Cut(summand, " ")
		r, err := enum.Find(games.All(), name)
		if err != nil {
			t.Fatal(err)
		}
		for game, err := range r.Read(strings.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			p, err := positions.Begin(r, game)
			if err != nil {
				t.Fatal(err)
			}
			return p
		}
		panic(summand)
	}

	for _, a := range summands {
		for _, b := range summands {
			// nextWins reports whether the player who moves next wins the sum of the positions p and q.
			wins := make(map[[2]string]bool) // the results so far
			var nextWins func(p, q playing.Position) bool
			nextWins = func(p, q playing.Position) bool {
				key := [2]string{p.String(), q.String()}
				won, ok := wins[key]

				for _, m := range p.Moves() {
					if won || ok {
						break
					}
					won = !nextWins(m, q)
				}
				for _, m := range q.Moves() {
					if won || ok {
						break
					}
					won = !nextWins(p, m)
				}

				wins[key] = won
				return won
			}

			verdict := map[bool]string{true: ",N,", false: ",P,"}[nextWins(begin(a), begin(b))]
			if got := row(t, a+" + "+b); !strings.Contains(got, verdict) {
				t.Errorf("%s + %s: %s, want %s", a, b, got, verdict)
			}
		}
	}
}

// TestASumOfTreesIsTheForest compares the sum of two positions of col with the position that has both trees.
func TestASumOfTreesIsTheForest(t *testing.T) {
	trees := []string{"o", "oB", "oR", "ooB", "o(o,B(o))", "o(B,R)", "B(o,o(R))"}
	for _, a := range trees {
		for _, b := range trees {
			if got, want := row(t, "col "+a+" + col "+b), row(t, "col "+a+"+"+b); got != want {
				t.Errorf("%s + %s: %s, want %s", a, b, got, want)
			}
		}
		if got := row(t, "col "+a+" - col "+a); got != ",0,P,0,0" {
			t.Errorf("%s less itself: %s", a, got)
		}
	}
}
