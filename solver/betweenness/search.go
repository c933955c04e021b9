package betweenness

import (
	"context"
	"slices"
)

// A Searcher decides games of any size with buffers that it keeps from one game
// to the next. It is the default algorithm. In this order it
//
//   - takes players away that nobody chose, again and again (peel.go);
//   - decides what is left of small games on closures (small.go);
//   - looks for choices that contradict each other because they share pairs of
//     players (ties.go), or because everybody is somebody's wonderwall (ends.go);
//   - lines the players up greedily, so that most choices are met (arrange.go);
//   - searches, starting from that line, and learns from conflicts (conflict.go).
//
// It is exact. What it does depends on the game alone. Its time is exponential in
// the worst case. Random games of up to some 10,000 players take about a microsecond
// for each player, larger ones more, those of a million some ten seconds. A Searcher
// is not safe for use by several goroutines.
type Searcher struct {
	closures int // up to how many players, after peeling, closures decide; tests change it

	players int
	owners  []int32 // the players whose choices are looked at
	all     []triple
	peeling peeling

	// What peeling leaves, its players numbered from 0.
	inner   []triple
	owner   []int32 // of each triple, its place in owners
	names   []int32 // of each player, its number before
	numbers []int32 // of each player before, its number, or none

	ties     ties
	arranged arrangement
	conflict conflictSearch
	small    small
	found    []int32 // a solution of inner
	outer    line
	work     Work
}

// NewSearcher returns a Searcher.
func NewSearcher() *Searcher {
	s := &Searcher{closures: smallPlayers}
	s.conflict.conflictLimits = usualLimits()
	return s
}

// Solvable reports whether a valid game has a solution, and what it took to find
// out. When the context ends it returns the context's error, soon.
func (s *Searcher) Solvable(ctx context.Context, g Game) (bool, Work, error) {
	s.take(g, nil)
	solved, _, err := s.run(ctx, false)
	return solved, s.work, err
}

// Solve returns a certificate of a valid game's verdict, and what it took to find
// the verdict. A core is irreducible: without any of its players the others do not
// contradict each other. In games of up to 16 players, and in most of up to 64,
// it is a smallest one. When the context ends Solve returns the context's error,
// soon.
func (s *Searcher) Solve(ctx context.Context, g Game) (Certificate, Work, error) {
	s.take(g, nil)
	solved, core, err := s.run(ctx, true)
	work := s.work
	switch {
	case err != nil:
		return Certificate{}, work, err
	case solved:
		return Certificate{Order: s.order()}, work, nil
	}
	left := s.playersOf(s.firstInner(len(s.inner)))
	core, err = s.reduce(ctx, g, core)
	if err != nil {
		return Certificate{}, work, err
	}
	core, known, err := s.smallest(ctx, g, left, core)
	if err != nil {
		return Certificate{}, work, err
	}
	return Certificate{Core: core, Smallest: known}, work, nil
}

// take makes triples of the choices of some players; nil means all.
func (s *Searcher) take(g Game, players []int) {
	s.players = len(g)
	s.all, s.owners = s.all[:0], s.owners[:0]
	s.work = Work{}
	if players == nil {
		for p := range g {
			s.all = append(s.all, tripleOf(g, p))
			s.owners = append(s.owners, int32(p))
		}
		return
	}
	for _, p := range players {
		s.all = append(s.all, tripleOf(g, p))
		s.owners = append(s.owners, int32(p))
	}
}

// run decides whether the triples can be met together. If they can, found is how.
// If they cannot, and it is to prove that, it returns players whose choices
// contradict each other.
func (s *Searcher) run(ctx context.Context, proving bool) (solved bool, core []int, err error) {
	if err := ctx.Err(); err != nil {
		return false, nil, err
	}
	s.peeling.run(s.players, s.all)
	s.renumber()
	n := len(s.names)
	if s.found = s.found[:0]; len(s.inner) == 0 {
		return true, nil, nil
	}
	if n <= s.closures {
		var used int
		solved, s.found, used = s.small.run(n, s.inner, s.found)
		s.work.Decisions += uint64(used)
		if !solved {
			s.work.Conflicts++
			core = s.playersOf(s.firstInner(used))
		}
		return solved, core, nil
	}
	s.ties.find(s.inner)
	if contradiction := s.ties.contradiction(); contradiction != nil {
		s.work.Conflicts++
		return false, s.playersOf(contradiction), nil
	}
	s.arranged.build(n, s.inner)
	if contradiction := s.conflict.ends.contradiction(n, s.inner, &s.arranged.in, none); contradiction != nil {
		s.work.Conflicts++
		return false, s.playersOf(contradiction), nil
	}
	s.conflict.work = Work{}
	solved, contradiction, err := s.conflict.run(ctx, &s.ties, &s.arranged, proving)
	s.work.Add(s.conflict.work)
	if err != nil {
		return false, nil, err
	}
	if solved {
		s.found = s.conflict.precedence.order(s.found)
		return true, nil, nil
	}
	return false, s.playersOf(contradiction), nil
}

// renumber makes inner of the triples that peeling left.
func (s *Searcher) renumber() {
	s.numbers = resize(s.numbers, s.players)
	s.names, s.inner, s.owner = s.names[:0], s.inner[:0], s.owner[:0]
	for v := range s.numbers {
		s.numbers[v] = none
		if s.peeling.degree[v] > 0 {
			s.numbers[v] = int32(len(s.names))
			s.names = append(s.names, int32(v))
		}
	}
	for i, t := range s.all {
		if !s.peeling.gone[i] {
			s.inner = append(s.inner, triple{s.numbers[t.end], s.numbers[t.middle], s.numbers[t.other]})
			s.owner = append(s.owner, int32(i))
		}
	}
}

// firstInner returns the numbers of the first inner triples.
func (s *Searcher) firstInner(count int) []int32 {
	triples := make([]int32, count)
	for i := range triples {
		triples[i] = int32(i)
	}
	return triples
}

// playersOf returns the players whose choices the given inner triples are, in
// ascending order.
func (s *Searcher) playersOf(triples []int32) []int {
	players := make([]int, len(triples))
	for k, i := range triples {
		players[k] = int(s.owners[s.owner[i]])
	}
	slices.Sort(players)
	return players
}

// order returns the solution that run found, with all players.
func (s *Searcher) order() []int {
	s.outer.reset(s.players)
	last := s.outer.left()
	for _, v := range s.found {
		s.outer.insertAfter(s.names[v], last)
		last = s.names[v]
	}
	s.peeling.undo(&s.outer, s.all)
	order := make([]int, 0, s.players)
	for v := s.outer.next[s.outer.left()]; v != s.outer.right(); v = s.outer.next[v] {
		order = append(order, int(v))
	}
	return order
}

// Solve returns a certificate of a valid game's verdict; see [Searcher.Solve].
func Solve(g Game) Certificate {
	certificate, _, err := NewSearcher().Solve(context.Background(), g)
	if err != nil {
		panic(err) // only the context ends a search
	}
	return certificate
}

// Solvable reports whether a valid game has a solution. It is Solve without the
// certificate.
func Solvable(g Game) bool {
	solved, _, err := NewSearcher().Solvable(context.Background(), g)
	if err != nil {
		panic(err) // only the context ends a search
	}
	return solved
}
