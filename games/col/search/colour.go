package search

// A Colour is what a vertex has.
type Colour uint8

// The colours. A side's own colour is Blue for Left, who is 0, and Red for Right, who
// is 1; see [Paint].
const (
	Uncoloured Colour = iota
	Blue
	Red
)

// Sides is how many sides there are: Left is 0, Right is 1.
const Sides = 2

// Paint returns the colour of a side.
func Paint(side int) Colour { return Blue + Colour(side) }

// Opposite returns Red for Blue and Blue for Red.
func (c Colour) Opposite() Colour {
	if c == Uncoloured {
		return c
	}
	return Blue + Red - c
}
