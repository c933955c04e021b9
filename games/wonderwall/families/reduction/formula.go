package reduction

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum"
)

// FromFormula reads a formula and makes the game that is solvable if and only if it is satisfiable.
func FromFormula(in io.Reader) (enum.Derived, error) {
	f, err := ReadFormula(in)
	if err != nil {
		return enum.Derived{}, err
	}
	left, set := f.Simplify()
	remark := fmt.Sprintf("%d of %d variables were set, by clauses of one literal or as they had one sign only; %d of %d clauses are left",
		len(set), f.Variables, len(left), len(f.Clauses))
	if slices.ContainsFunc(left, func(clause []int) bool { return clause == nil }) {
		remark = "a clause has no literal left, so no assignment satisfies the formula"
	}
	l := NewLinkage(left)
	game := l.Game()
	return enum.Derived{Game: game, Remark: remark, Answer: func(in io.Reader) (string, error) {
		order, err := readOrder(in, game)
		if err != nil {
			return "", err
		}
		literals := l.Literals(order)
		maps.Copy(literals, set)
		return f.answer(literals)
	}}, nil
}

// Simplify sets variables as long as it can: a clause of one literal makes that true, and a variable
// that occurs with one sign only gets that sign; true clauses and false literals go. In the clauses
// that are left there are two literals or more, and every variable has both signs. None is left
// if all are true; and if one lost all its literals that, nil, alone. set are the literals made true.
func (f Formula) Simplify() (left [][]int, set map[int]bool) {
	left, set = f.Clauses, make(map[int]bool)
	for before := -1; before < len(set); {
		before = len(set)
		var open [][]int
		occurs := make(map[int]bool)
		for _, clause := range left {
			clause = slices.DeleteFunc(slices.Clone(clause), func(x int) bool { return set[-x] })
			switch {
			case slices.ContainsFunc(clause, func(x int) bool { return set[x] }):
			case len(clause) == 0:
				return [][]int{nil}, set
			case len(clause) == 1:
				set[clause[0]] = true
			default:
				open = append(open, clause)
				for _, x := range clause {
					occurs[x] = true
				}
			}
		}
		left = open
		if len(set) > before {
			continue // what occurs with one sign is not known yet
		}
		for x := range occurs {
			if !occurs[-x] {
				set[x] = true
			}
		}
	}
	return left, set
}

// NewLinkage returns the linkage digraph of clauses as Simplify leaves them, a fixed one if it is known
// whether they can be true.
func NewLinkage(clauses [][]int) Linkage {
	if len(clauses) == 0 || clauses[0] == nil {
		return known(len(clauses) == 0)
	}
	l := newLinkage()
	vertex := func(name string, number int) int { return l.vertex(name + strconv.Itoa(number)) }
	arcs := func(from, p, a int) { l.Out[from] = [2]int{p, a} }
	switches := make(map[int][]int) // of each literal, from 1
	last := 0
	for _, clause := range clauses {
		for _, x := range clause {
			last++
			switches[x] = append(switches[x], last)
		}
	}
	variables := slices.DeleteFunc(slices.Sorted(maps.Keys(switches)), func(x int) bool { return x < 0 })
	for k, x := range variables {
		u, end := vertex("u", x), vertex("q", 1)
		if k < len(variables)-1 {
			end = vertex("u", variables[k+1])
		}
		for side, literal := range []int{x, -x} { // the branch "false" has the switches of x, "true" those of -x
			to := end
			for _, i := range slices.Backward(switches[literal]) {
				arcs(vertex("b'", i), vertex("c'", i), to)
				to = vertex("a'", i)
			}
			l.Out[u][side] = to
		}
	}
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
			case rest > 2: // the way to all but this one
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

// answer returns the assignment that makes some literals true, in the format of the SAT competitions,
// once it has satisfied every clause.
func (f Formula) answer(literals map[int]bool) (string, error) {
	var assigned []int
	for x := 1; x <= f.Variables; x++ {
		assigned = append(assigned, -x)
		if literals[x] {
			assigned[x-1] = x
		}
	}
	for j, clause := range f.Clauses {
		if !slices.ContainsFunc(clause, func(x int) bool { return assigned[max(x, -x)-1] == x }) {
			return "", fmt.Errorf("what the order says does not satisfy clause %d", j+1)
		}
	}
	text := "s SATISFIABLE\n"
	for line := range slices.Chunk(append(assigned, 0), 10) {
		text += "v " + strings.Trim(fmt.Sprint(line), "[]") + "\n"
	}
	return text, nil
}
