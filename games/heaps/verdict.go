package heaps

import "strconv"

// The outcomes, by what Outcome says of a position.
const (
	previous = "P"
	next     = "N"
)

// maxVerdicts bounds the Grundy values that a space has verdicts for.
const maxVerdicts = 1024

// verdicts names the verdicts of positions with at most so many heaps of at most that many
// sticks: "P" and "N", or the Grundy values from "0" up to their bound.
func (q Question) verdicts(r Rules, heaps int, largest uint64) []string {
	if q == Outcome {
		return []string{previous, next}
	}
	var names []string
	for value := range r.Bound(heaps, largest) + 1 {
		names = append(names, strconv.FormatUint(value, 10))
	}
	return names
}

// String returns "outcome" or "grundy".
func (q Question) String() string {
	if q == Grundy {
		return "grundy"
	}
	return "outcome"
}

// outcomeOf names the outcome of a position.
func outcomeOf(nextWins bool) string {
	if nextWins {
		return next
	}
	return previous
}
