// Package heapstest holds a ruleset played with heaps against its definition: whatever the
// ruleset says of small positions is compared with a naive recursion that knows nothing but
// the moves, and its totals with all labelled games, one by one. It is for tests of such
// rulesets only.
package heapstest
