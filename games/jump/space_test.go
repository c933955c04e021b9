package jump

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
	"enumerate/games/jump/race"
	"enumerate/internal/golden"
)

func totals(t interface {
	Helper()
	Fatalf(string, ...any)
}, s enum.Space, workers int) []enum.Total {
	t.Helper()
	totals, err := enum.Count(context.Background(), s, workers)
	all := totals.All()
	if err != nil || all.GamesLeft || all.ClassesLeft || all.Classes == nil {
		t.Fatalf("%s: %v, %v, want games and classes, none of them left over", s.Fingerprint(), all, err)
	}
	return totals.Verdicts
}

// counted returns the space of a size for the method count, or nil if the method is not for this size.
func counted(t testing.TB, r settings, size int) enum.Space {
	t.Helper()
	if !r.merged().Contains(size) {
		return nil
	}
	s, err := r.count().Space(size, enum.Means{})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestTotalsAgreeWithKnownTotals compares all methods with numbers that other programs found by brute force, and with
// data/results.
func TestTotalsAgreeWithKnownTotals(t *testing.T) {
	for _, c := range []struct {
		values given
		size   int
		kept   string // the name of the ruleset in data/results, if it is kept there
	}{
		{nil, 2, "jump"},
		{given{"rows": "1", "values": "0..4", "players": "2"}, 5, "jump:rows=1,values=0..4,players=2"},
		{given{"preset": "document"}, 2, "jump:move=diamond"},
		{given{"preset": "document", "rows": "1", "values": "0..4", "players": "2"}, 5, "jump:rows=1,values=0..4,players=2,move=diamond,tie=inherit"},
	} {
		r := with(t, c.values)
		for _, s := range []enum.Space{counted(t, r, c.size), newSpace(r, c.size)} {
			for v, total := range totals(t, s, 2) {
				verdict := s.Verdicts()[v]
				games, classes := golden.Total(c.kept, c.size, verdict+"-games"), golden.Total(c.kept, c.size, verdict+"-classes")
				if total.Games.String() != games || total.Classes.String() != classes {
					t.Errorf("%s: %v games and %v classes of %s, want %s and %s", s.Fingerprint(), total.Games, total.Classes, verdict, games, classes)
				}
			}
		}
	}
}

func TestAllMethodsAgree(t *testing.T) {
	check := func(r settings, size int) {
		s := newSpace(r, size)
		walked := totals(t, s, 1)
		boarded, err := byBoards(s)
		if err != nil || fmt.Sprint(walked) != fmt.Sprint(boarded.Verdicts) {
			t.Errorf("%s: the walk comes to %v, board by board to %v, %v", s.Fingerprint(), walked, boarded.Verdicts, err)
		}
		if c := counted(t, r, size); c != nil {
			if merged := totals(t, c, 1); fmt.Sprint(walked) != fmt.Sprint(merged) {
				t.Errorf("%s: the walk comes to %v, the count to %v", s.Fingerprint(), walked, merged)
			}
		}
	}
	largest := uint64(500)
	if !testing.Short() {
		largest = 200_000
	}
	for _, rows := range []string{"square", "1", "2", "3"} {
		for _, lengths := range []string{"0..1", "0..2", "1..3", "2..2", "0..5"} {
			for players := 1; players <= 4; players++ {
				for _, move := range []string{"straight", "diamond"} {
					for _, order := range []string{"left", "landed"} {
						r := with(t, given{"rows": rows, "values": lengths, "players": fmt.Sprint(players), "move": move, "tie": "inherit", "order": order})
						for size := r.sizes().First; size <= 6 && newSpace(r, size).games() <= largest; size++ {
							check(r, size)
						}
					}
				}
			}
		}
	}
}

// draw draws settings and a size, with at most the given number of games.
func draw(t *rapid.T, most uint64) *space {
	r := settings{
		rows:    rapid.IntRange(0, 3).Draw(t, "rows"),
		players: rapid.IntRange(1, 3).Draw(t, "players"),
		rules: race.Rules{
			Move: rapid.SampledFrom([]race.Move{race.Straight, race.Diamond}).Draw(t, "move"),
			Tie:  rapid.SampledFrom([]race.Tie{race.Initial, race.Inherit}).Draw(t, "tie"),

			Order: rapid.SampledFrom([]race.Order{race.Left, race.Landed}).Draw(t, "order"),
		},
	}
	r.least = rapid.Int32Range(0, 2).Draw(t, "least")
	r.most = r.least + rapid.Int32Range(0, 2).Draw(t, "more")
	sizes := r.sizesWith(func(s *space) bool { return s.games() <= most })
	if sizes.First > sizes.Last {
		t.Skip("no size is small enough")
	}
	return newSpace(r, rapid.IntRange(sizes.First, min(sizes.Last, 6)).Draw(t, "size"))
}

func everyGame(s *space, visit func(lengths, starts []int32)) {
	lengths := make([]int32, s.free()+1)
	var place func(starts []int32)
	place = func(starts []int32) {
		if len(starts) == s.settings.players {
			visit(lengths, starts)
			return
		}
		for tile := range int32(s.free()) {
			if !slices.Contains(starts, tile) {
				place(append(starts, tile))
			}
		}
	}
	var fill func(tile int)
	fill = func(tile int) {
		if tile == s.free() {
			place(nil)
			return
		}
		for length := s.settings.least; length <= s.settings.most; length++ {
			lengths[tile] = length
			fill(tile + 1)
		}
	}
	fill(0)
}

// lister returns the lister of a walk, even if the space is too large for the method walk.
func lister(s *space) enum.Lister { return s.Walker().(*walker).list }

// code writes a game, or its transpose, as a string.
func (s *space) code(lengths, starts []int32, transposed bool) string {
	at := func(tile int32) int32 {
		if transposed {
			return tile%int32(s.columns)*int32(s.columns) + tile/int32(s.columns)
		}
		return tile
	}
	code := make([]byte, len(lengths))
	for tile, length := range lengths {
		code[at(int32(tile))] = byte(length)
	}
	for _, start := range starts {
		code = append(code, byte(at(start)))
	}
	return string(code)
}

// TestWalkVisitsOneGameOfEveryClass compares the walk with the classes found from all labelled games of small spaces.
func TestWalkVisitsOneGameOfEveryClass(t *testing.T) {
	most := uint64(3_000)
	if testing.Short() {
		most = 500
	}
	rapid.Check(t, func(t *rapid.T) {
		s := draw(t, most)
		type class struct{ verdict, games int }
		classes := make(map[string]class) // by the lesser of the codes of a game and its transpose
		var solver race.Solver
		everyGame(s, func(lengths, starts []int32) {
			code := s.code(lengths, starts, false)
			if s.square() {
				code = min(code, s.code(lengths, starts, true))
			}
			result, err := solver.Solve(context.Background(), race.Board{Rows: s.rows, Columns: s.columns, Lengths: lengths}, starts, s.settings.rules)
			if err != nil {
				t.Fatal(err)
			}
			verdict := s.verdict(result)
			c, seen := classes[code]
			if seen && c.verdict != verdict {
				t.Fatalf("%s: %q has the verdicts %d and %d", s.Fingerprint(), code, c.verdict, verdict)
			}
			classes[code] = class{verdict, c.games + 1}
		})
		err := enum.List(context.Background(), s, lister(s), enum.Part{}, enum.AnyVerdict, func(got enum.Class) bool {
			game := parse(t, "assignment", got.Game())
			code := s.code(game.Board.Lengths, game.Starts, false)
			want, ok := classes[code]
			if orbit := enum.Orbit(s, got.Automorphisms); !ok || want.verdict != got.Verdict || orbit.Cmp(big.NewInt(int64(want.games))) != 0 {
				t.Fatalf("%s: the walk visits %s with the verdict %d and orbit %v, want %v", s.Fingerprint(), got.Game(), got.Verdict, orbit, want)
			}
			delete(classes, code)
			return true
		})
		if err != nil || len(classes) > 0 {
			t.Fatalf("%s: the walk misses %d classes, %v", s.Fingerprint(), len(classes), err)
		}
	})
}

func TestTotalsDoNotDependOnWorkers(t *testing.T) {
	s := newSpace(with(t, given{"players": "2", "rows": "2"}), 3)
	if one, three := fmt.Sprint(totals(t, s, 1)), fmt.Sprint(totals(t, s, 3)); one != three {
		t.Errorf("one worker comes to %s, three to %s", one, three)
	}
}

func TestShardsMakeUpAllBoards(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p := division{rapid.Uint64Range(1, 1000).Draw(t, "boards"), rapid.Uint64Range(1, 1000).Draw(t, "each")}
		next := uint64(0)
		for shard := range enum.Shards(p.number()) {
			first, boards := p.shard(shard.ID)
			if first != next || boards < 1 || boards > p.each {
				t.Fatalf("%v: shard %d has %d boards from %d, expected from %d", p, shard.ID, boards, first, next)
			}
			next += boards
		}
		if next != p.boards {
			t.Fatalf("%v: the shards have %d boards", p, next)
		}
	})
}

// TestListHasTheVerdictAskedFor checks the verdict of each listed class, the number of classes, and that a list stops
// when visit returns false.
func TestListHasTheVerdictAskedFor(t *testing.T) {
	s := newSpace(defaults(), 3)
	sum := totals(t, s, 1)
	for verdict := range s.Verdicts() {
		listed := int64(0)
		err := enum.List(context.Background(), s, lister(s), enum.Part{}, verdict, func(c enum.Class) bool {
			listed++
			if c.Verdict != verdict {
				t.Fatalf("List(%d) visits a class of the verdict %d", verdict, c.Verdict)
			}
			return true
		})
		if err != nil || sum[verdict].Classes.Cmp(big.NewInt(listed)) != 0 {
			t.Errorf("List(%d) visits %d classes, %v, want %v", verdict, listed, err, sum[verdict].Classes)
		}
	}
	visits := 0
	if err := enum.List(context.Background(), s, lister(s), enum.Part{}, enum.AnyVerdict, func(enum.Class) bool {
		visits++
		return visits < 10
	}); err != nil || visits != 10 {
		t.Errorf("List visits %d classes, %v, want to stop after 10", visits, err)
	}
}

// TestProofsProveTheVerdict checks the proofs by the rules alone. The proof of a winner is a path:
// each jump must be as long as its tile says, and the last must end on the goal. If no player wins, the proof is
// a set of tiles with all starts and without the goal, which no jump may leave.
func TestProofsProveTheVerdict(t *testing.T) {
	for _, preset := range []string{"assignment", "document"} {
		s := newSpace(with(t, given{"preset": preset, "rows": "2", "players": "2"}), 3)
		err := enum.List(context.Background(), s, lister(s), enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
			game := parse(t, preset, c.Game())
			solution := c.Solution()
			tile := make(map[string]int)
			for i := range game.Board.Lengths {
				tile[fmt.Sprintf("%d,%d", i/3, i%3)] = i
			}
			var names []int
			for _, name := range solution.Names {
				names = append(names, tile[name])
			}

			leads := func(from, to int) bool {
				down, right := to/3-from/3, to%3-from%3
				down, right = max(down, -down), max(right, -right)
				far, length := down+right, int(game.Board.Lengths[from])
				if preset == "assignment" {
					return length > 0 && far == length && (down == 0 || right == 0)
				}
				return length > 0 && far <= length && (length-far)%2 == 0
			}

			if solution.Verdict != s.Verdicts()[c.Verdict] {
				t.Fatalf("%s: the proof is of %s, the verdict %s", c.Game(), solution.Verdict, s.Verdicts()[c.Verdict])
			}

			if solution.Verdict != none {
				ok := solution.Proof == "path" && names[0] == int(game.Starts[c.Verdict]) && names[len(names)-1] == 5
				for i := range names[1:] {
					ok = ok && leads(names[i], names[i+1])
				}
				if !ok {
					t.Fatalf("%s: %v is no path of %s", c.Game(), solution.Names, solution.Verdict)
				}
				return true
			}

			ok := solution.Proof == "reach" && !slices.Contains(names, 5)
			for _, start := range game.Starts {
				ok = ok && slices.Contains(names, int(start))
			}
			for _, from := range names {
				for to := range 6 {
					ok = ok && (!leads(from, to) || slices.Contains(names, to))
				}
			}
			if !ok {
				t.Fatalf("%s: %v does not hold all that can be reached, without the goal", c.Game(), solution.Names)
			}
			return true
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestDescentsEstimateTheWhole(t *testing.T) {
	const descents = 300
	s := newSpace(defaults(), 3)
	walker := s.Walker().(*walker)
	random := rand.New(rand.NewPCG(1, 0))
	sum := 0.0
	for range descents {
		tally := enum.NewTally(2)
		weight, err := walker.descend(context.Background(), random, tally, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		classes, _ := tally.SumAll().Float64()
		sum += weight * classes
	}
	want, _ := s.Classes().Float64()
	if mean := sum / descents; mean < 0.9*want || mean > 1.1*want {
		t.Errorf("%d descents estimate %.0f classes, there are %.0f", descents, mean, want)
	}
}

func TestDescentsHaveAboutAThousandGames(t *testing.T) {
	for _, c := range []struct {
		values given
		want   int64 // the number of games on as many boards of 2 rows and 4 columns as have about a thousand games
	}{
		{given{"rows": "2"}, 142 * 7},
		{given{"rows": "2", "players": "3"}, 4 * 210},
		{given{"rows": "2", "players": "5"}, 2520},
	} {
		s := newSpace(with(t, c.values), 4)
		tally := enum.NewTally(len(s.Verdicts()))
		weight, err := s.Walker().(*walker).descend(context.Background(), rand.New(rand.NewPCG(1, 0)), tally, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		if got := tally.SumAll(); got.Int64() != c.want {
			t.Errorf("%s: a descent has %v games, want %d", s.settings.name(), got, c.want)
		}
		if whole, _ := s.Games().Float64(); weight < whole/float64(c.want) || weight > whole/float64(c.want)+1 {
			t.Errorf("%s: a descent has the weight %v, want %v rounded up", s.settings.name(), weight, whole/float64(c.want))
		}
	}
}

// TestRulesThatMakeNoDifferenceAreTheDefault checks spaceRules, which replaces each rule that makes no difference by
// its default. A walk by the rules that were set must have the same totals as a walk by those that spaceRules returns.
func TestRulesThatMakeNoDifferenceAreTheDefault(t *testing.T) {
	differ := 0
	for _, rows := range []string{"1", "2"} {
		for _, lengths := range []string{"0..1", "1..1", "2..2", "0..2", "1..3"} {
			for _, players := range []string{"1", "2", "3"} {
				for _, move := range []race.Move{race.Straight, race.Diamond} {
					for _, other := range []race.Rules{{}, {Tie: race.Inherit}, {Order: race.Landed}, {Tie: race.Inherit, Order: race.Landed}} {
						asked := with(t, given{"rows": rows, "values": lengths, "players": players, "move": move.String(), "tie": other.Tie.String(), "order": other.Order.String()})
						size := map[string]int{"1": 6, "2": 3}[rows]
						s := newSpace(asked, size)
						if s.settings.rules == asked.rules {
							continue
						}
						differ++
						raw := &space{asked, s.rows, s.columns}
						if got, want := fmt.Sprint(totals(t, s, 1)), fmt.Sprint(totals(t, raw, 1)); got != want {
							t.Errorf("%s with %v: totals are %s, by the rules asked for %s", s.settings.name(), asked.rules, got, want)
						}
					}
				}
			}
		}
	}
	if differ != 144 {
		t.Errorf("%d spaces have other rules than were asked for, want 144", differ)
	}
}

func TestSamplesAreUniform(t *testing.T) {
	const each = 200
	s := newSpace(defaults(), 2)
	d := newSampler(s)
	random := rand.New(rand.NewPCG(2, 0))
	drawn := make(map[string]int)
	wins := 0
	for range 81 * each {
		verdict, _, err := d.Sample(context.Background(), random)
		if err != nil {
			t.Fatal(err)
		}
		if verdict == 0 {
			wins++
		}
		drawn[s.code(d.board.Lengths, d.starts, false)]++
	}
	deviation := 0.0
	for _, times := range drawn {
		deviation += float64((times - each) * (times - each))
	}
	// With 80 degrees of freedom, a chi-square above 140 has a probability under 1 in 10,000.
	if chi := deviation / each; len(drawn) != 81 || chi > 140 {
		t.Errorf("%d games were drawn with a chi-square of %.1f, want 81 and at most 140", len(drawn), chi)
	}
	if share := float64(wins) / (81 * each); share < 23./81-0.02 || share > 23./81+0.02 {
		t.Errorf("the share of wins is %.3f, want about 23/81", share)
	}
}

func TestSampledPlayersStartOnDifferentTiles(t *testing.T) {
	d := newSampler(newSpace(with(t, given{"rows": "2", "players": "5"}), 3))
	random := rand.New(rand.NewPCG(3, 0))
	orders := make(map[string]bool)
	for range 3000 {
		d.draw(random)
		sorted := slices.Sorted(slices.Values(d.starts))
		if fmt.Sprint(sorted) != "[0 1 2 3 4]" {
			t.Fatalf("five players start on %v", d.starts)
		}
		orders[fmt.Sprint(d.starts)] = true
	}
	if len(orders) != 120 {
		t.Errorf("3000 draws have %d of the 120 orders", len(orders))
	}
}

func TestContextEndsAnyWalk(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, s := range []enum.Space{counted(t, defaults(), 3), newSpace(defaults(), 3)} {
		if err := s.Walker().Walk(ctx, enum.Shard{}, enum.NewTally(2)); err != context.Canceled {
			t.Errorf("%s: Walk with a context that has ended = %v", s.Fingerprint(), err)
		}
	}
}

func TestImpossibleTalliesAreErrors(t *testing.T) {
	counting, err := New().Methods[1].Space(2, enum.Means{})
	if err != nil {
		t.Fatal(err)
	}
	// The correct numbers for the two verdicts are 23 and 58 games; of these, 1 and 8 are symmetric.
	for _, c := range []struct {
		games, fixed [2]uint64
		others       uint64
		want         string
	}{
		{[2]uint64{23, 58}, [2]uint64{1, 8}, 0, "<nil>"},
		{[2]uint64{24, 57}, [2]uint64{1, 8}, 0, "24 games of the verdict A and 1 symmetric ones: their sum is odd, so it is not twice a number of classes"},
		{[2]uint64{22, 58}, [2]uint64{2, 8}, 0, "10 symmetric games were counted, expected 9"},
		{[2]uint64{23, 58}, [2]uint64{1, 8}, 1, "1 games are stored under an unknown key: expected 1 (all games) or 2 (symmetric games)"},
	} {
		tally := enum.NewTally(2)
		for v := range 2 {
			tally.Add(v, gamesKey, c.games[v])
			tally.Add(v, fixedKey, c.fixed[v])
		}
		tally.Add(0, 3, c.others)
		if _, _, err := enum.Prove(counting, tally); fmt.Sprint(err) != c.want {
			t.Errorf("Prove(%v, %v, %d) = %v, want %q", c.games, c.fixed, c.others, err, c.want)
		}
	}
}
