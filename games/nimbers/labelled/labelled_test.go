package labelled

import (
	"context"
	"math/rand/v2"
	"testing"

	"enumerate/enum"
)

func short(short, full int) int {
	if testing.Short() {
		return short
	}
	return full
}

func TestDescentsOfLabelledDAGsAreUnbiased(t *testing.T) {
	s := New("", 5, false)
	descend := s.Descent()
	random := rand.New(rand.NewPCG(1, 1))
	const descents = 10_000
	estimate := 0.0
	for range descents {
		tally := enum.NewTally(2)
		weight, err := descend(context.Background(), random, tally, func(float64) {})
		if err != nil {
			t.Fatal(err)
		}
		classes, _ := tally.SumAll().Float64()
		estimate += weight * classes / descents
	}
	if want := 5160.0; estimate < 0.97*want || estimate > 1.03*want {
		t.Errorf("%d descents with seed 1, 1 estimate %.0f classes, want about %.0f", descents, estimate, want)
	}
}

func TestRandomLabelledDAGsAreUniform(t *testing.T) {
	for n, dags := range map[int]int{3: 25, 4: 543} {
		layers := newLayering(newSourceCounts(n))
		random := rand.New(rand.NewPCG(1, uint64(n)))
		found := make(map[string]int)
		each := short(20, 100)
		for range each * dags {
			found[layers.randomDAG(random).Word()]++
		}
		if len(found) != dags {
			t.Errorf("n=%d: %d DAGs were drawn, want %d", n, len(found), dags)
		}
		chi := 0.0
		for _, times := range found {
			chi += float64((times-each)*(times-each)) / float64(each)
		}
		// Chi squared has the mean dags-1 and about twice this number as its variance.
		if d := chi - float64(dags-1); d*d > 25*2*float64(dags-1) {
			t.Errorf("n=%d, seed 1, %d: chi squared is %.0f, want about %d", n, n, chi, dags-1)
		}
	}
}

func TestSourceCountsSumToTheNumberOfDAGs(t *testing.T) {
	counts := newSourceCounts(20)
	census := newCensus()
	for n := 1; n <= 20; n++ {
		sum := census.labelled(n)
		for _, a := range counts.a[n][1:] {
			sum = sum.Sub(sum, a)
		}
		if sum.Sign() != 0 {
			t.Errorf("n=%d: the numbers by sources miss the number of DAGs by %v", n, sum)
		}
	}
}

func TestKernelsAreTheUnlabelledDAGs(t *testing.T) {
	for size, want := range []int{1, 1, 2, 6, 31, 302, 5984} { // OEIS A003087
		var k kernel
		got := 0
		k.grow(size, func() bool {
			got++
			return true
		})
		if got != want {
			t.Errorf("there are %d kernels of %d vertices, want %d", got, size, want)
		}
	}
}
