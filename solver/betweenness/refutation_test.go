package betweenness

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// contradict reports whether the choices of some players contradict each other.
func contradict(g Game, players []int) bool { return !orientable(g, players) }

// orientable reports whether the choices of some players can be oriented such that no player stands before itself. It
// shares no code with the package.
func orientable(g Game, players []int) bool {
	choices, named := g.Numbered(players)
	return newRelation(named).agree(choices)
}

// agree reports whether the choices can be oriented such that they agree with the relation. It continues with a choice
// that has the fewest orientations left.
func (r relation) agree(choices [][3]int) bool {
	if len(choices) == 0 {
		return true
	}
	var fewest [][3]int // the orientations left of the choice with the fewest
	for i, c := range choices {
		var left [][3]int
		for _, line := range [2][3]int{c, {c[2], c[1], c[0]}} {
			if !r[line[1]][line[0]] && !r[line[2]][line[1]] && !r[line[2]][line[0]] {
				left = append(left, line)
			}
		}
		if i == 0 || len(left) < len(fewest) {
			fewest = left
			choices[0], choices[i] = choices[i], choices[0]
		}
	}
	for _, line := range fewest {
		oriented := r.clone()
		oriented.put(line[0], line[1])
		oriented.put(line[1], line[2])
		if oriented.agree(slices.Clone(choices[1:])) {
			return true
		}
	}
	return false
}

// put puts u, and all players before u, before v and all players after v.
func (r relation) put(u, v int) {
	for x := range r {
		if x != u && !r[x][u] {
			continue
		}
		r[x][v] = true
		for y, after := range r[v] {
			r[x][y] = r[x][y] || after
		}
	}
}

// runTraced runs a search on the choices of some players, and passes each learnt clause to a checker. If the argument
// `wrong` is not 0, it negates each literal with probability 1/wrong, so that the checker gets some false clauses.
func runTraced(t *testing.T, s *Searcher, g Game, players []int, wrong int, random *rand.Rand) (outcome, *proofChecker) {
	t.Helper()
	check := newProofChecker(g, players)
	s.conflict.tracer = &proofTracer{to: check, player: func(i int32) int {
		p := s.player(i)
		if wrong > 0 && random.IntN(wrong) == 0 {
			return -p - 2 // so that p+1 becomes its negative
		}
		return p
	}}
	s.take(g, players)
	o, _, err := s.run(context.Background(), false, math.MaxInt)
	if err != nil {
		t.Fatal(err)
	}
	return o, check
}

func TestRefutationsOfTheSearchAreAccepted(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	proofs, forgotten := 0, 0
	for range 300 {
		s := hasty()
		s.stall = math.MaxUint64
		g := walledGame(12+random.IntN(12), random)
		o, check := runTraced(t, s, g, identity(len(g)), 0, nil)
		if s.conflict.work.Conflicts == 0 { // peeling or the ends decided the game
			continue
		}
		if check.refuted != (o == contradictory) {
			t.Fatalf("%v: the search finds outcome %v, refuted %v", g, o, check.refuted)
		}
		watches := 0 // two of each clause
		for _, watching := range s.conflict.clauses.watches {
			watches += len(watching)
		}
		if check.lemmaCount > watches/2 {
			t.Fatalf("%v: the check keeps %d clauses of %d", g, check.lemmaCount, watches/2)
		}
		if o == contradictory {
			proofs++
			forgotten += s.conflict.reductions
		}
	}
	if proofs < 50 || forgotten < proofs {
		t.Errorf("%d proofs, %d times clauses were forgotten: too few to test anything", proofs, forgotten)
	}
}

// TestRefutationsTakeBoundedMemory refutes a game with a long proof. The clauses that the checker keeps must stay few,
// because the search forgets clauses.
func TestRefutationsTakeBoundedMemory(t *testing.T) {
	g := regular(36, rand.New(rand.NewPCG(9, 12)))
	s := conflictsOnly()
	s.stall = math.MaxUint64
	s.conflict.limits = conflictLimits{restart: 50, learnt: 50, words: 5000}
	check := newProofChecker(g, identity(len(g)))
	s.conflict.tracer = &proofTracer{to: check, player: s.player}
	s.take(g, nil)
	s.peeling.run(s.players, s.all)
	s.renumber()
	s.ties.find(s.inner)
	if err := s.arrangement.build(context.Background(), len(s.names), s.inner); err != nil {
		t.Fatal(err)
	}
	s.conflict.reset(&s.ties, &s.arrangement, false)
	most := 0
	for conflicts := uint64(1); ; conflicts++ {
		o, _, err := s.conflict.advance(context.Background(), conflicts)
		if err != nil {
			t.Fatal(err)
		}
		watched := 0
		for _, lemmas := range check.watches {
			watched += len(lemmas)
		}
		if most = max(most, watched); o != undecided {
			break
		}
	}
	if c := s.conflict.work.Conflicts; !check.refuted || c < 3000 || most > 2*(2*500+1000) {
		t.Errorf("%d conflicts, refuted %v, up to %d watches, want few", c, check.refuted, most)
	}
}

// TestFalseRefutationsAreRefused passes clauses with random errors to the checker. If it accepts the refutation
// nevertheless, the choices must really contradict each other.
func TestFalseRefutationsAreRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	refused, accepted := 0, 0
	for range 400 {
		g := walledGame(8+random.IntN(6), random)
		core := identity(len(g))
		fewer := slices.DeleteFunc(slices.Clone(core), func(int) bool { return random.IntN(len(core)) == 0 })
		for _, players := range [][]int{core, fewer} {
			s := hasty()
			s.stall = math.MaxUint64
			o, check := runTraced(t, s, g, players, 16, random)
			switch {
			case s.conflict.work.Conflicts == 0:
			case !check.refuted:
				refused++
			case o == satisfied || !contradict(g, players):
				t.Fatalf("%v: the choices of %v are refuted, which can be satisfied", g, players)
			default:
				accepted++
			}
		}
	}
	if refused < 50 || accepted < 50 {
		t.Errorf("%d refused, %d accepted: too few to test anything", refused, accepted)
	}
}

func TestCoresMatchTheirKind(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 3))
	unsolvable := 0
	for range 100 {
		g := walledGame(12+random.IntN(8), random)
		sizes := make(map[CoreKind]int)
		for _, kind := range append(CoreKinds(), UsualCore) {
			s := hasty()
			s.Core = kind
			c, _, err := s.Solve(context.Background(), g)
			if err != nil {
				t.Fatal(err)
			}
			if c.Solvable() {
				break
			}
			sizes[kind] = len(c.Core)
			if kind == NoCore {
				if c.Core != nil {
					t.Fatalf("%v: core %v, want none", g, c.Core)
				}
				continue
			}
			if err := c.Check(g); err != nil {
				t.Fatalf("%v: %s core %v: %v", g, kind, c.Core, err)
			}
			if c.Irreducible {
				checkIrreducible(t, g, c.Core)
			} else if kind != AnyCore {
				t.Fatalf("%v: %s core %v, not known to be irreducible", g, kind, c.Core)
			}
			if c.Smallest != (kind == SmallestCore || kind == UsualCore || len(c.Core) == 2) {
				t.Fatalf("%v: %s core %v, smallest %v", g, kind, c.Core, c.Smallest)
			}
		}
		if len(sizes) == 0 {
			continue
		}
		unsolvable++
		if sizes[SmallestCore] != sizes[UsualCore] && len(g) <= smallestPlayers || sizes[SmallestCore] > sizes[IrreducibleCore] {
			t.Fatalf("%v: cores of sizes %v", g, sizes)
		}
	}
	if unsolvable < 20 {
		t.Errorf("%d unsolvable games: too few to test anything", unsolvable)
	}
}

func TestCoresOfLargeGamesEndSoon(t *testing.T) {
	g := regular(300, rand.New(rand.NewPCG(8, 4)))
	s := NewSearcher()
	effort := 1000
	c, err := s.Reduce(context.Background(), g, Proof{Core: identity(len(g))}, &effort)
	if err != nil || c.Irreducible || effort > 0 {
		t.Errorf("reduced by a small effort: irreducible %v, %d left of it, %v", c.Irreducible, effort, err)
	}
	if err := c.Check(g); err != nil {
		t.Error(err)
	}
	s.Core = SmallestCore
	if _, _, err := s.Solve(context.Background(), g); !errors.Is(err, ErrTooLarge) {
		t.Errorf("a smallest core of 300 players: %v, want %v", err, ErrTooLarge)
	}
}
