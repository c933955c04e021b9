package estimate

// A Curve is the data of a plot of proportions by size: sampled proportions with their intervals, exact proportions,
// and published ones. The expansion, a series in 1/n that approximates the proportion for large sizes n, is drawn from
// the first size at which it is valid to the last size of the other data.
type Curve struct {
	Title       string
	Y           string // the proportion's name
	Samples     []Sample
	Simulations []Sample // results of simulations
	Exact       []Exact
	Published   []Published
	Expansion   Expansion
}
