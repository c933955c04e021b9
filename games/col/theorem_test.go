package col

import (
	"context"
	"errors"
	"flag"
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

var large = flag.Bool("large", false, "check theorems on all uncoloured trees of up to 14 vertices, too")

func TestTheoremsHold(t *testing.T) {
	for _, c := range []struct {
		values      given
		size, short int
	}{
		{nil, 12, 8},
		{given{"colours": "leaves"}, 10, 6},
		{given{"colours": "all"}, 7, 4},
	} {
		r := set(t, c.values)
		size := c.size
		if testing.Short() {
			size = c.short
		}
		if *large && c.values == nil {
			size = 14
		}
		for _, theorem := range r.theorems() {
			f, err := theorem.check(context.Background(), size)
			if err != nil {
				t.Fatal(err)
			}
			if f.counterexample != "" || f.positions == 0 {
				t.Errorf("%s, %s: %d positions, counterexample %q", r.name(), theorem.name, f.positions, f.counterexample)
			}
		}
	}
}

// TestTheoremsCompareTheExpectedPositions counts the positions that each theorem is about, because a theorem about none would
// hold without being checked.
func TestTheoremsCompareTheExpectedPositions(t *testing.T) {
	compared := make(map[string]int)
	for _, theorem := range set(t, given{"colours": "leaves"}).theorems() {
		f, err := theorem.check(context.Background(), 3)
		if err != nil {
			t.Fatal(err)
		}
		compared[theorem.name] = f.positions
	}
	for name, want := range map[string]int{
		"paths":       3 + 9 + 27, // all paths
		"head":        3 * 3,      // three lengths, and three states of the end
		"root":        1 + 3 + 1,  // oo; ooo, ooB, ooR; o(o,o)
		"star":        3 + 3 + 9,  // all trees: 3; 3; 3 paths and 6 pairs of leaves
		"numbers":     3 + 3 + 9,
		"number-star": 2*3*8 + 1, // eighths from -3 to 3
		"uncoloured":  1 + 1 + 2,
	} {
		if compared[name] != want {
			t.Errorf("%s compares %d positions, want %d", name, compared[name], want)
		}
	}
}

// TestCounterexamplesAreFound checks that the first counterexamples of false statements are found.
func TestCounterexamplesAreFound(t *testing.T) {
	r := set(t, given{"colours": "leaves"})
	check := checked(r.upTo, func(c *checker, p position, v partizan.Value) (bool, string, error) {
		return len(p) > 1, c.say(v, c.sum(len(p), 0)), nil
	})
	want := finding{2, "oB: -1, and not 0"}
	if got, err := check(context.Background(), 5); err != nil || got != want {
		t.Errorf("the finding is %v, %v, want %v", got, err, want)
	}

	solver := search.NewSolver()
	c := &checker{ctx: context.Background(), solver: solver}
	arena := solver.Arena()
	path, half, up := parsed(t, "oo"), arena.Dyadic(1, 1), arena.Make([]partizan.Value{partizan.Zero}, []partizan.Value{arena.Star(1)})
	for name, f := range map[string]func(position, partizan.Value) (bool, string, error){
		"paths": c.paths, "root": c.root, "star": c.star, "uncoloured": c.uncoloured,
	} {
		if speaks, fault, err := f(path, half); !speaks || fault == "" || err != nil {
			t.Errorf("%s lets oo = 1/2 pass: %t, %q, %v", name, speaks, fault, err)
		}
	}
	if _, fault, err := c.numbers(path, up); fault != "↑" || err != nil {
		t.Errorf("numbers lets ↑ pass: %q, %v", fault, err)
	}
}

func TestChecksEndWithTheirContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, theorem := range (settings{}).theorems() {
		if _, err := theorem.check(ctx, 5); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Check = %v, want the context's error", theorem.name, err)
		}
	}
	if _, err := New().Values(ctx, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("Values = %v, want the context's error", err)
	}
	if _, err := (settings{}).count(ctx, 5); !errors.Is(err, context.Canceled) {
		t.Errorf("count = %v, want the context's error", err)
	}
	for _, a := range New().Questions[0].Algorithms {
		if _, err := parsed(t, "oo").Solve(ctx, single.How{Algorithm: a.Name}); !errors.Is(err, context.Canceled) {
			t.Errorf("%s: Solve = %v, want the context's error", a.Name, err)
		}
	}
	if _, err := parsed(t, "oo").Solve(ctx, single.How{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Solve = %v, want the context's error", err)
	}
}

func TestValuesAreCounted(t *testing.T) {
	r := set(t, given{"colours": "leaves"})
	for n := 1; n <= 6; n++ {
		s, err := r.space(n)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := r.values(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		byOutcome := make([]enum.Total, len(verdicts()))
		for v := range byOutcome {
			byOutcome[v] = enum.Total{Games: new(big.Int), Classes: new(big.Int)}
		}
		var names []string
		for _, c := range counts {
			total := byOutcome[slices.Index(s.Verdicts(), c.Verdict)]
			total.Games.Add(total.Games, c.Games)
			total.Classes.Add(total.Classes, c.Classes)
			if text, err := solved(t, parsed(t, c.First), exhaustive, "table"); err != nil || !strings.HasPrefix(text, c.Verdict+"  value: "+c.Value+"  ") {
				t.Errorf("the value of %v is %s, and not %q", c.First, c.Value, text)
			}
			names = append(names, c.Value)
		}
		for v, total := range run(t, s) {
			if total.Games.Cmp(byOutcome[v].Games) != 0 || total.Classes.Cmp(byOutcome[v].Classes) != 0 {
				t.Errorf("n = %d: values sum to %v games of %s, the walk to %v", n, byOutcome[v].Games, s.Verdicts()[v], total.Games)
			}
		}
		if want := "[-1 -1* -1/2 0 * 1/2 1 1*]"; n == 3 && strings.Join(names, " ") != strings.Trim(want, "[]") {
			t.Errorf("the values of 3 vertices are %v, want %s", names, want)
		}
		byFormula, err := r.count(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		for seen, number := range byFormula {
			i := slices.Index(names, seen.value.String())
			if i < 0 {
				t.Fatalf("n = %d: by the formula %v occurs", n, seen.value)
			}
			counts[i].Games.Sub(counts[i].Games, number.games)
			counts[i].Classes.Sub(counts[i].Classes, number.classes)
		}
		for _, c := range counts {
			if c.Games.Sign() != 0 || c.Classes.Sign() != 0 {
				t.Errorf("n = %d: %s occurs in %v games and %v classes more than by the formula", n, c.Value, c.Games, c.Classes)
			}
		}
	}
}

func TestNegativesOccurAsOften(t *testing.T) {
	for n := 1; n <= 6; n++ {
		counts, err := set(t, given{"colours": "all"}).values(context.Background(), n)
		if err != nil {
			t.Fatal(err)
		}
		// Swapping the colours negates the value.
		for _, c := range counts {
			negative := negated(c.Value)
			i := slices.IndexFunc(counts, func(other playing.ValueCount) bool { return other.Value == negative })
			if i < 0 || counts[i].Classes.Cmp(c.Classes) != 0 || counts[i].Games.Cmp(c.Games) != 0 {
				t.Errorf("n = %d: %s does not occur as often as %s", n, negative, c.Value)
			}
		}
	}
}

func TestValuesOfTooManyVerticesAreRefused(t *testing.T) {
	want := "n = 17 is too large to walk col: expected 1 to 16 vertices"
	if _, err := New().Values(context.Background(), 17); err == nil || err.Error() != want {
		t.Errorf("Values = %v, want %q", err, want)
	}
}

// negated returns the negative of a number, or of a number with a star.
func negated(value string) string {
	switch {
	case value == "0" || value == "*":
		return value
	case value[0] == '-':
		return value[1:]
	}
	return "-" + value
}

func BenchmarkTheorems(b *testing.B) {
	for _, c := range []struct {
		values given
		size   int
	}{{nil, 12}, {given{"colours": "leaves"}, 10}, {given{"colours": "all"}, 7}} {
		r := set(b, c.values)
		for _, theorem := range r.theorems() {
			if theorem.name != "root" {
				continue
			}
			b.Run(r.name(), func(b *testing.B) {
				for b.Loop() {
					if _, err := theorem.check(context.Background(), c.size); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
