package betweenness

import (
	"context"
	"enumerate/solver/internal/budget"
	"io"
	"slices"
	"strings"
)

// An arc says that the first of two players stands before the second.
type arc [2]int

// A digraph says which players stand before which others, as lists of arcs.
type digraph struct {
	next   [][]int // by player: the heads of its arcs, in the order they came
	order  []int   // the latest topological order that sort found
	budget budget.Steps

	// Buffers of sort and shortestCycle.
	state []sortState
	taken []int // by player: how many of its arcs sort has followed
	path  []int
	from  []int // by player: the player before it on the way of shortestCycle
}

func newDigraph(ctx context.Context, players int) digraph {
	return digraph{
		next:   make([][]int, players),
		order:  make([]int, players),
		budget: budget.Steps{Context: ctx},
		state:  make([]sortState, players),
		taken:  make([]int, players),
		from:   make([]int, players),
	}
}

// add adds an arc, which may be there already.
func (d *digraph) add(a arc) { d.next[a[0]] = append(d.next[a[0]], a[1]) }

// remove takes back the latest arc that leads away from a player.
func (d *digraph) remove(player int) {
	d.next[player] = d.next[player][:len(d.next[player])-1]
}

// sortState says how far a depth-first search is with a player.
type sortState uint8

const (
	unseen sortState = iota
	open             // on the path
	done             // it and all players after it have been visited
)

// sort reports whether the digraph has no cycle, and puts a topological order
// into order if so. It is a depth-first search with a path in place of recursion:
// the digraph may have millions of players. It takes linear time.
func (d *digraph) sort() (acyclic bool, err error) {
	clear(d.state)
	clear(d.taken)
	last := len(d.next)
	for start := range d.next {
		if d.state[start] == unseen {
			d.state[start] = open
			d.path = append(d.path[:0], start)
		}
		for len(d.path) > 0 {
			if err := d.budget.Spend(1); err != nil {
				return false, err
			}
			p := d.path[len(d.path)-1]
			if d.taken[p] == len(d.next[p]) {
				d.path = d.path[:len(d.path)-1]
				d.state[p] = done
				last--
				d.order[last] = p
				continue
			}
			q := d.next[p][d.taken[p]]
			d.taken[p]++
			switch d.state[q] {
			case open:
				return false, nil
			case unseen:
				d.state[q] = open
				d.path = append(d.path, q)
			}
		}
	}
	return true, nil
}

// shortestCycle returns a shortest cycle of a digraph that has one, from its
// smallest player on. It takes n times as long as sort, so only a trace asks for
// it.
func (d *digraph) shortestCycle() ([]int, error) {
	var shortest []int
	for start := range d.next {
		cycle, err := d.cycleFrom(start)
		if err != nil {
			return nil, err
		}
		if cycle != nil && (shortest == nil || len(cycle) < len(shortest)) {
			shortest = cycle
		}
	}
	return shortest, nil
}

// cycleFrom returns a shortest cycle through a player, or nil, by breadth-first
// search.
func (d *digraph) cycleFrom(start int) ([]int, error) {
	if err := d.budget.Spend(len(d.from)); err != nil {
		return nil, err
	}
	for p := range d.from {
		d.from[p] = none
	}
	queue := append(d.path[:0], start)
	for i := 0; i < len(queue); i++ {
		if err := d.budget.Spend(1); err != nil {
			return nil, err
		}
		p := queue[i]
		for _, q := range d.next[p] {
			if q == start {
				cycle := []int{p}
				for p != start {
					p = d.from[p]
					cycle = append(cycle, p)
				}
				slices.Reverse(cycle)
				return cycle, nil
			}
			if d.from[q] == none {
				d.from[q] = p
				queue = append(queue, q)
			}
		}
	}
	d.path = queue
	return nil, nil
}

// A Trace is where an algorithm tells its reasoning, in the players' names. It
// has a line for each step, and four spaces before it for each assumption that the
// step rests on:
//
//	Suppose B -> C:
//	    We know B->C, and (A,B,C) is a triplet, so A->B, A->C.
//	    No more players to try, and there is no cycle: success.
//
// A triplet is a player, its wonderwall and its ninja; A->B says that A stands
// before B. Each line is one call of W.Write. Its error ends the algorithm.
type Trace struct {
	W     io.Writer
	Names []string
}

// tell writes the line of a step. A nil Trace tells nothing, and does not ask for
// the line.
func (t *Trace) tell(depth int, step func() string) error {
	if t == nil {
		return nil
	}
	_, err := io.WriteString(t.W, strings.Repeat("    ", depth)+step()+"\n")
	return err
}

// suppose tells an assumption: these players stand in this order.
func (t *Trace) suppose(depth int, players ...int) error {
	return t.tell(depth, func() string { return "Suppose " + t.names(" -> ", players...) + ":" })
}

// follow tells which arcs the choice of player p implies, given an arc between two
// players of its triplet.
func (t *Trace) follow(depth int, given arc, p int, c Choice, implied []arc) error {
	return t.tell(depth, func() string {
		return "We know " + t.arcs(given) + ", and (" + t.names(",", p, c.Wonderwall, c.Ninja) + ") is a triplet, so " + t.arcs(implied...) + "."
	})
}

// cycle tells a cycle: each of the players stands before the next, and the last
// one before the first.
func (t *Trace) cycle(depth int, players []int) error {
	return t.tell(depth, func() string {
		arcs := make([]arc, len(players))
		for i, p := range players {
			arcs[i] = arc{p, players[(i+1)%len(players)]}
		}
		last := len(arcs) - 1
		return t.arcs(arcs[:last]...) + " and " + t.arcs(arcs[last]) + " form a cycle, so our assumption was wrong."
	})
}

// reverse tells why the opposite of the first assumption need not be tried.
func (t *Trace) reverse(depth int, players ...int) error {
	return t.tell(depth, func() string {
		return "The reverse of a solution is a solution, so " + t.names(" -> ", players...) + " is wrong as well."
	})
}

// success tells that the game is solved.
func (t *Trace) success(depth int) error {
	return t.tell(depth, func() string { return "No more players to try, and there is no cycle: success." })
}

func (t *Trace) arcs(arcs ...arc) string {
	texts := make([]string, len(arcs))
	for i, a := range arcs {
		texts[i] = t.names("->", a[:]...)
	}
	return strings.Join(texts, ", ")
}

func (t *Trace) names(separator string, players ...int) string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.Names[p]
	}
	return strings.Join(names, separator)
}
