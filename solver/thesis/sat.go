package thesis

import (
	"context"
	"errors"
	"fmt"

	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/formula"

	gophersat "github.com/crillab/gophersat/solver"
)

// maxSAT is the most players of a game for satOrder. At 150 players the full
// form has 1.1 million clauses, and gophersat needs 300 MB and half a second to set
// them up. Both grow with the third power of the players.
const maxSAT = 150

// satOrder decides a game by its full propositional form (see package formula), with the
// SAT solver gophersat. Decisions and Conflicts are those of gophersat.
//
// Gophersat cannot be told to stop. It runs in a goroutine of its own, and hands
// over every clause that it learns. Once the context has ended nothing takes the
// clauses, so gophersat waits at the next one for ever. It uses no more of the
// processor then, but keeps its memory for as long as the program runs. A context
// that ends while the formula is set up leaves nothing behind.
func satOrder(ctx context.Context, g betweenness.Game, _ *betweenness.Trace) ([]int, betweenness.Work, error) {
	if err := ctx.Err(); err != nil {
		return nil, betweenness.Work{}, err
	}
	learned := make(chan string)
	answer := make(chan satAnswer, 1) // so that the goroutine ends if nothing takes it
	go func() { answer <- askGophersat(ctx, g, learned) }()
	for {
		select {
		case <-learned: // gophersat continues
		case <-ctx.Done():
			return nil, betweenness.Work{}, ctx.Err()
		case a := <-answer:
			if a.err != nil || a.model == nil {
				return nil, a.work, a.err
			}
			order, err := formula.Order(len(g), a.model)
			if err != nil {
				return nil, a.work, fmt.Errorf("gophersat: %w", err)
			}
			return order, a.work, nil
		}
	}
}

// satAnswer is what gophersat finds: a model, or nil if the game has no solution.
type satAnswer struct {
	model []bool
	work  betweenness.Work
	err   error
}

// askGophersat decides the full form of a game. It sends each clause that
// gophersat learns, and waits until the clause is taken.
func askGophersat(ctx context.Context, g betweenness.Game, learned chan string) (answer satAnswer) {
	defer func() {
		if p := recover(); p != nil {
			answer = satAnswer{err: fmt.Errorf("gophersat failed: %v", p)}
		}
	}()
	count := formula.Count(len(g), false)
	clauses := make([][]int, 0, count)
	literals := make([]int, 0, 3*count) // of all clauses
	for clause := range formula.Clauses(g, false) {
		from := len(literals)
		literals = append(literals, clause...)
		clauses = append(clauses, literals[from:])
	}
	s := gophersat.New(gophersat.ParseSlice(clauses))
	if err := ctx.Err(); err != nil {
		return satAnswer{err: err}
	}
	s.Certified, s.CertChan = true, learned
	status := s.Solve()
	answer.work = betweenness.Work{Decisions: uint64(s.Stats.NbDecisions), Conflicts: uint64(s.Stats.NbConflicts)}
	switch status {
	case gophersat.Sat:
		answer.model = s.Model()
	case gophersat.Indet:
		answer.err = errors.New("gophersat gave up")
	}
	return answer
}
