package betweenness

import (
	"context"
	"math"
	"slices"
	"time"

	"enumerate/internal/bounded"
)

// A Searcher decides games of any size. It is the default algorithm and reuses its buffers. It
//
//   - removes players that no player chose, repeatedly (peeling);
//   - decides the rest of a small game on closures (frontier.go);
//   - looks for choices that contradict each other because they share pairs of
//     players (ties), or because all players are wonderwalls (ends);
//   - lines the players up greedily, so that most choices are satisfied (arrange.go);
//   - searches from this line, and learns from conflicts (conflict.go);
//   - tries other methods if the search stalls (unstall), and continues.
//
// It is exact and deterministic. Its time is exponential in the worst case; its memory is not,
// because clauses are deleted. Random games of up to about 10,000 players take about a
// microsecond for each player; a million players take about ten seconds. A Searcher must not be
// used by several goroutines at the same time.
type Searcher struct {
	// Core is the kind of core that Solve looks for in unsolvable games.
	Core CoreKind

	closures int // the largest number of players after peeling that closures decide; tests change it

	players int
	owners  []int32 // the players whose choices count
	all     []triple
	peeling peeling

	// The inner triples are those that peeling leaves, with their players renumbered from 0.
	inner   []triple
	owner   []int32 // by inner triple: its index in owners
	names   []int32 // by new number of a player: its number in the game
	numbers []int32 // by number of a player in the game: its new number, or none

	frontier *Frontier
	ties     ties
	ends     ends
	arranged arrangement
	conflict conflictSearch
	weak     weakMaps
	stall    uint64  // the number of conflicts before other methods are tried; tests change it
	found    []int32 // an order that satisfies all inner triples
	sweep    sweep   // tried when the search has stalled
	narrow   bool    // whether the sweep is narrow enough
	swept    *Tables // if the sweep has found a contradiction and there is a tracer: the proof
	outer    line
	work     Work
	steps    int // steps of run, see searchSteps
}

// smallPlayers is the largest number of players after peeling for which closures are fastest.
const smallPlayers = 10

// NewSearcher returns a Searcher.
func NewSearcher() *Searcher {
	s := &Searcher{closures: smallPlayers, frontier: NewFrontier(), stall: usualStall}
	// Values that make random games fast. The clauses take up to about 32 MB.
	s.conflict.limits = conflictLimits{restart: 50, learnt: 4000, words: 1 << 23}
	return s
}

// Solvable reports whether a valid game has a solution, and the work done. It returns the error
// of a context that ends.
func (s *Searcher) Solvable(ctx context.Context, g Game) (bool, Work, error) {
	s.take(g, nil)
	o, _, err := s.run(ctx, false, math.MaxInt)
	return o == satisfied, s.work, err
}

// Solve returns a certificate of a valid game's verdict, and the work done for the verdict. The
// core of an unsolvable game has the kind s.Core, or is the best one found before the deadline of
// the context.
func (s *Searcher) Solve(ctx context.Context, g Game) (Certificate, Work, error) {
	s.take(g, nil)
	o, core, err := s.run(ctx, s.Core != NoCore, math.MaxInt)
	work := s.work
	switch {
	case err != nil:
		return Certificate{}, work, err
	case o == satisfied:
		return Certificate{Order: s.order()}, work, nil
	case s.Core == NoCore:
		return Certificate{}, work, nil
	}

	// Look for a better core for half of the remaining time, because its check needs time, too.
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
	return c, work, nil // the best core found so far, if half of the time is over
}

// Solve returns a certificate of a valid game's verdict; see [Searcher.Solve].
func Solve(g Game) Certificate {
	certificate, _, err := NewSearcher().Solve(context.Background(), g)
	if err != nil {
		panic(err) // only the context ends a search
	}
	return certificate
}

// take makes triples from the choices of some players; nil means all.
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

// run decides whether one order satisfies all triples. It tries the methods that the type Searcher lists,
// the fastest first. If there is such an order, s.found is an order of the inner players that satisfies the
// inner triples. If not, and proving is true, run returns players whose choices contradict each other. After
// the given number of steps it may return undecided.
func (s *Searcher) run(ctx context.Context, proving bool, steps int) (o outcome, core []int, err error) {
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}

	// Peel. In a game of millions of players, this and each of the next steps takes a second, so the context is checked in between.
	s.steps, s.swept, s.found = 0, nil, s.found[:0]
	s.peeling.run(s.players, s.all)
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	s.renumber()
	n := len(s.names) // the number of players that are left
	if len(s.inner) == 0 {
		return satisfied, nil, nil
	}

	// Decide a small rest with closures.
	if n <= s.closures {
		solved, used := s.runClosures(n)
		s.work.Decisions += uint64(used)
		if solved {
			return satisfied, nil, nil
		}
		s.work.Conflicts++
		return contradictory, s.playersOf(firstTriples(used)), nil
	}
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}

	// Look for contradictions that need no search. With a tracer, the search must prove contradictory ties itself.
	s.ties.find(s.inner)
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	if contradiction := s.ties.contradiction(); contradiction != nil && s.conflict.tracer == nil {
		s.work.Conflicts++
		return contradictory, s.playersOf(contradiction), nil
	}
	if err := s.arranged.build(ctx, n, s.inner); err != nil {
		return undecided, nil, err
	}
	if contradiction := s.ends.contradiction(n, s.inner, &s.arranged.in, none); contradiction != nil {
		s.work.Conflicts++
		return contradictory, s.playersOf(contradiction), nil
	}

	// Search. If another method finds the order because the search stalls, it stores the order in s.found.
	s.conflict.reset(&s.ties, &s.arranged, proving)
	s.conflict.stepLimit = steps
	o, contradiction, err := s.search(ctx)
	s.work.Add(s.conflict.work)
	s.steps += s.conflict.steps + s.conflict.precedence.steps
	switch {
	case err != nil:
		return undecided, nil, err
	case o == satisfied && len(s.found) == 0:
		s.found = s.conflict.precedence.order(s.found)
	case o == contradictory:
		core = s.playersOf(contradiction)
	}
	return o, core, nil
}

// search runs the conflict-driven search, and tries other methods whenever the search stalls: after s.stall
// conflicts, and then each time after four times as many. It returns undecided if the search has reached its
// limit of steps, and otherwise what run returns, with inner triples as the core.
func (s *Searcher) search(ctx context.Context) (o outcome, contradiction []int32, err error) {
	defer func() { s.sweep.tables = nil }() // its tables can be large
	for round := 0; ; round++ {
		o, contradiction, err := s.conflict.advance(ctx, s.stall<<(2*round))
		if o != undecided || err != nil || s.conflict.steps+s.conflict.precedence.steps >= s.conflict.stepLimit {
			return o, contradiction, err
		}
		if o, contradiction, err = s.unstall(ctx, round); o != undecided || err != nil {
			return o, contradiction, err
		}
	}
}

// usualStall is the number of conflicts after which a search has stalled; random games take
// fewer.
const usualStall = 1000

// maxEnds is the largest number of players for which unstall calls anyContradiction, which takes
// quadratic time. Up to this size it is no slower than the conflicts before it.
const maxEnds = 5000

// unstall tries other methods after the search has stalled. Each round comes after four times as
// many conflicts as the previous round. A method takes at most about as long as these conflicts and
// leaves the search unchanged: if all methods fail, the search continues. If one order satisfies all
// inner triples, s.found is this order. If they contradict each other, core holds triples that do.
func (s *Searcher) unstall(ctx context.Context, round int) (o outcome, core []int32, err error) {
	// Try ends with every player as the exception.
	n := len(s.names)
	if round == 0 && n <= maxEnds {
		s.steps += n * n // the time of anyContradiction
		if core := s.ends.anyContradiction(n, s.inner, &s.arranged.in); core != nil {
			return contradictory, core, nil
		}
	}

	// Try the sweep, with a limit on its memory that grows from round to round.
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
			return satisfied, nil, nil
		case ok:
			if s.conflict.tracer != nil {
				s.swept = s.sweep.proof(s.player)
			}
			return contradictory, s.sweep.contradiction(), nil
		}
	}

	// Try linear algebra.
	effort := 16 * n * int(s.conflict.work.Conflicts)
	order, found, err := s.weak.order(ctx, n, s.inner, uint64(round), effort)
	s.steps += effort - s.weak.effort
	if err != nil || !found {
		return undecided, nil, err
	}
	s.found = append(s.found, order...)
	return satisfied, nil, nil
}

// player returns the player that an inner triple belongs to.
func (s *Searcher) player(triple int32) int { return int(s.owners[s.owner[triple]]) }

// peel peels the triples that take has made, and makes the inner triples from the remaining ones.
func (s *Searcher) peel() {
	s.peeling.run(s.players, s.all)
	s.renumber()
}

// renumber makes the inner triples: those that peeling left, with their players renumbered from 0.
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
		if !s.peeling.removed[i] {
			s.inner = append(s.inner, triple{s.numbers[t.end], s.numbers[t.middle], s.numbers[t.other]})
			s.owner = append(s.owner, int32(i))
		}
	}
}

// runClosures decides with a frontier whether one order of n players satisfies the inner triples.
// If so, s.found is this order. If not, the first used inner triples contradict each other.
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
	for range used { // leave the frontier empty for the next game
		s.frontier.Pop()
	}
	return solved, used
}

// firstTriples returns the numbers 0 to count-1.
func firstTriples(count int) []int32 {
	triples := make([]int32, count)
	for i := range triples {
		triples[i] = int32(i)
	}
	return triples
}

// playersOf returns the players that the given inner triples belong to, ascending.
func (s *Searcher) playersOf(triples []int32) []int {
	players := make([]int, len(triples))
	for k, i := range triples {
		players[k] = int(s.owners[s.owner[i]])
	}
	slices.Sort(players)
	return players
}

// order returns the solution that run found, extended to all players. s.outer is this order as a line.
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

// A triple is what one player's choice requires: the middle must stand between the two ends. An order
// or line in which it does satisfies the triple. Players are numbered from 0 without gaps.
type triple struct {
	end, middle, other int32 // the player, its wonderwall, its ninja
}

// none is the number of no triple, player or clause.
const none = -1

// players returns the three players of the triple.
func (t triple) players() [3]int32 { return [3]int32{t.end, t.middle, t.other} }

// tripleOf returns the triple of player p.
func tripleOf(g Game, p int) triple {
	return triple{int32(p), int32(g[p].Wonderwall), int32(g[p].Ninja)}
}

// An incidence lists the triples that name each player.
type incidence struct {
	start   []int32 // the triples of player v are triples[start[v]:start[v+1]]
	triples []int32
}

// fill makes the incidence of some triples, in linear time: it counts the triples of each player,
// and then files each triple at its three players (a counting sort).
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
		in.start[v] = sum // the end of the triples of v; the next loop fills them from the end and moves it to their start
	}
	in.triples = resize(in.triples, 3*len(triples))
	for i := len(triples) - 1; i >= 0; i-- {
		for _, v := range triples[i].players() {
			in.start[v]--
			in.triples[in.start[v]] = int32(i)
		}
	}
}

// of returns the triples that name player v, ascending.
func (in *incidence) of(v int32) []int32 { return in.triples[in.start[v]:in.start[v+1]] }

// degree returns the number of triples that name player v.
func (in *incidence) degree(v int32) int { return int(in.start[v+1] - in.start[v]) }

// resize returns a slice of the given length, s itself if its capacity suffices. The elements
// have arbitrary values.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
