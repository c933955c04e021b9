package antonim_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/heaps/heapstest"
)

// oracle is Antonim by its definition: a heap goes, or gets smaller and joins the set.
func oracle() *heapstest.Oracle {
	return &heapstest.Oracle{Set: true, Options: func(p []int) (options [][]int) {
		for _, heap := range p {
			for left := range heap {
				set := make(map[int]bool)
				for _, other := range p {
					set[other] = other != heap
				}
				set[left] = true
				option := []int{}
				for other := 1; other <= slices.Max(p); other++ {
					if set[other] {
						option = append(option, other)
					}
				}
				options = append(options, option)
			}
		}
		return options
	}}
}

func TestAnswersAreThoseOfTheDefinition(t *testing.T) {
	largest := 7
	if testing.Short() {
		largest = 6
	}
	heapstest.Positions(t, antonim.New(), oracle(), 4, largest, func(p []int) bool { return len(p) <= 3 })
}

func TestTotalsAreThoseOfTheDefinition(t *testing.T) {
	o := oracle()
	most := 7
	if testing.Short() {
		most = 5
	}
	for size := 1; size <= most; size++ {
		heapstest.Totals(t, antonim.New(), o, nil, 0, size, size, "count")
		heapstest.Totals(t, antonim.New(), o, map[string]string{"verdict": "grundy"}, 0, size, size)
		heapstest.Totals(t, antonim.New(), o, map[string]string{"heaps": "0..3"}, 0, 3, size, "formula", "count")
	}
	heapstest.Totals(t, antonim.New(), o, map[string]string{"heaps": "2..5"}, 2, 5, 6, "count")
	heapstest.Totals(t, antonim.New(), o, map[string]string{"heaps": "4..9"}, 4, 6, 6, "count")
	heapstest.Totals(t, antonim.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count")
	heapstest.Totals(t, antonim.New(), o, map[string]string{"heaps": "1"}, 1, 1, 3, "formula", "count")
}

func TestWalkAndCountAgree(t *testing.T) {
	for _, c := range []struct {
		heaps string
		size  int
	}{{"any", 12}, {"4", 20}, {"0..5", 12}} {
		heapstest.Agree(t, antonim.New(), map[string]string{"heaps": c.heaps}, c.size, "walk", "count")
	}
}

// TestWhatIsMarkedIsRemovedOnceCounted keeps it in a directory meanwhile.
func TestWhatIsMarkedIsRemovedOnceCounted(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "layers")
	var counted []string
	for _, means := range []enum.Means{{Dir: dir, Workers: 2}, {Workers: 1}} {
		s, err := antonim.New().Counting("count", 18, means)
		if err != nil {
			t.Fatal(err)
		}
		counted = append(counted, heapstest.Prove(t, s)[0].Games.String())
	}
	if counted[0] != counted[1] {
		t.Errorf("of the subsets of 1..18, %s are P by a count in a directory, %s by one in memory", counted[0], counted[1])
	}
	if entries, err := os.ReadDir(dir); !os.IsNotExist(err) {
		t.Errorf("the directory holds %v, %v, want none", entries, err)
	}
}

// TestPPositionsAreAsManyAsKnown has the numbers of P-positions that another program found.
func TestPPositionsAreAsManyAsKnown(t *testing.T) {
	for i, want := range []int64{1, 2, 2, 4, 6, 12, 16, 28, 48, 91} {
		s, err := antonim.New().Space(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := heapstest.Prove(t, s)[0].Games; got.Int64() != want {
			t.Errorf("of the subsets of 1..%d, %v are P, want %d", i+1, got, want)
		}
	}
}

func TestTheoremsHold(t *testing.T) {
	heapstest.Theorem(t, antonim.New(), nil, "one", 100, 100, "")
	heapstest.Theorem(t, antonim.New(), nil, "two", 50, 1225, "")
	heapstest.Theorem(t, antonim.New(), nil, "three", 24, 2024, "")
	heapstest.Theorem(t, antonim.New(), map[string]string{"heaps": "4"}, "three", 24, 0, "")
}
