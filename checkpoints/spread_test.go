package checkpoints

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"testing"

	"enumerate/enum"
	"enumerate/games/wonderwall"
	"enumerate/internal/golden"
)

// begunInOrder stores the first shards of a walk, as earlier programs did, which computed shards in order.
func begunInOrder(t *testing.T, s *Store, shards int) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	r := s.NewRun(key, space(t))
	done := 0
	err := r.Walk(ctx, enum.Plan{Workers: 1}, func(enum.Result) {
		if done++; done == shards {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
}

func storedShards(t *testing.T, s *Store) []uint64 {
	t.Helper()
	return resume(t, s, space(t)).ids()
}

func TestARunThatBeganInTheOrderOfNumbersIsResumed(t *testing.T) {
	want := walkPart(t, newStore(t).NewRun(key, space(t)), enum.Part{})
	s := newStore(t)
	begunInOrder(t, s, 20)
	found := storedShards(t, s)
	if last := found[len(found)-1]; last >= uint64(len(found)) {
		t.Fatalf("%d shards are stored, the last one is %d: they are not the first ones", len(found), last)
	}

	q := request(t, enum.Walk)
	q.Resume = true
	var did []uint64
	result, err := s.Run(t.Context(), q, Observer{Shard: func(r enum.Result) { did = append(did, r.Shard.ID) }})
	if err != nil {
		t.Fatal(err)
	}
	if !result.Tally.Equal(want.Tally) || result.Shards != want.Shards {
		t.Errorf("resumed, it has %d shards and %v classes, want %d and %v", result.Shards, result.Tally.SumAll(), want.Shards, want.Tally.SumAll())
	}
	for _, id := range did {
		if slices.Contains(found, id) {
			t.Errorf("shard %d was done again", id)
		}
	}
	if len(did)+len(found) != int(want.Shards) {
		t.Errorf("%d shards were found and %d done, want %d", len(found), len(did), want.Shards)
	}
}

// TestAnInterruptedWalkIsASample interrupts a walk after 60 shards. The classes in them must give good estimates of the
// number of all classes and of the share of solvable ones, because a walk spreads its shards over all games.
func TestAnInterruptedWalkIsASample(t *testing.T) {
	const players = 7
	ruleset := wonderwall.New()
	method, err := ruleset.Method(enum.Walk)
	if err != nil {
		t.Fatal(err)
	}
	s := newStore(t)
	ctx, cancel := context.WithCancel(t.Context())
	done := enum.NewTally(2)
	var shards uint64
	_, err = s.Run(ctx, Request{Ruleset: ruleset, Method: method, Size: players, Workers: 1}, Observer{Shard: func(r enum.Result) {
		if ctx.Err() != nil {
			return
		}
		done.Merge(r.Tally)
		if shards++; shards == 60 {
			cancel()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}

	whole, err := method.Space(players, enum.Means{})
	if err != nil {
		t.Fatal(err)
	}
	all := uint64(0)
	for range whole.Shards() {
		all++
	}
	classes := float64(done.SumAll().Uint64()) * float64(all) / float64(shards)
	share := float64(done.Sum(0).Uint64()) / float64(done.SumAll().Uint64())
	for _, estimate := range []struct {
		of        string
		got, want float64
	}{
		{"classes", classes, goldenNumber(t, players, "classes")},
		{"share of solvable classes", share, goldenNumber(t, players, "solvable-classes") / goldenNumber(t, players, "classes")},
	} {
		if off := estimate.got / estimate.want; off < .8 || off > 1.25 {
			t.Errorf("%d of %d shards estimate the %s as %.4g, want about %.4g", shards, all, estimate.of, estimate.got, estimate.want)
		}
		t.Logf("%d of %d shards estimate the %s as %.4g, it is %.4g", shards, all, estimate.of, estimate.got, estimate.want)
	}
}

func goldenNumber(t *testing.T, players int, column string) float64 {
	t.Helper()
	number, err := strconv.ParseFloat(golden.Total("wonderwall", players, column), 64)
	if err != nil {
		t.Fatal(err)
	}
	return number
}
