package enum_test

import (
	"fmt"
	"math/big"
	"testing"

	"enumerate/enum"
	"enumerate/enum/meter"
)

func TestCoverageIsTheShareOfLabelledGames(t *testing.T) {
	space := necklaces(4) // 16 rings
	tally := func(automorphisms, classes uint64) *enum.Tally {
		t := enum.NewTally(3)
		t.Add(0, automorphisms, classes)
		return t
	}
	for _, c := range []struct {
		claim  string
		part   enum.Part
		shards []*enum.Tally
		want   meter.Amount
	}{
		{"nothing", enum.Part{}, nil, meter.Amount{Games: big.NewInt(0), Classes: big.NewInt(0)}},
		{"a shard with nothing in it", enum.Part{}, []*enum.Tally{tally(1, 0)}, meter.Amount{Shards: 1, Games: big.NewInt(0), Classes: big.NewInt(0)}},
		{"half of it", enum.Part{}, []*enum.Tally{tally(1, 2)}, meter.Amount{Share: .5, Shards: 1, Games: big.NewInt(8), Classes: big.NewInt(2)}},
		{"three quarters", enum.Part{}, []*enum.Tally{tally(1, 2), tally(2, 2)}, meter.Amount{Share: .75, Shards: 2, Games: big.NewInt(12), Classes: big.NewInt(4)}},
		{"half of a part", enum.Part{Res: 0, Mod: 2}, []*enum.Tally{tally(1, 1)}, meter.Amount{Share: .5, Shards: 1, Games: big.NewInt(4), Classes: big.NewInt(1)}},
		{"a large part", enum.Part{Res: 0, Mod: 8}, []*enum.Tally{tally(1, 2)}, meter.Amount{Share: 1, Shards: 1, Games: big.NewInt(8), Classes: big.NewInt(2)}},
	} {
		coverage := meter.NewCoverage(space, c.part)
		for _, tally := range c.shards {
			if err := coverage.Add(tally, 1); err != nil {
				t.Fatal(err)
			}
		}
		if got := coverage.Amount(); fmt.Sprint(got) != fmt.Sprint(c.want) {
			t.Errorf("%s: Amount = %+v, want %+v", c.claim, got, c.want)
		}
	}
}

func TestCoverageOfOneShardIsItsReportedShare(t *testing.T) {
	coverage := meter.NewCoverage(direct(4, nil), enum.Part{Res: 0, Mod: 2})
	for _, c := range []struct{ reported, want float64 }{{.2, .2}, {.6, .6}, {.5, .6}} {
		coverage.Reach(c.reported)
		if got := coverage.Amount().Share; got != c.want {
			t.Errorf("once told of %v the share is %v, want %v", c.reported, got, c.want)
		}
	}
}

func TestTheShareOfAnIncompleteTallyIsBelowOne(t *testing.T) {
	whole := new(big.Int).Exp(big.NewInt(10), big.NewInt(400), nil)
	for _, missing := range []int64{0, 1} {
		totals := enum.Totals{Coverage: new(big.Int).Sub(whole, big.NewInt(missing)), Whole: whole}
		if got := totals.Share(); (got == 1) != (missing == 0) || got < .999 {
			t.Errorf("%d missing: Share = %v", missing, got)
		}
	}
}
