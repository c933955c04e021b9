package games

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum"
)

func TestEveryRulesetIsFoundByItsName(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range All() {
		if seen[r.Name()] {
			t.Errorf("there are two rulesets named %q", r.Name())
		}
		seen[r.Name()] = true
		if got, err := Named(r.Name()); err != nil || got.Name() != r.Name() {
			t.Errorf("Named(%q) = %v, %v", r.Name(), got, err)
		}
	}
	if _, err := Named("chess"); err == nil {
		t.Errorf("Named(%q) finds a ruleset", "chess")
	}
}

func TestNamesSetParameters(t *testing.T) {
	for _, c := range []struct{ name, want, err string }{
		{"jump", "jump", ""},
		{"jump:players=2", "jump:players=2", ""},
		{"jump:players=1", "jump", ""},
		{"jump:tie=inherit,players=2,move=diamond", "jump:players=2,move=diamond,tie=inherit", ""},
		{"jump:preset=document,players=2", "jump:players=2,move=diamond,tie=inherit", ""},
		{"nimbers:chips=unordered,dag=4.2-4.1-3", "nimbers:dag=4.1-3.2-4,chips=unordered", ""},
		{"nimbers:dag=4 2\n2 4\n1 3\n", "nimbers:dag=4.1-3.2-4", ""},
		{"jump:", "", `"" sets no parameter`},
		{"jump:players", "", `"players" sets no parameter`},
		{"jump:speed=2", "", `there is no parameter "speed"; there is: rows, `},
		{"jump:players=2,players=2", "", "players is set twice"},
		{"jump:players=none", "", `not "none"`},
		{"spies:n=3", "", "spies has no parameters"},
		{"chess:n=3", "", `no ruleset "chess"`},
		{"", "", `no ruleset ""`},
	} {
		r, err := Named(c.name)
		switch {
		case c.err != "" && (err == nil || r != nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("Named(%q) = %v, %v, want an error with %q", c.name, r, err, c.err)
		case c.err == "" && (err != nil || r.Name() != c.want):
			t.Errorf("Named(%q) = %v, %v, want %s", c.name, r, err, c.want)
		}
		if c.err != "" {
			continue
		}
		if again, err := Named(c.want); err != nil || again.Name() != c.want {
			t.Errorf("Named(%q) = %v, %v, want itself", c.want, again, err)
		}
	}
}

// TestDefaultsAreWhatTheParametersSay sets every parameter to its default.
func TestDefaultsAreWhatTheParametersSay(t *testing.T) {
	for _, r := range All() {
		p, ok := r.(enum.Parametric)
		if !ok {
			continue
		}
		for _, parameter := range p.Parameters() {
			set, err := p.With(map[string]string{parameter.Name: parameter.Default})
			if err != nil || set.Name() != r.Name() {
				t.Errorf("%s: with %s = %s it is %v, %v, want %s", r.Name(), parameter.Name, parameter.Default, set, err, r.Name())
			}
		}
	}
}

// settings returns all rulesets as they are by default, and others with parameters.
func settings(t *testing.T) []enum.Ruleset {
	t.Helper()
	all := All()
	for _, name := range []string{
		"nimbers:chips=unordered",
		"nimbers:dag=complete",
		"nimbers:dag=6.1-3.1-4.2-3.2-4.3-5.4-5.3-6.4-6,chips=unordered",
		"jump:players=2",
		"jump:players=3,rows=2,values=1..3,move=diamond",
		"jump:players=2,preset=document",
		"jump:rows=1,values=0..4,players=2,tie=inherit",
		"jump:values=5..6,move=diamond",
		"nim:heaps=2..4",
		"nim:verdict=grundy",
		"greedy:heaps=3,verdict=grundy",
		"antonim:heaps=3",
		"tower:heaps=4,verdict=grundy",
		"rotisserie:heaps=4",
		"col:colours=leaves",
		"col:colours=all",
		"col:shape=paths,colours=all",
	} {
		r, err := Named(name)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}

// spacesOf returns the spaces of a ruleset's size by method: the walk, and all counts.
func spacesOf(t *testing.T, r enum.Ruleset, size int) map[string]enum.Space {
	t.Helper()
	spaces := make(map[string]enum.Space)
	add := func(method string, s enum.Space, err error) {
		switch {
		case err == nil:
			spaces[method] = s
		case s != nil:
			t.Errorf("%s, size %d, %s: a space and an error", r.Name(), size, method)
		}
	}
	if s, err := r.Space(size); err != nil || enum.Walkable(s) == nil {
		add("walk", s, err)
	}
	if counted, ok := r.(enum.Counted); ok {
		for _, m := range counted.Methods() {
			s, err := counted.Counting(m.Name, size, enum.Means{Workers: 1})
			add(m.Name, s, err)
		}
	}
	return spaces
}

// TestEverySpaceKeepsTheRulesOfTheEngine checks, for every ruleset and method, what
// enum asks of spaces: shards numbered from 0 and always the same, verdicts, numbers
// that fit together.
func TestEverySpaceKeepsTheRulesOfTheEngine(t *testing.T) {
	for _, r := range settings(t) {
		for size := range 8 {
			for method, s := range spacesOf(t, r, size) {
				var paths []string
				for shard := range s.Shards() {
					if shard.ID != uint64(len(paths)) {
						t.Errorf("%s, size %d, %s: shard %d is numbered %d", r.Name(), size, method, len(paths), shard.ID)
					}
					paths = append(paths, string(shard.Path))
				}
				for shard := range s.Shards() {
					if string(shard.Path) != paths[shard.ID] {
						t.Errorf("%s, size %d, %s: shard %d is another one the second time", r.Name(), size, method, shard.ID)
					}
				}
				if len(s.Verdicts()) < 1 || s.Fingerprint() == "" {
					t.Errorf("%s, size %d, %s: no verdicts or no fingerprint", r.Name(), size, method)
				}
				if classes := s.Classes(); classes != nil && classes.Cmp(s.Games()) > 0 {
					t.Errorf("%s, size %d, %s: %v classes of %v labelled games", r.Name(), size, method, classes, s.Games())
				}
				if enum.Orbit(s, 1).Cmp(s.Group()) != 0 {
					t.Errorf("%s, size %d, %s: a class without symmetry has another orbit than the group's order", r.Name(), size, method)
				}
			}
		}
	}
}

// TestEveryRulesetIsWhatItsAboutSays checks the sizes at their ends.
func TestEveryRulesetIsWhatItsAboutSays(t *testing.T) {
	for _, r := range settings(t) {
		about := r.About()
		if about.Summary == "" || about.Size == "" || about.Group == "" || about.Example == "" {
			t.Errorf("%s: About = %+v, want something everywhere", r.Name(), about)
		}
		if about.Walked.Empty() {
			t.Errorf("%s: no size can be walked", r.Name())
			continue
		}
		for size, want := range map[int]struct{ there, walkable bool }{
			about.Sizes.First - 1:  {false, false},
			about.Sizes.First:      {true, about.Walked.Contains(about.Sizes.First)},
			about.Walked.First:     {true, true},
			about.Walked.Last:      {true, true},
			about.Walked.Last + 1:  {about.Sizes.Contains(about.Walked.Last + 1), false},
			about.Sizes.Last:       {true, about.Walked.Contains(about.Sizes.Last)},
			about.Sizes.Last + 1:   {false, false},
			-about.Sizes.First - 1: {false, false},
		} {
			s, err := r.Space(size)
			if (err == nil) != want.there || err != nil && s != nil {
				t.Errorf("%s, size %d: Space = %v, %v, want one: %v", r.Name(), size, s, err, want.there)
				continue
			}
			if err != nil {
				continue
			}
			if walkable := enum.Walkable(s); (walkable == nil) != want.walkable {
				t.Errorf("%s, size %d: Walkable = %v, want nil: %v", r.Name(), size, walkable, want.walkable)
			}
			if _, ok := s.(enum.Sampled); !ok {
				t.Errorf("%s, size %d: the space has no sampler", r.Name(), size)
			}
		}
	}
}

// TestEveryCoverageAddsUp checks, for every ruleset and method, that what shards cover,
// one by one, adds up to what they cover together, and that this is the whole.
func TestEveryCoverageAddsUp(t *testing.T) {
	most := big.NewInt(2e7)
	if testing.Short() {
		most = big.NewInt(1e5)
	}
	for _, r := range settings(t) {
		for size := range 7 {
			for method, s := range spacesOf(t, r, size) {
				if s.Games().Cmp(most) > 0 {
					continue // for the rulesets' own tests
				}
				sum, added := enum.NewTally(len(s.Verdicts())), new(big.Int)
				err := enum.Run(context.Background(), s, enum.Plan{Workers: 1}, func(shard enum.Result) error {
					covered, _, err := s.Coverage(shard.Tally)
					if err != nil {
						return err
					}
					sum.Merge(shard.Tally)
					added.Add(added, covered)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				covered, whole, err := s.Coverage(sum)
				if err != nil || whole.Sign() <= 0 || covered.Cmp(whole) != 0 || added.Cmp(whole) != 0 {
					t.Errorf("%s, size %d, %s: all shards cover %v of %v, one by one %v, %v", r.Name(), size, method, covered, whole, added, err)
				}
				if _, err := enum.Prove(s, sum); err != nil {
					t.Errorf("%s, size %d, %s: %v", r.Name(), size, method, err)
				}
				if layered, ok := s.(enum.Layered); ok {
					if err := layered.Close(); err != nil {
						t.Errorf("%s, size %d, %s: %v", r.Name(), size, method, err)
					}
				}
			}
		}
	}
}

func ExampleNamed() {
	ruleset, err := Named("wonderwall")
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := ruleset.Space(4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(space.Games(), "labelled games in", space.Classes(), "classes")
	_, err = Named("chess")
	fmt.Println(err)
	// Output:
	// 1296 labelled games in 60 classes
	// there is no ruleset "chess"; there is: wonderwall, nimbers, spies, jump, nim, antonim, tower, rotisserie, greedy, col
}
