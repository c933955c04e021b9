package heaps_test

import (
	"context"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/heaps"
	"enumerate/games/nim"
	"enumerate/games/rotisserie"
	"enumerate/games/tower"
)

func solve(t interface{ Fatal(...any) }, r *enum.Ruleset, text, algorithm, format string) string {
	var lines strings.Builder
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatal(err)
		}
		answer, err := game.Solve(context.Background(), single.How{Algorithm: algorithm})
		if err == nil {
			err = single.Write(&lines, answer, format)
		}
		if err != nil {
			lines.WriteString(err.Error() + "\n")
		}
	}
	return lines.String()
}

func TestAnswersAreWrittenOnALine(t *testing.T) {
	for _, c := range []struct {
		ruleset           *enum.Ruleset
		text, algorithm   string
		table, wantedJSON string
	}{
		{nim.New(), "3,5,7", "", "N  value *  winning: 2,5,7 3,4,7 3,5,6\n", `{"verdict":"N","value":"1","winning":["2,5,7","3,4,7","3,5,6"],"unlisted":"0"}` + "\n"},
		{nim.New(), "0", "exhaustive", "P  value 0\n", `{"verdict":"P","value":"0","winning":[],"unlisted":"0"}` + "\n"},
		{antonim.New(), "3,5,6,9", "", "N  value *5  winning: 3,4,5,6\n", `{"verdict":"N","value":"5","winning":["3,4,5,6"],"unlisted":"0"}` + "\n"},
		{antonim.New(), "3,5,6,9", "formula", "no formula is known for 3,5,6,9\n", "no formula is known for 3,5,6,9\n"},
		{antonim.New(), "100000,200000,333333", "", "N  value unknown  winning: 100000,166879,200000\n", `{"verdict":"N","value":null,"winning":["100000,166879,200000"],"unlisted":"0"}` + "\n"},
		{rotisserie.New(), "5,5,5,4", "formula", "N  value unknown  winning, among others: 5,5,4,4\n", `{"verdict":"N","value":null,"winning":["5,5,4,4"],"unlisted":null}` + "\n"},
	} {
		if got := solve(t, c.ruleset, c.text, c.algorithm, "table"); got != c.table {
			t.Errorf("%s: %s is %q, want %q", c.ruleset.Name, c.text, got, c.table)
		}
		if got := solve(t, c.ruleset, c.text, c.algorithm, "json"); got != c.wantedJSON {
			t.Errorf("%s: %s in JSON is %q, want %q", c.ruleset.Name, c.text, got, c.wantedJSON)
		}
	}
}

func TestManyWinningMovesAreNotAllListed(t *testing.T) {
	got := solve(t, rotisserie.New(), "5000,3000", "", "table")
	if want := " 3000,3036 3000,3037 and 1962 more\n"; !strings.HasSuffix(got, want) || len(got) > 500 {
		t.Errorf("the answer has %d bytes and ends with %q, want %q", len(got), got[max(0, len(got)-40):], want)
	}
	got = solve(t, rotisserie.New(), "5000,3000", "", "json")
	if strings.Count(got, `"3000,`) != 2000 {
		t.Errorf("JSON has %d of 2000 winning moves", strings.Count(got, `"3000,`))
	}
	got = solve(t, greedy.New(), "5,1000000000,1000000000,1000000000", "formula", "table")
	if want := " and 999999"; !strings.Contains(got, want) || len(got) > 500 {
		t.Errorf("the answer has %d bytes and ends with %q, want %q", len(got), got[max(0, len(got)-40):], want)
	}
	got = solve(t, nim.New(), strings.Repeat("1,", 99_998)+"2,6", "", "table")
	if want := ",2,2\n"; !strings.HasSuffix(got, want) || len(got) > 250_000 {
		t.Errorf("the answer has %d bytes and ends with %q, want %q", len(got), got[max(0, len(got)-40):], want)
	}
}

func TestPositionsOutOfReachAreRefused(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		text    string
		want    string
	}{
		{antonim.New(), "1000,200000000,300000000,400000000", "the game from 1000,200000000,300000000,400000000 is too large for the exhaustive solver: it takes at most 2,097,152 positions and 16,777,216 moves\n"},
		{rotisserie.New(), "300000000,1,300000000,1,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9", "the game from 300000000,1,300000000,1,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9,9, is too large for the exhaustive solver: it takes at most 2,097,152 positions and 16,777,216 moves\n"},
	} {
		if got := solve(t, c.ruleset, c.text, "", "table"); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.ruleset.Name, c.text, got, c.want)
		}
	}
}

// TestOutcomesAreDecidedWhereValuesAreOutOfReach solves positions whose Grundy values would take too long to compute.
// The outcomes must be those of the theorems about three heaps and about heaps of at least 2 sticks. The last position
// is a case that the paper leaves open: a 1 behind a larger heap. Its heaps compare with one another as those of
// 6,1,8,8 do, and outcomes depend only on which heaps are larger. So its winning moves must be those of 6,1,8,8, which
// the exhaustive solver finds.
func TestOutcomesAreDecidedWhereValuesAreOutOfReach(t *testing.T) {
	for _, c := range []struct {
		ruleset         *enum.Ruleset
		text, algorithm string
		want            string
	}{
		{antonim.New(), "99,170,198", "marking", "N  value unknown  winning: 99,162,198\n"},
		{antonim.New(), "99,162,198", "marking", "P  value 0\n"},
		{rotisserie.New(), "1000000000,999999999", "order", "N  value unknown  winning: 999999999,999999999\n"},
		{rotisserie.New(), "1000000000,3,700000", "order", "N  value unknown  winning: 3,700000 3,700000,1\n"},
		{rotisserie.New(), "6,1,500000000,500000000", "order", "N  value unknown  winning: 1,500000000,500000000,2 1,500000000,500000000,3 1,500000000,500000000,4 1,500000000,500000000,5\n"},
	} {
		if got := solve(t, c.ruleset, c.text, c.algorithm, "table"); got != c.want {
			t.Errorf("%s: %s is %.200q, want %q", c.ruleset.Name, c.text, got, c.want)
		}
	}
	want := `the algorithm order cannot solve 25 heaps of up to 2 sticks: choose another algorithm` + "\n"
	if got := solve(t, rotisserie.New(), strings.Repeat("2,", 24)+"2", "order", "table"); got != want {
		t.Errorf("25 heaps by order: %q, want %q", got, want)
	}
}

func TestDecisionsAgreeWithFormulas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, largest := antonim.New(), uint64(200)
		if rapid.Bool().Draw(t, "rotisserie") {
			r, largest = rotisserie.New(), 1_000_000_000
		}
		p := heaps.Position(rapid.SliceOfNDistinct(rapid.Uint64Range(1, largest), 1, 3, rapid.ID).Draw(t, "heaps"))
		decided := solve(t, r, p.String(), r.Questions[0].Algorithms[3].Name, "json")
		if known := solve(t, r, p.String(), "formula", "json"); decided != known {
			t.Fatalf("%s: %v by decision is %.300q, by formula %.300q", r.Name, p, decided, known)
		}
	})
}

// TestFewPositionsBelowLargeHeapsAreReached solves positions whose tables are too large, but from which play reaches
// only few positions.
func TestFewPositionsBelowLargeHeapsAreReached(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		text    string
		want    string
	}{
		{rotisserie.New(), "5,4,3,2,1,50", "P  value 0\n"},
		{antonim.New(), "1,2,3,4,300", "N  value *293  winning: 1,2,3,4\n"},
	} {
		if got := solve(t, c.ruleset, c.text, "", "table"); got != c.want {
			t.Errorf("%s: %s is %q, want %q", c.ruleset.Name, c.text, got, c.want)
		}
	}
}

func TestContextEndsEveryComputation(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, r := range rulesets() {
		s, err := r.Space(12)
		if err != nil {
			t.Fatal(err)
		}
		if err := s.Walker().Walk(ctx, enum.Shard{}, enum.NewTally(2)); err != context.Canceled {
			t.Errorf("%s: Walk with a context that has ended = %v", r.Name, err)
		}
		// A walk with another context must not be affected by the walk that was cut short.
		if err := s.Walker().Walk(context.Background(), enum.Shard{}, enum.NewTally(2)); err != nil {
			t.Errorf("%s: Walk after one that was cut short = %v", r.Name, err)
		}
		for _, m := range r.Methods {
			s, err := m.Space(12, enum.Means{})
			if err != nil {
				t.Fatal(err)
			}
			if err := s.Walker().Walk(ctx, enum.Shard{}, enum.NewTally(2)); err != context.Canceled {
				t.Errorf("%s by %s: Walk with a context that has ended = %v", r.Name, m.Name, err)
			}
		}
		for game := range r.Read(strings.NewReader("3,5,7,9")) {
			if _, err := game.Solve(ctx, single.How{Algorithm: "exhaustive"}); err != context.Canceled {
				t.Errorf("%s: Solve with a context that has ended = %v", r.Name, err)
			}
		}
	}
}

// The best move of a lost position must be the last of its list, which takes a single stick where the rules allow it.
func TestTheBestMoveOfALostPositionIsItsLast(t *testing.T) {
	for _, c := range []struct {
		ruleset *enum.Ruleset
		text    string
		want    string
	}{
		{nim.New(), "3,5,6", "3,5,5"},
		{antonim.New(), "3,4", "2,3"},
		{tower.New(), "7,1", "7"},
		{rotisserie.New(), "3,5", "5,2"},
		{greedy.New(), "5,5", "4,5"},
	} {
		for game := range c.ruleset.Read(strings.NewReader(c.text)) {
			position, _ := c.ruleset.Position(game)
			moves := position.Moves()
			best, winner, err := position.Best(context.Background())
			if err != nil || winner != playing.Right || moves[best].String() != c.want {
				t.Errorf("%s: Best of %s = %v, %d, %v, want %s", c.ruleset.Name, c.text, moves[best], winner, err, c.want)
			}
		}
	}
	for game := range nim.New().Read(strings.NewReader("0")) {
		position, _ := nim.New().Position(game)
		if best, winner, err := position.Best(context.Background()); best != -1 || winner != playing.Right || err != nil {
			t.Errorf("Best of no heaps = %d, %d, %v, want -1, and that Right wins", best, winner, err)
		}
	}
}

// TestAutoNamesAlgorithmsOfTheRuleset checks that the description of the algorithm auto names only algorithms that the
// ruleset has, and exhaustive search only if auto uses it.
func TestAutoNamesAlgorithmsOfTheRuleset(t *testing.T) {
	for _, r := range []*enum.Ruleset{nim.New(), tower.New(), antonim.New(), rotisserie.New(), greedy.New()} {
		algorithms := r.Questions[0].Algorithms
		summary := algorithms[0].Summary
		var others []string
		for _, algorithm := range algorithms[1:] {
			others = append(others, algorithm.Name)
		}
		formulaSuffices := r.Name == "nim" || r.Name == "tower"
		if strings.Contains(summary, "exhaustive") == formulaSuffices {
			t.Errorf("%s: auto: %q", r.Name, summary)
		}
		for _, decider := range []string{"marking", "order"} {
			if strings.Contains(summary, decider) != slices.Contains(others, decider) {
				t.Errorf("%s: auto: %q, and the other algorithms are %q", r.Name, summary, others)
			}
		}
	}
}
