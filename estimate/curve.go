package estimate

// A Curve is proportions by size, to be drawn: sampled ones with their intervals, exact and
// published ones with them, and the line of an expansion from where it is good to the
// last of these sizes.
type Curve struct {
	Title     string
	Y         string // what the proportions are of
	Sampled   []Sample
	Simulated []Sample // what players in motion found
	Exact     []Exact
	Published []Published
	Expansion Expansion
}
