package betweenness

import (
	"context"
	"errors"
	"fmt"

	gophersat "github.com/crillab/gophersat/solver"
)

// satPlayers is the most players of a game for satOrder. At 150 players the full
// form has 1.1 million clauses; gophersat takes 300 MB and half a second to set
// them up. Both grow with the third power.
const satPlayers = 150

// satOrder decides a game by its full propositional form (see Clauses), with the
// SAT solver gophersat. Decisions and Conflicts are those of gophersat.
//
// Gophersat cannot be told to stop. It runs in a goroutine of its own, and hands
// over every clause that it learns: once the context has ended nobody takes them,
// and it waits at the next one for good. It uses no more of the processor then,
// but holds its memory for as long as the program runs. A context that ends
// while the formula is set up leaves nothing behind.
func satOrder(ctx context.Context, g Game, _ *Trace) ([]int, Work, error) {
	if err := ctx.Err(); err != nil {
		return nil, Work{}, err
	}
	learned := make(chan string)
	answer := make(chan satAnswer, 1) // nobody may be left to take it
	go func() { answer <- askGophersat(ctx, g, learned) }()
	for {
		select {
		case <-learned: // go on
		case <-ctx.Done():
			return nil, Work{}, ctx.Err()
		case a := <-answer:
			if a.err != nil || a.model == nil {
				return nil, a.work, a.err
			}
			order, err := a.model.order()
			if err != nil {
				return nil, a.work, fmt.Errorf("gophersat: %w", err)
			}
			return order, a.work, nil
		}
	}
}

// satAnswer is what gophersat says of a game: a model, or nil if there is none.
type satAnswer struct {
	model *model
	work  Work
	err   error
}

// askGophersat decides the full form of a game. It sends each clause that
// gophersat learns, and goes on when that is taken.
func askGophersat(ctx context.Context, g Game, learned chan string) (answer satAnswer) {
	defer func() {
		if fault := recover(); fault != nil {
			answer = satAnswer{err: fmt.Errorf("gophersat failed: %v", fault)}
		}
	}()
	count := ClauseCount(len(g), false)
	clauses := make([][]int, 0, count)
	literals := make([]int, 0, 3*count) // of all clauses
	for clause := range Clauses(g, false) {
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
	answer.work = Work{Decisions: uint64(s.Stats.NbDecisions), Conflicts: uint64(s.Stats.NbConflicts)}
	switch status {
	case gophersat.Sat:
		answer.model = newModel(g, nil)
		for i, is := range s.Model() {
			answer.model.says[i+1] = -1
			if is {
				answer.model.says[i+1] = 1
			}
		}
	case gophersat.Indet:
		answer.err = errors.New("gophersat gave up")
	}
	return answer
}
