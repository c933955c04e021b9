package enum_test

import (
	"context"
	"iter"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum"
)

func ids(shards iter.Seq[enum.Shard]) (list []uint64) {
	for shard := range shards {
		list = append(list, shard.ID)
	}
	return list
}

func TestASpreadOrderHasEveryShardOnce(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		number := rapid.Uint64Range(0, 5000).Draw(t, "shards")
		held := rapid.Uint64Range(1, 6000).Draw(t, "held")
		seen := rapid.Uint64Range(1, 6000).Draw(t, "seen")
		got := ids(enum.SpreadWithin(enum.Shards(number), held, seen))
		slices.Sort(got)
		if want := ids(enum.Shards(number)); !slices.Equal(got, want) {
			t.Fatalf("of %d shards a spread order has %d, %v", number, len(got), got)
		}
	})
}

// TestAnyBeginningOfASpreadOrderIsASample divides the shards by their numbers into ten ranges. Among the first shards
// of a spread order, however many, the share of each range must be near its share among all.
func TestAnyBeginningOfASpreadOrderIsASample(t *testing.T) {
	for _, c := range []struct {
		claim        string
		number, held uint64
		off          float64 // at most
	}{
		{"few shards", 62, 1 << 20, 3},
		{"a prime number of shards", 1009, 1 << 20, 6},
		{"a power of two", 4096, 1 << 20, 24},
		{"the walk of 9 players", 11117, 1 << 20, 32},
		{"the walk of 11 players", 305_373, 1 << 20, 64},
		{"more than are held", 100_000, 30_000, 64},
	} {
		const ranges = 10
		order := ids(enum.SpreadWithin(enum.Shards(c.number), c.held, 1<<24))
		in := make([]float64, ranges)
		worst := 0.0
		for done, id := range order {
			in[id*ranges/c.number]++
			if done%7 > 0 {
				continue // looking at every seventh beginning is quicker
			}
			for _, found := range in {
				worst = max(worst, math.Abs(found-float64(done+1)/ranges))
			}
		}
		if worst > c.off {
			t.Errorf("%s: a range with a tenth of the shards has up to %.1f more or fewer of a beginning than a tenth, expected at most %v", c.claim, worst, c.off)
		}
	}
}

// TestASpreadOrderFollowsNoPattern: among the first shards of the order, every remainder modulo k, for k from 2 to 64,
// must have about its share.
func TestASpreadOrderFollowsNoPattern(t *testing.T) {
	const number, begun = 1 << 16, 4096
	first := ids(enum.Spread(enum.Shards(number)))[:begun]
	for period := uint64(2); period <= 64; period++ {
		alike := make([]int, period)
		for _, id := range first {
			alike[id%period]++
		}
		if least, most := slices.Min(alike), slices.Max(alike); most-least > begun/int(period)/2+8 {
			t.Errorf("modulo %d: of the first %d shards from %d to %d leave the same remainder", period, begun, least, most)
		}
	}
}

func TestASpreadOrderOfEndlessShardsBegins(t *testing.T) {
	const held, seen, wanted = 50, 1000, 3000
	var got []uint64
	for shard := range enum.SpreadWithin(endless{8}.Shards(), held, seen) {
		if got = append(got, shard.ID); len(got) == wanted {
			break
		}
	}
	slices.Sort(got)
	if want := ids(enum.Shards(wanted)); !slices.Equal(got, want) {
		t.Errorf("the first %d of endless shards are not the first thousands, spread in each", wanted)
	}
}

func TestASpreadPlanDoesThePart(t *testing.T) {
	for n := necklaces(3); n <= 10; n++ {
		for _, part := range []enum.Part{{}, {Res: 1, Mod: 3}} {
			got := walk(t, n, enum.Plan{Workers: 2, Part: part, Spread: true})
			if want := walk(t, n, enum.Plan{Workers: 2, Part: part}); !got.Equal(want) {
				t.Errorf("n=%d, part %v: spread, %v classes, in order %v", n, part, got.SumAll(), want.SumAll())
			}
		}
	}
}

// interrupting is a space whose context ends while Spread counts its shards.
type interrupting struct {
	endless
	cancel func()
	asked  *int
}

func (s interrupting) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for shard := range s.endless.Shards() {
			if *s.asked++; *s.asked == 1000 {
				s.cancel()
			}
			if !yield(shard) {
				return
			}
		}
	}
}

func TestARunIsInterruptedWhileItsShardsAreCounted(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	asked, reported := 0, 0
	err := enum.Run(ctx, interrupting{endless{8}, cancel, &asked}, enum.Plan{Workers: 2, Spread: true}, func(enum.Result) error {
		reported++
		return nil
	})
	if err != context.Canceled || asked > 1010 || reported > 0 {
		t.Errorf("Run = %v after %d shards were asked for and %d reported, want %v after 1000 and 0", err, asked, reported, context.Canceled)
	}
}
