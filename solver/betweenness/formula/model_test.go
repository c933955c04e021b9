package formula

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"enumerate/solver/betweenness"

	"pgregory.net/rapid"
)

var fourNames = []string{"A", "B", "C", "D"}

// TestAnswersOfAllSolversAreRead reads answers to the formula of fourPlayers. Its solution A B C D makes all variables
// true:
//
//	1 A before B   2 A before C   3 B before C
//	4 A before D   5 B before D   6 C before D
func TestAnswersOfAllSolversAreRead(t *testing.T) {
	abcd, dcba := []int{0, 1, 2, 3}, []int{3, 2, 1, 0}
	for _, c := range []struct {
		claim, answer string
		want          []int
	}{
		{"cadical", "c --- [ result ] ---\nc\ns SATISFIABLE\nv 1 2 3 4 5 6 0\nc\n", abcd},
		{"its reverse", "s SATISFIABLE\nv -1 -2 -3 -4 -5 -6 0\n", dcba},
		{"several lines", "s SATISFIABLE\nv 1 2\nv 3 4 5\nv 6\nv 0\n", abcd},
		{"no newline at the end", "s SATISFIABLE\nv 1 2 3 4 5 6 0", abcd},
		{"lines of another system", "c\r\ns SATISFIABLE\r\nv 1 2 3 4 5 6 0\r\n", abcd},
		{"comments and empty lines between", "\n\ns SATISFIABLE\n\nv 1 2 3\nc 7 8 9 nonsense\nv 4 5 6 0\n\n", abcd},
		{"the model before the status", "v 1 2 3 4 5 6 0\ns SATISFIABLE\n", abcd},
		{"any order of the literals, some twice", "s SATISFIABLE\nv 6 5 4 3 2 1 1 6 0\n", abcd},
		{"minisat", "SAT\n1 2 3 4 5 6 0\n", abcd},
		{"minisat in several lines", "SAT\n1 2 3\n4 5 6\n0\n", abcd},
		{"the words of minisat's screen", "SATISFIABLE\nv 1 2 3 4 5 6 0\n", abcd},
		{"far pairs missing", "s SATISFIABLE\nv 1 3 6 0\n", abcd},
		{"plus signs", "s SATISFIABLE\nv +1 +3 +6 0\n", abcd},
	} {
		got, err := ReadModel(t.Context(), strings.NewReader(c.answer), fourPlayers, fourNames)
		if err != nil || !slices.Equal(got.Order, c.want) || got.Core != nil {
			t.Errorf("%s: ReadModel = %v, %v, want the order %v", c.claim, got, err, c.want)
		}
	}
}

func TestUnsatisfiableIsProvedAgain(t *testing.T) {
	unsolvable := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}
	for _, answer := range []string{"s UNSATISFIABLE\n", "UNSAT\n", "c proof\ns UNSATISFIABLE\nc done\n"} {
		got, err := ReadModel(t.Context(), strings.NewReader(answer), unsolvable, fourNames)
		if err != nil || got.Order != nil || !slices.Equal(got.Core, []int{1, 3}) {
			t.Errorf("%q: ReadModel = %v, %v, want the core [1 3]", answer, got, err)
		}
		_, err = ReadModel(t.Context(), strings.NewReader(answer), fourPlayers, fourNames)
		if !errors.Is(err, ErrRefuted) || !strings.Contains(err.Error(), "the game has the solution") {
			t.Errorf("%q of a solvable game: %v", answer, err)
		}
	}
}

func TestFalseAnswersAreRefuted(t *testing.T) {
	for _, c := range []struct{ claim, answer, want string }{
		{
			"a cycle", "s SATISFIABLE\nv 1 -2 3 4 5 6 0\n",
			"the answer is wrong: it is not an order, because it puts A before B before C before A; only the relaxed formula allows this: solve the formula with transitivity",
		},
		{
			"the cycle the other way", "s SATISFIABLE\nv -1 2 -3 4 5 6 0\n",
			"the answer is wrong: it is not an order, because it puts A before C before B before A; only the relaxed formula allows this: solve the formula with transitivity",
		},
		{
			"a cycle of four with its diagonals missing", "s SATISFIABLE\nv 1 3 6 -4 0\n",
			"the answer is wrong: it is not an order, because it puts A before B before C before D before A; only the relaxed formula allows this: solve the formula with transitivity",
		},
		{
			"an order that solves another game", "s SATISFIABLE\nv -1 2 3 4 5 6 0\n",
			"the answer is wrong: its order does not solve the game: B does not stand between A and C",
		},
	} {
		_, err := ReadModel(t.Context(), strings.NewReader(c.answer), fourPlayers, fourNames)
		if !errors.Is(err, ErrRefuted) || err.Error() != c.want {
			t.Errorf("%s: %v, want %s", c.claim, err, c.want)
		}
	}
}

func TestFaultsOfAnAnswerNameTheirPlace(t *testing.T) {
	const want = "expected s SATISFIABLE or s UNSATISFIABLE"
	for _, c := range []struct{ answer, want string }{
		{"", "line 1, column 1: no status; " + want + ", or minisat's SAT or UNSAT"},
		{"c\nc nothing\n", "line 3, column 1: no status; " + want + ", or minisat's SAT or UNSAT"},
		{"s UNKNOWN\n", "line 1, column 3: the solver gave up: UNKNOWN"},
		{"s INDETERMINATE\n", "line 1, column 3: the solver gave up: INDETERMINATE"},
		{"INDET\n", "line 1, column 1: the solver gave up: INDET"},
		{"s\nSATISFIABLE\n", "line 1, column 2: no status; " + want + ", or minisat's SAT or UNSAT"},
		{"s", "line 1, column 2: no status; " + want + ", or minisat's SAT or UNSAT"},
		{"c é\ns é SAT\n", `line 2, column 3: "é" is not a status; ` + want + ", or minisat's SAT or UNSAT"},
		{"s SAT é\n", `line 1, column 7: found "é"; expected a line that starts with c, s or v`},
		{"\ufeffs SAT\nv é 7 0\n", `line 2, column 3: "é" is not a literal; expected a number such as 3 or -3`},
		{"SAT\n1 2 0 é\xff 3\n", `line 2, column 7: found "é\xff" after the 0 that ends the model`},
		{"s MAYBE\n", `line 1, column 3: "MAYBE" is not a status; ` + want + ", or minisat's SAT or UNSAT"},
		{"p cnf 6 24\n", `line 1, column 1: "p" is not a status; ` + want + ", or minisat's SAT or UNSAT"},
		{"s SATISFIABLE\n", "line 2, column 1: no model; expected the literals that are true, in lines that start with v"},
		{"s SATISFIABLE\nv 1 2\nv 3", "line 3, column 4: the model does not end with 0; is it cut off?"},
		{"s SATISFIABLE\n1 2 0\n", `line 2, column 1: found "1"; expected a line that starts with c, s or v`},
		{"s SATISFIABLE 1 2 0\n", `line 1, column 15: found "1"; expected a line that starts with c, s or v`},
		{"UNSAT\n1 2 0\n", `line 2, column 1: found "1"; expected a line that starts with c, s or v`},
		{"s UNSATISFIABLE\nv 1 2 0\n", "line 2, column 3: a model after the status UNSATISFIABLE"},
		{"s SATISFIABLE\ns SATISFIABLE\n", "line 2, column 1: a second status; an answer has one"},
		{"SAT\n1 0\ns SATISFIABLE\n", "line 3, column 1: a second status; an answer has one"},
		{"s SATISFIABLE\nv 1 2 3 4 5 6 0 1\n", `line 2, column 17: found "1" after the 0 that ends the model`},
		{"s SATISFIABLE\nv 1 7 0\n", "line 2, column 5: the literal 7; the game of 4 players has the variables 1 to 6"},
		{"s SATISFIABLE\nv 1 -7 0\n", "line 2, column 5: the literal -7; the game of 4 players has the variables 1 to 6"},
		{"s SATISFIABLE\nv 1 -9223372036854775808 0\n", "line 2, column 5: the literal -9223372036854775808; the game of 4 players has the variables 1 to 6"},
		{"s SATISFIABLE\nv 1 9223372036854775808 0\n", `line 2, column 5: "9223372036854775808" is not a literal; expected a number such as 3 or -3`},
		{"s SATISFIABLE\nv 1 x2 0\n", `line 2, column 5: "x2" is not a literal; expected a number such as 3 or -3`},
		{"s SATISFIABLE\nv 1 2\n\tv  2 -2 0\n", "line 3, column 7: the model has both 2 and -2, that is A before C and C before A"},
		{"s SATISFIABLE\nv 1 " + strings.Repeat("1", 100), `line 2, column 5: "111111111111111111111111..." is not a literal; expected a number such as 3 or -3`},
		{"s SATISFIABLE\nv 1 3 0\n", "the answer leaves the order open: 4 of 6 variables are missing, such as 4, A before D"},
	} {
		_, err := ReadModel(t.Context(), strings.NewReader(c.answer), fourPlayers, fourNames)
		if err == nil || err.Error() != c.want {
			t.Errorf("%q: %v, want %s", c.answer, err, c.want)
		}
	}
}

func TestEachMissingVariableMattersOnlyBetweenNeighbours(t *testing.T) {
	for missing := 1; missing <= 6; missing++ {
		answer := "s SATISFIABLE\nv"
		for v := 1; v <= 6; v++ {
			if v != missing {
				answer += fmt.Sprint(" ", v)
			}
		}
		a, b := literalPair(missing)
		_, err := ReadModel(t.Context(), strings.NewReader(answer+" 0\n"), fourPlayers, fourNames)
		if neighbours := b == a+1; (err != nil) != neighbours {
			t.Errorf("without %d before %d: %v", a, b, err)
		}
	}
}

func TestReadModelReturnsTheErrorOfItsReaderAndOfItsContext(t *testing.T) {
	failed := errors.New("the pipe broke")
	r := io.MultiReader(strings.NewReader("s SATISFIABLE\nv 1 2"), iotest.ErrReader(failed))
	if _, err := ReadModel(t.Context(), r, fourPlayers, fourNames); err != failed {
		t.Errorf("got %v, want %v", err, failed)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := ReadModel(ctx, strings.NewReader("s SATISFIABLE\nv 1 3 6 0"), fourPlayers, fourNames); err != context.Canceled {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}

func answerOf(order []int) string {
	var b strings.Builder
	b.WriteString("s SATISFIABLE\n")
	for i, p := range order {
		b.WriteString("v")
		for _, q := range order[i+1:] {
			fmt.Fprintf(&b, " %d", orderLiteral(p, q))
		}
		b.WriteString("\n")
	}
	b.WriteString("v 0\n")
	return b.String()
}

func TestAModelIsReadAsItsOrder(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(3, 20).Draw(t, "players")
		order := rapid.Permutation(identity(n)).Draw(t, "order")
		seed := rapid.Uint64().Draw(t, "seed")
		g := randomGame(n, rand.New(rand.NewPCG(seed, 0)))
		got, err := ReadModel(context.Background(), strings.NewReader(answerOf(order)), g, numbered(n))
		want := (betweenness.Proof{Order: order}).Check(g)
		switch {
		case want == nil && (err != nil || !slices.Equal(got.Order, order)):
			t.Fatalf("ReadModel = %v, %v, want %v", got, err, order)
		case want != nil && !errors.Is(err, ErrRefuted):
			t.Fatalf("ReadModel = %v, %v, but %v", got, err, want)
		}
	})
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

func TestATournamentWithoutAnOrderHasACycleOfThree(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for range 300 {
		n := 3 + random.IntN(10)
		m := newModel(n, nil)
		for v := 1; v < len(m.says); v++ {
			m.says[v] = int8(1 - 2*random.IntN(2))
		}
		order, err := m.order()
		if err == nil {
			for i, p := range order {
				for _, q := range order[i+1:] {
					if !m.before(p, q) {
						t.Fatalf("%v: the order %v has %d before %d", m.says, order, p, q)
					}
				}
			}
			continue
		}
		var a, b, c, a2 int
		if _, scan := fmt.Sscanf(err.Error(), "the answer is wrong: it is not an order, because it puts %d before %d before %d before %d", &a, &b, &c, &a2); scan != nil {
			t.Fatalf("%v: %v", m.says, err)
		}
		if a != a2 || !m.before(a, b) || !m.before(b, c) || !m.before(c, a) {
			t.Fatalf("%v: %v is not true", m.says, err)
		}
	}
}

func FuzzReadModel(f *testing.F) {
	for _, seed := range []string{
		"s SATISFIABLE\nv 1 2 3 4 5 6 0\n", "SAT\n-1 -2 -3 -4 -5 -6 0\n", "s UNSATISFIABLE\n", "UNSAT\n",
		"c\ns UNKNOWN", "s SATISFIABLE\nv 1 -2 3 4 5 6 0", "v 0\ns", "s SATISFIABLE\nv 1 3 -4 6 0",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, answer string) {
		c, err := ReadModel(t.Context(), strings.NewReader(answer), fourPlayers, fourNames)
		if err == nil {
			if err := c.Check(fourPlayers); err != nil {
				t.Errorf("%q: %v: %v", answer, c, err)
			}
			return
		}
		if text := err.Error(); strings.Contains(text, "\n") || !errors.Is(err, ErrRefuted) &&
			!strings.HasPrefix(text, "line ") && !strings.HasPrefix(text, "the answer leaves the order open: ") {
			t.Errorf("%q: %v", answer, err)
		}
	})
}
