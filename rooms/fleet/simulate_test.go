package fleet

import (
	"context"
	"errors"
	"fmt"
	"math"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// For each fleet, the ratio of its time to an ideal time, in which all cores always work and each shard is computed
// once, must stay below a limit.
func TestFleetsOfAllSizesEnd(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		Scenario
		within float64 // multiple of the ideal
	}{
		{"two workers", Scenario{Shards: 3000, Workers: 2, Cores: 2}, 1.06},
		{"a hundred that die", Scenario{Shards: 100_000, Workers: 100, Cores: 400, Spread: 0.3, Death: time.Minute, Rebirth: 20 * time.Second}, 1.9},
		{"two thousand", Scenario{Shards: 200_000, Workers: 2000, Cores: 2000, Spread: 0.5, Death: 20 * time.Minute, Rebirth: time.Minute, Most: 20_000}, 3.5},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if testing.Short() && tt.Shards > 3000 {
				t.Skip("takes a second; go test runs it")
			}
			sc := tt.Scenario
			sc.Took = func(int) float64 { return 0.25 }
			sc.Check, sc.Lease = 0.02, 10*time.Second
			began := time.Now()
			out, err := Simulate(context.Background(), sc)
			if err != nil {
				t.Fatal(err)
			}
			ideal := out.Work / time.Duration(sc.Cores)
			times := out.Wall.Seconds() / ideal.Seconds()
			t.Logf("%v: %+v, %.2f times the ideal %v", time.Since(began), out, times, ideal)
			if times < 1 && sc.Spread == 0 || times > tt.within {
				t.Errorf("the fleet takes %v, %.2f times the ideal %v; expected 1 to %v times", out.Wall, times, ideal, tt.within)
			}
		})
	}
}

// fleets draws a random fleet and run.
func fleets(t *rapid.T) Scenario {
	took := rapid.Float64Range(0.001, 3).Draw(t, "took")
	sc := Scenario{
		Shards:  rapid.IntRange(1, 300).Draw(t, "shards"),
		Took:    func(shard int) float64 { return took * float64(1+shard%5) },
		Workers: rapid.IntRange(1, 30).Draw(t, "workers"),
		Spread:  rapid.Float64Range(0, 1).Draw(t, "spread"),
		Death:   rapid.SampledFrom([]time.Duration{0, time.Minute, time.Hour}).Draw(t, "death"),
		Rebirth: rapid.SampledFrom([]time.Duration{time.Second, time.Minute}).Draw(t, "rebirth"),
		Check:   rapid.SampledFrom([]float64{0, 0.02, 1}).Draw(t, "check"),
		Lease:   rapid.SampledFrom([]time.Duration{3 * time.Second, 10 * time.Second}).Draw(t, "lease"),
		Seed:    rapid.Uint64().Draw(t, "seed"),
		Most:    rapid.SampledFrom([]int{0, 50, 200}).Draw(t, "most"),
	}
	sc.Cores = sc.Workers * rapid.IntRange(1, 4).Draw(t, "cores of each")
	return sc
}

func TestTheSameFleetHasTheSameOutcome(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := fleets(t)
		one, err1 := Simulate(context.Background(), sc)
		other, err2 := Simulate(context.Background(), sc)
		if one != other || fmt.Sprint(err1) != fmt.Sprint(err2) {
			t.Fatalf("%+v, %v\n%+v, %v", one, err1, other, err2)
		}
	})
}

// If a simulated fleet is faster than the least time that all of its cores, or the coordinator, need for the work, the
// simulation is wrong.
func TestNoFleetIsFasterThanItsCores(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		sc := fleets(t)
		sc.Spread = 0
		out, err := Simulate(context.Background(), sc)
		if err != nil {
			t.Fatal(err)
		}
		if sc.Death == 0 && out.Deaths > 0 {
			t.Errorf("no worker dies: %+v", out)
		}
		if least := out.Work.Seconds() / float64(sc.Cores+1); out.Wall.Seconds() < least*0.999 {
			t.Errorf("the fleet takes %v, but all cores together need %v seconds", out.Wall, least)
		}
	})
}

// Large runs are simulated in groups: several shards together, as if they were one. So the outcome must be nearly the
// same as shard by shard.
func TestGroupedShardsHardlyChangeTheOutcome(t *testing.T) {
	if testing.Short() {
		t.Skip("plays large fleets for seconds; go test runs it")
	}
	t.Parallel()
	wholes := make(map[float64]Outcome) // by the time of a shard
	for _, tt := range []struct {
		shard float64
		each  int
	}{{0.1, 4}, {0.1, 16}, {0.5, 16}, {2, 4}} {
		shard, each := tt.shard, tt.each
		sc := Scenario{
			Shards: 100_000, Took: func(int) float64 { return shard },
			Workers: 20, Cores: 80, Spread: 0.2, Death: 10 * time.Minute, Rebirth: time.Minute,
			Check: 0.02, Lease: 10 * time.Second, Seed: 3,
		}
		whole, done := wholes[shard]
		if !done {
			var err error
			if whole, err = Simulate(context.Background(), sc); err != nil {
				t.Fatal(err)
			}
			wholes[shard] = whole
		}
		sc.Most = sc.Shards / each
		out, err := Simulate(context.Background(), sc)
		if err != nil {
			t.Fatal(err)
		}
		if out.Each != each {
			t.Errorf("groups have %d shards, want %d", out.Each, each)
		}
		differ := func(name string, got, want, within float64) {
			t.Logf("%v s a shard, groups of %d: %s %.4g, shard by shard %.4g", shard, each, name, got, want)
			if math.Abs(got-want) > within {
				t.Errorf("%v s a shard, groups of %d: %s %.4g, shard by shard %.4g", shard, each, name, got, want)
			}
		}
		differ("wall", out.Wall.Seconds(), whole.Wall.Seconds(), 0.05*whole.Wall.Seconds()+float64(each)*sc.Lease.Seconds())
		differ("twice", float64(out.Twice), float64(whole.Twice), 0.03*float64(sc.Shards))
		differ("deaths", float64(out.Deaths), float64(whole.Deaths), 4*math.Sqrt(float64(whole.Deaths)))
	}
}

// The workers never live as long as a shard takes. The simulation must not run for ever.
func TestAFleetThatDiesFasterThanItWorksIsAnError(t *testing.T) {
	for _, seconds := range []float64{150, 1e9} {
		_, err := Simulate(context.Background(), Scenario{
			Shards: 3, Took: func(int) float64 { return seconds }, Workers: 1, Cores: 1,
			Death: 10 * time.Second, Rebirth: time.Minute, Lease: 10 * time.Second, Check: 0.02,
		})
		if !errors.Is(err, ErrLate) {
			t.Errorf("shards of %v s: Simulate = %v, want %v", seconds, err, ErrLate)
		}
	}
}
