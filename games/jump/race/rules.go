package race

import "fmt"

// A Move says where a jump of length S leads.
type Move uint8

const (
	// Straight is S tiles up, down, left or right.
	Straight Move = iota
	// Diamond is any tile at a Manhattan distance d <= S with S-d even: S steps
	// up, down, left or right, each as one likes. The jump's length is S.
	Diamond
)

// A Tie says in which order players jump whose jumps in the round before had equal
// lengths.
type Tie uint8

const (
	// Initial is the order of the first round.
	Initial Tie = iota
	// Inherit is the order of the round before.
	Inherit
)

// Rules are what the game leaves open.
type Rules struct {
	Move Move
	Tie  Tie
}

func (m Move) String() string {
	switch m {
	case Straight:
		return "straight"
	case Diamond:
		return "diamond"
	}
	return fmt.Sprintf("Move(%d)", uint8(m))
}

func (t Tie) String() string {
	switch t {
	case Initial:
		return "initial"
	case Inherit:
		return "inherit"
	}
	return fmt.Sprintf("Tie(%d)", uint8(t))
}
