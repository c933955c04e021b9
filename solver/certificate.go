package solver

import (
	"context"
	"errors"
	"fmt"
)

// A Certificate proves the verdict of one game: by an order or by a core.
type Certificate struct {
	// Order is a solution: all players, from one end of the line to the other.
	Order []int
	// Core is a set of players, ascending, whose choices contradict each other.
	Core []int
	// Smallest says that no smaller core exists. The certificate does not prove it.
	Smallest bool
}

// Solvable reports what the certificate proves.
func (c Certificate) Solvable() bool { return c.Order != nil }

// Check accepts a certificate that proves what it says of the game, and tells
// what is wrong with any other. It shares no code with the solver. An order takes
// linear time, a core exponential time in its size at worst; see CheckCore.
func (c Certificate) Check(g Game) error { return c.check(context.Background(), g) }

func (c Certificate) check(ctx context.Context, g Game) error {
	if (c.Order == nil) == (c.Core == nil) {
		return errors.New("a certificate is either an order or a core")
	}
	if c.Order != nil {
		return CheckOrder(g, c.Order)
	}
	return checkCore(ctx, g, c.Core)
}

// CheckOrder accepts an order of all players in which everybody's wonderwall
// stands between the player and its ninja.
func CheckOrder(g Game, order []int) error {
	place := make([]int, len(g))
	for i, p := range order {
		if p < 0 || p >= len(g) || place[p] != 0 {
			return fmt.Errorf("the order names player %d twice, or there is no such player", p)
		}
		place[p] = i + 1
	}
	if len(order) != len(g) {
		return fmt.Errorf("the order names %d of %d players", len(order), len(g))
	}
	for p, c := range g {
		if (place[p] < place[c.Wonderwall]) != (place[c.Wonderwall] < place[c.Ninja]) {
			return fmt.Errorf("player %d: its wonderwall %d does not stand between it and its ninja %d", p, c.Wonderwall, c.Ninja)
		}
	}
	return nil
}

// CheckCore accepts a set of players if no orientations of their choices agree.
// That is plain if of some players, two at least, all are wonderwalls among them,
// or all but one: for in any order the first and the last of them stand between
// no others. Else it tries all orientations, two for each player, and gives up on
// a combination as soon as it says that somebody stands before himself.
func CheckCore(g Game, core []int) error { return checkCore(context.Background(), g, core) }

func checkCore(ctx context.Context, g Game, core []int) error {
	if len(core) == 0 {
		return errors.New("the core is empty")
	}
	seen := make([]bool, len(g))
	for _, p := range core {
		if p < 0 || p >= len(g) || seen[p] {
			return fmt.Errorf("the core names player %d twice, or there is no such player", p)
		}
		seen[p] = true
	}
	if walledIn(g, core) {
		return nil
	}
	next := make([][]int, len(g)) // arcs from each player to players after it
	var agree func(i int) bool
	agree = func(i int) bool {
		if i == len(core) || ctx.Err() != nil {
			return true
		}
		p := core[i]
		c := g[p]
		for _, o := range [2][3]int{{p, c.Wonderwall, c.Ninja}, {c.Ninja, c.Wonderwall, p}} {
			next[o[0]] = append(next[o[0]], o[1])
			next[o[1]] = append(next[o[1]], o[2])
			if !reaches(next, o[1], o[0]) && !reaches(next, o[2], o[1]) && agree(i+1) {
				return true
			}
			next[o[0]] = next[o[0]][:len(next[o[0]])-1]
			next[o[1]] = next[o[1]][:len(next[o[1]])-1]
		}
		return false
	}
	if agree(0) {
		if err := ctx.Err(); err != nil {
			return err
		}
		return errors.New("the choices of the core do not contradict each other")
	}
	return nil
}

// walledIn reports whether all players the core's choices speak of are
// wonderwalls among them, or all but one.
func walledIn(g Game, core []int) bool {
	spoken, walls := make(map[int]bool), make(map[int]bool)
	for _, p := range core {
		spoken[p], spoken[g[p].Wonderwall], spoken[g[p].Ninja] = true, true, true
		walls[g[p].Wonderwall] = true
	}
	return len(walls) >= len(spoken)-1
}

// reaches reports whether the arcs lead from one player to another.
func reaches(next [][]int, from, to int) bool {
	seen := make([]bool, len(next))
	stack := []int{from}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p == to {
			return true
		}
		if !seen[p] {
			seen[p] = true
			stack = append(stack, next[p]...)
		}
	}
	return false
}
