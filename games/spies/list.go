package spies

import (
	"context"

	"enumerate/enum"
)

// List visits the classes whose least board has the shard's prefix, in lexicographic
// order of these. Valid ones are found as a walk finds them; for the others all boards
// are looked at whose border could be that of a least board.
func (s *shardWalker) List(ctx context.Context, shard enum.Shard, verdict int, visit func(enum.Class) bool) error {
	s.begin(ctx)
	if verdict == valid {
		s.finish(shard.Path, func(automorphisms uint64) bool {
			return visit(enum.Class{Verdict: valid, Automorphisms: automorphisms, Representative: representative{s.queens}})
		})
		return ctx.Err()
	}
	l := &lister{ctx: ctx, path: shard.Path, verdict: verdict, visit: visit, board: make(Board, s.n), buffer: make(Board, s.n)}
	_, err := l.extend(0, 0)
	return err
}

// A lister visits the least boards with a prefix, one by one.
type lister struct {
	ctx           context.Context
	path          []byte
	verdict       int
	visit         func(enum.Class) bool
	board, buffer Board
}

// extend visits all boards that extend the first d queens, which have these columns. It
// reports false when visit does.
func (l *lister) extend(d int, used uint32) (on bool, err error) {
	n := len(l.board)
	if d == n {
		return l.settle()
	}
	if n-d >= 8 && l.ctx.Err() != nil { // 8! boards take some milliseconds
		return false, l.ctx.Err()
	}
	first, last := 0, n-1
	if d < len(l.path) {
		first, last = int(l.path[d]), int(l.path[d])
	}
	for c := first; c <= last; c++ {
		switch {
		case used>>c&1 != 0:
			continue
		case d == 0 && c > n-1-c, d > 0 && nearCorner(n, d, c, l.board[0]):
			continue // its image is less: see newLines
		}
		l.board[d] = c
		if on, err := l.extend(d+1, used|1<<c); !on || err != nil {
			return on, err
		}
	}
	return true, nil
}

// settle visits the board if it is the least of its class and has the verdict.
func (l *lister) settle() (on bool, err error) {
	least, automorphisms := l.board.least(l.buffer)
	if !least {
		return true, nil
	}
	fault, err := l.board.Fault(l.ctx)
	if err != nil {
		return false, err
	}
	verdict := verdictOf(fault)
	if l.verdict != enum.AnyVerdict && verdict != l.verdict {
		return true, nil
	}
	return l.visit(enum.Class{Verdict: verdict, Automorphisms: automorphisms, Representative: representative{l.board}}), nil
}

// A representative is the least board of a class.
type representative struct{ board Board }

// String returns the columns of the queens.
func (r representative) String() string { return r.board.String() }

// Solution returns the verdict and what proves it.
func (r representative) Solution() enum.Solution {
	fault, err := r.board.Fault(context.Background())
	if err != nil {
		panic(err) // this context does not end
	}
	return r.board.solution(fault)
}
