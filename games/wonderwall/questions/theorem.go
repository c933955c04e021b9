package questions

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"enumerate/enum"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

const (
	// usualStated is the default size of a check, and maxStated the largest: all games of 5
	// players take a second or two.
	usualStated = 4
	maxStated   = 5
)

// Theorems lists what the thesis says of the formula that it prints, and of that formula with
// what it lacks.
func Theorems() []enum.Theorem {
	return []enum.Theorem{
		{
			Name: "printed-formula", Statement: "a game is solvable if the formula that the thesis prints has a satisfying assignment",
			From: space.Fewest, Usual: usualStated, Check: checkFormula(allTrue),
		},
		{
			Name: "whole-formula", Statement: "with x(b,a) = not x(a,b) besides, a game is solvable if and only if it has one", Holds: true,
			Usual: usualStated, Check: checkFormula(antisymmetric),
		},
	}
}

// A truth says which of the variables x(a,b), "a is left of b", are true.
type truth [maxStated][maxStated]bool

// satisfies reports whether an assignment satisfies a game's own clauses: for each player p with
// wonderwall w and ninja n that x(p,w) <=> x(w,n).
func (x *truth) satisfies(g betweenness.Game) bool {
	for p, c := range g {
		if x[p][c.Wonderwall] != x[c.Wonderwall][c.Ninja] {
			return false
		}
	}
	return true
}

// transitive reports whether it satisfies the clauses that all games of a number of players have
// in common: for all a, b and c that x(a,b) and x(b,c) imply x(a,c).
func (x *truth) transitive(players int) bool {
	for a := range players {
		for b := range players {
			for c := range players {
				if a != b && b != c && a != c && x[a][b] && x[b][c] && !x[a][c] {
					return false
				}
			}
		}
	}
	return true
}

// allTrue returns the assignment that is enough to refute the printed formula: all true.
func allTrue(players int) []truth {
	var x truth
	for a := range players {
		for b := range players {
			x[a][b] = a != b
		}
	}
	return []truth{x}
}

// antisymmetric returns all assignments in which x(b,a) is not x(a,b).
func antisymmetric(players int) (list []truth) {
	pairs := players * (players - 1) / 2
	for choice := range 1 << pairs {
		var x truth
		for a := range players {
			for b := range a {
				x[a][b] = choice&1 == 1
				x[b][a] = choice&1 == 0
				choice >>= 1
			}
		}
		list = append(list, x)
	}
	return list
}

// checkFormula looks for a game whose verdict is not what some assignment, or none, says, among
// all labelled games up to a size.
func checkFormula(assignments func(players int) []truth) func(context.Context, int) (enum.Finding, error) {
	return func(ctx context.Context, size int) (enum.Finding, error) {
		finding := enum.Finding{Positions: new(big.Int)}
		if size > maxStated {
			size, finding.UpTo = maxStated, maxStated
		}
		finding.Details = fmt.Sprintf("all labelled games of up to %d players", size)
		search := betweenness.NewSearcher()
		games, wrong, satisfied := 0, 0, 0
		for players := space.Fewest; players <= size; players++ {
			list := slices.DeleteFunc(assignments(players), func(x truth) bool { return !x.transitive(players) })
			for g := range labelled(players) {
				if games++; games%1024 == 0 && ctx.Err() != nil {
					return finding, ctx.Err()
				}
				solvable, _, err := search.Solvable(ctx, g)
				if err != nil {
					return finding, err
				}
				found := false
				for i := range list {
					if found = list[i].satisfies(g); found {
						satisfied++
						break
					}
				}
				if found == solvable {
					continue
				}
				if wrong++; finding.Counterexample == "" {
					finding.Counterexample, _ = text.FromGame(g).Code() // few players have letters
					if solvable {
						finding.Counterexample += " is solvable, and no assignment satisfies it"
					} else {
						finding.Counterexample += " is unsolvable, and an assignment satisfies it"
					}
				}
			}
		}
		if wrong > 0 {
			finding.Details += fmt.Sprintf(": to have all variables true satisfies %d of %d", satisfied, games)
		}
		finding.Positions.SetInt64(int64(games))
		return finding, nil
	}
}

// labelled yields all labelled games of a number of players. A game is valid until the next.
func labelled(players int) iter.Seq[betweenness.Game] {
	return func(yield func(betweenness.Game) bool) {
		choices, games := make([][]betweenness.Choice, players), 1
		for p := range choices {
			for w := range players {
				for n := range players {
					if w != p && n != p && n != w {
						choices[p] = append(choices[p], betweenness.Choice{Wonderwall: w, Ninja: n})
					}
				}
			}
			games *= len(choices[p])
		}
		g := make(betweenness.Game, players)
		for number := range games { // its digits are the choices
			for p := range slices.Backward(g) {
				g[p] = choices[p][number%len(choices[p])]
				number /= len(choices[p])
			}
			if !yield(g) {
				return
			}
		}
	}
}
