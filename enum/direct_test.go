package enum_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/kit"
)

func direct(n necklaces, count func(context.Context) ([]*big.Int, error)) kit.Direct {
	return kit.Direct{Space: n, Method: "guess", Version: 1, Count: count}
}

// left represents a missing count.
const left = 1 << 40

// guess returns a function that claims the given numbers as its counts.
func guess(numbers ...int64) func(context.Context) ([]*big.Int, error) {
	return func(context.Context) ([]*big.Int, error) {
		var counts []*big.Int
		for _, x := range numbers {
			if x == left {
				counts = append(counts, nil)
				continue
			}
			counts = append(counts, big.NewInt(x))
		}
		return counts, nil
	}
}

// counted returns the tally of all shards of a space.
func counted(s enum.Space) (*enum.Tally, error) {
	tally := enum.NewTally(len(s.Verdicts()))
	err := enum.Run(context.Background(), s, enum.Plan{Workers: 2}, func(r enum.Result) error {
		tally.Merge(r.Tally)
		return nil
	})
	return tally, err
}

func TestADirectCountIsProvedByItsGames(t *testing.T) {
	for _, c := range []struct {
		claim  string
		counts []int64
		want   string // in the error of counting or proving
	}{
		{"all 16 rings of 4 beads", []int64{5, 5, 6}, ""},
		{"one too many", []int64{5, 6, 6}, "17 labelled games, expected 16"},
		{"a negative number", []int64{-1, 11, 6}, "counts -1 games of the verdict black"},
		{"a verdict less", []int64{10, 6}, "counts 2 verdicts, expected 3"},
		{"the rest left open", []int64{5, left, 6}, ""},
		{"two verdicts left open", []int64{5, left, left}, "counts neither white nor even"},
		{"more than there are", []int64{15, left, 6}, "counts 5 games more than there are"},
	} {
		s := direct(4, guess(c.counts...))
		tally, err := counted(s)
		if err == nil {
			_, _, err = enum.Prove(s, tally)
		}
		if (err == nil) != (c.want == "") || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %q", c.claim, err, c.want)
		}
	}
}

func TestADirectCountKnowsClassesOfATrivialGroupOnly(t *testing.T) {
	for n, want := range map[necklaces]bool{1: true, 4: false} {
		numbers := []int64{1, 1, 0}
		if n == 4 {
			numbers = []int64{5, 5, 6}
		}
		s := direct(n, guess(numbers...))
		tally, err := counted(s)
		if err != nil {
			t.Fatal(err)
		}
		for v, total := range totals(t, s, tally) {
			if got := total.Classes != nil; got != want || got && total.Classes.Cmp(total.Games) != 0 {
				t.Errorf("n=%d, verdict %d: %v classes of %v games, want classes known: %v", n, v, total.Classes, total.Games, want)
			}
		}
	}
}

// TestASubtractedCountIsNoCheckOfTheGames computes the count of one verdict as all games minus the others. The counts
// then sum to the number of games even if another count is wrong, as 7 is in the second row, so Prove must report the
// number of games as not checked.
func TestASubtractedCountIsNoCheckOfTheGames(t *testing.T) {
	for _, c := range []struct {
		counts []int64
		games  string
	}{{[]int64{5, 5, 6}, "ok"}, {[]int64{7, left, 6}, "not checked"}} {
		s := direct(4, guess(c.counts...))
		tally, err := counted(s)
		if err != nil {
			t.Fatal(err)
		}
		if _, checks, err := enum.Prove(s, tally); err != nil || checks.Games != c.games {
			t.Errorf("counts %v: Prove = %+v, %v, want games %s", c.counts, checks, err, c.games)
		}
	}
	s := direct(1, guess(1, left, 0)) // a trivial group
	tally, err := counted(s)
	if err != nil {
		t.Fatal(err)
	}
	if _, checks, err := enum.Prove(s, tally); err != nil || checks != (enum.Checks{Games: "not checked", Classes: "not checked"}) {
		t.Errorf("Prove = %+v, %v, want nothing checked", checks, err)
	}
}

func TestVersionsOfADirectCountHaveDifferentFingerprints(t *testing.T) {
	a, b := direct(4, nil), direct(4, nil)
	b.Version++
	if a.Fingerprint() == b.Fingerprint() {
		t.Errorf("versions %d and %d have the fingerprint %q", a.Version, b.Version, a.Fingerprint())
	}
}

func TestADirectCountPassesErrorsOn(t *testing.T) {
	failure := errors.New("too large")
	_, err := counted(direct(4, func(context.Context) ([]*big.Int, error) { return nil, failure }))
	if !errors.Is(err, failure) {
		t.Errorf("Run = %v, want %v", err, failure)
	}
	foreign := enum.NewTally(3)
	foreign.Add(0, 3, 1)
	if got, err := direct(4, nil).Totals(foreign); err == nil {
		t.Errorf("Totals of a tally with another key = %v, want an error", got)
	}
}
