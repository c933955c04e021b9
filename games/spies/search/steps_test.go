package search

import (
	"slices"
	"testing"
)

// begin returns a searcher that has filled a board. The seed makes its random choices differ from those of Board.
func begin(t *testing.T, n, seed int) *searcher {
	t.Helper()
	s := new(searcher)
	s.board.reset(n)
	s.forest.reset(n)
	s.random = random(seed)
	s.bars = resize(s.bars, n)
	if err := s.fill(t.Context()); err != nil {
		t.Fatal(err)
	}
	return s
}

// checkBoard compares the closed lines through every cell with a count by pairs of queens.
func checkBoard(t *testing.T, s *searcher) {
	t.Helper()
	for i := range s.n * s.n {
		c := cell{int32(i / s.n), int32(i % s.n)}
		got, want := s.at(c), count(&s.board, c)
		if got != want {
			t.Fatalf("at(%v) = %d, want %d, with queens at %v", c, got, want, s.queens)
		}
		if s.column[c.row] == c.column && got != 0 {
			t.Fatalf("the queen at %v is on %d closed lines, want 0", c, got)
		}
	}
	queens := 0
	for row, column := range s.column {
		if column == none {
			continue
		}
		queens++
		if s.row[column] != int32(row) || s.queens[s.place[row]] != (cell{int32(row), column}) {
			t.Fatalf("row %d has a queen in column %d, whose row is %d", row, column, s.row[column])
		}
	}
	if queens != len(s.queens) {
		t.Fatalf("%d rows have a queen, want %d", queens, len(s.queens))
	}
}

func TestEveryStepKeepsTheBoardLegal(t *testing.T) {
	for n := 8; n <= 24; n += 4 {
		s := begin(t, n, 100+n)
		checkBoard(t, s)
		for steps := 0; len(s.queens) < n && steps < 40; steps++ {
			before := len(s.queens)
			if s.extend() {
				if len(s.queens) != before+1 {
					t.Errorf("size %d: extend leaves %d queens, want %d", n, len(s.queens), before+1)
				}
			} else {
				s.force()
			}
			checkBoard(t, s)
		}
	}
}

func TestPathsThatFailChangeNothing(t *testing.T) {
	failed := 0
	for n := 20; n < 80; n++ {
		s := begin(t, n, n)
		for more := true; more; {
			attacks, column := slices.Clone(s.attacks), slices.Clone(s.column)
			s.forest.path = s.forest.path[:0]
			more = s.extend()
			if more {
				continue
			}
			if len(s.forest.path) > 0 {
				failed++
			}
			if !slices.Equal(s.attacks, attacks) || !slices.Equal(s.column, column) {
				t.Fatalf("size %d: extend says there is no path, but changes the board", n)
			}
		}
	}
	if failed < 20 {
		t.Errorf("%d forests have only paths that fail, want 20 for this test to mean something", failed)
	}
}

// TestForestHoldsAllThatPathsReach checks the forest after a failed search for an augmenting path, i.e. for moves of
// queens that give one more row a queen. The forest has the rows that the search reached. They must be the rows that
// are reached by trying all columns of all reached rows again and again.
func TestForestHoldsAllThatPathsReach(t *testing.T) {
	compared := 0
	for n := 12; n <= 60; n++ {
		s := begin(t, n, n)
		for s.extend() {
		}
		if len(s.queens) == n {
			continue
		}
		reached := make([]bool, n)
		for changed := true; changed; {
			changed = false
			for row := range int32(n) {
				if s.column[row] == none && !reached[row] {
					reached[row], changed = true, true
				}
				for column := range int32(n) {
					owner := s.row[column]
					if reached[row] && s.at(cell{row, column}) == 0 && owner != none && !reached[owner] {
						reached[owner], changed = true, true
					}
				}
			}
		}
		ends := 0
		for row := range int32(n) {
			for column := range int32(n) {
				if reached[row] && s.at(cell{row, column}) == 0 && s.row[column] == none {
					ends++
				}
			}
		}
		if ends >= tries {
			continue
		}
		compared++
		for row, want := range reached {
			if got := slices.Contains(s.forest.rows, int32(row)); got != want {
				t.Errorf("size %d: row %d is in the forest: %t, want %t", n, row, got, want)
			}
		}
	}
	if compared < 20 {
		t.Errorf("%d forests compared, want 20 for this test to mean something", compared)
	}
}
