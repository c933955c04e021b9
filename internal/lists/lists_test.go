package lists

import (
	"slices"
	"strconv"
	"testing"
)

// Map must return nil for no items, because rows and JSON distinguish nil from an empty list.
func TestMapKeepsTheOrder(t *testing.T) {
	if got, want := Map([]int{3, 1, 2}, strconv.Itoa), []string{"3", "1", "2"}; !slices.Equal(got, want) {
		t.Errorf("Map = %q, want %q", got, want)
	}
	if got := Map([]int{}, strconv.Itoa); got != nil {
		t.Errorf("Map of nothing = %#v, want nil", got)
	}
}
