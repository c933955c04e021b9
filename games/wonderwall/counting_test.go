package wonderwall

import (
	"context"
	"fmt"
	"testing"
	"time"

	"enumerate/enum"
)

func TestCountTotals(t *testing.T) {
	for _, cores := range []bool{false, true} {
		for _, g := range golden {
			if g.players > 9 {
				continue
			}
			began := time.Now()
			c, err := NewCounting(g.players, cores, enum.Means{Workers: 2})
			if err != nil {
				t.Fatal(err)
			}
			tally := enum.NewTally(2)
			err = enum.Run(context.Background(), c, enum.Plan{Workers: 2}, func(r enum.Result) error {
				tally.Merge(r.Tally)
				if r.Took > 300*time.Millisecond {
					fmt.Println(r.Shard.ID, r.Took)
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			checks, err := enum.Prove(c, tally)
			totals, err2 := c.Totals(tally)
			fmt.Println(g.players, cores, checks, err, totals, err2, g.solvable, g.solvableClasses, time.Since(began))
		}
	}
}

func TestForecastX(t *testing.T) {
	for _, n := range []int{9, 10, 11, 12} {
		c, _ := NewCounting(n, false, enum.Means{})
		began := time.Now()
		s, by, err := c.Forecast(context.Background())
		fmt.Println(n, s, by, err, time.Since(began))
	}
}
