package reduction

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"enumerate/enum/single"
	wonderwall "enumerate/games/wonderwall/text"
	"enumerate/internal/pace"
	"enumerate/solver/betweenness"
)

func (f Formula) dimacs() string {
	var b strings.Builder
	fmt.Fprintf(&b, "p cnf %d %d\n", f.Variables, len(f.Clauses))
	for _, clause := range f.Clauses {
		for _, x := range clause {
			fmt.Fprint(&b, x, " ")
		}
		b.WriteString("0\n")
	}
	return b.String()
}

// satisfiable tries all assignments.
func (f Formula) satisfiable() bool {
	for bits := range 1 << f.Variables {
		literals := make(map[int]bool)
		for x := range f.Variables {
			literals[x+1] = bits>>x&1 == 1
		}
		if _, err := f.answer(literals); err == nil {
			return true
		}
	}
	return false
}

// formulas draws small formulas of all kinds: with repeated literals and clauses, tautologies, subsumed and empty
// clauses, and without variables.
func formulas(t *rapid.T) Formula {
	f := Formula{Variables: rapid.IntRange(0, 4).Draw(t, "variables")}
	for literals := rapid.IntRange(0, 24).Draw(t, "literals"); literals > 0; {
		var clause []int
		least := rapid.SampledFrom([]int{2, 2, 2, 2, 2, 1, 0}).Draw(t, "least")
		for range min(literals, rapid.IntRange(least, 4).Draw(t, "length"), 10*f.Variables) {
			x := rapid.IntRange(1, f.Variables).Draw(t, "variable")
			if rapid.Bool().Draw(t, "negated") {
				x = -x
			}
			clause = append(clause, x)
		}
		f.Clauses = append(f.Clauses, clause)
		literals -= max(1, len(clause))
	}
	return f
}

// quick is the largest number of literals of a formula whose game is solved in every test. Some games of more literals
// take long.
const quick = 8

// solved solves a game, and returns the line that the command solve prints if the game is solvable.
func solved(t interface{ Fatalf(string, ...any) }, game wonderwall.Table) (line string, solvable bool) {
	if err := game.Validate(); err != nil {
		t.Fatalf("%v", err)
	}
	c := betweenness.Solve(game.Game)
	if err := c.Check(game.Game); err != nil {
		t.Fatalf("%v", err)
	}
	return "solvable  order: " + strings.Join(game.NamesOf(c.Order), " ") + "\n", c.Solvable()
}

// The assignment that is read from a solution of the game must satisfy the formula.
func TestAFormulaIsSatisfiableIfItsGameIsSolvable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
		if left, _ := f.Simplify(); countLiterals(left) > quick {
			t.Skip("its game may take long")
		}
		made, err := FromFormula(strings.NewReader(f.dimacs()))
		if err != nil {
			t.Fatal(err)
		}
		line, solvable := solved(t, made.Game.(wonderwall.Table))
		if want := f.satisfiable(); solvable != want {
			t.Fatalf("%v is satisfiable: %t, its game solvable: %t", f, want, solvable)
		}
		if !solvable {
			return
		}
		answer, err := made.Answer(strings.NewReader(line))
		if err != nil {
			t.Fatal(err)
		}
		read := make(map[string]bool) // the literals of the answer, and 0
		for _, word := range strings.Fields(strings.ReplaceAll(answer, "\nv", ""))[2:] {
			read[word] = true
		}
		for _, clause := range f.Clauses {
			if !slices.ContainsFunc(clause, func(x int) bool { return read[fmt.Sprint(x)] }) {
				t.Fatalf("%v: %s does not satisfy %v", f, answer, clause)
			}
		}
		for x := range f.Variables {
			if read[fmt.Sprint(x+1)] == read[fmt.Sprint(-x-1)] {
				t.Fatalf("%v: %s of %d", f, answer, x+1)
			}
		}
	})
}

func TestSimplifyLeavesTwoLiteralsAndBothSigns(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
		before := f.dimacs()
		clauses, set := f.Simplify()
		if f.dimacs() != before {
			t.Fatalf("%s became %s", before, f.dimacs())
		}
		left := Formula{f.Variables, clauses}
		if left.satisfiable() != f.satisfiable() {
			t.Fatalf("%v is satisfiable: %t, but not %v", f, f.satisfiable(), left)
		}
		if len(clauses) == 1 && clauses[0] == nil {
			return
		}
		signs := make(map[int]bool)
		for i, clause := range left.Clauses {
			if len(clause) < 2 {
				t.Fatalf("%v: %v is left", f, clause)
			}
			distinct := make(map[int]bool)
			for _, x := range clause {
				signs[x] = true
				if set[x] || set[-x] {
					t.Fatalf("%v: %d is left and set", f, x)
				}
				if distinct[x] || distinct[-x] {
					t.Fatalf("%v: %v is left", f, clause)
				}
				distinct[x] = true
			}
			for j, other := range left.Clauses {
				if j != i && !slices.ContainsFunc(other, func(x int) bool { return !distinct[x] }) {
					t.Fatalf("%v: %v and %v are left", f, clause, other)
				}
			}
		}
		for x := range signs {
			if !signs[-x] {
				t.Fatalf("%v: %v has no %d", f, left, -x)
			}
		}
	})
}

func TestSolutionsOfTheSimplifiedFormulaSolveTheFormula(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
		clauses, set := f.Simplify()
		left := Formula{f.Variables, clauses}
		for bits := range 1 << f.Variables {
			literals := make(map[int]bool)
			for x := range f.Variables {
				literals[x+1] = bits>>x&1 == 1
			}
			if _, err := left.answer(literals); err != nil {
				continue
			}
			for x := range set {
				literals[x], literals[-x] = true, false
			}
			if _, err := f.answer(literals); err != nil {
				t.Fatalf("%v: %v satisfies %v, but with %v: %v", f, literals, clauses, set, err)
			}
		}
	})
}

func TestFormulasThatMeanTheSameMakeTheSameGame(t *testing.T) {
	const plain = "p cnf 3 3\n1 3 0\n-3 -1 0\n3 -1 0\n"
	for name, formula := range map[string]string{
		"repeated literals":    "p cnf 3 3\n1 3 1 0\n-3 -1 -1 -3 0\n3 3 3 -1 0\n",
		"a repeated clause":    "p cnf 3 5\n1 3 0\n3 1 0\n-3 -1 0\n3 -1 0\n1 3 0\n",
		"a subsumed clause":    "p cnf 3 4\n1 2 3 0\n1 3 0\n-3 -1 0\n3 -1 0\n",
		"a tautology":          "p cnf 3 4\n1 3 0\n2 1 -2 0\n-3 -1 0\n3 -1 0\n",
		"a unit":               "p cnf 3 5\n1 3 0\n-3 -2 -1 0\n2 0\n3 -1 0\n2 1 0\n",
		"a unit of two":        "p cnf 3 5\n1 3 0\n-3 -2 -1 0\n2 2 0\n3 3 -1 0\n2 1 0\n",
		"a pure literal":       "p cnf 3 4\n1 3 0\n-3 -1 0\n3 -1 0\n2 1 0\n",
		"pure once subsumed":   "p cnf 3 5\n1 3 0\n-2 1 3 0\n-3 -1 0\n3 -1 0\n2 1 0\n",
		"a chain of variables": "p cnf 7 7\n1 3 0\n-6 7 0\n-5 6 0\n-4 5 0\n4 0\n-3 -1 0\n3 -1 0\n",
		"a larger head":        "p cnf 9 3\n1 3 0\n-3 -1 0\n3 -1 0\n",
	} {
		var want, got strings.Builder
		for text, out := range map[string]*strings.Builder{plain: &want, formula: &got} {
			made, err := FromFormula(strings.NewReader(text))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			if err := single.Write(out, made.Game, "table"); err != nil {
				t.Fatal(err)
			}
		}
		if got.String() != want.String() {
			t.Errorf("%s: the game is\n%swant\n%s", name, got.String(), want.String())
		}
	}
}

// TestTheLargestFormulasAreSimplifiedQuickly has the worst cases for Simplify: unit clauses (of one literal) that
// follow from each other in a chain, beginning with the last clause; long clauses that lose one literal after another;
// and many clauses that have to be compared, because one may contain another.
func TestTheLargestFormulasAreSimplifiedQuickly(t *testing.T) {
	chain := Formula{Variables: mostRead / 2}
	for x := 1; x < chain.Variables; x++ {
		chain.Clauses = append(chain.Clauses, []int{-x - 1, x})
	}
	chain.Clauses = append(chain.Clauses, []int{chain.Variables})

	long := Formula{Variables: mostRead / 2, Clauses: [][]int{nil}}
	for x := 1; x <= long.Variables; x++ {
		long.Clauses[0] = append(long.Clauses[0], x)
		long.Clauses = append(long.Clauses, []int{-x})
	}

	within := Formula{Variables: mostRead / 3, Clauses: [][]int{nil}}
	for x := 1; x < within.Variables; x++ {
		within.Clauses[0] = append(within.Clauses[0], x)
		within.Clauses = append(within.Clauses, []int{-x, -x - 1})
	}

	dense := Formula{Variables: 30}
	for x := 1; x <= dense.Variables; x++ {
		for y := 1; y < x; y++ {
			for z := 1; z < y; z++ {
				for signs := range 8 {
					dense.Clauses = append(dense.Clauses, []int{x * (1 - signs&1*2), y * (1 - signs>>1&1*2), z * (1 - signs>>2&1*2)})
				}
			}
		}
	}

	for _, c := range []struct {
		name          string
		f             Formula
		clauses, sets int
	}{
		{"a chain", chain, 0, chain.Variables},
		{"a clause that loses its literals", long, 1, long.Variables},
		{"a long clause and many short ones", within, within.Variables - 1, 1},
		{"all clauses of three literals", dense, len(dense.Clauses), 0},
	} {
		watch := pace.Start(t)
		left, set := c.f.Simplify()
		if took := watch.Stop(); len(left) != c.clauses || len(set) != c.sets || took > 2*time.Second {
			t.Errorf("%s: %d clauses left, %d literals set in %v, want %d and %d in 2 s", c.name, len(left), len(set), took, c.clauses, c.sets)
		}
	}
}

func TestInvalidFormulasAreRejected(t *testing.T) {
	const want = `expected a line "p cnf VARIABLES CLAUSES" (DIMACS)`
	for _, c := range []struct{ text, want string }{
		{"", "line 1, column 1: the formula is missing; " + want},
		{"c a comment", "line 1, column 12: the formula is missing; " + want},
		{"%\n0\n", "line 2, column 1: the formula is missing; " + want},
		{"hello\n", `line 1, column 1: a formula does not start like this; ` + want},
		{"1 2 0\n", `line 1, column 1: a formula does not start like this; ` + want},
		{"p dnf 1 1\n", `line 1, column 1: a formula does not start like this; ` + want},
		{"p cnf\n", `line 1, column 1: a formula does not start like this; ` + want},
		{"p cnf 2\n1 0\n", `line 1, column 1: a formula does not start like this; ` + want},
		{"p cnf x 0\n", `line 1, column 7: "x" is not a number of variables; ` + want},
		{"p cnf 1 -1\n", `line 1, column 9: "-1" is not a number of clauses; ` + want},
		{"p cnf 100001 1\n", "line 1, column 7: the formula is too large: it has 100001 variables, and at most 100,000 are read"},
		{"p cnf 5 400000\n", "line 1, column 9: the formula is too large: it has 400000 clauses, and at most 100,000 are read"},
		{"p cnf 99999999999999999999 1\n", "line 1, column 7: the formula is too large: it has 99999999999999999999 variables, and at most 100,000 are read"},
		{"p cnf 2 2 1\n", "line 2, column 1: the formula ends within clause 1; expected a 0 after each clause"},
		{"c\np cnf 2 1\n1 3 0\n", `line 3, column 3: "3" is not a literal; expected a variable from 1 to 2 as line 2 announces, with - for its negation, or 0 at the end of a clause`},
		{"p cnf 2 1\n1 -3 0\n", `line 2, column 3: "-3" is not a literal; expected a variable from 1 to 2 as line 1 announces, with - for its negation, or 0 at the end of a clause`},
		{"p cnf 2 1\n1 -x 0\n", `line 2, column 3: "-x" is not a literal; expected a variable from 1 to 2 as line 1 announces, with - for its negation, or 0 at the end of a clause`},
		{"p cnf 2 1\n1 - 2 0\n", `line 2, column 3: "-" is not a literal; expected a variable from 1 to 2 as line 1 announces, with - for its negation, or 0 at the end of a clause`},
		{"p cnf 2 1\n1 -+2 0\n", `line 2, column 3: "-+2" is not a literal; expected a variable from 1 to 2 as line 1 announces, with - for its negation, or 0 at the end of a clause`},
		{"p cnf 0 1\n-1 0\n", `line 2, column 1: "-1" is not a literal: line 1 announces no variables, so only 0 may stand here`},
		{"p cnf 2 1\n1 2\n", "line 3, column 1: the formula ends within clause 1; expected a 0 after each clause"},
		{"p cnf 2 1\n1 2\n%\n0\n", "line 4, column 1: the formula ends within clause 1; expected a 0 after each clause"},
		{"p cnf 2 3\n1 2 0 -1 -2 0\n", "line 3, column 1: the formula ends after 2 of the 3 clauses that line 1 announces; correct that number, or add the clauses"},
		{"p cnf 2 1\n1 2 0\n-1 -2 0\n", `line 3, column 1: "-1" follows the last clause that line 1 announces (1 in all); correct that number, or remove the rest`},
		{"p cnf 2 0\n0\n", `line 2, column 1: "0" follows the last clause that line 1 announces (0 in all); correct that number, or remove the rest`},
		{"\xff\xfep cnf", "text in UTF-16 cannot be read; save it as UTF-8"},
		{"p cnf 1 1\n" + strings.Repeat("1 ", mostRead+1), "line 2, column 200001: the formula is too large: it has more than 100,000 literals, the most that are read"},
	} {
		if _, err := FromFormula(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestAFormulaOfAnyLayoutIsRead reads a formula in layouts that files of collections have, or that the SAT solvers
// minisat and cadical accept.
func TestAFormulaOfAnyLayoutIsRead(t *testing.T) {
	want := fmt.Sprint(Formula{2, [][]int{{1, 2}, {-1}, nil}})
	for _, text := range []string{
		"p cnf 2 3\n1 2 0\n-1 0\n0\n", "c x\nc\n  p  cnf 2   3\r\n1\n2 0 -1\nc between\n0 0\n%\n0\n\n", "p cnf 2 3 \n1 2 0 -1 0 0\nc p cnf 1 1",
		"cfoo\np cnf 2 3\ncnf 7 7\n1 2 0\n-1 0\n0\n",
		"p cnf 2 3 c a small one\n1 2 0 c the first\n-1 c and\n0\n0 c done",
		"p cnf 2 3 1 2 0 -1 0 0",
		"p cnf 2 3\n+1 2 -0 -01 00 0\n",
		"p cnf 02 03\n1 2 0 -1 0 0 %",
		"p\tcnf\t2\t3\n1\t2\t0\n-1\v0\f0\n",
		"\ufeffp cnf 2 3\n1 2 0\n-1 0\n0\n%%\n",
	} {
		if f, err := ReadFormula(strings.NewReader(text)); err != nil || fmt.Sprint(f) != want {
			t.Errorf("%q is %v, %v, want %s", text, f, err, want)
		}
	}
	for text, want := range map[string]Formula{
		"p cnf 3 0\n":      {Variables: 3},
		"p cnf 0 0\n":      {},
		"p cnf 0 1\n0\n":   {Clauses: [][]int{nil}},
		"p cnf 0 1\n-0\n%": {Clauses: [][]int{nil}},
	} {
		if f, err := ReadFormula(strings.NewReader(text)); err != nil || fmt.Sprint(f) != fmt.Sprint(want) {
			t.Errorf("%q is %v, %v, want %v", text, f, err, want)
		}
	}
}

// largest returns a formula that Simplify leaves unchanged: one clause has every variable, the other every negation.
func largest(literals int) Formula {
	f := Formula{Variables: literals / 2, Clauses: make([][]int, 2)}
	for x := 1; x <= f.Variables; x++ {
		f.Clauses[0] = append(f.Clauses[0], x)
		f.Clauses[1] = append(f.Clauses[1], -x)
	}
	return f
}

func TestTheLargestFormulaMakes200000Players(t *testing.T) {
	f := largest(mostLiterals)
	made, err := FromFormula(strings.NewReader(f.dimacs()))
	if err != nil {
		t.Fatal(err)
	}
	game := made.Game.(wonderwall.Table)
	if n := len(game.Game); n > 200_000 || n != 2*(8*mostLiterals+f.Variables+2+mostLiterals-4)+2 || game.Validate() != nil {
		t.Errorf("%d players, %v", n, game.Validate())
	}
}

func TestALargerFormulaIsRefusedUnlessItBecomesSmaller(t *testing.T) {
	f := largest(mostLiterals + 2)
	want := "the formula is too large: 10,002 of its 10,002 literals are left after it is simplified, and a game is made of at most 10,000"
	if _, err := FromFormula(strings.NewReader(f.dimacs())); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}

	f.Clauses = append(f.Clauses, []int{1})
	made, err := FromFormula(strings.NewReader(f.dimacs()))
	want = "simplified: 5001 of 5001 variables set; 0 of 3 clauses and 0 of 10003 literals left"
	if err != nil || made.Remark != want {
		t.Errorf("%s, %v, want %s", made.Remark, err, want)
	}
}

// TestHardGamesMatchTheirFormulas makes the games in data/hard again, from the formulas in the comments of their files.
// It does not simplify the formulas first, because Simplify would leave no clauses.
func TestHardGamesMatchTheirFormulas(t *testing.T) {
	for path, players := range map[string]int{
		"formula-12.txt": 216, "formula-15.txt": 268, "formula-15-solvable.txt": 268, "formula-18.txt": 322, "formula-18-solvable.txt": 322,
	} {
		file, err := os.ReadFile(filepath.Join("../../../../data/hard", path))
		if err != nil {
			t.Fatal(err)
		}
		f := hardFormula(t, string(file))
		made := NewLinkage(f.Clauses).Game()
		var game strings.Builder
		if err := single.Write(&game, made, "table"); err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(string(file), "\n"+game.String()) || len(made.Game) != players {
			t.Errorf("%s has not the %d players of the game of %v, want %d", path, len(made.Game), f, players)
		}
		if want := strings.Contains(path, "solvable"); f.satisfiable() != want {
			t.Errorf("%s is satisfiable: %t, want %t", path, !want, want)
		}
	}
}

// hardFormula reads the formula of a game in data/hard from the comments of its file.
func hardFormula(t testing.TB, game string) Formula {
	t.Helper()
	var comment strings.Builder
	for line := range strings.Lines(game) {
		if text, found := strings.CutPrefix(line, "# "); found {
			comment.WriteString(text)
		}
	}
	f, err := ReadFormula(strings.NewReader(comment.String()))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

func TestAnOrderIsReadAsItIsPrinted(t *testing.T) {
	made, err := FromFormula(strings.NewReader("p cnf 12 1\n1 2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	const players = " is not a player of the game, or is repeated; expected every player once, as in the output of solve"
	for _, c := range []struct{ order, want string }{
		{"solvable  order: s v2' v2 v1' v1 t\n", ""},
		{"t v1 v1' v2 v2' s", ""},
		{"", "the order has 0 of 6 players; expected every player once, as in the output of solve"},
		{"unsolvable  core: A B C", `line 1, column 1: "unsolvable"` + players},
		{"solvable  order: s v2' E", `line 1, column 24: "E"` + players},
		{"s v2 s", `line 1, column 6: "s"` + players},
		{"s v2", "the order has 2 of 6 players; expected every player once, as in the output of solve"},
		{"s v1' v1 v2' v2 t", "the order does not solve the game: v1 does not stand between t and v2"},
	} {
		answer, err := made.Answer(strings.NewReader(c.order))
		const right = "s SATISFIABLE\nv 1 2 -3 -4 -5 -6 -7 -8 -9 -10\nv -11 -12 0\n"
		if c.want == "" && (err != nil || answer != right) || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%q: %q, %v, want %s", c.order, answer, err, c.want)
		}
	}
}

// A formula that was read, then written and read again, must be the same formula.
func FuzzReadFormula(f *testing.F) {
	f.Add("c x\np cnf 2 3\n1 2 0\n-1 0\n0\n%\n0\n")
	f.Add("p cnf 1 1\n1 -1")
	f.Fuzz(func(t *testing.T, text string) {
		read, err := ReadFormula(strings.NewReader(text))
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("%q", err)
			}
			return
		}
		again, err := ReadFormula(strings.NewReader(read.dimacs()))
		if err != nil || fmt.Sprint(again) != fmt.Sprint(read) {
			t.Errorf("%v is read as %v, %v", read, again, err)
		}
		if len(text) < 200 {
			made, err := FromFormula(strings.NewReader(text))
			if err == nil {
				err = single.Write(io.Discard, made.Game, "table")
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// flow returns the largest number of paths from a vertex to different sinks such that any two have only this vertex in
// common: a maximal flow in which every other vertex has capacity one, by augmenting paths.
func (l Linkage) flow(from int) (paths int) {
	left := make(map[int]map[int]int) // the remaining capacities between the halves 2v and 2v+1 of vertices, and to the goal
	goal := 2 * len(l.Out)
	arc := func(u, v int) {
		for _, w := range []int{u, v} {
			if left[w] == nil {
				left[w] = make(map[int]int)
			}
		}
		left[u][v] = 1
	}
	for v, out := range l.Out {
		arc(2*v, 2*v+1)
		if v < sinks {
			arc(2*v+1, goal)
			continue
		}
		for _, u := range out {
			arc(2*v+1, 2*u)
		}
	}
	for {
		seen := make(map[int]bool)
		var augment func(u int) bool
		augment = func(u int) bool {
			if u == goal {
				return true
			}
			seen[u] = true
			for v, capacity := range left[u] {
				if capacity > 0 && !seen[v] && augment(v) {
					left[u][v]--
					left[v][u]++
					return true
				}
			}
			return false
		}
		if !augment(2*from + 1) {
			return paths
		}
		paths++
	}
}

// Lemma 6 of docs/papers/np-complete.md says that in the digraph of a formula, from every vertex two paths that have
// only this vertex in common lead to the two sinks (a fan).
func TestEveryVertexOfTheDigraphOfAFormulaHasAFan(t *testing.T) {
	fans := func(t interface{ Fatalf(string, ...any) }, left [][]int) {
		l := NewLinkage(left)
		for v := sinks; v < len(l.Out); v++ {
			if paths := l.flow(v); paths != 2 && len(left) > 0 && left[0] != nil {
				t.Fatalf("%v: %s has %d paths to the sinks, want 2", left, l.Names[v], paths)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) {
		left, _ := formulas(t).Simplify()
		fans(t, left)
	})
	game, err := os.ReadFile("../../../../data/hard/formula-15.txt")
	if err != nil {
		t.Fatal(err)
	}
	fans(t, hardFormula(t, string(game)).Clauses)
}
