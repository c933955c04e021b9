package reduction

import (
	"fmt"
	"io"
	"strconv"

	"enumerate/enum"
)

// The vertices of a switch: on its cycle a, b, c, a', b', c', and in front of it B and C.
const (
	switchA = iota
	switchB
	switchC
	primed // of a', b' and c' this is added
	enterB = iota + 2
	enterC
	switchSize
)

var switchNames = []string{"a", "b", "c", "a'", "b'", "c'", "B", "C"}

// Linkage returns the linkage digraph of a formula as Simplify leaves it, with clauses. After the
// sinks it has the vertices of the variables that occur, in ascending order.
func (f Formula) Linkage() Linkage {
	l := Linkage{Names: []string{"s", "t"}, Out: make([][2]int, sinks)}
	add := func(name string, number int) int {
		l.Names, l.Out = append(l.Names, name+strconv.Itoa(number)), append(l.Out, [2]int{})
		return len(l.Out) - 1
	}
	var literals, clauseOf []int
	of := make(map[int][]int) // the switches of each literal
	for j, clause := range f.Clauses {
		for _, x := range clause {
			of[x] = append(of[x], len(literals))
			literals, clauseOf = append(literals, x), append(clauseOf, j)
		}
	}
	variables := f.variables()
	for _, x := range variables {
		add("u", x)
	}
	firstQ, r := len(l.Out), len(literals)
	for j := range f.Clauses {
		add("q", j+1)
	}
	first := len(l.Out)
	for i := range r {
		for _, name := range switchNames {
			add(name, i+1)
		}
	}
	at := func(i, vertex int) int { return first + i*switchSize + vertex }
	for i, j := range clauseOf {
		down, up, exit := sinks, sinkT, sinkS // B of the switch before, C of the one after, and the next clause
		if i > 0 {
			down = at(i-1, enterB)
		}
		if i < r-1 {
			up = at(i+1, enterC)
		}
		if j < len(f.Clauses)-1 {
			exit = firstQ + j + 1
		}
		for _, side := range []int{0, primed} {
			l.Out[at(i, switchA+side)] = [2]int{at(i, switchB+side), down}
			l.Out[at(i, switchC+side)] = [2]int{at(i, switchA+primed-side), up}
		}
		l.Out[at(i, switchB)] = [2]int{at(i, switchC), exit}
		l.Out[at(i, switchB+primed)][0] = at(i, switchC+primed) // its branch says where else it leads
		l.Out[at(i, enterB)] = [2]int{at(i, switchC), at(i, switchC+primed)}
		l.Out[at(i, enterC)] = [2]int{at(i, switchB), at(i, switchB+primed)}
	}
	for k, x := range variables {
		for side, literal := range []int{x, -x} { // the branch "false" has the switches of x, "true" those of -x
			from, place := sinks+k, side
			for _, i := range of[literal] {
				l.Out[from][place] = at(i, switchA+primed)
				from, place = at(i, switchB+primed), 1
			}
			l.Out[from][place] = sinks + k + 1 // after the last variable that is the first clause
		}
	}
	i := 0
	for j, clause := range f.Clauses {
		from := firstQ + j
		for h := range len(clause) - 2 { // each leads to one switch and the next such vertex
			name := "h"
			if h > 0 {
				name = fmt.Sprintf("h%d.", h+1)
			}
			l.Out[from] = [2]int{at(i, switchA), len(l.Out)}
			from = add(name, j+1)
			i++
		}
		l.Out[from] = [2]int{at(i, switchA), at(i+1, switchA)}
		i += 2
	}
	l.From, l.Other = at(0, enterC), at(r-1, enterB)
	return l
}

// variables returns those that occur, ascending.
func (f Formula) variables() (list []int) {
	occurs := make([]bool, f.Variables+1)
	for _, clause := range f.Clauses {
		for _, x := range clause {
			occurs[max(x, -x)] = true
		}
	}
	for x, is := range occurs {
		if is {
			list = append(list, x)
		}
	}
	return list
}

// Read adds to an assignment the variables of a formula, from an order that solves the game of its
// linkage digraph: which branches the path down takes.
func (f Formula) Read(l Linkage, order []int, into Assignment) {
	_, down := l.Paths(order)
	variables := f.variables()
	for i, v := range down {
		if k := v - sinks; k >= 0 && k < len(variables) {
			x := variables[k]
			if l.Out[v][0] == down[i+1] {
				x = -x
			}
			into.set(x)
		}
	}
}

// FromFormula reads a formula and makes the game that is solvable if and only if it is satisfiable.
func FromFormula(in io.Reader) (enum.Derived, error) {
	f, err := ReadFormula(in)
	if err != nil {
		return enum.Derived{}, err
	}
	left, values, units, pures := f.Simplify()
	remark := fmt.Sprintf("variables set: %d by clauses of one literal, %d that occur with one sign only; ", units, pures)
	game, l := always(len(left.Clauses) == 0), Linkage{}
	switch {
	case len(left.Clauses) == 0:
		remark += "no clause is left, so this is a game that is solvable"
	case left.Clauses[0] == nil:
		remark += "a clause has no literal left, so this is a game that is not solvable"
	default:
		remark += fmt.Sprintf("%d of %d clauses are left, with %d variables", len(left.Clauses), len(f.Clauses), len(left.variables()))
		l = left.Linkage()
		game = l.table()
	}
	return derived(game, remark, func(order []int) (string, error) {
		if l.Out != nil {
			left.Read(l, order, values)
		}
		if j := f.Unsatisfied(values); j >= 0 {
			return "", fmt.Errorf("the assignment that is read does not satisfy clause %d", j+1)
		}
		return values.dimacs(), nil
	}), nil
}

// dimacs returns the assignment as the SAT competitions have it.
func (a Assignment) dimacs() string {
	const width = 78
	text, line := "s SATISFIABLE\n", "v"
	for x := 1; x <= len(a); x++ {
		literal := 0 // behind the last
		switch {
		case x < len(a) && a[x] > 0:
			literal = x
		case x < len(a):
			literal = -x
		}
		word := " " + strconv.Itoa(literal)
		if len(line)+len(word) > width {
			text, line = text+line+"\n", "v"
		}
		line += word
	}
	return text + line + "\n"
}
