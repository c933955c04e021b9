package games

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
)

func named(t testing.TB, name string) *enum.Ruleset {
	t.Helper()
	r, err := enum.Find(All(), name)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestEveryRulesetIsFoundByItsName(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range All() {
		if seen[r.Name] {
			t.Errorf("there are two rulesets named %q", r.Name)
		}
		seen[r.Name] = true
		if got, err := enum.Find(All(), r.Name); err != nil || got.Name != r.Name {
			t.Errorf("Find(%q) = %v, %v", r.Name, got, err)
		}
	}
	if r, err := enum.Find(All(), "chess"); err == nil {
		t.Errorf("Find(%q) = %s", "chess", r.Name)
	}
}

func TestNamesSetParameters(t *testing.T) {
	for _, c := range []struct{ name, want, err string }{
		{"jump", "jump", ""},
		{"jump:players=2", "jump:players=2", ""},
		{"jump:players=1", "jump", ""},
		{"jump:tie=inherit,players=2,move=diamond", "jump:players=2,move=diamond,tie=inherit", ""},
		{"jump:preset=document,players=2", "jump:players=2,move=diamond,tie=inherit", ""},
		{"nimbers:chips=unordered,dag=complete", "nimbers:dag=complete", ""},
		{"jump:", "", `jump: "" is not a parameter with a value`},
		{"jump:players", "", `"players" is not a parameter with a value`},
		{"jump:speed=2", "", `unknown parameter "speed"; choose one of: rows, `},
		{"jump:players=2,players=2", "", "players is set twice"},
		{"jump:players=none", "", "players=none: expected a number from 1 to 100"},
		{"spies:n=3", "", "spies has no parameters"},
		{"chess:n=3", "", `unknown ruleset "chess"`},
		{"", "", `unknown ruleset ""`},
	} {
		r, err := enum.Find(All(), c.name)
		switch {
		case c.err != "" && (err == nil || r != nil || !strings.Contains(err.Error(), c.err)):
			t.Errorf("Find(%q) = %v, %v, want an error with %q", c.name, r, err, c.err)
		case c.err == "" && (err != nil || r.Name != c.want):
			t.Errorf("Find(%q) = %v, %v, want %s", c.name, r, err, c.want)
		}
		if c.err != "" {
			continue
		}
		if again, err := enum.Find(All(), c.want); err != nil || again.Name != c.want {
			t.Errorf("Find(%q) = %v, %v, want itself", c.want, again, err)
		}
	}
}

// The method that SharesCode names must be another one, must exist, and must not itself share code, so that no chain of
// methods has to be followed.
func TestSharesCodeNamesAnotherMethod(t *testing.T) {
	sharing := 0
	for _, name := range []string{
		"wonderwall", "nimbers", "nimbers:dag=complete", "spies", "jump", "nim", "antonim", "antonim:heaps=4", "tower",
		"rotisserie", "rotisserie:heaps=4", "greedy", "col",
	} {
		r := named(t, name)
		for _, m := range r.Methods {
			if m.SharesCode == "" {
				continue
			}
			sharing++
			code, err := r.Method(m.SharesCode)
			if err != nil || code.Name == m.Name || code.SharesCode != "" {
				t.Errorf("%s: the method %s shares the code of %q, which is no other method with code of its own (%v)", name, m.Name, m.SharesCode, err)
			}
		}
	}
	if sharing < 10 {
		t.Errorf("%d methods share code, want 10 or more", sharing)
	}
}

func TestMethodsReachTheSizesThatTheyName(t *testing.T) {
	for _, name := range []string{
		"wonderwall", "nimbers", "nimbers:dag=complete", "spies", "jump", "jump:rows=2,players=2",
		"nim", "antonim", "antonim:heaps=4", "tower", "rotisserie", "rotisserie:heaps=4", "greedy", "col", "col:colours=all", "choices", "choices:picks=1",
	} {
		r := named(t, name)
		for _, m := range r.Methods {
			reaches := func(size int) bool {
				s, err := m.Space(size, enum.Means{Workers: 1})
				if err != nil {
					return false
				}
				if closer, ok := s.(io.Closer); ok {
					closer.Close()
				}
				return true
			}
			for _, size := range []int{m.Sizes.First - 1, m.Sizes.First, m.Sizes.Last, m.Sizes.Last + 1} {
				if m.Name == "subsets" && size == 32 || m.Name == "frontier" && size > 100 {
					continue // this size takes memory that only a caller can allow, or long to plan
				}
				if got, want := reaches(size), m.Sizes.Contains(size); got != want {
					t.Errorf("%s: the method %s reaches %d: %t, want %t", name, m.Name, size, got, want)
				}
			}
		}
	}
}

func TestDefaultsAreWhatTheParametersSay(t *testing.T) {
	for _, r := range All() {
		for _, parameter := range r.Parameters {
			set, err := r.With(map[string]string{parameter.Name: parameter.Default})
			if err != nil || set.Name != r.Name {
				t.Errorf("%s: with %s = %s it is %v, %v, want %s", r.Name, parameter.Name, parameter.Default, set, err, r.Name)
			}
		}
	}
}

// rulesets returns all rulesets with their defaults, and some with other parameters.
func rulesets(t *testing.T) []*enum.Ruleset {
	t.Helper()
	all := All()
	for _, name := range []string{
		"nimbers:chips=unordered",
		"nimbers:dag=complete",
		"jump:players=2",
		"jump:players=3,rows=2,values=1..3,move=diamond",
		"jump:players=2,preset=document",
		"jump:rows=1,values=0..4,players=2,tie=inherit",
		"jump:rows=2,values=5..6,move=diamond",
		"nim:heaps=2..4",
		"nim:verdict=grundy",
		"greedy:heaps=3,verdict=grundy",
		"antonim:heaps=3",
		"tower:heaps=4,verdict=grundy",
		"rotisserie:heaps=4",
		"col:colours=leaves",
		"col:colours=all",
		"choices:picks=1,self=yes",
		"choices:picks=3,order=no",
		"choices:picks=2,self=yes,repeat=yes",
	} {
		all = append(all, named(t, name))
	}
	return all
}

// TestRulesetsSetFieldsThatBelongTogether checks fields that belong together: a ruleset must set all of them or none.
func TestRulesetsSetFieldsThatBelongTogether(t *testing.T) {
	for _, r := range rulesets(t) {
		together := func(what string, fields ...bool) {
			if slices.Contains(fields, true) && slices.Contains(fields, false) {
				t.Errorf("%s: of %s, some are there: %v", r.Name, what, fields)
			}
		}
		if r.Summary == "" || r.Size == "" || r.Group == "" || r.Example == "" || r.Space == nil || len(r.Methods) == 0 {
			t.Errorf("%s: %+v, want every required field", r.Name, r)
		}
		together("Parameters, With", r.Parameters != nil, r.With != nil)
		together("Read, Input, Questions, Drawings", r.Read != nil, r.Input != "", r.Questions != nil, r.Drawings != nil)
		if r.Input != "" && !strings.HasSuffix(r.Input, "\n") {
			t.Errorf("%s: Input = %q, want whole lines", r.Name, r.Input)
		}
		for i, q := range slices.Concat(r.Questions, r.Drawings) {
			first := i == 0 || i == len(r.Questions)
			if q.Name == "" || q.Formats == nil || q.Ask == nil || (q.Summary == "") && !first && q.Name != "draw" || q.Title != "" && !slices.Contains(q.Formats, "json") {
				t.Errorf("%s: %+v, want a whole question, and json if it is shown", r.Name, q)
			}
		}

		var names []string
		for i, m := range r.Methods {
			names = append(names, m.Name)
			if (m.Name == enum.Walk) != (i == 0) || m.Summary == "" || m.Space == nil {
				t.Errorf("%s: method %d is %+v, want the walk first, and all of them whole", r.Name, i, m)
			}
		}
		for _, q := range r.Questions {
			names = append(names, "question "+q.Name)
		}
		if len(r.Questions) > 0 {
			for _, a := range r.Questions[0].Algorithms {
				names = append(names, "algorithm "+a.Name)
			}
		}
		for _, p := range r.Parameters {
			names = append(names, "parameter "+p.Name)
		}
		for _, f := range r.Families {
			made := 0 // the number of ways in which the family makes games
			for _, way := range []bool{f.Generate != nil, f.With != nil, f.Origin != nil} {
				if way {
					made++
				}
			}
			names = append(names, "family "+f.Name)
			if f.Summary == "" || len(f.Formats) == 0 || made != 1 || (f.With == nil) != (f.Numbers == nil) || f.Origin != nil && (f.Origin.Name == "" || f.Shuffle != nil) {
				t.Errorf("%s: %+v, want a whole family", r.Name, f)
			}
		}

		slices.Sort(names)
		if len(slices.Compact(slices.Clone(names))) != len(names) {
			t.Errorf("%s: two things have one name: %q", r.Name, names)
		}
	}
}

// spacesOf returns the spaces of a size by the methods that can count it.
func spacesOf(t *testing.T, r *enum.Ruleset, size int) map[string]enum.Space {
	t.Helper()
	spaces := make(map[string]enum.Space)
	for _, m := range r.Methods {
		switch s, err := m.Space(size, enum.Means{Workers: 1}); {
		case err == nil:
			spaces[m.Name] = s
		case s != nil:
			t.Errorf("%s, size %d, %s: a space and an error", r.Name, size, m.Name)
		}
	}
	return spaces
}

// TestEverySpaceKeepsTheRulesOfTheEngine checks the rules of package enum: shards are numbered from 0 and always the
// same, the verdicts have names, and the numbers of games and classes are consistent.
func TestEverySpaceKeepsTheRulesOfTheEngine(t *testing.T) {
	for _, r := range rulesets(t) {
		for size := range 8 {
			for method, s := range spacesOf(t, r, size) {
				var paths []string
				for shard := range s.Shards() {
					if shard.ID != uint64(len(paths)) {
						t.Errorf("%s, size %d, %s: shard %d is numbered %d", r.Name, size, method, len(paths), shard.ID)
					}
					paths = append(paths, string(shard.Path))
				}
				for shard := range s.Shards() {
					if string(shard.Path) != paths[shard.ID] {
						t.Errorf("%s, size %d, %s: shard %d is another one the second time", r.Name, size, method, shard.ID)
					}
				}
				if len(s.Verdicts()) < 1 || !strings.HasPrefix(s.Fingerprint(), r.Name+" ") {
					t.Errorf("%s, size %d, %s: the verdicts %q, the fingerprint %q", r.Name, size, method, s.Verdicts(), s.Fingerprint())
				}
				if classes := s.Classes(); classes != nil && classes.Cmp(s.Games()) > 0 {
					t.Errorf("%s, size %d, %s: %v classes of %v labelled games", r.Name, size, method, classes, s.Games())
				}
				if enum.Orbit(s, 1).Cmp(s.Group()) != 0 {
					t.Errorf("%s, size %d, %s: a class without symmetry has another orbit than the group's order", r.Name, size, method)
				}
			}
		}
	}
}

func TestEveryRulesetHasTheSizesItNames(t *testing.T) {
	for _, r := range rulesets(t) {
		if r.Walked().Empty() {
			t.Errorf("%s: no size can be walked", r.Name)
			continue
		}
		for size, want := range map[int]struct{ there, walked bool }{
			r.Sizes.First - 1:   {false, false},
			r.Sizes.First:       {true, r.Walked().Contains(r.Sizes.First)},
			r.Walked().First:    {true, true},
			r.Walked().Last:     {true, true},
			r.Walked().Last + 1: {r.Sizes.Contains(r.Walked().Last + 1), false},
			r.Sizes.Last:        {true, r.Walked().Contains(r.Sizes.Last)},
			r.Sizes.Last + 1:    {false, false},
			-r.Sizes.First - 1:  {false, false},
		} {
			if s, err := r.Space(size); (err == nil) != want.there || (err == nil) != (s != nil) {
				t.Errorf("%s, size %d: Space = %v, %v, want one: %v", r.Name, size, s, err, want.there)
			}
			if s, err := r.Methods[0].Space(size, enum.Means{}); (err == nil) != want.walked || (err == nil) != (s != nil) {
				t.Errorf("%s, size %d: the walk's Space = %v, %v, want one: %v", r.Name, size, s, err, want.walked)
			}
			if r.Lister != nil {
				if l, err := r.Lister(size); (err == nil) != want.walked || (err == nil) != (l != nil) {
					t.Errorf("%s, size %d: Lister = %v, want one: %v", r.Name, size, err, want.walked)
				}
			}
			// Every size that can be walked can be sampled. Some larger sizes can be sampled too.
			if r.Sampler != nil {
				if s, err := r.Sampler(size); (err == nil) != (s != nil) || err == nil && !want.there || err != nil && want.walked {
					t.Errorf("%s, size %d: Sampler = %v, want one: %v", r.Name, size, err, want.there)
				}
			}
		}
	}
}

// The sum of what single shards cover must be what all shards cover together, and this must be the whole count.
func TestEveryCoverageAddsUp(t *testing.T) {
	most := big.NewInt(2e6)
	if testing.Short() {
		most = big.NewInt(1e5)
	}
	for _, r := range rulesets(t) {
		for size := range 7 {
			for method, s := range spacesOf(t, r, size) {
				if s.Games().Cmp(most) > 0 {
					continue // the rulesets' own tests have these sizes
				}
				sum, added := enum.NewTally(len(s.Verdicts())), new(big.Int)
				err := enum.Run(context.Background(), s, enum.Plan{Workers: 1}, func(shard enum.Result) error {
					totals, err := s.Totals(shard.Tally)
					if err != nil {
						return err
					}
					sum.Merge(shard.Tally)
					added.Add(added, totals.Coverage)
					return nil
				})
				if err != nil {
					t.Fatal(err)
				}
				totals, err := s.Totals(sum)
				if err != nil || totals.Whole.Sign() <= 0 || !totals.Complete() || added.Cmp(totals.Whole) != 0 {
					t.Errorf("%s, size %d, %s: all shards cover %v of %v, one by one %v, %v", r.Name, size, method, totals.Coverage, totals.Whole, added, err)
				}
				if _, _, err := enum.Prove(s, sum); err != nil {
					t.Errorf("%s, size %d, %s: %v", r.Name, size, method, err)
				}
				if c, ok := s.(io.Closer); ok {
					if err := c.Close(); err != nil {
						t.Errorf("%s, size %d, %s: %v", r.Name, size, method, err)
					}
				}
			}
		}
	}
}

func ExampleAll() {
	ruleset, err := enum.Find(All(), "wonderwall")
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
	// Output: 1296 labelled games in 60 classes
}
