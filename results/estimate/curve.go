package estimate

// A Curve is data of a plot, proportions by size: sampled ones with their intervals, exact
// and published ones, and an expansion from its first valid size to the last of these
// sizes.
type Curve struct {
	Title     string
	Y         string // the proportion's name
	Sampled   []Sample
	Simulated []Sample // results of simulations
	Exact     []Exact
	Published []Published
	Expansion Expansion
}
