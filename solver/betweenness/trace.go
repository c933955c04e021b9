package betweenness

import (
	"fmt"
	"io"
	"strings"
)

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

// An arc says of two players that the first stands before the second.
type arc [2]int

// The methods below tell one step each. A nil Trace tells nothing.

// suppose tells of an assumption: these players stand in this order.
func (t *Trace) suppose(depth int, players ...int) error {
	if t == nil {
		return nil
	}
	return t.line(depth, "Suppose %s:", strings.Join(t.names(players), " -> "))
}

// follow tells what the choice of player p makes of an arc between two of its
// triplet.
func (t *Trace) follow(depth int, given arc, p int, c Choice, arcs []arc) error {
	if t == nil {
		return nil
	}
	return t.line(depth, "We know %s, and (%s) is a triplet, so %s.",
		t.arc(given), strings.Join(t.names([]int{p, c.Wonderwall, c.Ninja}), ","), strings.Join(t.arcs(arcs), ", "))
}

// cycle tells of a cycle: each of the players stands before the next, the last
// one before the first.
func (t *Trace) cycle(depth int, players []int) error {
	if t == nil {
		return nil
	}
	arcs := make([]arc, len(players))
	for i, p := range players {
		arcs[i] = arc{p, players[(i+1)%len(players)]}
	}
	last := len(arcs) - 1
	return t.line(depth, "%s and %s form a cycle, so our assumption was wrong.",
		strings.Join(t.arcs(arcs[:last]), ", "), t.arc(arcs[last]))
}

// reverse tells why the first assumption needs no opposite.
func (t *Trace) reverse(depth int, players ...int) error {
	if t == nil {
		return nil
	}
	return t.line(depth, "The reverse of a solution is a solution, so %s is wrong as well.", strings.Join(t.names(players), " -> "))
}

// success tells that the game is solved.
func (t *Trace) success(depth int) error {
	if t == nil {
		return nil
	}
	return t.line(depth, "No more players to try, and there is no cycle: success.")
}

func (t *Trace) line(depth int, format string, args ...any) error {
	_, err := io.WriteString(t.W, strings.Repeat("    ", depth)+fmt.Sprintf(format, args...)+"\n")
	return err
}

func (t *Trace) arc(a arc) string { return t.Names[a[0]] + "->" + t.Names[a[1]] }

func (t *Trace) arcs(arcs []arc) []string {
	texts := make([]string, len(arcs))
	for i, a := range arcs {
		texts[i] = t.arc(a)
	}
	return texts
}

func (t *Trace) names(players []int) []string {
	names := make([]string, len(players))
	for i, p := range players {
		names[i] = t.Names[p]
	}
	return names
}
