package symmetric

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/canon"
	"enumerate/data"
	"enumerate/internal/golden"
)

func number(t *testing.T, decimal string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		t.Fatalf("%q is not a number", decimal)
	}
	return n
}

// solvableUpTo returns the numbers of solvable labelled games of 0 to n players, from data/results.
func solvableUpTo(t *testing.T, n int) []*big.Int {
	t.Helper()
	games := []*big.Int{big.NewInt(1), new(big.Int), new(big.Int)}
	for players := 3; players <= n; players++ {
		games = append(games, number(t, golden.Total("wonderwall", players, "solvable-games")))
	}
	return games
}

func newCounter(games []*big.Int) *counter {
	return &counter{labelled: games, counts: make(map[string]*big.Int)}
}

func TestSolvableClassesFollowFromCoreClasses(t *testing.T) {
	for n := 3; n <= 11; n++ {
		got, err := Classes(number(t, data.Cores().Number(n, "classes")), solvableUpTo(t, n-1))
		if err != nil {
			t.Fatal(err)
		}
		if want := golden.Total("wonderwall", n, "solvable-classes"); got.String() != want {
			t.Errorf("n=%d: %v solvable classes, want %s", n, got, want)
		}
	}
}

// TestSolvableClassesFollowFromSolvableGames finds the solvable classes without the core classes: as the mean, over all
// permutations of the players, of the number of solvable games that a permutation leaves unchanged.
func TestSolvableClassesFollowFromSolvableGames(t *testing.T) {
	c := newCounter(solvableUpTo(t, 11))
	for n := 3; n <= 11; n++ {
		if n == 10 && testing.Short() {
			continue // five cycles of length 2 take seconds
		}
		sum, permutations := new(big.Int), new(big.Int)
		for _, cycles := range canon.CycleTypes(n) {
			ofType := cycles.Permutations()
			permutations.Add(permutations, ofType)
			sum.Add(sum, ofType.Mul(ofType, c.unchanged(cycles)))
		}
		want := number(t, golden.Total("wonderwall", n, "solvable-classes"))
		if want.Mul(want, permutations); sum.Cmp(want) != 0 || c.err != nil {
			t.Errorf("n=%d: all permutations leave %v solvable games unchanged, want %v; %v", n, sum, want, c.err)
		}
	}
}

// TestUnchangedGamesAgreeWithBruteForce makes every game that a permutation leaves unchanged, for the permutations that
// leave few games unchanged.
func TestUnchangedGamesAgreeWithBruteForce(t *testing.T) {
	most := 300_000
	if testing.Short() {
		most = 20_000
	}
	c := newCounter(solvableUpTo(t, 9))
	compared := 0
	for n := 3; n <= 9; n++ {
		for _, cycles := range canon.CycleTypes(n) {
			choices := choicesOfCycles(cycles)
			games := 1
			for _, list := range choices {
				games *= len(list)
			}
			if games == 0 || games > most {
				continue
			}
			compared++
			solvable, core := bruteForce(n, choices)
			got := new(big.Int).Set(c.unchanged(cycles))
			if got.Cmp(big.NewInt(solvable)) != 0 || c.err != nil {
				t.Errorf("cycles %v: %v solvable games, want %d; %v", cycles, got, solvable, c.err)
			}
			if got.Sub(got, c.notCore(cycles)); got.Cmp(big.NewInt(core)) != 0 {
				t.Errorf("cycles %v: %v solvable core games, want %d", cycles, got, core)
			}
		}
	}
	if compared < 10 {
		t.Errorf("only %d cycle types were compared", compared)
	}
}

// choicesOfCycles returns, for each cycle of a permutation with these cycles, all choices of its players in games that
// the permutation leaves unchanged: those games that it takes to themselves.
func choicesOfCycles(cycles canon.CycleType) (lists [][][]choice) {
	var next []int // the player to which the permutation takes each player
	var first []int
	for length, count := range cycles {
		for range count {
			first = append(first, len(next))
			for i := range length {
				next = append(next, first[len(first)-1]+(i+1)%length)
			}
		}
	}

	for _, player := range first {
		var list [][]choice
		for w := range next {
			for b := range next {
				choices := []choice{{player, w, b}}
				for c := choices[0]; ; {
					c = choice{next[c[0]], next[c[1]], next[c[2]]}
					if c[0] == player {
						if c == choices[0] && w != player && b != player && w != b {
							list = append(list, choices)
						}
						break
					}
					choices = append(choices, c)
				}
			}
		}
		lists = append(lists, list)
	}
	return lists
}

// bruteForce counts the solvable games and the solvable core games (every player is chosen) that have one item of each
// list of choices.
func bruteForce(n int, lists [][][]choice) (solvable, core int64) {
	var choose func(k int, chosen []choice)
	choose = func(k int, chosen []choice) {
		if k < len(lists) {
			for _, choices := range lists[k] {
				choose(k+1, append(slices.Clip(chosen), choices...))
			}
			return
		}
		if !solvableByPrefixes(n, chosen) {
			return
		}
		solvable++
		everyone := 0
		for _, c := range chosen {
			everyone |= 1<<c[1] | 1<<c[2]
		}
		if everyone == 1<<n-1 {
			core++
		}
	}
	choose(0, nil)
	return solvable, core
}

// solvableByPrefixes finds all sets of players with which an order that satisfies the choices can begin.
func solvableByPrefixes(n int, choices []choice) bool {
	isBeginning := make([]bool, 1<<n)
	isBeginning[0] = true
	for set := range isBeginning {
		for next := range n {
			contradicts := func(c choice) bool { return c[1] == next && set>>c[0]&1 == set>>c[2]&1 }
			if isBeginning[set] && set>>next&1 == 0 && !slices.ContainsFunc(choices, contradicts) {
				isBeginning[set|1<<next] = true
			}
		}
	}
	return isBeginning[1<<n-1]
}

// Wrong numbers must be noticed, unless they are wrong by a multiple of n!.
func TestWrongNumbersAreRefused(t *testing.T) {
	games := solvableUpTo(t, 10)
	games[10].Add(games[10], big.NewInt(1))
	if classes, err := Classes(big.NewInt(5), games); err == nil || !strings.Contains(err.Error(), "11 players") {
		t.Errorf("one solvable game of 10 players more: %v, %v", classes, err)
	}
}
