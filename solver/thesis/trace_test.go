package thesis

import (
	"context"
	"errors"
	"io"
	"math/rand/v2"
	"strings"
	"testing"

	"enumerate/solver/betweenness"
)

func letters(g betweenness.Game) []string {
	return strings.Split("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "")[:len(g)]
}

// fromLetters reads a game such as "BC CD BA BA".
func fromLetters(code string) betweenness.Game {
	var g betweenness.Game
	for pair := range strings.FieldsSeq(code) {
		g = append(g, choice(int(pair[0]-'A'), int(pair[1]-'A')))
	}
	return g
}

// trapTrace is what the algorithm named "implied" prints about the game trap(3). The thesis prints the same lines, with
// two differences. In the thesis, only the first line has spaces around the arrow of a supposition. And after B->C the
// thesis also tries C->B in the same way.
const trapTrace = `Suppose B -> C:
    We know B->C, and (A,B,C) is a triplet, so A->B, A->C.
    We know B->C, and (B,C,D) is a triplet, so C->D, B->D.
    Suppose E -> F:
        We know E->F, and (D,E,F) is a triplet, so D->E, D->F.
        We know E->F, and (E,F,G) is a triplet, so F->G, E->G.
        Suppose H -> I:
            We know H->I, and (G,H,I) is a triplet, so G->H, G->I.
            We know H->I, and (H,I,J) is a triplet, so I->J, H->J.
            We know G->H, and (J,G,H) is a triplet, so J->G, J->H.
            H->J and J->H form a cycle, so our assumption was wrong.
        Suppose I -> H:
            We know I->H, and (G,H,I) is a triplet, so H->G, I->G.
            We know I->H, and (H,I,J) is a triplet, so J->I, J->H.
            We know H->G, and (J,G,H) is a triplet, so G->J, H->J.
            H->J and J->H form a cycle, so our assumption was wrong.
    Suppose F -> E:
        We know F->E, and (D,E,F) is a triplet, so E->D, F->D.
        We know F->E, and (E,F,G) is a triplet, so G->F, G->E.
        Suppose H -> I:
            We know H->I, and (G,H,I) is a triplet, so G->H, G->I.
            We know H->I, and (H,I,J) is a triplet, so I->J, H->J.
            We know G->H, and (J,G,H) is a triplet, so J->G, J->H.
            H->J and J->H form a cycle, so our assumption was wrong.
        Suppose I -> H:
            We know I->H, and (G,H,I) is a triplet, so H->G, I->G.
            We know I->H, and (H,I,J) is a triplet, so J->I, J->H.
            We know H->G, and (J,G,H) is a triplet, so G->J, H->J.
            H->J and J->H form a cycle, so our assumption was wrong.
The reverse of a solution is a solution, so C -> B is wrong as well.
`

func TestTracesMatchTheThesis(t *testing.T) {
	for _, c := range []struct {
		claim, algorithm, game, want string
	}{
		{"the trap of three copies", "implied", "BC CD BA EF FG ED HI IJ HG GH", trapTrace},

		// The trace of this game in a comment of the thesis begins with E->D, and this one with D->E. The rule allows
		// both: it begins with a player and its wonderwall that are together in the most triplets, and D and E, who are
		// each other's wonderwall, are together in four. The trace of the thesis also repeats implied arcs.
		{"the game of six players that is walked through", "implied", "EC ED DE EB DC BA", `Suppose D -> E:
    We know D->E, and (B,E,D) is a triplet, so E->B, D->B.
    We know D->E, and (C,D,E) is a triplet, so C->D, C->E.
    We know C->E, and (A,E,C) is a triplet, so E->A, C->A.
    Suppose F -> B:
        We know F->B, and (F,B,A) is a triplet, so B->A, F->A.
        No more players to try, and there is no cycle: success.
`},

		// The thesis begins with A->B, "tied (with B and C) for the most common pair"; the program begins with B->C,
		// because B and C are each other's wonderwall.
		{"the solvable game of four players", "implied", "BC CD BA BA", `Suppose B -> C:
    We know B->C, and (A,B,C) is a triplet, so A->B, A->C.
    We know B->C, and (B,C,D) is a triplet, so C->D, B->D.
    We know A->B, and (D,B,A) is a triplet, so A->D.
    No more players to try, and there is no cycle: success.
`},
		{"the unsolvable game of four players", "implied", "BC DA BA BA", `Suppose A -> B:
    We know A->B, and (A,B,C) is a triplet, so B->C, A->C.
    We know A->B, and (B,D,A) is a triplet, so D->B, A->D.
    We know A->B, and (D,B,A) is a triplet, so B->D.
    B->D and D->B form a cycle, so our assumption was wrong.
The reverse of a solution is a solution, so B -> A is wrong as well.
`},

		{"a cycle of three", "implied", "EB DA BD CE CD", `Suppose D -> C:
    We know D->C, and (C,B,D) is a triplet, so B->C, D->B.
    We know D->C, and (D,C,E) is a triplet, so C->E, D->E.
    We know D->B, and (B,D,A) is a triplet, so A->D, A->B.
    We know A->B, and (A,E,B) is a triplet, so A->E, E->B.
    B->C, C->E and E->B form a cycle, so our assumption was wrong.
The reverse of a solution is a solution, so C -> D is wrong as well.
`},

		{"the solvable game of four players", "backtrack", "BC CD BA BA", `Suppose A -> B -> C:
    Suppose B -> C -> D:
        Suppose C -> B -> A:
            A->B and B->A form a cycle, so our assumption was wrong.
        Suppose A -> B -> C:
            Suppose D -> B -> A:
                A->B and B->A form a cycle, so our assumption was wrong.
            Suppose A -> B -> D:
                No more players to try, and there is no cycle: success.
`},
		{"the unsolvable game of four players", "backtrack", "BC DA BA BA", `Suppose A -> B -> C:
    Suppose B -> D -> A:
        A->B, B->D and D->A form a cycle, so our assumption was wrong.
    Suppose A -> D -> B:
        Suppose C -> B -> A:
            A->B and B->A form a cycle, so our assumption was wrong.
        Suppose A -> B -> C:
            Suppose D -> B -> A:
                A->B and B->A form a cycle, so our assumption was wrong.
            Suppose A -> B -> D:
                B->D and D->B form a cycle, so our assumption was wrong.
Suppose C -> B -> A:
    Suppose B -> D -> A:
        Suppose C -> B -> A:
            Suppose D -> B -> A:
                B->D and D->B form a cycle, so our assumption was wrong.
            Suppose A -> B -> D:
                A->B and B->A form a cycle, so our assumption was wrong.
        Suppose A -> B -> C:
            A->B and B->A form a cycle, so our assumption was wrong.
    Suppose A -> D -> B:
        A->D, D->B and B->A form a cycle, so our assumption was wrong.
`},
	} {
		g := fromLetters(c.game)
		a, err := betweenness.Named(Algorithms(), c.algorithm)
		if err != nil {
			t.Fatal(err)
		}
		var trace strings.Builder
		if _, _, err := a.Solve(context.Background(), g, betweenness.How{Trace: &betweenness.Trace{W: &trace, Names: letters(g)}}); err != nil {
			t.Errorf("%s, %s: %v", c.algorithm, c.claim, err)
		}
		if trace.String() != c.want {
			t.Errorf("%s, %s: it tells\n%swant\n%s", c.algorithm, c.claim, trace.String(), c.want)
		}
	}
}

func TestReasoningChangesNothing(t *testing.T) {
	for _, code := range []string{"BC CD BA EF FG ED HI IJ HG GH", "EC ED DE EB DC BA", "BC DF BA BE DF DB", "BC DA BA BA"} {
		g := fromLetters(code)
		for _, a := range everyAlgorithm() {
			if !a.Traces {
				continue
			}
			silent, silentWork, err := a.Solve(context.Background(), g, betweenness.How{})
			if err != nil {
				t.Fatalf("%s(%s): %v", a.Name, code, err)
			}
			var trace strings.Builder
			traced, tracedWork, err := a.Solve(context.Background(), g, betweenness.How{Trace: &betweenness.Trace{W: &trace, Names: letters(g)}})
			if err != nil || traced.Solvable() != silent.Solvable() || tracedWork != silentWork {
				t.Errorf("%s(%s) = %v, %v, %v with a trace, %v, %v without", a.Name, code, traced, tracedWork, err, silent, silentWork)
			}
			if conflicts := strings.Count(trace.String(), "form a cycle"); uint64(conflicts) != silentWork.Conflicts {
				t.Errorf("%s(%s) tells of %d cycles, but had %d conflicts", a.Name, code, conflicts, silentWork.Conflicts)
			}
		}
	}
}

func TestErrorsOfTheTraceEndTheSearch(t *testing.T) {
	for _, code := range []string{"BC CD BA EF FG ED HI IJ HG GH", "BC CD BA BA"} {
		g := fromLetters(code)
		for _, a := range everyAlgorithm() {
			if !a.Traces {
				continue
			}
			var trace strings.Builder
			if _, _, err := a.Solve(context.Background(), g, betweenness.How{Trace: &betweenness.Trace{W: &trace, Names: letters(g)}}); err != nil {
				t.Fatalf("%s(%s): %v", a.Name, code, err)
			}
			room := 0
			for line := range strings.Lines(trace.String()) {
				_, _, err := a.Solve(context.Background(), g, betweenness.How{Trace: &betweenness.Trace{W: &full{room}, Names: letters(g)}})
				if err != errFull {
					t.Errorf("%s(%s) = %v where %d bytes can be written, want %v", a.Name, code, err, room, errFull)
				}
				room += len(line)
			}
		}
	}
}

func TestAlgorithmsWithoutReasoningSaySo(t *testing.T) {
	g := fromLetters("BC CD BA BA")
	for _, a := range everyAlgorithm() {
		var trace strings.Builder
		_, _, err := a.Solve(context.Background(), g, betweenness.How{Trace: &betweenness.Trace{W: &trace, Names: letters(g)}})
		if a.Traces != (err == nil) || a.Traces != (trace.Len() > 0) {
			t.Errorf("%s.Solve = %v and tells %q, Traces is %v", a.Name, err, trace.String(), a.Traces)
		}
		if want := "the algorithm " + a.Name + " prints no reasoning"; err != nil && (!errors.Is(err, errors.ErrUnsupported) || err.Error() != want) {
			t.Errorf("%s.Solve = %v, want %s", a.Name, err, want)
		}
	}
}

// A full disk fails when `room` bytes have been written.
type full struct{ room int }

var errFull = errors.New("the disk is full")

func (f *full) Write(b []byte) (int, error) {
	if len(b) > f.room {
		return 0, errFull
	}
	f.room -= len(b)
	return len(b), nil
}

// TestANamedAssumptionIsTriedBothWays lets the algorithm first assume that one of any two players stands before the
// other, whether or not a triplet contains both. The algorithm must try the opposite when it fails.
func TestANamedAssumptionIsTriedBothWays(t *testing.T) {
	random := rand.New(rand.NewPCG(17, 1))
	for range 300 {
		g := randomGame(4+random.IntN(7), random)
		first := random.Perm(len(g))[:2]
		trace := &betweenness.Trace{W: io.Discard, Names: letters(g), First: first}
		checkDecider(t, g, func(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
			return impliedBy(byPair)(ctx, g, trace)
		}, solvableByPrefixes(g))
	}
}
