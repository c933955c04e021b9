package betweenness

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// proven returns a core of a game and its refutation, if the search finds one.
func proven(t *testing.T, s *Searcher, g Game) (core []int, proof *refutation) {
	t.Helper()
	s.take(g, nil)
	_, core, err := s.run(context.Background(), true, math.MaxUint64)
	if err != nil {
		t.Fatal(err)
	}
	proof, _ = s.proof.(*refutation)
	return core, proof
}

func never() bool { return false }

func TestRefutationsOfTheSearchAreAccepted(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	proofs, lemmas, forgotten := 0, 0, 0
	for range 300 {
		s := hasty()
		s.stall = math.MaxUint64
		core, proof := proven(t, s, walledGame(12+random.IntN(12), random))
		if proof == nil {
			continue
		}
		g := make(Game, s.players)
		for i, t := range s.all {
			g[s.owners[i]] = Choice{int(t.middle), int(t.other)}
		}
		if !proof.refutes(g, core, never) {
			t.Fatalf("%v: the refutation %v of the core %v is not accepted", g, proof, core)
		}
		proofs++
		lemmas += len(proof.lemmas)
		forgotten += len(proof.forgets)
	}
	if proofs < 50 || lemmas < 100*proofs || forgotten < proofs {
		t.Errorf("%d proofs, %d literals, %d forgotten: too few to test anything", proofs, lemmas, forgotten)
	}
}

// Whatever the lemmas say, what can be met is not refuted; and what is refuted with other
// lemmas than the search's cannot be met.
func TestFalseRefutationsAreRefused(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	refused, accepted := 0, 0
	for range 400 {
		s := hasty()
		s.stall = math.MaxUint64
		g := walledGame(8+random.IntN(6), random)
		core, proof := proven(t, s, g)
		if proof == nil {
			continue
		}
		fewer := slices.DeleteFunc(slices.Clone(core), func(int) bool { return random.IntN(len(core)) == 0 })
		wrong := &refutation{free: proof.free, lemmas: slices.Clone(proof.lemmas), forgets: proof.forgets}
		for k := range wrong.lemmas {
			if wrong.lemmas[k] != 0 && random.IntN(16) == 0 {
				wrong.lemmas[k] *= -1
			}
		}
		for _, players := range [][]int{core, fewer} {
			if len(players) == 0 || !wrong.refutes(g, players, never) {
				refused++
				continue
			}
			accepted++
			if err := checkCore(context.Background(), g, players, nil); err != nil {
				t.Fatalf("%v: %v is refuted by %v: %v", g, players, wrong, err)
			}
		}
	}
	if refused < 50 || accepted < 50 {
		t.Errorf("%d refused, %d accepted: too few to test anything", refused, accepted)
	}
}

func TestCoresOfEveryKindAreWhatTheySay(t *testing.T) {
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
	c, err := s.reduce(context.Background(), g, Certificate{Core: identity(len(g))}, &effort)
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
