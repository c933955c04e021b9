package enum_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"enumerate/enum"
)

func TestDescentsAreMadeUntilTheTimeIsUpAndAtLeastTwice(t *testing.T) {
	for _, c := range []struct {
		during time.Duration
		want   int
	}{
		{0, 2},
		{150 * time.Millisecond, 2},
		{200 * time.Millisecond, 2},
		{201 * time.Millisecond, 3},
		{time.Second, 10},
	} {
		clock := &virtual{now: time.Hour} // the clock does not start at 0
		descents := 0
		descend := clock.descend(func(int) time.Duration { descents++; return 100 * time.Millisecond })
		if _, err := enum.EstimateBy(context.Background(), necklaces(8), descend, clock.read, c.during, 1); err != nil || descents != c.want {
			t.Errorf("during %v: %d descents, %v, want %d", c.during, descents, err, c.want)
		}
	}
}

func TestTheNumberOfClassesCorrectsAnEstimate(t *testing.T) {
	clock := new(virtual)
	const perClass = time.Millisecond
	descend := func(ctx context.Context, random *rand.Rand, tally *enum.Tally, _ func(float64)) (float64, error) {
		err := beadWalker(8).Walk(ctx, enum.Shard{Path: []byte{byte(random.IntN(4))}}, tally)
		clock.now += time.Duration(tally.SumAll().Int64()) * perClass
		return 8, err
	}
	f, err := enum.EstimateBy(context.Background(), necklaces(8), descend, clock.read, time.Second, 1)
	want := perClass.Seconds() * float64(necklaces(8).Classes().Int64())
	if err != nil || math.Abs(f.Seconds-want) > 1e-9 || math.Abs(f.High/f.Seconds-1.1) > 1e-9 || math.Abs(f.Seconds/f.Low-1.1) > 1e-9 {
		t.Errorf("Estimate = %+v, %v, want %v s and 10 %% on both sides, because the time of a descent is proportional to its classes", f, err, want)
	}
}

// TestTheTimeOfANodeCountsWithItsOwnWeight makes descents with two nodes. The first takes three seconds and stands for
// two nodes, the second takes five seconds and stands for eight.
func TestTheTimeOfANodeCountsWithItsOwnWeight(t *testing.T) {
	clock := new(virtual)
	descend := func(ctx context.Context, random *rand.Rand, tally *enum.Tally, spent func(float64)) (float64, error) {
		clock.now += 3 * time.Second
		spent(2)
		clock.now += 5 * time.Second
		return 8, beadWalker(8).Walk(ctx, enum.Shard{Path: []byte{byte(random.IntN(8))}}, tally)
	}
	f, err := enum.EstimateBy(context.Background(), uncounted{necklaces(8)}, descend, clock.read, time.Minute, 1)
	if want := 2*3.0 + 8*5; err != nil || math.Abs(f.Seconds-want) > 1e-9 {
		t.Errorf("Estimate = %+v, %v, want %v s", f, err, want)
	}
}

func TestDescentsWithoutTimeHaveAnEstimateOfZero(t *testing.T) {
	clock := new(virtual)
	f, err := enum.EstimateBy(context.Background(), necklaces(8), clock.descend(func(int) time.Duration { return 0 }), clock.read, 0, 1)
	if err != nil || f.Seconds != 0 || f.Low != 0 || f.High != 0 {
		t.Errorf("Estimate = %+v, %v, want 0", f, err)
	}
}

func TestAnEstimateEndsWithTheErrorOfADescent(t *testing.T) {
	failure := errors.New("no descent")
	_, err := enum.EstimateBy(context.Background(), necklaces(8), func(context.Context, *rand.Rand, *enum.Tally, func(float64)) (float64, error) { return 0, failure }, new(virtual).read, time.Second, 1)
	if !errors.Is(err, failure) {
		t.Errorf("Estimate = %v, want %v", err, failure)
	}
	foreign := func(_ context.Context, _ *rand.Rand, tally *enum.Tally, _ func(float64)) (float64, error) {
		tally.Add(0, 3, 1) // 3 does not divide the order of the group
		return 1, nil
	}
	if f, err := enum.EstimateBy(context.Background(), necklaces(8), foreign, new(virtual).read, 0, 1); err == nil {
		t.Errorf("Estimate from a tally that the space refuses = %+v, want an error", f)
	}
}

func TestTheIntervalOfARatioUsesStudentsQuantile(t *testing.T) {
	hundred := make([]float64, 100)
	ones := make([]float64, 100)
	for i := range hundred {
		hundred[i], ones[i] = float64(1+2*(i%2)), 1
	}
	for _, c := range []struct {
		claim    string
		x, y     []float64
		mean     float64
		student  float64 // the exact 97.5 % quantile
		standard float64 // the standard error, relative to the mean
	}{
		{"two pairs", []float64{1, 3}, []float64{1, 1}, 2, 12.706, .5},
		{"three pairs", []float64{1, 2, 3}, []float64{1, 1, 1}, 2, 4.303, .288675},
		{"three pairs with different weights", []float64{2, 4, 12}, []float64{2, 1, 3}, 3, 4.303, .346944},
		{"a hundred pairs", hundred, ones, 2, 1.984, .0502519},
	} {
		mean, width := enum.Ratio(c.x, c.y)
		if want := c.student * c.standard; mean != c.mean || math.Abs(width/want-1) > .06 {
			t.Errorf("%s: Ratio = %v, %v, want %v, about %v", c.claim, mean, width, c.mean, want)
		}
	}
}
