package heaps

import (
	"slices"

	"enumerate/enum"
)

// A representative is the position that a walker stands at.
type representative struct {
	ruleset Ruleset
	solver  *solver
	p       Position
}

// String returns the position.
func (r representative) String() string { return r.p.String() }

// Solution returns the verdict and what proves it, one step deep. Of an N position these
// are the P positions that moves lead to; of a Grundy value g above 0, the first option
// with each value below g. Of a P position, or the value 0, it is each option with an
// answer that leads to such a position again, as "3,4>3,3"; one without options has none.
func (r representative) Solution() enum.Solution {
	rules := r.ruleset.rules
	verdict := r.solver.verdict(r.p)
	solution := enum.Solution{Certificate: "winning"}
	switch {
	case r.ruleset.verdict == Grundy:
		solution.Verdict = Grundy.value(uint64(verdict))
	default:
		solution.Verdict = outcomeOf(verdict == 1)
	}
	buffer, second := make(Position, len(r.p)), make(Position, len(r.p))
	switch {
	case verdict == 0 && len(r.p) == 0:
		solution.Certificate, solution.Names = "moves", []string{"none"}
	case verdict == 0:
		solution.Certificate = "answers"
		eachMove(rules, r.p, buffer, func(option Position) bool {
			eachMove(rules, option, second, func(answer Position) bool {
				if r.solver.verdict(answer) != 0 {
					return true
				}
				solution.Names = append(solution.Names, option.String()+">"+answer.String())
				return false
			})
			return true
		})
	case r.ruleset.verdict == Grundy:
		solution.Certificate = "reaches"
		solution.Names = make([]string, verdict)
		eachMove(rules, r.p, buffer, func(option Position) bool {
			if value := r.solver.verdict(option); value < verdict && solution.Names[value] == "" {
				solution.Names[value] = option.String()
			}
			return slices.Contains(solution.Names, "")
		})
	default:
		eachMove(rules, r.p, buffer, func(option Position) bool {
			if r.solver.verdict(option) == 0 {
				solution.Names = append(solution.Names, option.String())
			}
			return true
		})
	}
	return solution
}
