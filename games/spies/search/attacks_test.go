package search

import (
	"testing"

	"pgregory.net/rapid"
)

// count returns the number of closed lines through a cell, by comparing all pairs of queens.
func count(b *board, c cell) int {
	n := 0
	for i, p := range b.queens {
		if p.row-c.row == p.column-c.column || p.row-c.row == c.column-p.column {
			if p != c {
				n++
			}
			continue
		}
		for _, q := range b.queens[:i] {
			if q.row-c.row == q.column-c.column || q.row-c.row == c.column-q.column || p == c || q == c {
				continue
			}
			if (p.row-c.row)*(q.column-c.column) == (q.row-c.row)*(p.column-c.column) {
				n++
			}
		}
	}
	return n
}

// TestAttacksAgreeWithPairsOfQueens adds and removes random queens, and then counts the closed lines anew.
func TestAttacksAgreeWithPairsOfQueens(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(4, 14).Draw(t, "n")
		cells := make([]cell, 0, n*n)
		for i := range n * n {
			cells = append(cells, cell{int32(i / n), int32(i % n)})
		}
		moves := rapid.Permutation(cells).Draw(t, "moves")
		var b board
		b.reset(n)
		for i, c := range moves {
			switch {
			case b.column[c.row] != none && i%3 == 0:
				b.remove(c.row)
			case b.column[c.row] == none && b.row[c.column] == none && b.at(c) == 0:
				b.add(c)
			}
		}
		for _, c := range cells {
			if got, want := b.at(c), count(&b, c); got != want {
				t.Fatalf("at(%v) = %d, want %d, with queens at %v", c, got, want, b.queens)
			}
		}
		for i, q := range b.queens {
			if b.column[q.row] != q.column || b.row[q.column] != q.row || int(b.place[q.row]) != i {
				t.Fatalf("queen %d at %v is at column %d, row %d, place %d", i, q, b.column[q.row], b.row[q.column], b.place[q.row])
			}
		}
	})
}

// TestCloserIsOnAClosedLine removes the queens because of which a cell cannot have a queen. The method closer returns
// such a queen: one on a diagonal with the cell, or one of two queens in line with it. Each removal must open exactly
// one of these lines, because no queen is on two of them. At the end the cell must be free.
func TestCloserIsOnAClosedLine(t *testing.T) {
	const n = 40
	var s searcher
	mustBoard(t, &s, n)
	for row := range int32(n) {
		for column := range int32(n) {
			if s.column[row] == column {
				continue
			}
			c := cell{row, column}
			taken := []cell{{row, s.column[row]}, {s.row[column], column}}
			s.remove(row)
			s.remove(s.row[column])
			for left := s.at(c); left > 0; left-- {
				if got := s.at(c); got != left {
					t.Fatalf("at(%v) = %d after a closer is gone, want %d", c, got, left)
				}
				row := s.closer(c, &s.random)
				taken = append(taken, cell{row, s.column[row]})
				s.remove(row)
			}
			if got := s.at(c); got != 0 {
				t.Fatalf("at(%v) = %d after all closers are gone, want 0", c, got)
			}
			for _, q := range taken {
				s.add(q)
			}
		}
	}
}
