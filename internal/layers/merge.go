package layers

import (
	"bytes"
	"fmt"
)

// mergeStep is how many states are merged between two reports.
const mergeStep = 4096

// merge writes the states of all runs, equal ones merged, to w. step is called
// with every few states read and ends the merge by an error.
//
// The runs play a knockout tournament for the least key. It is kept as a tree of
// losers: when the winner moves on, only the matches on its way up are played
// again, one a level.
func merge(w *writer, runs []*Layer, step func(states uint64) error) error {
	t, err := newTournament(runs)
	if err != nil {
		return err
	}
	var key []byte
	var weight Weight
	var pending bool
	var read uint64
	for {
		c := t.winner()
		if c == nil {
			break
		}
		if pending && bytes.Equal(c.key, key) {
			sum, ok := weight.CheckedAdd(c.weight)
			if !ok {
				return fmt.Errorf("%v + %v: %w", weight, c.weight, ErrOverflow)
			}
			weight = sum
		} else {
			if pending {
				if err := w.add(key, weight); err != nil {
					return err
				}
			}
			key = append(key[:0], c.key...)
			weight, pending = c.weight, true
		}
		if err := t.advance(); err != nil {
			return err
		}
		if read++; read == mergeStep {
			if err := step(read); err != nil {
				return err
			}
			read = 0
		}
	}
	if pending {
		if err := w.add(key, weight); err != nil {
			return err
		}
	}
	return step(read)
}

// A tournament of n cursors. Player i enters at leaf n+i; node v has the
// children 2v and 2v+1, and holds the loser of their match. Node 0 holds the
// winner of all.
type tournament struct {
	players []*cursor // nil once they are at their end
	nodes   []int     // players
}

func newTournament(runs []*Layer) (*tournament, error) {
	t := &tournament{players: make([]*cursor, len(runs)), nodes: make([]int, max(len(runs), 1))}
	for i, run := range runs {
		t.players[i] = newCursor(run)
		if err := t.move(i); err != nil {
			return nil, err
		}
	}
	if len(runs) > 0 {
		t.nodes[0] = t.play(1)
	}
	return t, nil
}

// play plays all matches at and below a node and returns the winner.
func (t *tournament) play(node int) int {
	if node >= len(t.players) {
		return node - len(t.players)
	}
	a, b := t.play(2*node), t.play(2*node+1)
	if t.before(b, a) {
		a, b = b, a
	}
	t.nodes[node] = b
	return a
}

// before reports whether a wins against b.
func (t *tournament) before(a, b int) bool {
	x, y := t.players[a], t.players[b]
	switch {
	case x == nil:
		return false
	case y == nil:
		return true
	}
	return bytes.Compare(x.key, y.key) < 0
}

// winner returns the cursor with the least key, nil if all are at their end.
func (t *tournament) winner() *cursor {
	if len(t.players) == 0 {
		return nil
	}
	return t.players[t.nodes[0]]
}

// advance moves the winner on.
func (t *tournament) advance() error {
	a := t.nodes[0]
	if err := t.move(a); err != nil {
		return err
	}
	for node := (len(t.players) + a) / 2; node > 0; node /= 2 {
		if b := t.nodes[node]; t.before(b, a) {
			t.nodes[node] = a
			a = b
		}
	}
	t.nodes[0] = a
	return nil
}

// move moves one player on.
func (t *tournament) move(i int) error {
	ok, err := t.players[i].next()
	if !ok {
		t.players[i] = nil
	}
	return err
}
