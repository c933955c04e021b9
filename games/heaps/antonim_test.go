package heaps_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games/antonim"
	"enumerate/games/antonim/marking"
)

// antonimByDefinition is Antonim by its definition: a heap goes, or gets smaller and joins the set.
func antonimByDefinition() *oracle {
	return &oracle{Set: true, Options: func(p []int) (options [][]int) {
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

func TestAntonimAnswersAreThoseOfTheDefinition(t *testing.T) {
	largest := 7
	if testing.Short() {
		largest = 6
	}
	positionsAre(t, antonim.New(), antonimByDefinition(), 4, largest, func(p []int) bool { return len(p) <= 3 })
}

func TestAntonimTotalsAreThoseOfTheDefinition(t *testing.T) {
	o := antonimByDefinition()
	most := 7
	if testing.Short() {
		most = 5
	}
	for size := 1; size <= most; size++ {
		totalsAre(t, antonim.New(), o, nil, 0, size, size, "count", "lexicode")
		totalsAre(t, antonim.New(), o, map[string]string{"verdict": "grundy"}, 0, size, size)
		totalsAre(t, antonim.New(), o, map[string]string{"heaps": "0..3"}, 0, 3, size, "formula", "count")
	}
	totalsAre(t, antonim.New(), o, map[string]string{"heaps": "2..5"}, 2, 5, 6, "count")
	totalsAre(t, antonim.New(), o, map[string]string{"heaps": "4..9"}, 4, 6, 6, "count")
	totalsAre(t, antonim.New(), o, map[string]string{"heaps": "0"}, 0, 0, 3, "formula", "count")
	totalsAre(t, antonim.New(), o, map[string]string{"heaps": "1"}, 1, 1, 3, "formula", "count")
}

func TestAntonimAllMethodsAgree(t *testing.T) {
	for _, c := range []struct {
		heaps string
		size  int
		more  []string
	}{{"any", 12, []string{"lexicode"}}, {"4", 20, []string{"lexicode"}}, {"0..5", 12, nil}} {
		methodsAgree(t, antonim.New(), map[string]string{"heaps": c.heaps}, c.size, append([]string{"walk", "count"}, c.more...)...)
	}
}

// TestWhatIsMarkedIsKeptUntilItIsDiscarded counts in a directory, again from what is kept
// there, which must be what is read, and in memory.
func TestWhatIsMarkedIsKeptUntilItIsDiscarded(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "layers")
	count, err := antonim.New().Method("count")
	if err != nil {
		t.Fatal(err)
	}
	space := func(means enum.Means) enum.Space {
		s, err := count.Space(18, means)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	inMemory := proved(t, space(enum.Means{Workers: 1}))[0].Games
	if _, err := marking.Mark(t.Context(), 18, marking.Options{Dir: dir}); err != nil {
		t.Fatal(err)
	}
	kept := space(enum.Means{Dir: dir, Workers: 2})
	if got := proved(t, kept)[0].Games; got.Cmp(inMemory) != 0 {
		t.Errorf("of the subsets of 1..18, %v are P by a count in a directory, %v by one in memory", got, inMemory)
	}
	files, err := filepath.Glob(filepath.Join(dir, "*"))
	if err != nil || len(files) == 0 {
		t.Fatalf("nothing is kept in %s, %v", dir, err)
	}
	for _, path := range files {
		if err := os.WriteFile(path, []byte("something else"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	err = kept.Walker().Walk(t.Context(), enum.Shard{}, enum.NewTally(2))
	if err == nil || !strings.Contains(err.Error(), dir) {
		t.Errorf("a count in a directory of damaged files = %v, want an error that names one", err)
	}
	if err := count.Discard(18, dir); err != nil {
		t.Error(err)
	}
	if got := proved(t, kept)[0].Games; got.Cmp(inMemory) != 0 {
		t.Errorf("after Discard %v subsets are P, want %v", got, inMemory)
	}
	if err := count.Discard(18, dir); err != nil {
		t.Error(err)
	}
	if entries, err := os.ReadDir(dir); !os.IsNotExist(err) {
		t.Errorf("after Discard there is %v in the directory, %v", entries, err)
	}
}

// TestAntonimPPositionsAreAsManyAsKnown has the numbers of P-positions that another program found.
func TestAntonimPPositionsAreAsManyAsKnown(t *testing.T) {
	for i, want := range []int64{1, 2, 2, 4, 6, 12, 16, 28, 48, 91} {
		s, err := antonim.New().Space(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := proved(t, s)[0].Games; got.Int64() != want {
			t.Errorf("of the subsets of 1..%d, %v are P, want %d", i+1, got, want)
		}
	}
}

func TestAntonimTheoremsHold(t *testing.T) {
	theoremFinds(t, antonim.New(), nil, "one", 100, 100, "")
	theoremFinds(t, antonim.New(), nil, "two", 50, 1225, "")
	theoremFinds(t, antonim.New(), nil, "three", 24, 2024, "")
	theoremFinds(t, antonim.New(), map[string]string{"heaps": "4"}, "three", 24, 0, "")
	theoremFinds(t, antonim.New(), map[string]string{"heaps": "4"}, "periodic", 150, 2543, "")
}
