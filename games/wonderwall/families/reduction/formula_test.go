package reduction

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	wonderwall "enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

// dimacs returns a formula as it is written.
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

// formulas draws small ones. Of more than eight literals some games take long.
func formulas(t *rapid.T) Formula {
	f := Formula{Variables: rapid.IntRange(1, 3).Draw(t, "variables")}
	for literals := rapid.IntRange(1, 8).Draw(t, "literals"); literals > 0; {
		var clause []int
		for range min(literals, rapid.IntRange(0, 4).Draw(t, "length")) {
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

// solved returns the line of solve, or that there is none.
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

// TestAFormulaIsSatisfiableIfItsGameIsSolvable solves the games of random formulas, and holds the
// verdicts and the assignments that are read back to all assignments.
func TestAFormulaIsSatisfiableIfItsGameIsSolvable(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := formulas(t)
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
		read := make(map[string]bool) // one of x and -x of each variable, and 0
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
		clauses, set := f.Simplify()
		left := Formula{f.Variables, clauses}
		if left.satisfiable() != f.satisfiable() {
			t.Fatalf("%v is satisfiable: %t, %v that is left is not so", f, f.satisfiable(), left)
		}
		if len(clauses) == 1 && clauses[0] == nil {
			return
		}
		signs := make(map[int]bool)
		for _, clause := range left.Clauses {
			if len(clause) < 2 {
				t.Fatalf("%v: %v is left", f, clause)
			}
			for _, x := range clause {
				if signs[x] = true; set[x] || set[-x] {
					t.Fatalf("%v: %d is left and set", f, x)
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

func TestWhatIsNoFormulaIsRefused(t *testing.T) {
	const want = `want a line "p cnf VARIABLES CLAUSES" (DIMACS)`
	for _, c := range []struct{ text, want string }{
		{"", "line 1, column 1: there is no formula; " + want},
		{"c a comment", "line 1, column 12: there is no formula; " + want},
		{"hello\n", `line 1, column 1: no formula starts like this; ` + want},
		{"1 2 0\n", `line 1, column 1: no formula starts like this; ` + want},
		{"p dnf 1 1\n", `line 1, column 1: no formula starts like this; ` + want},
		{"p cnf\n", `line 1, column 1: no formula starts like this; ` + want},
		{"p cnf 2\n1 0\n", `line 1, column 1: no formula starts like this; ` + want},
		{"p cnf 0 0\n", `line 1, column 7: "0" is no number of variables; want a number from 1 to 10000`},
		{"p cnf 1 0\n", `line 1, column 9: "0" is no number of clauses; want a number from 1 to 10000`},
		{"p cnf 99999999999999999999 1\n", `line 1, column 7: "99999999999999999999" is no number of variables; want a number from 1 to 10000`},
		{"p cnf 2 2 1\n", `line 1, column 1: no formula starts like this; ` + want},
		{"c\np cnf 2 1\n1 3 0\n", `line 3, column 3: "3" is no variable; want a number from 1 to 2`},
		{"p cnf 2 1\n1 -3 0\n", `line 2, column 4: "3" is no variable; want a number from 1 to 2`},
		{"p cnf 2 1\n1 -x 0\n", `line 2, column 4: "x" is no variable; want a number from 1 to 2`},
		{"p cnf 2 1\n1 2\n", "line 3, column 1: the formula ends within clause 1; want a 0 behind each clause"},
		{"p cnf 2 3\n1 2 0 -1 -2 0\n", "line 3, column 1: the formula ends after 2 of 3 clauses; want as many as line 1 says"},
		{"p cnf 2 1\n1 2 0\n-1 -2 0\n", `line 3, column 1: "-1" behind the last clause; want as many as line 1 says`},
		{"\xff\xfep cnf", "the text is UTF-16; save it as UTF-8"},
		{"p cnf 1 1\n" + strings.Repeat("1 ", mostLiterals+1), "line 2, column 20001: a literal too many; want at most 10000 in all"},
	} {
		if _, err := FromFormula(strings.NewReader(c.text)); err == nil || err.Error() != c.want {
			t.Errorf("%.40q: %v, want %s", c.text, err, c.want)
		}
	}
}

// TestAFormulaOfAnyLayoutIsRead reads what collections have.
func TestAFormulaOfAnyLayoutIsRead(t *testing.T) {
	want := fmt.Sprint(Formula{2, [][]int{{1, 2}, {-1}, nil}})
	for _, text := range []string{
		"p cnf 2 3\n1 2 0\n-1 0\n0\n", "c x\nc\n  p  cnf 2   3\r\n1\n2 0 -1\nc between\n0 0\n%\n0\n\n", "p cnf 2 3 \n1 2 0 -1 0 0\nc p cnf 1 1",
	} {
		if f, err := ReadFormula(strings.NewReader(text)); err != nil || fmt.Sprint(f) != want {
			t.Errorf("%q is %v, %v, want %s", text, f, err, want)
		}
	}
}

// TestTheLargestFormulaMakes200000Players is about memory and time, too.
func TestTheLargestFormulaMakes200000Players(t *testing.T) {
	f := Formula{Variables: mostLiterals / 2, Clauses: make([][]int, 1)}
	for x := 1; x <= f.Variables; x++ {
		f.Clauses[0] = append(f.Clauses[0], x, -x)
	}
	made, err := FromFormula(strings.NewReader(f.dimacs()))
	if err != nil {
		t.Fatal(err)
	}
	game := made.Game.(wonderwall.Table)
	if n := len(game.Game); n > 200_000 || n != 2*(8*mostLiterals+f.Variables+1+mostLiterals-2)+2 || game.Validate() != nil {
		t.Errorf("%d players, %v", n, game.Validate())
	}
}

// TestHardFormulasHaveThePlayersThatDocsSay reads those that bench/hard.sh measures.
func TestHardFormulasHaveThePlayersThatDocsSay(t *testing.T) {
	for path, players := range map[string]int{"formula-12.cnf": 216, "formula-15.cnf": 268} {
		in, err := os.Open(filepath.Join("../../../../data/hard", path))
		if err != nil {
			t.Fatal(err)
		}
		f, err := ReadFormula(in)
		in.Close()
		left, _ := f.Simplify()
		if got := len(NewLinkage(left).Game().Game); err != nil || got != players || f.satisfiable() {
			t.Errorf("%s: %d players, %v, satisfiable: %t, want %d", path, got, err, f.satisfiable(), players)
		}
	}
}

func TestAnOrderIsReadAsItIsPrinted(t *testing.T) {
	made, err := FromFormula(strings.NewReader("p cnf 12 1\n1 2 0\n"))
	if err != nil {
		t.Fatal(err)
	}
	const players = " is no player of the game, or one that was named before; want all players in their order, as solve prints them"
	for _, c := range []struct{ order, want string }{
		{"solvable  order: s v2' v2 v1' v1 t\n", ""},
		{"t v1 v1' v2 v2' s", ""},
		{"", "the order has 0 of 6 players; want all, as solve prints them"},
		{"unsolvable  core: A B C", `line 1, column 1: "unsolvable"` + players},
		{"solvable  order: s v2' E", `line 1, column 24: "E"` + players},
		{"s v2 s", `line 1, column 6: "s"` + players},
		{"s v2", "the order has 2 of 6 players; want all, as solve prints them"},
		{"s v1' v1 v2' v2 t", "the order does not solve the game: v1 does not stand between t and v2"},
	} {
		answer, err := made.Answer(strings.NewReader(c.order))
		const right = "s SATISFIABLE\nv 1 2 -3 -4 -5 -6 -7 -8 -9 -10\nv -11 -12 0\n"
		if c.want == "" && (err != nil || answer != right) || c.want != "" && (err == nil || err.Error() != c.want) {
			t.Errorf("%q: %q, %v, want %s", c.order, answer, err, c.want)
		}
	}
}

// FuzzReadFormula holds the reader to what it says: a formula that is read is whole, and is read
// again as it is written.
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
				err = made.Game.WriteFormat(io.Discard, "table")
			}
			if err != nil {
				t.Error(err)
			}
		}
	})
}

// flow returns how many paths there are from a vertex to the sinks that share nothing else, each sink on one at most: a
// maximal flow through vertices of capacity one, by augmenting paths.
func (l Linkage) flow(from int) (paths int) {
	left := make(map[int]map[int]int) // capacities between the halves 2v and 2v+1 of vertices, and the goal
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

// TestEveryVertexOfTheDigraphOfAFormulaHasAFan holds Lemma 6 to random formulas, and to the largest that bench/hard.sh has.
func TestEveryVertexOfTheDigraphOfAFormulaHasAFan(t *testing.T) {
	fans := func(t interface{ Fatalf(string, ...any) }, f Formula) {
		left, _ := f.Simplify()
		l := NewLinkage(left)
		for v := sinks; v < len(l.Out); v++ {
			if paths := l.flow(v); paths != 2 && len(left) > 0 && left[0] != nil {
				t.Fatalf("%v: %s has %d paths to the sinks, want 2", f, l.Names[v], paths)
			}
		}
	}
	rapid.Check(t, func(t *rapid.T) { fans(t, formulas(t)) })
	text, err := os.Open("../../../../data/hard/formula-15.cnf")
	if err != nil {
		t.Fatal(err)
	}
	defer text.Close()
	f, err := ReadFormula(text)
	if err != nil {
		t.Fatal(err)
	}
	fans(t, f)
}
