package simulate

import (
	"context"
	"math"
	"math/big"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/checkpoints"
	"enumerate/enum"
	"enumerate/enum/sampling"
	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/questions"
	"enumerate/solver/betweenness"
)

// orders calls yield with every order of the players.
func orders(players int, yield func([]int)) {
	order := make([]int, 0, players)
	used := make([]bool, players)
	var next func()
	next = func() {
		if len(order) == players {
			yield(order)
			return
		}
		for p := range players {
			if !used[p] {
				used[p], order = true, append(order, p)
				next()
				used[p], order = false, order[:len(order)-1]
			}
		}
	}
	next()
}

// TestPlayersRestInTheOrdersThatSolveTheirGame puts the players of a game of each class in a row, in every order, and
// simulates one step. The players must stay at rest if and only if the order solves the game. The row is on a line, in
// the plane, in a field (a square with a fence), or on a third of a circle, where the shorter way between two players
// never leaves the row.
func TestPlayersRestInTheOrdersThatSolveTheirGame(t *testing.T) {
	r := readable()
	sizes := []int{3, 4, 5}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, n := range sizes {
		classes, err := Classes(t.Context(), r, n)
		if err != nil {
			t.Fatal(err)
		}
		solvableClasses := 0
		for _, c := range classes {
			judge := NewJudge(c.Game)
			solutions := 0
			orders(n, func(order []int) {
				solves := true
				at := make([]int, n)
				for i, p := range order {
					at[p] = i
				}
				for p, want := range judge.Wants() {
					w := at[want.Wonderwall]
					solves = solves && (at[p] < w && w < at[want.Ninja] || at[want.Ninja] < w && w < at[p])
				}
				if solves {
					solutions++
				}
				for _, ground := range []string{Line, Plane, Circle, Field} {
					rule := DefaultRule()
					rule.Ground, rule.Gap = ground, 0.01
					start := make([]Point, n)
					for p, i := range at {
						x := 0.1 + 0.3*float64(i)/float64(n-1)
						start[p] = Point{X: x}
						if ground == Plane || ground == Field {
							start[p].Y = 0.2 + 0.7*x
						}
					}
					s := From(start, judge.Wants(), rule, seeded(1))
					s.Step()
					if s.Rest() != solves {
						t.Fatalf("%s, %s, order %v: at rest %v, want %v", c.Code, ground, order, s.Rest(), solves)
					}
					found, err := judge.Solution(t.Context(), s.Rule().Ground, s.Places())
					if err != nil {
						t.Fatal(err)
					}
					if solves && found == nil {
						t.Fatalf("%s, %s, order %v: the ruleset refuses it", c.Code, ground, order)
					}
				}
			})
			if (solutions > 0) != (c.Verdict == solvable) {
				t.Errorf("%s has %d solutions and the verdict %d", c.Code, solutions, c.Verdict)
			}
			if solutions > 0 {
				solvableClasses++
			}
		}
		if n == 4 && (len(classes) != 60 || solvableClasses != 6) {
			t.Errorf("n = 4: %d of %d classes are solvable, want 6 of 60", solvableClasses, len(classes))
		}
	}
}

// TestRestWithoutASolutionIsNotSolved simulates the games of three players, which have no solution, on a circle, where
// the players can come to rest all the same.
func TestRestWithoutASolutionIsNotSolved(t *testing.T) {
	r := readable()
	for _, c := range must(Classes(t.Context(), r, 3)) {
		trials := Trials{Ruleset: r, Rule: must(ParseRule("nearest:ground=circle")), Steps: 1000}
		for seed := range uint64(20) {
			ended, err := trials.Play(t.Context(), c.Game, seeded(seed))
			if err != nil {
				t.Fatal(err)
			}
			if ended.Outcome == Solved {
				t.Fatalf("%s is solved by %v", c.Code, ended.Order)
			}
		}
	}
}

func readable() *enum.Ruleset {
	r := wonderwall.New()
	r.Reading = questions.Reading()
	return r
}

func must[T any](x T, err error) T {
	if err != nil {
		panic(err)
	}
	return x
}

// TestNoUnsolvableGameIsSolved simulates a game of every class of four and five players by every rule of motion. If
// players solve an unsolvable game, the simulation returns an error. At least one rule must solve each solvable class
// of four players.
func TestNoUnsolvableGameIsSolved(t *testing.T) {
	r := readable()
	sizes, perClass := []int{4, 5}, uint64(4)
	if testing.Short() {
		sizes = sizes[:1]
	}
	for _, n := range sizes {
		classes := must(Classes(t.Context(), r, n))
		found := make([]bool, len(classes))
		for _, rule := range rules(t) {
			s, err := Trials{Ruleset: r, Rule: rule, Steps: 300, Classes: classes}.Sampling(n, 1, perClass*uint64(len(classes)))
			if err != nil {
				t.Fatal(err)
			}
			tally, err := sampling.Draw(t.Context(), s, 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			all, summaries := Summarize(tally)
			var games, rested uint64
			for i := range classes {
				of := summaries[i]
				if got := of.Games(0) + of.Games(1); got != perClass {
					t.Errorf("%v: class %d has %d trials, want %d", rule, i, got, perClass)
				}
				games += of.Games(solvable)
				rested += of.Outcome(Solved)
				found[i] = found[i] || of.Outcome(Solved) > 0
			}
			if games != all.Games(solvable) || rested != all.Outcome(Solved) {
				t.Errorf("%v: the classes have %d trials, %d solved; want %d and %d", rule, games, rested, all.Games(solvable), all.Outcome(Solved))
			}
		}
		for i, c := range classes {
			if n == 4 && found[i] != (c.Verdict == solvable) {
				t.Errorf("%s: solved %v, verdict %d", c.Code, found[i], c.Verdict)
			}
		}
	}
}

// TestTheFirstRepetitionIsFound saves the places of the players after every step, while Cycle saves only some of them.
// When Cycle finds a period, the players must be at the same places as that many steps before, and must not have been
// at these places in between.
func TestTheFirstRepetitionIsFound(t *testing.T) {
	repeats := 0
	for _, rule := range rules(t) {
		if rule.chance() || rule.Delay > 0 {
			continue
		}
		for seed := range uint64(20) {
			random := seeded(seed)
			s := New(wanting(t, 4, random), rule, random)
			history := [][]Point{slices.Clone(s.Places())}
			var c Cycle
			for s.Steps() < 500 && !s.Rest() {
				s.Step()
				now := slices.Clone(s.Places())
				period := c.Period(s)
				if period == 0 {
					history = append(history, now)
					continue
				}
				repeats++
				shape := func(at []Point, p int) Point {
					from := at[0]
					if rule.Ground == Field {
						from = Point{}
					}
					return Point{at[p].X - from.X, at[p].Y - from.Y}
				}
				for back := uint64(1); back <= period; back++ {
					equal := true
					for p := range now {
						a, b := shape(now, p), shape(history[s.Steps()-back], p)
						equal = equal && s.ground.squaredDistance(a, b) < 1e-17
					}
					if equal != (back == period) {
						t.Fatalf("%v, seed %d: the period is %d; equal places after %d: %v", rule, seed, period, back, equal)
					}
				}
				break
			}
		}
	}
	if repeats < 20 {
		t.Errorf("%d games repeat, which is too few for a test", repeats)
	}
}

// TestBucketsAreAtMostASixteenthTooLow tests the buckets in which trials with similar measures are counted together.
// The least measure of a bucket stands for all its measures.
func TestBucketsAreAtMostASixteenthTooLow(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Uint64Range(0, 1<<19-1).Draw(t, "measure")
		if low := lowest(bucket(x)); low > x || low < x-x/16 {
			t.Errorf("%d is in the bucket that begins at %d", x, low)
		}
	})
	tally := enum.NewTally(8)
	for steps := range uint64(20) {
		tally.Add(int(Solved), key(7, Solved, steps+1), 1)
		tally.Add(int(Solved), key(8, Solved, 1000), 1)
	}
	tally.Add(int(outcomes+Moving), key(8, Moving, 1000), 3)
	all, classes := Summarize(tally)
	if got := classes[7].Quantile(Solved, 0.5); got != 10 {
		t.Errorf("the median of 1, 2, ..., 20 is %v, want 10", got)
	}
	if got := classes[8].Quantile(Solved, 0.5); got != 992 {
		t.Errorf("the median of 1000 is %v, want 992", got)
	}
	if got := classes[7].Quantile(Stuck, 0.5); !math.IsNaN(got) {
		t.Errorf("the median of none is %v, want NaN", got)
	}
	if a, b := classes[8].Games(1), all.Outcome(Moving); a != 3 || b != 3 {
		t.Errorf("%d and %d moving, want 3", a, b)
	}
}

// TestRulesAreReadAsTheyAreWritten writes random rules of motion as text, such as "still:ground=line", and reads the
// text.
func TestRulesAreReadAsTheyAreWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := Rule{
			Name:   rapid.SampledFrom(names()).Draw(t, "name"),
			Ground: rapid.SampledFrom([]string{Plane, Line, Circle, Field}).Draw(t, "ground"),
			Order:  rapid.SampledFrom([]string{Together, Random}).Draw(t, "order"),
			Speed:  rapid.Float64Range(0.0001, 1).Draw(t, "speed"),
			Gap:    rapid.Float64Range(0.001, 0.25).Draw(t, "gap"),
			Noise:  rapid.Float64Range(0, 1).Draw(t, "noise"),
			Delay:  rapid.IntRange(0, 1000).Draw(t, "delay"),
		}
		got, err := ParseRule(r.String())
		if err != nil || got != r {
			t.Fatalf("ParseRule(%q) = %+v, %v; want %+v", r.String(), got, err, r)
		}
		trials := Trials{Ruleset: readable(), Rule: r, Steps: rapid.Uint64Range(1, MostSteps).Draw(t, "steps")}
		s, err := trials.Sampling(5, 1, 10)
		if err != nil {
			t.Fatal(err)
		}
		stored, err := Space(trials.Ruleset, checkpoints.Key{Method: s.Method, Size: 5, Seed: 1})
		if err != nil || stored.Fingerprint() != s.Fingerprint() {
			t.Fatalf("the stored method %q is %q, %v; want %q", s.Method, stored.Fingerprint(), err, s.Fingerprint())
		}
	})
	for text, want := range map[string]string{
		"":                        `unknown rule ""; choose one of: nearest, distance, still`,
		"nearst":                  `unknown rule "nearst"; did you mean "nearest"? choose one of: nearest, distance, still`,
		"still:":                  `"" is not a parameter with a value; expected PARAMETER=VALUE, separated by commas`,
		"still:ground=moon":       `unknown ground "moon"; choose one of: plane, line, circle, field`,
		"still:speed=NaN":         `speed=NaN: expected a number from 0.0001 to 1`,
		"still:delay=1.5":         `delay=1.5: expected a number from 0 to 1000`,
		"still:noise=1,noise=1":   `the parameter noise is set twice`,
		"still:sped=1":            `unknown parameter "sped"; did you mean "speed"? choose one of: ground, order, speed, gap, noise, delay`,
		"nearest:gap=0.3":         `gap=0.3: expected a number from 0.001 to 0.25`,
		"nearest:order=backwards": `unknown order "backwards"; choose one of: together, random`,
	} {
		if _, err := ParseRule(text); err == nil || err.Error() != want {
			t.Errorf("ParseRule(%q): %v, want %s", text, err, want)
		}
	}
}

// TestClassesAndRandomGamesHaveTheSameShare weighs each solvable class by its orbit, the number of games in the class.
func TestClassesAndRandomGamesHaveTheSameShare(t *testing.T) {
	r := readable()
	var solvableGames, all big.Int
	for _, c := range must(Classes(t.Context(), r, 4)) {
		all.Add(&all, c.Orbit)
		if c.Verdict == solvable {
			solvableGames.Add(&solvableGames, c.Orbit)
		}
	}
	if all.Int64() != 1296 || solvableGames.Int64() != 108 {
		t.Errorf("%v of %v games are solvable, want 108 of 1296", &solvableGames, &all)
	}
}

func TestADraggedPlayerStaysOnItsGround(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		rule := DefaultRule()
		rule.Ground = rapid.SampledFrom([]string{Plane, Line, Circle, Field}).Draw(t, "ground")
		s := New(betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 2, Ninja: 0}, {Wonderwall: 0, Ninja: 1}}, rule, seeded(1))
		to := Point{rapid.Float64().Draw(t, "x"), rapid.Float64().Draw(t, "y")}
		if rapid.Bool().Draw(t, "odd") {
			to.X = math.NaN()
		}
		s.Drag(1, to)
		at := s.Places()[1]
		view := s.View()[1]
		if s.Drag(1, view); s.ground.squaredDistance(at, s.Places()[1]) > 1e-20 {
			t.Fatalf("%s: a player at %v is shown at %v, which is %v", rule.Ground, at, view, s.Places()[1])
		}
		if math.IsNaN(at.X+at.Y) || s.Rest() ||
			s.ground == circle && !(0 <= at.X && at.X < 1 && at.Y == 0) ||
			s.ground == line && at.Y != 0 ||
			s.ground == field && !(0 <= min(at.X, at.Y) && max(at.X, at.Y) <= 1) {
			t.Fatalf("%s: %v is dragged to %v", rule.Ground, to, at)
		}
		s.Step()
	})
}

func TestATrialEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	r := readable()
	c := must(Classes(t.Context(), r, 4))[0]
	_, err := Trials{Ruleset: r, Rule: DefaultRule(), Steps: 100_000}.Play(ctx, c.Game, seeded(1))
	if err != context.Canceled {
		t.Errorf("error %v, want %v", err, context.Canceled)
	}
}

func BenchmarkStep(b *testing.B) {
	for _, rule := range rules(b) {
		b.Run(rule.String(), func(b *testing.B) {
			random := seeded(1)
			s := New(wanting(b, 30, random), rule, random)
			for b.Loop() {
				s.Step()
			}
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "steps/s")
		})
	}
}
