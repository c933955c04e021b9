package fleet

import (
	"context"
	"testing"
	"time"
)

func TestFleetsOfAllSizesEnd(t *testing.T) {
	for _, tt := range []struct {
		name string
		Scenario
	}{
		{"two workers", Scenario{Shards: 3000, Workers: 2, Cores: 1}},
		{"a hundred, who die", Scenario{Shards: 100_000, Workers: 100, Cores: 4, Spread: 0.3, Death: time.Minute, Rebirth: 20 * time.Second}},
		{"ten thousand", Scenario{Shards: 1_000_000, Workers: 10_000, Cores: 1, Spread: 0.5, Death: 20 * time.Minute, Rebirth: time.Minute}},
		{"liars", Scenario{Shards: 20_000, Workers: 50, Cores: 1, Wrong: 0.1}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			sc := tt.Scenario
			sc.Took = func(int) float64 { return 0.25 }
			sc.Check, sc.Lease = 0.02, 10*time.Second
			began := time.Now()
			out, err := Simulate(context.Background(), sc)
			if err != nil {
				t.Fatal(err)
			}
			ideal := out.Work / time.Duration(sc.Workers*sc.Cores)
			t.Logf("%v: %+v, ideal %v", time.Since(began), out, ideal)
		})
	}
}
