package enum

// A Ruleset makes the spaces of a game, one for each size. It may also
// implement [Reader] and [Generator].
type Ruleset interface {
	// Name is the ruleset's name on the command line and in databases.
	Name() string
	// Space returns the space of one size, or an error that names the sizes
	// there are. Not all of them can be walked; see Space.Walkable.
	Space(size int) (Space, error)
}
