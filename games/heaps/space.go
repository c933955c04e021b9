package heaps

import (
	"context"
	"fmt"
	"iter"
	"math/big"
	"strconv"
	"sync"

	"enumerate/enum"
	"enumerate/enum/kit"
)

// version is the version of the enumeration. It must change with the shards or their order, because a run of another
// version cannot be resumed.
const version = 2

// A space has all positions of a ruleset whose heaps have at most as many sticks as the size says.
type space struct {
	settings settings
	size     uint64
	heaps    Span   // the numbers of heaps that positions of this size can have
	suffix   string // the last part of the fingerprint: "" for the walk
	// find makes the solver when it is first needed.
	find   func(context.Context, *space) (*solver, error)
	mutex  sync.Mutex
	solver *solver
}

type solver struct {
	*numbering
	verdict func(Position) int
}

// solve returns the solver, which gives the positions of the space their verdicts. All walkers share it. The first call
// makes it, which may take long because it fills a table. If the context ends meanwhile, the next call makes it again.
func (s *space) solve(ctx context.Context) (*solver, error) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	if s.solver == nil {
		made, err := s.find(ctx, s)
		if err != nil {
			return nil, err
		}
		s.solver = made
	}
	return s.solver, nil
}

func (r settings) space(size int) (enum.Space, error) {
	if sizes := r.sizes(); !sizes.Contains(size) {
		return nil, sizeError(size, "for "+r.name(), sizes)
	}
	return &space{settings: r, size: uint64(size), heaps: r.heaps.within(r.rules.Kind, uint64(size)), find: byTable}, nil
}

func (r settings) walk(size int, _ enum.Means) (enum.Space, error) {
	if walkable := r.walkSizes(); r.sizes().Contains(size) && !walkable.Contains(size) {
		return nil, sizeError(size, "to walk "+r.name(), walkable)
	}
	return r.space(size)
}

func (r settings) methods() []enum.Method {
	list := []enum.Method{{Name: enum.Walk, Summary: "visits one game of every class", Sizes: r.walkSizes(), Space: r.walk}}

	// add appends a method that can count the given sizes. The method sharesCode, if any, shares code with it, so that
	// the two do not check each other. The parameter `as` turns the space (all positions of a size) of the method walk
	// into the space of the added method, which solves or counts positions in another way.
	add := func(name, summary, sharesCode string, sizes enum.Range, as func(*space, enum.Means) enum.Space) {
		list = append(list, enum.Method{Name: name, Summary: summary, SharesCode: sharesCode, Sizes: sizes, Space: func(size int, m enum.Means) (enum.Space, error) {
			s, err := r.space(size)
			if err != nil {
				return nil, err
			}
			if !sizes.Contains(size) {
				return nil, sizeError(size, "for the method "+name+" of "+r.name(), sizes)
			}
			return as(s.(*space), m), nil
		}})
	}

	if r.hasFormula() {
		add(formula, "visits every position, as the walk does, but decides it by a formula", enum.Walk, r.formulaSizes(), func(s *space, _ enum.Means) enum.Space {
			s.suffix, s.find = "; formula=1", byFormula
			return s
		})
	}

	if r.rules.FillBulk != nil {
		add("count", "finds the Grundy values of all positions by a recurrence, without trying every move", enum.Walk, r.walkSizes(), func(s *space, _ enum.Means) enum.Space {
			s.suffix, s.find = "; count=1", inBulk
			return s
		})
	}

	for _, c := range r.counts() {
		add(c.Name, c.Summary, c.SharesCode, r.countSizes(c), func(s *space, m enum.Means) enum.Space {
			return kit.Direct{Space: s, Method: c.Name, Version: 1, Count: func(ctx context.Context) ([]*big.Int, error) {
				p, err := c.P(ctx, r.heaps, int(s.size), m)
				if err != nil {
					return nil, err
				}
				return []*big.Int{p, nil}, nil // all other positions are N; nil stands for the rest
			}}
		})
	}
	return list
}

// fastest returns the function that most quickly makes a solver, which gives positions their verdicts: by the formula
// or the recurrence of the rules, or else from a table filled by the definition. The solver may lack the numbering of
// the positions that a walk needs.
func (r settings) fastest() func(context.Context, *space) (*solver, error) {
	switch {
	case r.hasFormula():
		return func(context.Context, *space) (*solver, error) { return &solver{verdict: r.formula()}, nil }
	case r.rules.FillBulk != nil:
		return inBulk
	}
	return byTable
}

// byTable makes a solver from a table that is filled by the definition.
func byTable(ctx context.Context, s *space) (*solver, error) {
	table, err := Fill(ctx, s.settings.rules, s.settings.verdict, s.heaps.Most, s.size)
	if err != nil {
		return nil, err
	}
	return &solver{table.numbering, func(p Position) int { return int(table.Value(p)) }}, nil
}

// inBulk makes a solver from a table of Grundy values that is filled by the recurrence of the rules.
func inBulk(ctx context.Context, s *space) (*solver, error) {
	table, err := FillFast(ctx, s.settings.rules, s.heaps.Most, s.size)
	if err != nil {
		return nil, err
	}
	verdict := func(p Position) int { return int(table.Value(p)) }
	if s.settings.verdict == Outcome {
		verdict = func(p Position) int { return int(min(table.Value(p), 1)) }
	}
	return &solver{table.numbering, verdict}, nil
}

// byFormula makes a solver from the closed forms of the rules.
func byFormula(_ context.Context, s *space) (*solver, error) {
	numbering, err := newNumbering(s.settings.rules.Kind, s.heaps.Most, s.size)
	if err != nil {
		return nil, err
	}
	return &solver{numbering, s.settings.formula()}, nil
}

// formula returns a function that gives the verdict of a position by the closed forms of the rules, which must cover
// it. An outcome is 1 if the next player wins.
func (r settings) formula() func(Position) int {
	rules := r.rules
	if r.verdict == Grundy {
		return func(p Position) int { return int(rules.Value(p)) }
	}
	return func(p Position) int {
		next, known := rules.Outcome(p)
		if !known {
			panic(fmt.Sprintf("heaps: %s says that it covers %d heaps, but not the position %v", rules.Name, len(p), p))
		}
		if next {
			return 1
		}
		return 0
	}
}

func (s *space) Games() *big.Int { return s.settings.rules.Kind.games(s.heaps, s.size) }

func (s *space) Classes() *big.Int { return s.settings.rules.Kind.classes(s.heaps, s.size) }

func (s *space) Group() *big.Int {
	if s.settings.rules.Kind != Multiset {
		return big.NewInt(1)
	}
	return new(big.Int).MulRange(1, int64(s.heaps.Most))
}

// Verdicts returns the names of the outcomes, P first, or the Grundy values from 0 to their upper limit.
func (s *space) Verdicts() []string {
	if s.settings.verdict == Outcome {
		return []string{previous, next}
	}
	var names []string
	for value := range s.settings.rules.ValueLimit(s.heaps.Most, s.size) + 1 {
		names = append(names, strconv.FormatUint(value, 10))
	}
	return names
}

// Fits returns an error if the tally of a shard counts more positions than the shard has.
func (s *space) Fits(shard enum.Shard, t *enum.Tally) error {
	first, end := s.bounds()
	return enum.AtMost(t, new(big.Int).SetUint64(min(inShard, end-first-shard.ID*inShard)))
}

func (s *space) Totals(t *enum.Tally) (enum.Totals, error) { return enum.OrbitTotals(s, t) }

func (s *space) Fingerprint() string {
	return fmt.Sprintf("%s n=%d enumeration=%d%s", s.settings.name(), s.size, version, s.suffix)
}

// inShard is the number of classes of a shard, except the last.
const inShard = 1 << 14

// bounds returns the number of the first position of the space, and the number after that of the last position. The
// numbering begins with the position without heaps, but the positions of the space have at least s.heaps.Least heaps.
func (s *space) bounds() (first, end uint64) {
	kind := s.settings.rules.Kind
	if s.heaps.Least > 0 {
		first = kind.positions(s.heaps.Least-1, s.size)
	}
	return first, kind.positions(s.heaps.Most, s.size)
}

func (s *space) Shards() iter.Seq[enum.Shard] {
	first, end := s.bounds()
	return enum.Shards((end - first + inShard - 1) / inShard)
}
