package reduction

import "slices"

// An Assignment says of each variable x at x whether it is true, 1, or false, -1, or neither, 0.
type Assignment []int8

// Of returns 1 if a literal is true, -1 if it is false.
func (a Assignment) Of(x int) int8 {
	if x < 0 {
		return -a[-x]
	}
	return a[x]
}

// set makes a literal true.
func (a Assignment) set(x int) {
	if a[max(x, -x)] = 1; x < 0 {
		a[-x] = -1
	}
}

// Unsatisfied returns the number of the first clause, from 0, that has no true literal, or -1.
func (f Formula) Unsatisfied(a Assignment) int {
	return slices.IndexFunc(f.Clauses, func(clause []int) bool {
		return !slices.ContainsFunc(clause, func(x int) bool { return a.Of(x) > 0 })
	})
}

// Simplify makes the literal of a clause that has only one true, and a variable that occurs with one
// sign only, and so on. It leaves out true clauses and false literals. In what is left every clause
// has two literals or more, and every variable both signs; or there is no clause, and the formula
// is satisfiable; or there is an empty one alone, and it is not. It returns the variables that were
// set, and how often for each reason.
func (f Formula) Simplify() (left Formula, set Assignment, units, pures int) {
	left.Variables = f.Variables
	set = make(Assignment, f.Variables+1)
	var todo []int // literals that were set, whose clauses are to be seen to
	become := func(x int, why *int) {
		if set.Of(x) == 0 {
			set.set(x)
			*why++
			todo = append(todo, x)
		}
	}
	at := make(map[int][]int)   // the clauses that have a literal
	occurs := make(map[int]int) // how often it occurs in those that are left
	gone := make([]bool, len(f.Clauses))
	open := make([]int, len(f.Clauses)) // how many literals of a clause are not false
	one := func(j int) {
		if open[j] != 1 {
			return
		}
		for _, x := range f.Clauses[j] {
			if set.Of(x) == 0 {
				become(x, &units)
				return
			}
		}
	}
	for j, clause := range f.Clauses {
		open[j] = len(clause)
		for _, x := range clause {
			at[x] = append(at[x], j)
			occurs[x]++
		}
	}
	for j := range f.Clauses {
		one(j)
	}
	pure := func(x int) {
		if occurs[x] > 0 && occurs[-x] == 0 {
			become(x, &pures)
		}
	}
	for x := 1; x <= f.Variables; x++ {
		pure(x)
		pure(-x)
	}
	for ; len(todo) > 0; todo = todo[1:] {
		x := todo[0]
		for _, j := range at[-x] {
			open[j]--
			one(j)
		}
		for _, j := range at[x] {
			if gone[j] {
				continue
			}
			gone[j] = true
			for _, y := range f.Clauses[j] {
				occurs[y]--
				pure(-y)
			}
		}
	}
	for j, clause := range f.Clauses {
		switch {
		case gone[j]:
		case open[j] == 0:
			left.Clauses = [][]int{nil}
			return left, set, units, pures
		default:
			left.Clauses = append(left.Clauses, slices.DeleteFunc(slices.Clone(clause), func(x int) bool { return set.Of(x) < 0 }))
		}
	}
	return left, set, units, pures
}
