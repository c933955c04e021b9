package betweenness

import (
	"context"
	"math"
	"slices"
	"time"

	"enumerate/internal/bounded"
)

// A Searcher decides games of any size, and is the default algorithm. It tries these methods one after the other:
//
//   - It removes players whom no player chose, repeatedly (peeling). The rest has a solution if and only if the whole
//     game has one.
//   - If few players are left, it decides the rest with closures (frontier.go).
//   - It looks for choices that contradict each other because they share pairs of players (ties), or because too many
//     players are wonderwalls, who cannot stand at an end (ends).
//   - It lines the players up greedily, so that most choices are satisfied (arrange.go).
//   - It searches from this line, and learns from conflicts (conflict.go).
//   - If the search stalls, it tries other methods (unstall), and then continues the search.
//
// A Searcher is exact and deterministic. Its time is exponential in the worst case; its memory is not, because it
// deletes clauses. Random games of up to about 10,000 players take about a microsecond for each player; a million
// players take about ten seconds. A Searcher reuses its memory from game to game, and must not be used by several
// goroutines at the same time.
type Searcher struct {
	// Core is the kind of core that Solve looks for in unsolvable games.
	Core CoreKind

	// closures is the largest number of players after peeling for which closures decide the game; tests change it.
	closures int

	players int
	owners  []int32  // the players whose choices count
	all     []triple // by index in owners: the triple of this player
	peeling peeling

	// The inner triples are those that peeling leaves, with their players renumbered from 0.
	inner   []triple
	owner   []int32 // by inner triple: its index in owners
	names   []int32 // by new number of a player: its number in the game
	numbers []int32 // by number of a player in the game: its new number, or none

	frontier    *Frontier
	ties        ties
	ends        ends
	arrangement arrangement
	conflict    conflictSearch
	weak        weakMaps
	stall       uint64  // the number of conflicts before other methods are tried; tests change it
	solution    []int32 // an order that satisfies all inner triples
	sweep       sweep   // tried when the search has stalled
	narrow      bool    // whether the sweep is narrow enough
	sweepProof  *Tables // if the sweep has found a contradiction and there is a tracer: the proof
	outer       line
	work        Work
	steps       int // steps of run, see searchSteps
}

// smallPlayers is the largest number of players left after peeling (the removal of players whom only one choice names)
// for which closures decide a game fastest.
const smallPlayers = 10

// NewSearcher returns a Searcher.
func NewSearcher() *Searcher {
	s := &Searcher{closures: smallPlayers, frontier: NewFrontier(), stall: usualStall}
	// Values that make random games fast. The clauses take up to about 32 MB.
	s.conflict.limits = conflictLimits{restart: 50, learnt: 4000, words: 1 << 23}
	return s
}

// Solvable reports whether a valid game has a solution, and the work done. Without a proof it is faster than
// Solve for unsolvable games. The error is the context's.
func (s *Searcher) Solvable(ctx context.Context, g Game) (bool, Work, error) {
	s.take(g, nil)
	o, _, err := s.run(ctx, false, math.MaxInt)
	return o == satisfied, s.work, err
}

// Solve returns a proof of a valid game's verdict, and the work done for the verdict. The proof of an
// unsolvable game is a core of the kind s.Core: players whose choices contradict each other. If the context has a
// deadline, Solve may return the best core found before it.
func (s *Searcher) Solve(ctx context.Context, g Game) (Proof, Work, error) {
	s.take(g, nil)
	o, core, err := s.run(ctx, s.Core != NoCore, math.MaxInt)
	work := s.work // without the work for a better core
	switch {
	case err != nil:
		return Proof{}, work, err
	case o == satisfied:
		return Proof{Order: s.order()}, work, nil
	case s.Core == NoCore:
		return Proof{}, work, nil
	}

	// Look for a better core for half of the remaining time, because the check of a core needs time, too.
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

	c, err := s.shrink(until, g, Proof{Core: core})
	switch {
	case ctx.Err() != nil:
		return Proof{}, work, ctx.Err()
	case err != nil && until.Err() == nil:
		return Proof{}, work, err
	}
	return c, work, nil // the best core found so far, if half of the time is over
}

// Solve returns a proof of a valid game's verdict; see [Searcher.Solve].
func Solve(g Game) Proof {
	proof, _, err := NewSearcher().Solve(context.Background(), g)
	if err != nil {
		panic(err) // only the context ends a search
	}
	return proof
}

// take makes a triple (player, wonderwall, ninja) of the choice of each given player; nil stands for all players.
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

// run decides whether one order satisfies all triples of the game, which the method take has made. If so, s.solution is
// then an order of the players that peeling leaves, which the method order extends to a solution. If not, and proving
// is true, run returns a core. After the given number of steps run may return undecided.
func (s *Searcher) run(ctx context.Context, proving bool, steps int) (o outcome, core []int, err error) {
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}

	// In a game of millions of players, peeling and each of the next steps takes about a second, so the context is
	// checked in between.
	s.steps, s.sweepProof, s.solution = 0, nil, s.solution[:0]
	s.peeling.run(s.players, s.all)
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	s.renumber()
	remaining := len(s.names) // the number of players that peeling leaves
	if len(s.inner) == 0 {    // peeling has removed everything, and order puts all players back
		return satisfied, nil, nil
	}

	// If few players remain, use closures. A contradiction is among the triples used so far.
	if remaining <= s.closures {
		solved, used := s.runClosures(remaining)
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

	// Look for ties (triples that share two players) that contradict each other. If there is a tracer, which needs a
	// proof step by step, leave this to the search.
	s.ties.find(s.inner)
	if err := ctx.Err(); err != nil {
		return undecided, nil, err
	}
	if contradiction := s.ties.contradiction(); contradiction != nil && s.conflict.tracer == nil {
		s.work.Conflicts++
		return contradictory, s.playersOf(contradiction), nil
	}

	// With the lists of each player's triples, which build makes, look for triples with too few players for the two
	// ends of the line.
	if err := s.arrangement.build(ctx, remaining, s.inner); err != nil {
		return undecided, nil, err
	}
	if contradiction := s.ends.contradiction(remaining, s.inner, &s.arrangement.in, none); contradiction != nil {
		s.work.Conflicts++
		return contradictory, s.playersOf(contradiction), nil
	}

	s.conflict.reset(&s.ties, &s.arrangement, proving)
	s.conflict.stepLimit = steps
	o, contradiction, err := s.search(ctx)
	s.work.Add(s.conflict.work)
	s.steps += s.conflict.steps + s.conflict.precedence.steps
	switch {
	case err != nil:
		return undecided, nil, err
	// If another method than the search has found an order, it is in s.solution already.
	case o == satisfied && len(s.solution) == 0:
		s.solution = s.conflict.precedence.order(s.solution)
	case o == contradictory:
		core = s.playersOf(contradiction)
	}
	return o, core, nil
}

// search runs the conflict-driven search on the inner triples, those left by peeling. It tries other methods after
// s.stall conflicts, and then each time after four times as many. It returns undecided if the search has used up its
// steps. contradiction holds inner triples that contradict each other.
func (s *Searcher) search(ctx context.Context) (o outcome, contradiction []int32, err error) {
	defer func() { s.sweep.tables = nil }() // its tables can be large
	for round := 0; ; round++ {
		o, contradiction, err := s.conflict.advance(ctx, s.stall<<(2*round)) // to s.stall*4^round conflicts
		if o != undecided || err != nil || s.conflict.steps+s.conflict.precedence.steps >= s.conflict.stepLimit {
			return o, contradiction, err
		}
		if o, contradiction, err = s.unstall(ctx, round); o != undecided || err != nil {
			return o, contradiction, err
		}
	}
}

// usualStall is the number of conflicts after which a search has stalled; random games take fewer.
const usualStall = 1000

// maxEnds is the largest number of players for which unstall calls anyContradiction. This function looks for triples in
// which all players, or all but one, must stand between two others, so that too few players are left for the two ends
// of the line. The call takes quadratic time, but up to this size no longer than the search has taken so far.
const maxEnds = 5000

// unstall tries other methods after the search has stalled. round counts the calls for a game from 0; each comes after
// four times as many conflicts as the one before. A method takes at most about as long as the search took for these
// conflicts, and leaves the search unchanged. If one order satisfies all inner triples (left by peeling, which removes
// triples that can always be satisfied), s.solution is this order; if not, core holds inner triples that contradict
// each other.
func (s *Searcher) unstall(ctx context.Context, round int) (o outcome, core []int32, err error) {
	// Look for triples in which all players, or all but one, are wonderwalls. They contradict each other: a wonderwall
	// cannot stand at an end of the line, and one player cannot stand at both ends.
	n := len(s.names) // the number of players that peeling leaves
	if round == 0 && n <= maxEnds {
		s.steps += n * n // the time of anyContradiction
		if core := s.ends.anyContradiction(n, s.inner, &s.arrangement.in); core != nil {
			return contradictory, core, nil
		}
	}

	// Try the sweep, which decides games of small width: at any time, few players are named by both an earlier and a
	// later triple. The limit on its memory grows from round to round; a sweep that has reached it continues in the
	// next round.
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
			s.solution = s.sweep.order(n, s.solution)
			return satisfied, nil, nil
		case ok:
			if s.conflict.tracer != nil {
				s.sweepProof = s.sweep.proof(s.player)
			}
			return contradictory, s.sweep.contradiction(), nil
		}
	}

	effort := 16 * n * int(s.conflict.work.Conflicts)
	order, found, err := s.weak.order(ctx, n, s.inner, uint64(round), effort)
	s.steps += effort - s.weak.effort
	if err != nil || !found {
		return undecided, nil, err
	}
	s.solution = append(s.solution, order...)
	return satisfied, nil, nil
}

// player returns the player whose choice the given inner triple is.
func (s *Searcher) player(triple int32) int { return int(s.owners[s.owner[triple]]) }

// peel removes players whom only one choice names, repeatedly, and makes the inner triples of the rest.
func (s *Searcher) peel() {
	s.peeling.run(s.players, s.all)
	s.renumber()
}

// renumber makes the inner triples: those that peeling leaves, with their players renumbered from 0. It stores how to
// translate the numbers back.
func (s *Searcher) renumber() {
	s.numbers = resize(s.numbers, s.players)
	s.names, s.inner, s.owner = s.names[:0], s.inner[:0], s.owner[:0]
	for v := range s.numbers {
		s.numbers[v] = none
		if s.peeling.degree[v] > 0 { // a remaining triple names player v
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

// runClosures decides whether one order of n players satisfies the inner triples, by pushing them onto a frontier,
// which keeps the possible closures. If so, s.solution is such an order. Otherwise the first `used` inner triples
// contradict each other.
func (s *Searcher) runClosures(n int) (solved bool, used int) {
	solved = true
	for solved && used < len(s.inner) {
		t := s.inner[used]
		used++
		solved = s.frontier.Push(int(t.end), Choice{int(t.middle), int(t.other)})
	}
	if solved {
		s.solution = s.frontier.line(n, s.solution)
	}
	for range used { // leave the frontier empty for the next game
		s.frontier.Pop()
	}
	return solved, used
}

func firstTriples(count int) []int32 {
	triples := make([]int32, count)
	for i := range triples {
		triples[i] = int32(i)
	}
	return triples
}

// playersOf returns the players whose choices the given inner triples are, ascending.
func (s *Searcher) playersOf(triples []int32) []int {
	players := make([]int, len(triples))
	for k, i := range triples {
		players[k] = int(s.owners[s.owner[i]])
	}
	slices.Sort(players)
	return players
}

// order returns an order of all players that satisfies all triples: s.solution, extended by the players whom peeling
// removed. The line s.outer has this order, too.
func (s *Searcher) order() []int {
	s.outer.reset(s.players)
	last := s.outer.left()
	for _, v := range s.solution {
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

// A triple is what one player's choice requires: an order or a line satisfies it if the middle stands between the two
// ends. Players are numbered from 0.
type triple struct {
	end, middle, other int32 // the player, its wonderwall, its ninja
}

const none = -1

func (t triple) players() [3]int32 { return [3]int32{t.end, t.middle, t.other} }

func tripleOf(g Game, p int) triple {
	return triple{int32(p), int32(g[p].Wonderwall), int32(g[p].Ninja)}
}

// An incidence lists the triples that name each player.
type incidence struct {
	start   []int32 // the triples of player v are triples[start[v]:start[v+1]]
	triples []int32
}

// fill makes the incidence in linear time, by a counting sort.
func (in *incidence) fill(players int, triples []triple) {
	in.start = resize(in.start, players+1)
	clear(in.start)
	for _, t := range triples {
		for _, v := range t.players() {
			in.start[v]++
		}
	}

	// Let in.start[v] be the end of the list of player v.
	sum := int32(0)
	for v, count := range in.start {
		sum += count
		in.start[v] = sum
	}

	// Fill each list from its end, so that in.start[v] becomes its beginning.
	in.triples = resize(in.triples, 3*len(triples))
	for i := len(triples) - 1; i >= 0; i-- {
		for _, v := range triples[i].players() {
			in.start[v]--
			in.triples[in.start[v]] = int32(i)
		}
	}
}

// of returns the triples that name player v.
func (in *incidence) of(v int32) []int32 { return in.triples[in.start[v]:in.start[v+1]] }

func (in *incidence) degree(v int32) int { return int(in.start[v+1] - in.start[v]) }

// resize returns a slice of length n with arbitrary elements. It reuses the memory of s if that suffices.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	return s[:n]
}
