package choices

import (
	"context"
	"fmt"
	"math/big"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"enumerate/enum"
	"enumerate/enum/single"
)

// judgedTotals counts the games of so many players by the verdicts of a judge.
func judgedTotals(t *testing.T, command string, players int) enum.Totals {
	t.Helper()
	r, err := New().WithJudge(context.Background(), single.Judge{Command: command, Format: "codes", Timeout: time.Hour})
	if err != nil {
		t.Fatal(err)
	}
	s, err := r.Methods[0].Space(players, enum.Means{})
	if err != nil {
		t.Fatal(err)
	}
	totals, err := enum.Count(context.Background(), s, 1)
	if err != nil {
		t.Fatal(err)
	}
	return totals
}

func needs(t *testing.T, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("there is no %s", program)
	}
}

// TestJudgesOfTheGuideAgree counts the games of four players in which everyone is picked by someone, by brute force and
// with judges. A judge is a program that decides games; the guide has this judge in three languages.
func TestJudgesOfTheGuideAgree(t *testing.T) {
	const players = 4
	picked := 0
	for code := range bruteForce(players, 2, true, false, false) {
		if !strings.ContainsFunc("ABCD", func(p rune) bool { return !strings.ContainsRune(code, p) }) {
			picked++
		}
	}
	agrees := func(t *testing.T, command string) {
		t.Helper()
		if got := judgedTotals(t, command, players).Verdicts[0].Games; got.Cmp(big.NewInt(int64(picked))) != 0 {
			t.Errorf("%s: everyone is picked in %v games, by brute force in %d", command, got, picked)
		}
	}
	t.Run("python", func(t *testing.T) {
		needs(t, "python3")
		agrees(t, "python3 ../../data/judges/picked.py")
	})
	t.Run("awk", func(t *testing.T) {
		needs(t, "awk")
		agrees(t, "awk -f ../../data/judges/picked.awk")
	})
	t.Run("c", func(t *testing.T) {
		needs(t, "cc")
		program := filepath.Join(t.TempDir(), "picked")
		if out, err := exec.Command("cc", "-o", program, "../../data/judges/picked.c").CombinedOutput(); err != nil {
			t.Fatalf("cc: %v: %s", err, out)
		}
		agrees(t, "'"+program+"'")
	})
}

// TestStableRoommates counts stable games with a judge of the guide (a program that decides games), by a formula, and
// by brute force.
func TestStableRoommates(t *testing.T) {
	needs(t, "python3")
	largest := 5
	if testing.Short() {
		largest = 4
	}
	for players := 3; players <= largest; players++ {
		judged := judgedTotals(t, "python3 ../../data/judges/stable.py", players).Verdicts[0].Games
		formula := stableByFormula(players)
		brute := 0
		for code := range allCodes(players) {
			if hasStableMatching(strings.Fields(code)) {
				brute++
			}
		}
		if judged.Cmp(formula) != 0 || judged.Cmp(big.NewInt(int64(brute))) != 0 {
			t.Errorf("%d players: %v games are stable by the judge, %v by the formula, %d by brute force", players, judged, formula, brute)
		}
	}
}

func TestTheStableNumbersOfTheGuide(t *testing.T) {
	for players, want := range map[int]string{3: "6", 4: "1248", 5: "245928", 6: "63677160", 7: "21812854080"} {
		if got := stableByFormula(players).String(); got != want {
			t.Errorf("%d players: %s games are stable by the formula, the guide has %s", players, got, want)
		}
	}
}

// stableByFormula returns the number of labelled games that have a stable matching: those without a circle of odd
// length, in which each player picks the next one first and the one before second. By inclusion and exclusion it adds
// the games for each set of disjoint odd circles, with the sign - for an odd number of circles. The sum for the first m
// players follows from shorter sums: player m is in no circle of the set, or in a circle of length l with l-1 of the
// other m-1 players, in any order.
func stableByFormula(players int) *big.Int {
	free := big.NewInt(int64((players - 1) * (players - 2)))
	signed := []*big.Int{big.NewInt(1)} // signed[m] is the signed sum over the first m players
	for m := 1; m <= players; m++ {
		sum := new(big.Int).Mul(free, signed[m-1])
		for l := 3; l <= m; l += 2 {
			circles := new(big.Int).Binomial(int64(m-1), int64(l-1))
			circles.Mul(circles, new(big.Int).MulRange(1, int64(l-1)))
			sum.Sub(sum, circles.Mul(circles, signed[m-l]))
		}
		signed = append(signed, sum)
	}
	return signed[players]
}

// allCodes yields the codes of all games in which each player picks two others in order.
func allCodes(players int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var grow func(words []string) bool
		grow = func(words []string) bool {
			if len(words) == players {
				return yield(strings.Join(words, " "))
			}
			for a := range players {
				for b := range players {
					if a == b || a == len(words) || b == len(words) {
						continue
					}
					if !grow(append(words, fmt.Sprintf("%c%c", 'A'+a, 'A'+b))) {
						return false
					}
				}
			}
			return true
		}
		grow(nil)
	}
}

// hasStableMatching tries all ways to pair players. Every paired player must have picked its partner, and no two
// players may prefer each other to their partners. partner[p] is p if player p stays single.
func hasStableMatching(lists []string) bool {
	n := len(lists)
	rank := func(p, q int) int {
		if at := strings.IndexByte(lists[p], byte('A'+q)); at >= 0 && p != q {
			return at
		}
		if p == q {
			return 2 // alone
		}
		return 3
	}
	partner := make([]int, n)
	var try func(p int) bool
	try = func(p int) bool {
		if p == n {
			for a := range n {
				if rank(a, partner[a]) > 2 {
					return false
				}
				for b := range n {
					if rank(a, b) < rank(a, partner[a]) && rank(b, a) < rank(b, partner[b]) {
						return false
					}
				}
			}
			return true
		}
		if partner[p] >= 0 {
			return try(p + 1)
		}
		for q := p; q < n; q++ {
			if partner[q] >= 0 {
				continue
			}
			partner[p], partner[q] = q, p
			if try(p + 1) {
				return true
			}
			partner[p], partner[q] = -1, -1
		}
		return false
	}
	for p := range partner {
		partner[p] = -1
	}
	return try(0)
}
