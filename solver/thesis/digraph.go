package thesis

import (
	"context"
	"slices"

	"enumerate/internal/bounded"
)

// An arc says that the first of two players stands before the second.
type arc = [2]int

const none = -1

// A digraph has arcs between players: the first stands before the second.
type digraph struct {
	next   [][]int // by player: the heads of its arcs, in order of addition
	order  []int   // the latest topological order that sort found
	budget bounded.Steps

	// Buffers of sort and shortestCycle.
	state   []sortState
	nextArc []int // by player: how many of its arcs sort has followed
	path    []int
	from    []int // by player: the previous player on the path of shortestCycle
}

func newDigraph(ctx context.Context, players int) digraph {
	return digraph{
		next:    make([][]int, players),
		order:   make([]int, players),
		budget:  bounded.Steps{Context: ctx},
		state:   make([]sortState, players),
		nextArc: make([]int, players),
		from:    make([]int, players),
	}
}

func (d *digraph) add(a arc) { d.next[a[0]] = append(d.next[a[0]], a[1]) }

func (d *digraph) remove(player int) {
	d.next[player] = d.next[player][:len(d.next[player])-1]
}

type sortState uint8

const (
	unseen sortState = iota
	open             // on the path
	done             // the player and all players after it have been visited
)

// sort reports whether the digraph has no cycle. If so, it stores a topological order of the players in d.order. It is
// a depth-first search in linear time, without recursion, because the digraph may have millions of players.
func (d *digraph) sort() (acyclic bool, err error) {
	clear(d.state)
	clear(d.nextArc)
	last := len(d.next)
	for start := range d.next {
		if d.state[start] == unseen {
			d.state[start] = open
			d.path = append(d.path[:0], start)
		}

		// The order is filled from its end: when a player is left, all players after it have been left before.
		for len(d.path) > 0 {
			if err := d.budget.Spend(1); err != nil {
				return false, err
			}

			p := d.path[len(d.path)-1]
			if d.nextArc[p] == len(d.next[p]) {
				d.path = d.path[:len(d.path)-1]
				d.state[p] = done
				last--
				d.order[last] = p
				continue
			}

			q := d.next[p][d.nextArc[p]]
			d.nextArc[p]++
			switch d.state[q] {
			case open: // the path leads from q to p, and the arc back to q
				return false, nil
			case unseen:
				d.state[q] = open
				d.path = append(d.path, q)
			}
		}
	}
	return true, nil
}

// shortestCycle returns a shortest cycle of a digraph that has a cycle. It takes n times as long as sort for n players,
// so it is used only to explain steps.
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

// cycleFrom returns a shortest cycle through the player `start`, or nil. It searches breadth first.
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
			if q == start { // read the cycle backwards from p, the last player before start
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
