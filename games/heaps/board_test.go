package heaps_test

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/playing"
	"enumerate/games/antonim"
	"enumerate/games/greedy"
	"enumerate/games/nim"
	"enumerate/games/tower"
)

func TestAMoveChangesOneHeapOfTheBoard(t *testing.T) {
	for _, r := range []*enum.Ruleset{nim.New(), antonim.New(), greedy.New()} {
		for _, text := range []string{"1,3,5", "2,2,3", "1,4", "3,3"} {
			for game, err := range r.Read(strings.NewReader(text)) {
				if err != nil {
					continue // a set has no equal heaps
				}
				position, ok := r.Position(game)
				if !ok {
					t.Fatalf("%s of %s cannot be played", text, r.Name)
				}
				heapsStay(t, r.Name, position)
			}
		}
	}
}

// heapsStay checks that the board shows the position, and that each move from it, and from all later positions, changes
// one heap of the board.
func heapsStay(t *testing.T, name string, position playing.Position) {
	t.Helper()
	before := drawnHeaps(position)
	if sizes := slices.Sorted(maps.Values(before)); len(before) > 0 && fmt.Sprint(sizes) != "["+strings.ReplaceAll(position.String(), ",", " ")+"]" {
		t.Errorf("%s: %v is drawn as %v", name, position, before)
	}
	for _, move := range position.Moves() {
		after, changes := drawnHeaps(move), 0
		for place, heap := range before {
			if after[place] != heap {
				changes++
			}
		}
		if changes != 1 {
			t.Errorf("%s: from %v to %v the drawing goes from %v to %v", name, position, move, before, after)
		}
		heapsStay(t, name, move)
	}
}

// drawnHeaps returns the sizes on the labels of a board, by their places.
func drawnHeaps(position playing.Position) map[float64]int {
	heaps := make(map[float64]int)
	for _, cell := range position.Board().Cells {
		if size, err := strconv.Atoi(cell.Text); err == nil {
			heaps[cell.X] = size
		}
	}
	return heaps
}

// TestATowerIsDrawnAsOne checks drawings of Tower. A low stack must be drawn as one column of sticks, a high one as one
// column for each heap. In both, a move must be offered on the stick that is drawn last.
func TestATowerIsDrawnAsOne(t *testing.T) {
	for text, columns := range map[string]int{"2,3,4": 1, "9,9,9": 3} {
		for game, err := range tower.New().Read(strings.NewReader(text)) {
			if err != nil {
				t.Fatal(err)
			}
			position, _ := tower.New().Position(game)
			places, top := make(map[float64]bool), playing.Cell{}
			for _, cell := range position.Board().Cells {
				if cell.Kind == "stick" {
					places[cell.X] = true
					top = cell
				}
			}
			if len(places) != columns || top.To == "" {
				t.Errorf("%s is drawn in %d columns, want %d; the move on the last stick leads to %q", text, len(places), columns, top.To)
			}
		}
	}
}
