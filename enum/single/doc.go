// Package single describes what a ruleset can do with one game: read it, answer questions about it, draw it, find
// its class, play it, and generate it. A ruleset fills in a [Games] and leaves nil what it does not offer.
//
// Every function that takes a context soon returns the context's error when the context ends.
package single
