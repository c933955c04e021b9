package checkpoints

import (
	"context"
	"errors"
	"maps"
	"path/filepath"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
)

// tallies returns the tally of each shard of a space, as it is, and with the verdicts of the
// classes exchanged.
func tallies(t testing.TB, s enum.Space) (right, wrong []enum.Result) {
	t.Helper()
	walk := func(s enum.Space) []enum.Result {
		var list []enum.Result
		if err := enum.Run(context.Background(), s, enum.Plan{Workers: 2}, func(r enum.Result) error { list = append(list, r); return nil }); err != nil {
			t.Fatal(err)
		}
		slices.SortFunc(list, func(a, b enum.Result) int { return int(a.Shard.ID) - int(b.Shard.ID) })
		return list
	}
	right = walk(s)
	for i, r := range right {
		lie := lyingWalker{s.Walker(), uint64(i)}
		tally := enum.NewTally(2)
		if err := lie.Walk(context.Background(), r.Shard, tally); err != nil {
			t.Fatal(err)
		}
		wrong = append(wrong, enum.Result{Shard: r.Shard, Tally: tally})
	}
	return right, wrong
}

// A crewModel is what a crew should know: what each member has said of each shard.
type crewModel struct {
	said   map[string]map[uint64]*enum.Tally
	banned map[string]bool
}

func (m crewModel) claims(shard uint64) (distinct []*enum.Tally, claims int) {
	for _, name := range slices.Sorted(maps.Keys(m.said)) {
		if t := m.said[name][shard]; t != nil {
			claims++
			if !slices.ContainsFunc(distinct, t.Equal) {
				distinct = append(distinct, t)
			}
		}
	}
	return distinct, claims
}

func TestACrewKnowsWhatItsMembersSaidAlsoAfterARestart(t *testing.T) {
	key := Key{Ruleset: "wonderwall", Size: 5, Method: enum.Walk}
	space, err := spaceOf(key)
	if err != nil {
		t.Fatal(err)
	}
	right, wrong := tallies(t, space)
	names := []string{Local, "ann", "ben", "cleo"}
	rapid.Check(t, func(rt *rapid.T) {
		path := filepath.Join(t.TempDir(), "test.db")
		var store *Store
		var crew *Crew
		open := func() {
			var err error
			if store != nil {
				store.Close()
			}
			if store, err = Open(path); err != nil {
				rt.Fatal(err)
			}
			if crew, err = store.Crew(context.Background(), key, space); err != nil {
				rt.Fatal(err)
			}
		}
		open()
		defer func() { store.Close() }()
		model := crewModel{make(map[string]map[uint64]*enum.Tally), make(map[string]bool)}
		deliver := func(name string, results []enum.Result) {
			receipts, err := crew.Deliver([]Delivery{{name, "host of " + name, "test", results}})
			if err != nil {
				rt.Fatal(err)
			}
			if model.said[name] == nil {
				model.said[name] = make(map[uint64]*enum.Tally)
			}
			fault := model.banned[name]
			for _, r := range results {
				switch before := model.said[name][r.Shard.ID]; {
				case model.banned[name]:
				case before == nil:
					model.said[name][r.Shard.ID] = r.Tally
				case !before.Equal(r.Tally):
					fault = true
				}
			}
			if (receipts[0].Fault != nil) != fault {
				rt.Errorf("%q delivers %d shards: %v, want a fault: %v", name, len(results), receipts[0].Fault, fault)
			}
		}
		rt.Repeat(map[string]func(*rapid.T){
			"deliver": func(rt *rapid.T) {
				name := rapid.SampledFrom(names).Draw(rt, "name")
				var results []enum.Result
				for _, id := range rapid.SliceOfNDistinct(rapid.IntRange(0, len(right)-1), 1, 8, rapid.ID[int]).Draw(rt, "shards") {
					if name != Local && rapid.IntRange(0, 5).Draw(rt, "lie") == 0 {
						results = append(results, wrong[id])
					} else {
						results = append(results, right[id])
					}
				}
				deliver(name, results)
			},
			"ban": func(rt *rapid.T) {
				name := rapid.SampledFrom(names[1:]).Draw(rt, "name")
				again, err := crew.Ban(name, "for a test")
				if err != nil {
					rt.Fatal(err)
				}
				var want []uint64
				for id := range model.said[name] {
					if _, claims := model.claims(id); claims == 1 {
						want = append(want, id)
					}
				}
				model.banned[name] = true
				delete(model.said, name)
				if slices.Sort(want); !slices.Equal(again, want) {
					rt.Errorf("%s is banned, and shards %v are missing; want %v", name, again, want)
				}
			},
			"reopen": func(*rapid.T) { open() },
			"": func(rt *rapid.T) {
				missing, sum := uint64(0), enum.NewTally(2)
				var disputed []uint64
				for i := range right {
					id := uint64(i)
					distinct, claims := model.claims(id)
					here := model.said[Local][id] != nil
					if len(distinct) > 1 {
						disputed = append(disputed, id)
					} else if want := claims > 1 || here; crew.Confirmed(id) != want {
						rt.Errorf("shard %d, done by %d: confirmed is %v", id, claims, crew.Confirmed(id))
					}
					if crew.Done(id) != (claims > 0) {
						rt.Errorf("shard %d, done by %d: done is %v", id, claims, crew.Done(id))
					}
					if owner, ok := crew.Owner(id); ok {
						sum.Merge(model.said[owner][id])
					} else {
						missing++
					}
				}
				if _, got := crew.Shards(); got != missing {
					rt.Errorf("%d shards are missing, want %d", got, missing)
				}
				if got := crew.Disputed(); !slices.Equal(got, disputed) {
					rt.Errorf("shards %v are disputed, want %v", got, disputed)
				}
				if !crew.Sum().Tally.Equal(sum) {
					rt.Error("the sum is not that of the owners' shards")
				}
			},
		})
		// In the end Local does all, and whoever says something else is wrong.
		for _, r := range right {
			liars, err := crew.Wrong(r)
			if err != nil {
				rt.Fatal(err)
			}
			for _, name := range liars {
				if t := model.said[name][r.Shard.ID]; t.Equal(r.Tally) {
					rt.Errorf("%s is said to be wrong on shard %d", name, r.Shard.ID)
				}
				if _, err := crew.Ban(name, "wrong"); err != nil {
					rt.Fatal(err)
				}
				delete(model.said, name)
				model.banned[name] = true
			}
		}
		deliver(Local, right)
		if err := errors.Join(crew.CheckTotals(), crew.Join()); err != nil {
			rt.Fatal(err)
		}
		run, err := store.Resume(key, space)
		if err != nil {
			rt.Fatal(err)
		}
		if _, err := run.Finish(enum.Part{}); err != nil {
			rt.Fatal(err)
		}
		all, err := store.Runs()
		if err != nil || len(all) != 1 || !all[0].Finished {
			rt.Errorf("%d runs are left: %v; want one, finished", len(all), err)
		}
	})
}
