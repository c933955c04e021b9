package betweenness

import (
	"context"
	"math/rand/v2"
	"runtime"
	"testing"
	"time"
)

func TestSatDecidesRandomGames(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	games := 300
	if testing.Short() {
		games = 20
	}
	conflicts := uint64(0)
	for range games {
		g := randomGame(5+random.IntN(9), random)
		work := checkDecider(t, g, satOrder, solvableByPrefixes(g))
		conflicts += work.Conflicts
		if work.Decisions == 0 {
			t.Errorf("%v: no decisions", g)
		}
	}
	if conflicts == 0 {
		t.Error("no conflict in any game")
	}
}

func TestSatStopsWithItsContext(t *testing.T) {
	before := runtime.NumGoroutine()
	// It takes ten times as long to set the formula up.
	checkStops(t, apart(nil, 80), satOrder, 4*time.Millisecond)
	for began := time.Now(); runtime.NumGoroutine() > before; time.Sleep(time.Millisecond) {
		if time.Since(began) > 10*time.Second {
			t.Fatalf("%d goroutines are left, there were %d", runtime.NumGoroutine(), before)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := satOrder(ctx, fourPlayers, nil); err != context.Canceled {
		t.Errorf("a context that has ended: %v, want %v", err, context.Canceled)
	}
}

func TestGophersatWaitsAtEveryClauseItLearns(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 2))
	for {
		g := randomGame(9, random)
		learned, answer := make(chan string), make(chan satAnswer, 1)
		go func() { answer <- askGophersat(t.Context(), g, learned) }()
		clauses := 0
		for {
			select {
			case <-learned:
				clauses++
				continue
			case a := <-answer:
				if a.err != nil {
					t.Fatal(a.err)
				}
				if uint64(clauses) < a.work.Conflicts {
					t.Fatalf("%v: %d conflicts, %d clauses learned", g, a.work.Conflicts, clauses)
				}
			}
			break
		}
		if clauses < 3 {
			continue // another game
		}
		go func() { answer <- askGophersat(t.Context(), g, learned) }()
		<-learned
		select {
		case a := <-answer:
			t.Errorf("%v: gophersat did not wait: %+v", g, a)
		case <-time.After(20 * time.Millisecond):
		}
		for range clauses - 1 {
			<-learned
		}
		if a := <-answer; a.err != nil {
			t.Error(a.err)
		}
		return
	}
}
