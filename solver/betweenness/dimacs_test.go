package betweenness

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// fourPlayers is solved by A B C D: A: B C, B: C D, C: B A, D: B A.
var fourPlayers = Game{{1, 2}, {2, 3}, {1, 0}, {1, 0}}

func TestDIMACSGolden(t *testing.T) {
	const want = `c A game of Ninja Assassin Wonderwall with 4 players, as a formula.
c For each player four clauses put its wonderwall between it and its ninja.
c The clauses of three literals make the variables an order: what satisfies this
c formula is a solution of the game.
c 1 A before B
c 2 A before "Ann Lee"
c 3 B before "Ann Lee"
c 4 A before "\n\""
c 5 B before "\n\""
c 6 "Ann Lee" before "\n\""
p cnf 6 24
-1 3 0
1 -3 0
-3 2 0
3 -2 0
-3 6 0
3 -6 0
-6 5 0
6 -5 0
3 -1 0
-3 1 0
1 -2 0
-1 2 0
5 -1 0
-5 1 0
1 -4 0
-1 4 0
-1 -3 2 0
1 3 -2 0
-1 -5 4 0
1 5 -4 0
-2 -6 4 0
2 6 -4 0
-3 -6 5 0
3 6 -5 0
`
	var b strings.Builder
	if err := WriteDIMACS(&b, fourPlayers, []string{"A", "B", `"Ann Lee"`, `"\n\""`}, false); err != nil {
		t.Fatal(err)
	}
	if b.String() != want {
		t.Errorf("got %s, want %s", b.String(), want)
	}
}

func TestDIMACSHasTheClausesItsHeadCounts(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	for n := 3; n <= 12; n++ {
		for _, relaxed := range []bool{false, true} {
			g := randomGame(n, random)
			var b strings.Builder
			if err := WriteDIMACS(&b, g, numbered(n), relaxed); err != nil {
				t.Fatal(err)
			}
			_, body, _ := strings.Cut(b.String(), "\np cnf ")
			head, body, _ := strings.Cut(body, "\n")
			var variables, clauses int
			if _, err := fmt.Sscanf(head, "%d %d", &variables, &clauses); err != nil {
				t.Fatal(err)
			}
			if variables != n*(n-1)/2 || clauses != strings.Count(body, " 0\n") {
				t.Errorf("n=%d, relaxed %t: the head says %s, there are %d clauses", n, relaxed, head, strings.Count(body, " 0\n"))
			}
		}
	}
}

// numbered returns the names 0, 1, 2, ...
func numbered(n int) []string {
	names := make([]string, n)
	for p := range names {
		names[p] = fmt.Sprint(p)
	}
	return names
}

// full is a writer on a disk that has room for some bytes.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.room {
		return 0, errFull
	}
	f.room -= len(b)
	return len(b), nil
}

func TestDIMACSReturnsTheErrorOfItsWriter(t *testing.T) {
	g := randomGame(60, rand.New(rand.NewPCG(6, 2)))
	for _, room := range []int{0, 1 << 16, 1 << 18} {
		if err := WriteDIMACS(&full{room}, g, numbered(60), false); err != errFull {
			t.Errorf("room for %d bytes: %v, want %v", room, err, errFull)
		}
	}
}

func TestDIMACSOfMorePlayersThanASolverCanNameIsRefused(t *testing.T) {
	g := make(Game, MaxFormula+1)
	var b bytes.Buffer
	if err := WriteDIMACS(&b, g, nil, true); !errors.Is(err, ErrTooLarge) || b.Len() > 0 {
		t.Errorf("%d players: %v, %d bytes", len(g), err, b.Len())
	}
}

func BenchmarkWriteDIMACS(b *testing.B) {
	for _, n := range []int{100, 300} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			g, names := randomGame(n, rand.New(rand.NewPCG(6, 4))), numbered(n)
			for b.Loop() {
				if err := WriteDIMACS(&full{1 << 40}, g, names, false); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N*ClauseCount(n, false))/b.Elapsed().Seconds(), "clauses/s")
		})
	}
}
