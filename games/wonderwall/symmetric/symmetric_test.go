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
	t.Parallel()
	c := newCounter(solvableUpTo(t, 11))
	for n := 3; n <= 11; n++ {
		if n == 10 && testing.Short() {
			continue // five cycles of length 2 take a few seconds
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
	t.Parallel()
	most := 180_000 // with three cycles of length 3
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
		if !isBeginning[set] {
			continue
		}
		canFollow := 1<<n - 1
		for _, c := range choices {
			if set>>c[0]&1 == set>>c[2]&1 {
				canFollow &^= 1 << c[1]
			}
		}
		for next := range n {
			if canFollow>>next&1 == 1 {
				isBeginning[set|1<<next] = true
			}
		}
	}
	return isBeginning[1<<n-1]
}

func TestWrongNumbersAreRefused(t *testing.T) {
	for _, c := range []struct {
		claim   string
		players int // the size whose number of solvable games is wrong
		games   int64
		want    string
	}{
		{"the sum is no multiple of 8!", 7, 4_650_660_001, "permutations of 8 players leave unchanged sum to no multiple"},
		{"more solvable games than games", 3, 9, "9 solvable games of 3 players; expected 0 to 8"},
		{"fewer than none", 4, -1, "-1 solvable games of 4 players; expected 0 to 1296"},
	} {
		solvable := solvableUpTo(t, 7)
		solvable[c.players] = big.NewInt(c.games)
		if classes, err := Classes(big.NewInt(5), solvable); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, %v, want %q", c.claim, classes, err, c.want)
		}
	}

	tooMany := make([]*big.Int, mostPlayers+1)
	if classes, err := Classes(big.NewInt(5), tooMany); err == nil || !strings.Contains(err.Error(), "13 players") {
		t.Errorf("13 players: %v, %v", classes, err)
	}
}

// In a game with three cycles of length 2 and three fixed points, the players 0, 2 and 4 choose fixed points.
func TestChoicesThatRestrictFixedPointsAreRefused(t *testing.T) {
	p := newPermutation(canon.CycleType{0, 4, 3})
	for _, c := range []struct {
		claim  string
		chosen []choice
		want   string // an error
	}{
		{"two fixed points", []choice{{0, 6, 7}}, ""},
		{"three fixed points in every order", []choice{{0, 6, 2}, {2, 7, 4}, {4, 8, 0}}, ""},
		{"one fixed point between two others", []choice{{0, 6, 7}, {2, 6, 8}, {7, 6, 8}}, "do not allow every order of the fixed points [6 7 8]"},
		{"four fixed points", []choice{{0, 6, 7}, {2, 8, 9}}, "choose 4 fixed points, expected at most 3"},
	} {
		counter := newCounter(nil)
		counter.checkFixedPoints(p, c.chosen)
		if err := counter.err; (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.claim, err, c.want)
		}
	}
}
