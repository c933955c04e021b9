package betweenness

import (
	"context"
	"math"
	"slices"
	"time"

	"enumerate/internal/bounded"
)

// A Searcher decides games of any size with buffers that it keeps from one game
// to the next. It is the default algorithm. In this order it
//
//   - takes away players whom no player chose, again and again (peeling);
//   - decides what is left of small games on closures (frontier.go);
//   - looks for choices that contradict each other because they share pairs of
//     players (ties), or because all players are wonderwalls (ends);
//   - lines the players up greedily, so that most choices are met (arrange.go);
//   - searches, starting from that line, and learns from conflicts (conflict.go);
//   - tries other methods where the search stalls (unstall), and continues.
//
// It is exact. What it does depends on the game alone. Its time is exponential in the worst case.
// Its memory is not, because clauses are forgotten. Random games of up to some 10,000 players take
// about a microsecond for each player, larger ones more; a million players take some ten seconds. A
// Searcher must not be used by several goroutines at once.
type Searcher struct {
	// Core is the kind of core that Solve looks for in unsolvable games.
	Core CoreKind

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

	frontier *Frontier
	ties     ties
	ends     ends
	arranged arrangement
	conflict conflictSearch
	weak     weakMaps
	stall    uint64  // after how many conflicts it tries other methods; tests change it
	found    []int32 // a solution of inner
	sweep    sweep   // of a search that has stalled
	narrow   bool    // whether it can be swept
	swept    *Tables // of the contradiction that it has found, if there is a proof tracer
	outer    line
	work     Work
	steps    int // that run took, see searchSteps
}

// smallPlayers is up to how many players, after peeling, a frontier of closures
// is fastest.
const smallPlayers = 10

// NewSearcher returns a Searcher.
func NewSearcher() *Searcher {
	s := &Searcher{closures: smallPlayers, frontier: NewFrontier(), stall: usualStall}
	// These make random games fast. The clauses take up to some 32 MB.
	s.conflict.limits = conflictLimits{restart: 50, learnt: 4000, words: 1 << 23}
	return s
}

// Solvable reports whether a valid game has a solution, and the work that it took to
// find out. When the context ends it soon returns the context's error.
func (s *Searcher) Solvable(ctx context.Context, g Game) (bool, Work, error) {
	s.take(g, nil)
	o, _, err := s.run(ctx, false, math.MaxInt)
	return o == met, s.work, err
}

// Solve returns a certificate of a valid game's verdict, and the work that it took to
// find the verdict. Of an unsolvable game it has a core of the kind that s.Core asks for; if
// the context has a deadline that leaves no time for that, the best core found.
// When the context ends Solve soon returns its error.
func (s *Searcher) Solve(ctx context.Context, g Game) (Certificate, Work, error) {
	s.take(g, nil)
	o, core, err := s.run(ctx, s.Core != NoCore, math.MaxInt)
	work := s.work
	switch {
	case err != nil:
		return Certificate{}, work, err
	case o == met:
		return Certificate{Order: s.order()}, work, nil
	case s.Core == NoCore:
		return Certificate{}, work, nil
	}
	// Of the time left half is for a better core, and half for its check.
	until := ctx
	if deadline, ok := ctx.Deadline(); ok {
		half := time.Now().Add(time.Until(deadline) / 2)
		until = bounded.Asked{Context: ctx, Ask: func() error {
			if time.Now().After(half) {
				return context.DeadlineExceeded
			}
			return nil
		}}
	}
	c, err := s.shrink(until, g, Certificate{Core: core})
	switch {
	case ctx.Err() != nil:
		return Certificate{}, work, ctx.Err()
	case err != nil && until.Err() == nil:
		return Certificate{}, work, err
	}
	return c, work, nil
}

// Solve returns a certificate of a valid game's verdict; see [Searcher.Solve].
func Solve(g Game) Certificate {
	certificate, _, err := NewSearcher().Solve(context.Background(), g)
	if err != nil {
		panic(err) // only the context ends a search
	}
	return certificate
}

// take makes triples of the choices of some players; nil means all.
func (s *Searcher) take(g Game, players []int) {
	s.players, s.work = len(g), Work{}
	s.all, s.owners = s.all[:0], s.owners[:0]
	add := func(p int) {
		s.all = append(s.all, tripleOf(g, p))
		s.owners = append(s.owners, int32(p))
	}
	if players == nil {
		for p := range g {
			add(p)
		}
	}
	for _, p := range players {
		add(p)
	}
}

// run decides whether one order meets all triples. If so, found is that order. If
// not, and proving is set, it returns players whose choices contradict each other. It may
// give up, undecided, after the given number of steps.
func (s *Searcher) run(ctx context.Context, proving bool, steps int) (o outcome, core []int, err error) {
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	s.steps, s.swept = 0, nil
	s.peeling.run(s.players, s.all)
	if err := ctx.Err(); err != nil { // each of these steps takes a second in a game of millions
		return undecided, nil, err
	}
	s.renumber()
	n := len(s.names)
	if s.found = s.found[:0]; len(s.inner) == 0 {
		return met, nil, nil
	}
	if n <= s.closures {
		solved, used := s.runClosures(n)
		s.work.Decisions += uint64(used)
		if solved {
			return met, nil, nil
		}
		s.work.Conflicts++
		return contrary, s.playersOf(firstTriples(used)), nil
	}
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	s.ties.find(s.inner)
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	if contradiction := s.ties.contradiction(); contradiction != nil && s.conflict.tracer == nil { // which tells of ties itself
		s.work.Conflicts++
		return contrary, s.playersOf(contradiction), nil
	}
	if err := s.arranged.build(ctx, n, s.inner); err != nil {
		return undecided, nil, err
	}
	if contradiction := s.ends.contradiction(n, s.inner, &s.arranged.in, none); contradiction != nil {
		s.work.Conflicts++
		return contrary, s.playersOf(contradiction), nil
	}
	s.conflict.reset(&s.ties, &s.arranged, proving)
	s.conflict.most = steps
	o, contradiction, err := s.search(ctx)
	s.work.Add(s.conflict.work)
	s.steps += s.conflict.steps + s.conflict.precedence.steps
	switch {
	case err != nil:
		return undecided, nil, err
	case o == met && len(s.found) == 0:
		s.found = s.conflict.precedence.order(s.found)
	case o == contrary:
		core = s.playersOf(contradiction)
	}
	return o, core, nil
}

// search searches, and tries other methods when the search has stalled.
func (s *Searcher) search(ctx context.Context) (o outcome, contradiction []int32, err error) {
	defer func() { s.sweep.tables = nil }() // they may be large
	for round := 0; ; round++ {
		o, contradiction, err := s.conflict.advance(ctx, s.stall<<(2*round))
		if o != undecided || err != nil || s.conflict.steps+s.conflict.precedence.steps >= s.conflict.most {
			return o, contradiction, err
		}
		if o, contradiction, err = s.unstall(ctx, round); o != undecided || err != nil {
			return o, contradiction, err
		}
	}
}

// usualStall is after how many conflicts a search has stalled: random games take fewer.
const usualStall = 1000

// maxEnds is the most players of a game in which it looks for a contradiction at the
// ends with each player excepted in turn. Up to this size that takes no more time
// than the conflicts before.
const maxEnds = 5000

// unstall tries other methods when the search has stalled. Each round comes after four times
// as many conflicts as the one before. Every method takes at most about as long as these
// conflicts, and leaves the search as it is: if none finds an answer, the search continues.
// If one order meets all inner triples it is in found; if they contradict each other the core
// holds some that do.
func (s *Searcher) unstall(ctx context.Context, round int) (o outcome, core []int32, err error) {
	n := len(s.names)
	if round == 0 && n <= maxEnds {
		s.steps += n * n
		if core := s.ends.anyContradiction(n, s.inner, &s.arranged.in); core != nil {
			return contrary, core, nil
		}
	}
	if round == 0 {
		s.sweep.minimal.steps = 0
		s.narrow = s.sweep.begin(n, s.inner)
	}
	if words := min(1<<(21+2*round), maxWords); s.narrow && s.sweep.words <= words {
		solvable, ok, err := s.sweep.run(ctx, words)
		s.work.Add(s.sweep.work)
		s.steps += s.sweep.minimal.steps / 2
		s.sweep.work, s.sweep.minimal.steps = Work{}, 0
		switch {
		case err != nil:
			return undecided, nil, err
		case ok && solvable:
			s.found = s.sweep.order(n, s.found)
			return met, nil, nil
		case ok:
			if s.conflict.tracer != nil {
				s.swept = s.sweep.proof(s.player)
			}
			return contrary, s.sweep.contradiction(), nil
		}
	}
	effort := 16 * n * int(s.conflict.work.Conflicts)
	order, found, err := s.weak.order(ctx, n, s.inner, uint64(round), effort)
	s.steps += effort - s.weak.effort
	if err != nil || !found {
		return undecided, nil, err
	}
	s.found = append(s.found, order...)
	return met, nil, nil
}

// player returns the player whose choice one of the inner triples is.
func (s *Searcher) player(triple int32) int { return int(s.owners[s.owner[triple]]) }

// peel peels the triples.
func (s *Searcher) peel() {
	s.peeling.run(s.players, s.all)
	s.renumber()
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

// runClosures decides on a frontier whether one order of n players meets the inner
// triples. If so, found is that order. If not, the first used triples contradict
// each other.
func (s *Searcher) runClosures(n int) (solved bool, used int) {
	solved = true
	for solved && used < len(s.inner) {
		t := s.inner[used]
		used++
		solved = s.frontier.Push(int(t.end), Choice{int(t.middle), int(t.other)})
	}
	if solved {
		s.found = s.frontier.line(n, s.found)
	}
	for range used {
		s.frontier.Pop()
	}
	return solved, used
}

// firstTriples returns the numbers of the first triples.
func firstTriples(count int) []int32 {
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

// A triple is what one player's choice asks for: the middle one of three
// players stands between the two ends. An order, or a line, meets a triple if that
// is so. Players are numbered from 0 without gaps.
type triple struct {
	end, middle, other int32 // the player, its wonderwall, its ninja
}

// none stands in place of a number: of a triple, a player, a clause.
const none = -1

// players returns the three of them.
func (t triple) players() [3]int32 { return [3]int32{t.end, t.middle, t.other} }

// tripleOf returns the triple of player p.
func tripleOf(g Game, p int) triple {
	return triple{int32(p), int32(g[p].Wonderwall), int32(g[p].Ninja)}
}

// An incidence lists, for every player, the triples that name it.
type incidence struct {
	start   []int32 // the triples of player v are triples[start[v]:start[v+1]]
	triples []int32
}

// fill makes the incidence of some triples on the given number of players. It
// takes linear time.
func (in *incidence) fill(players int, triples []triple) {
	in.start = resize(in.start, players+1)
	clear(in.start)
	for _, t := range triples {
		for _, v := range t.players() {
			in.start[v]++
		}
	}
	sum := int32(0)
	for v, n := range in.start {
		sum += n
		in.start[v] = sum // where the next player's begin; filled from the end
	}
	in.triples = resize(in.triples, 3*len(triples))
	for i := len(triples) - 1; i >= 0; i-- {
		for _, v := range triples[i].players() {
			in.start[v]--
			in.triples[in.start[v]] = int32(i)
		}
	}
}

// of returns the triples that name player v, in ascending order.
func (in *incidence) of(v int32) []int32 { return in.triples[in.start[v]:in.start[v+1]] }

// degree returns how many triples name player v.
func (in *incidence) degree(v int32) int { return int(in.start[v+1] - in.start[v]) }

// resize returns a slice of the given length: s itself if it has the capacity. The
// elements have no meaning.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
