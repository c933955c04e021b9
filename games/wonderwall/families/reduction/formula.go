package reduction

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/rows"
)

// mostLiterals is the largest number of literals of a simplified formula that becomes a game. Such a game has about
// 200,000 players.
const mostLiterals = 10_000

// FromFormula reads a formula and makes a game that is solvable if and only if the formula is satisfiable.
func FromFormula(in io.Reader) (single.Derived, error) {
	f, err := ReadFormula(in)
	if err != nil {
		return single.Derived{}, err
	}
	left, set := f.Simplify() // the clauses not yet satisfied, and the literals that Simplify made true
	literals := countLiterals(left)
	if literals > mostLiterals {
		return single.Derived{}, fmt.Errorf("the formula is too large: %s of its %s literals are left after it is simplified, and a game is made of at most %s",
			rows.Count(uint64(literals)), rows.Count(uint64(countLiterals(f.Clauses))), rows.Count(mostLiterals))
	}

	remark := fmt.Sprintf("simplified: %d of %d variables set; %d of %d clauses and %d of %d literals left",
		len(set), f.Variables, len(left), len(f.Clauses), literals, countLiterals(f.Clauses))
	if len(left) > 0 && left[0] == nil {
		remark = "simplifying the formula leaves a clause without literals, so no assignment satisfies it"
	}
	l := NewLinkage(left)
	game := l.Game()
	return single.Derived{Game: game, Remark: remark, Answer: func(in io.Reader) (string, error) {
		order, err := readOrder(in, game)
		if err != nil {
			return "", err
		}
		literals := l.Literals(order)
		maps.Copy(literals, set)
		return f.answer(literals)
	}}, nil
}

func countLiterals(clauses [][]int) (count int) {
	for _, clause := range clauses {
		count += len(clause)
	}
	return count
}

// NewLinkage returns a digraph that has two disjoint paths if and only if some assignment satisfies the given clauses,
// which Simplify has simplified. If the simplified clauses already show the answer, it returns a small fixed digraph
// with this answer. docs/papers/np-complete.md has the construction, the names of its vertices and the proof.
func NewLinkage(clauses [][]int) Linkage {
	if len(clauses) == 0 || clauses[0] == nil {
		return fixedLinkage(len(clauses) == 0)
	}
	l := newLinkage()
	vertex := func(name string, number int) int { return l.vertex(name + strconv.Itoa(number)) }
	arcs := func(from, first, second int) { l.Out[from] = [2]int{first, second} }

	// Each literal in a clause has a switch, numbered from 1.
	switches := make(map[int][]int) // by literal
	last := 0
	for _, clause := range clauses {
		for _, x := range clause {
			last++
			switches[x] = append(switches[x], last)
		}
	}

	// From the vertex u of each variable x, two branches lead to the next variable, or from the last variable to the
	// first clause (q1). One branch leads through the switches of x, small digraphs that stand for the literal x in
	// clauses, the other through those of its negation.
	variables := slices.DeleteFunc(slices.Sorted(maps.Keys(switches)), func(x int) bool { return x < 0 })
	for k, x := range variables {
		u, end := vertex("u", x), vertex("q", 1)
		if k < len(variables)-1 {
			end = vertex("u", variables[k+1])
		}
		for side, literal := range []int{x, -x} { // the branch "false" has the switches of x, "true" those of -x
			to := end
			for _, i := range slices.Backward(switches[literal]) { // build the branch from its end
				arcs(vertex("b'", i), vertex("c'", i), to)
				to = vertex("a'", i)
			}
			l.Out[u][side] = to
		}
	}

	// From the vertex q of each clause, a path leads through one of the clause's switches to the next clause, or from
	// the last clause to the sink s. The question is whether the digraph has two disjoint paths. Both pass through all
	// switches: one enters each switch at its vertex C, and leads up to C of the next switch, or at last to the sink t.
	// The other enters each switch at its vertex B, and leads down to B of the previous switch, or at last to the first
	// variable. In the code, the vertices `up` and `down` follow switch i on these two paths. A switch also has a cycle
	// of six vertices, a, b, c, a', b', c'; docs/papers/np-complete.md has the arcs.
	i, down := 0, vertex("u", variables[0])
	for j, clause := range clauses {
		from, exit := vertex("q", j+1), sinkS
		if j < len(clauses)-1 {
			exit = vertex("q", j+2)
		}
		for k := range clause {
			i++
			up := sinkT
			if i < last {
				up = vertex("C", i+1)
			}
			a, b, c, otherA, otherB, otherC := vertex("a", i), vertex("b", i), vertex("c", i), vertex("a'", i), vertex("b'", i), vertex("c'", i)
			arcs(vertex("C", i), b, otherB)
			arcs(vertex("B", i), c, otherC)
			arcs(a, b, down)
			arcs(otherA, otherB, down)
			arcs(b, c, exit)
			arcs(c, otherA, up)
			arcs(otherC, a, up)
			down = vertex("B", i)
			switch rest := len(clause) - k; {
			case rest > 2: // the way to all further switches of the clause
				h := l.vertex(strings.TrimSuffix(fmt.Sprintf("h%d.%d", j+1, k+1), ".1"))
				arcs(from, a, h)
				from = h
			case rest == 2:
				arcs(from, a, vertex("a", i+1))
			}
		}
	}
	l.From, l.Other = vertex("C", 1), vertex("B", last)
	return l
}

// answer returns an assignment that satisfies the formula, in the format of the SAT competitions. It makes the given
// literals true and other variables false. If this does not satisfy every clause, answer returns an error.
func (f Formula) answer(literals map[int]bool) (string, error) {
	var assigned []int // assigned[x-1] is the literal of variable x that is true
	for x := 1; x <= f.Variables; x++ {
		assigned = append(assigned, -x)
		if literals[x] {
			assigned[x-1] = x
		}
	}
	for j, clause := range f.Clauses {
		if !slices.ContainsFunc(clause, func(x int) bool { return assigned[max(x, -x)-1] == x }) {
			return "", fmt.Errorf("the assignment that the order stands for does not satisfy clause %d", j+1)
		}
	}
	text := "s SATISFIABLE\n" // followed by lines "v" with ten literals each, and a 0 at the end
	for line := range slices.Chunk(append(assigned, 0), 10) {
		text += "v " + strings.Trim(fmt.Sprint(line), "[]") + "\n"
	}
	return text, nil
}
