package questions

import (
	"iter"
	"slices"
	"strconv"
	"testing"

	"enumerate/games/wonderwall/space"
	"enumerate/internal/golden"
	"enumerate/solver/betweenness"
)

// most is the number of players up to which all games are tried. Those of 5 players take a second or two.
const most = 5

// TestThePrintedFormulaIsTrueOfAllGames checks an erratum of the thesis: the formula that it prints is satisfied by
// every game, if all its variables are true. With the clauses x(b,a) = not x(a,b) added, it is satisfiable if and only
// if the game is solvable.
func TestThePrintedFormulaIsTrueOfAllGames(t *testing.T) {
	search := betweenness.NewSearcher()
	for players := space.Fewest; players <= most; players++ {
		if testing.Short() && players == most {
			continue
		}
		printed := allTrue(players)
		whole := slices.DeleteFunc(antisymmetric(players), func(x truth) bool { return !x.transitive(players) })
		games, solvable := 0, 0
		for g := range labelled(players) {
			yes, _, err := search.Solvable(t.Context(), g)
			if err != nil {
				t.Fatal(err)
			}
			games++
			if yes {
				solvable++
			}
			if !printed.transitive(players) || !printed.satisfies(g) {
				t.Fatalf("%v does not satisfy the printed formula", g)
			}
			if found := slices.ContainsFunc(whole, func(x truth) bool { return x.satisfies(g) }); found != yes {
				t.Fatalf("%v is solvable: %t, and satisfies the whole formula: %t", g, yes, found)
			}
		}
		for column, got := range map[string]int{"games": games, "solvable-games": solvable} {
			if want := golden.Total("wonderwall", players, column); strconv.Itoa(got) != want {
				t.Errorf("%d players: %d %s, want %s", players, got, column, want)
			}
		}
	}
}

// A truth says which of the variables x(a,b), "a is left of b", are true.
type truth [most][most]bool

// satisfies reports whether x satisfies the clauses of a game: x(p,w) <=> x(w,n) for each player p with wonderwall w
// and ninja n.
func (x *truth) satisfies(g betweenness.Game) bool {
	for p, c := range g {
		if x[p][c.Wonderwall] != x[c.Wonderwall][c.Ninja] {
			return false
		}
	}
	return true
}

// transitive reports whether x(a,b) and x(b,c) imply x(a,c), for all different a, b and c.
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

func allTrue(players int) (x truth) {
	for a := range players {
		for b := range players {
			x[a][b] = a != b
		}
	}
	return x
}

// antisymmetric returns all ways to make exactly one of x(a,b) and x(b,a) true, for all different a and b.
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

// labelled yields all labelled games of a number of players. A game must not be used after the next one is yielded.
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
