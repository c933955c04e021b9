package race

// MaxTiles is the largest number of tiles of a board.
const MaxTiles = 100_000_000

// MaxLength is the greatest length of a jump.
const MaxLength = 1<<31 - 1

// A Board is a board of 1 to MaxTiles tiles. The tile in row r and column c, both from 0, has the number r*Columns + c.
type Board struct {
	Rows, Columns int
	Lengths       []int32 // Lengths[i] is the length of a jump from the tile with the number i
}

// Goal returns the number of the goal, the last tile.
func (b Board) Goal() int32 { return int32(len(b.Lengths) - 1) }

// A Move says where a jump of length S leads.
type Move uint8

const (
	// Straight means S tiles up, down, left or right.
	Straight Move = iota
	// Diamond means S single steps, each up, down, left or right, to any tile at a Manhattan distance d <= S with S-d
	// even.
	Diamond
)

// A Tie says in which order two players jump if the numbers that the Order compares are equal.
type Tie uint8

const (
	// Initial is the order of the players in the first round.
	Initial Tie = iota
	// Inherit is the order of the players in the round before.
	Inherit
)

// An Order says which number decides who jumps first, from round 2 on: the player with the lesser number.
type Order uint8

const (
	// Left is the length of a player's last jump, the number of the tile that the player left in the round before.
	Left Order = iota
	// Landed is the length of a player's next jump, the number of the tile on which the player landed.
	Landed
)

// Rules are the three rules that the description of the game leaves open.
type Rules struct {
	Move  Move
	Tie   Tie
	Order Order
}

func (m Move) String() string { return [...]string{"straight", "diamond"}[m] }

func (t Tie) String() string { return [...]string{"initial", "inherit"}[t] }

func (o Order) String() string { return [...]string{"left", "landed"}[o] }
