// Package estimate has figures that are not counts: samples and their intervals, published figures, expansions for
// large sizes, and the data of a plot of such figures. Package rooms/compare compares them with exact values.
//
// A sample is a number of trials and the number of successes among them. [Wilson] gives the interval that contains the
// true proportion for 95 of 100 samples. For example, 108 of the 1,296 games of Ninja Assassin Wonderwall with four
// players are solvable; if 870 of 10,000 random games are, the interval is 0.0816 to 0.0927, and the true 0.0833 is in
// it.
package estimate
