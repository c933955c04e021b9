package race

// MaxTiles is the most tiles that a board has.
const MaxTiles = 100_000_000

// MaxLength is the greatest length of a tile.
const MaxLength = 1<<31 - 1

// A Board is a board of at least one tile, at most MaxTiles. The tile in row r and column c, both
// from 0, has the number r*Columns + c.
type Board struct {
	Rows, Columns int
	Lengths       []int32 // of the tiles, by number
}

// Goal returns the number of the tile to land on, the last one.
func (b Board) Goal() int32 { return int32(len(b.Lengths) - 1) }

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

// An Order says which number decides who jumps first, from round 2 on: the lesser one.
type Order uint8

const (
	// Left is the number of the tile that a player left in the round before, the length of
	// its jump.
	Left Order = iota
	// Landed is the number of the tile that it landed on, the length of its jump to come.
	Landed
)

// Rules are what the game leaves open.
type Rules struct {
	Move  Move
	Tie   Tie
	Order Order
}

func (m Move) String() string { return [...]string{"straight", "diamond"}[m] }

func (t Tie) String() string { return [...]string{"initial", "inherit"}[t] }

func (o Order) String() string { return [...]string{"left", "landed"}[o] }
