package spies

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"enumerate/enum/single"
)

// TestAPlacementClashesAsItsBoardConflicts judges every board of up to six queens both as a placement and as a board.
func TestAPlacementClashesAsItsBoardConflicts(t *testing.T) {
	for n := 1; n <= 6; n++ {
		p := placing{n: n}
		var visit func(b board)
		visit = func(b board) {
			if len(b) < n {
				for c := range n {
					if !slices.Contains(b, c) {
						visit(append(slices.Clone(b), c))
					}
				}
				return
			}
			f, err := b.conflict(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			begun, _ := puzzle(boardGame{board: b})
			if _, solved := p.Judge(begun.Begin()); solved != (f == nil) {
				t.Errorf("%v: a placement is a solution: %t, the conflict of the board is %v", b, solved, f)
			}
		}
		visit(nil)
	}
}

// TestPlacementsAreCompletedIfAValidBoardHasThem tries to complete every placement of one or two queens of size 8.
func TestPlacementsAreCompletedIfAValidBoardHasThem(t *testing.T) {
	const n = 8
	var valid [][]int
	p := placing{n: n}
	var visit func(b board)
	visit = func(b board) {
		if f, err := b.conflict(t.Context()); err != nil || f != nil {
			return
		}
		if len(b) == n {
			begun, _ := puzzle(boardGame{board: b})
			valid = append(valid, begun.Begin())
			return
		}
		for c := range n {
			visit(append(slices.Clone(b), c))
		}
	}
	visit(nil)
	if len(valid) != 8 {
		t.Fatalf("%d valid boards of eight queens, want 8", len(valid))
	}

	completed := 0
	for first := range n * n {
		for second := range first + 1 { // if both are the same cell, they are one queen
			placed := slices.Compact([]int{second, first})
			want := slices.ContainsFunc(valid, func(v []int) bool {
				return !slices.ContainsFunc(placed, func(c int) bool { return !slices.Contains(v, c) })
			})
			found, err := p.Complete(t.Context(), placed)
			if err != nil || want != (found != nil) {
				t.Fatalf("%v is completed to %v, %v; a valid board has these queens: %t", placed, found, err, want)
			}
			if !want {
				continue
			}
			completed++
			if !slices.ContainsFunc(valid, func(v []int) bool { return slices.Equal(v, found) }) {
				t.Errorf("%v is completed to %v, which is no valid board", placed, found)
			}
		}
	}
	if completed < 100 {
		t.Errorf("%d placements were completed", completed)
	}
}

func TestBoardsWithoutSolutionAreNotCompleted(t *testing.T) {
	for n, want := range map[int]bool{1: true, 2: false, 3: false, 4: true, 5: false, 6: false, 7: false, 8: true, 9: true, 10: true, 11: true, 12: true} {
		found, err := placing{n: n}.Complete(t.Context(), nil)
		if err != nil || want != (found != nil) {
			t.Errorf("%d queens: %v, %v, want a solution: %t", n, found, err, want)
		}
		if _, solved := (placing{n: n}).Judge(found); solved != want {
			t.Errorf("%d queens: %v is judged a solution: %t", n, found, solved)
		}
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := (placing{n: 7}).Complete(ended, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("Complete in a context that has ended: %v", err)
	}
}

func TestTheBoardShadesTheCellsThatBreakARule(t *testing.T) {
	p := placing{n: 8}
	placed := []int{0, 10, 25}
	b := p.Board(placed)
	for i, cell := range b.Cells {
		attacks, lines := clashes(p.spots(append(slices.Clone(placed), i)))
		want := ""
		switch {
		case slices.Contains(placed, i):
			want = "queen"
		case len(attacks)+len(lines) > 0:
			want = "seen"
		}
		if cell.Kind != want {
			t.Errorf("cell %d is %q, want %q", i, cell.Kind, want)
		}
	}
	if len(b.Arrows) != 0 || b.Cells[10].Did != "take away the queen in row 2, column 3" || b.Cells[11].Did != "put a queen in row 2, column 4" {
		t.Errorf("%v, %q, %q", b.Arrows, b.Cells[10].Did, b.Cells[11].Did)
	}

	clash := p.Board([]int{0, 10, 20, 63}) // (1,1), (2,3), (3,5) are in line; (8,8) is on the diagonal of (1,1)
	if len(clash.Arrows) != 2 || clash.Cells[20].Kind != "queen clashes" || clash.Cells[63].Kind != "queen clashes" {
		t.Errorf("lines %v, cells %q and %q", clash.Arrows, clash.Cells[20].Kind, clash.Cells[63].Kind)
	}
	if says, solved := p.Judge([]int{0, 10, 20, 63}); solved || !strings.Contains(says, "1 pair attacks each other, 1 line has three or more") {
		t.Errorf("it says %q", says)
	}
}

func TestLargeBoardsAreNotPlaced(t *testing.T) {
	for _, g := range []single.Game{sizeGame{13}, boardGame{board: make(board, 13)}} {
		if _, small := puzzle(g); small {
			t.Errorf("%T of 13 queens can be placed", g)
		}
	}
	if _, small := puzzle(sizeGame{12}); !small {
		t.Error("12 queens cannot be placed")
	}
}
