package enum_test

import (
	"context"
	"errors"
	"iter"
	"math"
	"sync/atomic"
	"testing"

	"enumerate/enum"
	"enumerate/internal/eventually"
)

// endless is a space with more shards than any run can compute.
type endless struct{ necklaces }

func (endless) Shards() iter.Seq[enum.Shard] {
	return func(yield func(enum.Shard) bool) {
		for id := range uint64(math.MaxUint64) {
			if !yield(enum.Shard{ID: id, Path: []byte{byte(id % 8)}}) {
				return
			}
		}
	}
}

func TestAFailedReportEndsARunOfAnyLength(t *testing.T) {
	failure := errors.New("disk full")
	err := enum.Run(context.Background(), endless{8}, enum.Plan{Workers: 2}, func(enum.Result) error { return failure })
	if err != failure {
		t.Errorf("Run = %v, want %v", err, failure)
	}
}

func TestNothingIsReportedAfterAReportFails(t *testing.T) {
	failure := errors.New("disk full")
	space := deaf{8, new(atomic.Int64)}
	reports := 0
	err := enum.Run(context.Background(), space, enum.Plan{Workers: 8}, func(enum.Result) error {
		if reports++; reports > 1 {
			return nil
		}
		eventually.True(t, func() bool { return space.walked.Load() == 8 }) // the other workers finish after the failure
		return failure
	})
	if err != failure || reports != 1 {
		t.Errorf("Run = %v after %d reports, want %v after 1", err, reports, failure)
	}
}

func TestAPlanWithoutWorkersHasOne(t *testing.T) {
	if got, want := walk(t, necklaces(6), enum.Plan{}), walk(t, necklaces(6), enum.Plan{Workers: 1}); !got.Equal(want) {
		t.Errorf("a plan without workers counts %v classes, want %v", got.SumAll(), want.SumAll())
	}
}

func TestPartsAreWrittenAsTheyAreRead(t *testing.T) {
	for _, text := range []string{"0/1", "10/16", "0/18446744073709551615", "9223372036854775808/18446744073709551615"} {
		if part, err := enum.ParsePart(text); err != nil || part.String() != text {
			t.Errorf("ParsePart(%q) = %v, %v", text, part, err)
		}
	}
	for _, c := range []struct {
		part enum.Part
		want bool
	}{{enum.Part{}, true}, {enum.Part{Mod: 1}, true}, {enum.Part{Mod: 2}, false}} {
		if got := c.part.Whole(); got != c.want {
			t.Errorf("%+v.Whole() = %t", c.part, got)
		}
	}
}
