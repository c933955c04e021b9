package heaps

import (
	"context"
	"math/big"
	"math/rand/v2"
	"slices"
	"sort"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/enum/values"
)

// A walker visits the positions of a space in the order of their numbers.
type walker struct {
	space *space
	p     Position
}

func (s *space) Walker() enum.Walker { return &walker{s, make(Position, 0, s.heaps.Most)} }

// Walk counts the positions of a shard. The first call for a space also fills the table.
func (w *walker) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	return values.Each(w.each).Count(ctx, shard, tally)
}

func (w *walker) List(ctx context.Context, shard enum.Shard, only int, visit func(enum.Class) bool) error {
	class := enum.Class{
		Game:     func() string { return w.p.String() },
		Solution: func() single.Solution { return w.solution(w.space.solver) },
	}
	return values.Each(w.each).Lister(class)(ctx, shard, only, visit)
}

// each calls visit with the verdict of each position of a shard, until visit returns false. Meanwhile the position is
// w.p.
func (w *walker) each(ctx context.Context, shard enum.Shard, visit func(verdict int, automorphisms uint64) bool) error {
	solver, err := w.space.solve(ctx)
	if err != nil {
		return err
	}

	first, end := w.space.bounds()
	first += shard.ID * inShard
	permuted := w.space.settings.rules.Kind == Multiset
	w.p = solver.At(first, w.p)
	for i := range min(inShard, end-first) {
		if i > 0 {
			w.p, _ = solver.Next(w.p)
		}
		if i%between == 0 {
			if err := ctx.Err(); err != nil {
				return err
			}
		}

		automorphisms := uint64(1)
		if permuted {
			automorphisms = automorphismsOf(w.p, w.space.heaps.Most)
		}
		if !visit(solver.verdict(w.p), automorphisms) {
			return nil
		}
	}
	return nil
}

// automorphismsOf returns the number of automorphisms of position p, a multiset of k heaps in ascending order. So that
// classes with different k can be added up, the group has L! elements for all k up to L = `most`, which is at most
// maxPermuted: each permutation of the k heaps stands for L!/k! elements. The permutations that exchange only equal
// heaps fix the position. There are m1! m2! … of them, where m1, m2, … are the numbers of heaps of each size. So the
// number is L!/k! m1! m2! ….
func automorphismsOf(p Position, most int) uint64 {
	automorphisms := uint64(1)
	for i := len(p) + 1; i <= most; i++ {
		automorphisms *= uint64(i)
	}

	same := uint64(1) // the number of heaps so far that are as large as heap i; multiplying these gives the m!
	for i := 1; i < len(p); i++ {
		same++
		if p[i] != p[i-1] {
			same = 1
		}
		automorphisms *= same
	}
	return automorphisms
}

// solution returns the verdict of the walker's position and what proves it, if one knows the verdicts
// of options:
//
//   - For the outcome N: all options with the outcome P.
//   - For a Grundy value g above 0: for each value below g, the first option with this value.
//   - For the outcome P or the value 0: each option together with an answer to it, a move to a position of the same
//     verdict, as in "3,4>3,3".
func (w *walker) solution(solver *solver) single.Solution {
	r := w.space.settings
	verdict := solver.verdict(w.p)
	solution := single.Solution{Proof: "winning", Verdict: r.verdict.value(uint64(verdict))}
	buffer, second := make(Position, len(w.p)), make(Position, len(w.p))

	switch {
	case verdict == 0 && len(w.p) == 0:
		solution.Proof, solution.Names = "moves", []string{"none"}
	case verdict == 0:
		solution.Proof = "answers"
		r.rules.eachMove(w.p, buffer, func(option Position) bool {
			r.rules.eachMove(option, second, func(answer Position) bool {
				if solver.verdict(answer) != 0 {
					return true
				}
				solution.Names = append(solution.Names, option.String()+">"+answer.String())
				return false
			})
			return true
		})
	case r.verdict == Grundy:
		solution.Proof = "reaches"
		solution.Names = make([]string, verdict)
		r.rules.eachMove(w.p, buffer, func(option Position) bool {
			if value := solver.verdict(option); value < verdict && solution.Names[value] == "" {
				solution.Names[value] = option.String()
			}
			return slices.Contains(solution.Names, "")
		})
	default:
		r.rules.eachMove(w.p, buffer, func(option Position) bool {
			if solver.verdict(option) == 0 {
				solution.Names = append(solution.Names, option.String())
			}
			return true
		})
	}
	return solution
}

type sampler struct {
	space *space
	// upTo[i] is the number of labelled games with at most Least+i heaps. It is nil if all games have equally many
	// heaps.
	upTo []*big.Int
	p    Position
}

// sampler returns a function that makes samplers of random games of a size. If no formula gives the verdicts, the
// samplers share a table of all positions, which the first one fills.
func (r settings) sampler(size int) (func() enum.Sampler, error) {
	of, err := r.space(size)
	if err != nil {
		return nil, err
	}
	if solvable := r.solvableSizes(); !solvable.Contains(size) {
		return nil, sizeError(size, "to sample "+r.name(), solvable)
	}
	s := of.(*space)
	s.find = r.fastest()
	return func() enum.Sampler { return newSampler(s) }, nil
}

// newSampler computes how many games have at most each number of heaps: a random number below the last of these sums
// falls between two sums, which gives a number of heaps with the right probability.
func newSampler(s *space) *sampler {
	d := &sampler{space: s, p: make(Position, 0, s.heaps.Most)}
	if s.heaps.Least < s.heaps.Most {
		sum := new(big.Int)
		for heaps := s.heaps.Least; heaps <= s.heaps.Most; heaps++ {
			sum.Add(sum, s.settings.rules.Kind.games(Span{Least: heaps, Most: heaps}, s.size))
			d.upTo = append(d.upTo, new(big.Int).Set(sum))
		}
	}
	return d
}

func (d *sampler) Sample(ctx context.Context, random *rand.Rand) (int, enum.Work, error) {
	solver, err := d.space.solve(ctx)
	if err != nil {
		return 0, enum.Work{}, err
	}
	d.draw(random)
	return solver.verdict(d.p), enum.Work{}, ctx.Err()
}

// draw sets d.p to a random position. All labelled games are equally likely.
func (d *sampler) draw(random *rand.Rand) {
	heaps := d.space.heaps.Least
	if d.upTo != nil {
		chosen := below(d.upTo[len(d.upTo)-1], random)
		heaps += sort.Search(len(d.upTo), func(i int) bool { return d.upTo[i].Cmp(chosen) > 0 })
	}

	d.p = d.p[:0]
	kind := d.space.settings.rules.Kind
	for i := range uint64(heaps) {
		if kind != Set {
			d.p = append(d.p, 1+random.Uint64N(d.space.size))
			continue
		}

		// All sets are equally likely if each heap is drawn from 1 to a limit that grows by one with each heap, and is
		// the limit itself if the set has the heap already (Bentley and Floyd, A sample of brilliance, 1987).
		limit := d.space.size - uint64(heaps) + i + 1
		heap := 1 + random.Uint64N(limit)
		if slices.Contains(d.p, heap) {
			heap = limit
		}
		d.p = append(d.p, heap)
	}

	if kind.sorted() {
		slices.Sort(d.p)
	}
}

func below(end *big.Int, random *rand.Rand) *big.Int {
	if end.IsUint64() {
		return new(big.Int).SetUint64(random.Uint64N(end.Uint64()))
	}
	return kit.Below(end, random)
}
