package nimbers

// The verdicts: the player to move wins if and only if the chips stand on vertices of
// different nimbers (Sprague 1935, Grundy 1939).
const (
	first = iota
	second
)

// verdicts names them.
func verdicts() []string { return []string{first: "first", second: "second"} }

// verdictOf returns the verdict of chips on vertices with these nimbers.
func verdictOf(chip, other int) int {
	if chip != other {
		return first
	}
	return second
}
