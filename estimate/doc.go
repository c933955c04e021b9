// Package estimate says how far random samples can be trusted: intervals for the
// proportions they estimate, and the comparison of sampled and published figures
// with exact ones.
//
// A sample is how many trials there were, and how many of them were successes. [Wilson]
// gives the interval that holds the true proportion in 95 of 100 samples;
// [BinomialP] tells how likely a sample is to be at least as far off as this one if
// a proportion is the true one, exactly; [Compare] lays the sampled and the
// published figures of a size with the exact value and with each other. Nothing here
// makes an estimate into a count: exact values come from elsewhere.
//
// The smallest example: of 1,296 games of Ninja Assassin Wonderwall with four
// players 108 are solvable. Of 10,000 random ones 833 should be; the published
// experiment found 870, which happens by chance once in five times, and so
// agrees.
package estimate
