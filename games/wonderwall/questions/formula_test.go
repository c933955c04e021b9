package questions

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"enumerate/enum/single"
)

// friends is a game of four players whose solution is Ann Bob Cid Dan.
func friends(t *testing.T) table {
	t.Helper()
	table, err := parseTable("Ann: Bob Cid\nBob: Cid Dan\nCid: Bob Ann\nDan: Bob Ann\n")
	if err != nil {
		t.Fatal(err)
	}
	return table
}

func dimacsOf(t *testing.T, game table, relaxed bool) string {
	t.Helper()
	answer, err := dimacs(relaxed)(game, t.Context(), single.How{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := single.Write(&b, answer, "dimacs"); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestTheFormulaSpeaksOfPlayersByName(t *testing.T) {
	text := dimacsOf(t, friends(t), true)
	for _, line := range []string{"c 1 Ann before Bob\n", "c 6 Cid before Dan\n", "\np cnf 6 16\n"} {
		if !strings.Contains(text, line) {
			t.Errorf("no line %q in %s", line, text)
		}
	}
}

func TestAModelIsASolutionInTheGamesNames(t *testing.T) {
	got, err := friends(t).readModel(t.Context(), single.How{Input: strings.NewReader("s SATISFIABLE\nv 1 2 3 4 5 6 0\n")})
	want := single.Solution{Verdict: "solvable", Proof: "order", Names: []string{"Ann", "Bob", "Cid", "Dan"}}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("ReadModel = %v, %v, want %v", got, err, want)
	}
	var wrong single.Wrong
	_, err = friends(t).readModel(t.Context(), single.How{Input: strings.NewReader("s UNSATISFIABLE\n")})
	if !errors.As(err, &wrong) || !strings.HasSuffix(err.Error(), "the game has the solution Ann Bob Cid Dan") {
		t.Errorf("a wrong answer: %v, want a refutation", err)
	}
	_, err = friends(t).readModel(t.Context(), single.How{Input: strings.NewReader("s SATISFIABLE\nv 1 two 0\n")})
	if err == nil || errors.As(err, &wrong) || !strings.HasPrefix(err.Error(), "line 2, column 5: ") {
		t.Errorf("a faulty answer: %v, want its place", err)
	}
}

func TestOddNamesStandInOneWordOfAFormula(t *testing.T) {
	table, err := parseTable(`{"A":["B","Ann Lee"],"B":["A","Ann Lee"],"Ann Lee":["\u0000\"","A"],"\u0000\"":["A","B"]}`)
	if err != nil {
		t.Fatal(err)
	}
	text := dimacsOf(t, table, false)
	for _, want := range []string{`c 4 A before "\x00\""`, `c 5 B before "\x00\""`, `c 6 "Ann Lee" before "\x00\""`} {
		if !strings.Contains(text, want+"\n") {
			t.Errorf("no line %s in\n%s", want, text)
		}
	}
	// This assignment means A before B before Ann Lee before A.
	_, err = table.readModel(t.Context(), single.How{Input: strings.NewReader("s SATISFIABLE\nv 1 -2 3 4 5 6 0\n")})
	if err == nil || !strings.Contains(err.Error(), `"Ann Lee"`) || strings.Contains(err.Error(), "\n") {
		t.Errorf("ReadModel = %v, want an error on one line about \"Ann Lee\"", err)
	}
}
