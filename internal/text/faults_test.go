package text_test

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/text"
)

func TestTheFirstTenFaultsAreKept(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var all []text.Error
		var faults, others text.Faults
		for i, place := range rapid.SliceOfN(rapid.IntRange(0, 30), 0, 40).Draw(t, "places") {
			at := text.Word{Line: 1 + place/6, Column: 1 + place%6}
			to := &faults
			if i%3 == 0 {
				to = &others
			}
			if kept := to.Keeps(at); i%2 == 0 {
				to.Errorf(at, "fault %d", i)
			} else if to.Add(at.Errorf("fault %d", i)); !kept && to.Count() <= 10 {
				t.Errorf("fault %d at %v is not kept", i, at)
			}
			all = append(all, at.Errorf("fault %d", i))
		}
		faults.Join(&others)
		if faults.Count() != len(all) {
			t.Errorf("%d faults are counted, want %d", faults.Count(), len(all))
		}
		err := faults.Err()
		if len(all) == 0 {
			if err != nil {
				t.Errorf("the error of no fault is %v", err)
			}
			return
		}
		byPlace := func(a, b text.Error) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		}
		slices.SortFunc(all, byPlace)
		lines := strings.Split(err.Error(), "\n")
		for i, line := range lines[:min(10, len(all))] {
			if place, _, _ := strings.Cut(all[i].Error(), "fault"); !strings.HasPrefix(line, place) {
				t.Errorf("line %d is %q, want %q", i, line, place)
			}
		}
		if more := len(all) - 10; more > 0 && lines[10] != fmt.Sprintf("and %d more", more) || len(lines) > 11 {
			t.Errorf("of %d faults the last line is %q", len(all), lines[len(lines)-1])
		}
		if first := new(text.Error); !errors.As(err, first) || first.Error() != lines[0] {
			t.Errorf("the first is %v, want %s", first, lines[0])
		}
	})
}
