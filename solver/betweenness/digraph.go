package betweenness

import (
	"context"
	"slices"
)

// A digraph says which players stand before which others, as lists of arcs.
type digraph struct {
	next     [][]int // by player: the heads of its arcs, in the order they came
	order    []int   // the latest topological order that sort found
	patience patience

	// Buffers of sort and shortestCycle.
	state []sortState
	taken []int // by player: how many of its arcs sort has followed
	path  []int
	from  []int // by player: where shortestCycle came from
}

func newDigraph(ctx context.Context, players int) digraph {
	return digraph{
		next:     make([][]int, players),
		order:    make([]int, players),
		patience: patience{ctx: ctx},
		state:    make([]sortState, players),
		taken:    make([]int, players),
		from:     make([]int, players),
	}
}

// add adds an arc, which may be there already.
func (d *digraph) add(a arc) { d.next[a[0]] = append(d.next[a[0]], a[1]) }

// remove takes back the latest arc added from that player.
func (d *digraph) remove(a arc) {
	heads := d.next[a[0]]
	if last := len(heads) - 1; heads[last] == a[1] {
		d.next[a[0]] = heads[:last]
		return
	}
	panic("solver: an arc is taken back out of turn")
}

// sortState says how far a depth-first search has come with a player.
type sortState uint8

const (
	unseen sortState = iota
	open             // on the path
	done             // everybody it leads to is done
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
			if err := d.patience.spend(1); err != nil {
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

// tellCycle tells a shortest cycle of a digraph that has one.
func (d *digraph) tellCycle(trace *Trace, depth int) error {
	if trace == nil {
		return nil
	}
	cycle, err := d.shortestCycle()
	if err != nil {
		return err
	}
	return trace.cycle(depth, cycle)
}

// shortestCycle returns a shortest cycle of a digraph that has one, from its
// smallest player on. It takes time n times that of sort, so only a trace asks
// for it.
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
	if err := d.patience.spend(len(d.from)); err != nil {
		return nil, err
	}
	for p := range d.from {
		d.from[p] = none
	}
	queue := append(d.path[:0], start)
	for i := 0; i < len(queue); i++ {
		if err := d.patience.spend(1); err != nil {
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
