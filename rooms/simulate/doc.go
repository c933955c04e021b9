// Package simulate moves players who look for a solution of a game by themselves. Each player knows only its own
// [betweenness.Choice], and sees where the others are.
//
//   - place: where a player is. All players begin at random places of the unit square or of the unit interval.
//   - ground: where players can be: the plane, a line, a circle of length 1, or a field, which is the unit square with
//     a fence.
//   - safe ray: the places where a player has its wonderwall between itself and its ninja, at least a gap away from
//     the wonderwall. On a circle, the ray ends opposite the ninja, because between means on the shorter way; in a
//     field it ends at the fence.
//   - rule: where on its safe ray a player wants to be, and how all players move; see [Rule].
//   - step: every player moves once, by its speed at most.
//   - at rest: no player wants to move. A player within a tolerance of the place where it wants to be stays where it
//     is, so that players come to rest and do not only approach it.
//
// Players at rest have not necessarily solved their game: on a circle or at a fence they can rest without a solution,
// and in the plane three players are never exactly in line. So [Judge] asks the ruleset, which decides exactly
// ([questions.Place]). It passes places on a line unchanged, cuts a circle at its widest gap, and projects places in
// the plane onto lines in several directions: a solution in the plane is a solution on a line
// (docs/papers/betweenness.md).
//
// The smallest example is on a line: A wants C between itself and B, and B wants C between itself and A. If C stands
// between them, both rest. If not, the nearer one runs past C.
//
//	rule.go        rules and their parameters
//	simulation.go  players, step by step
//	aim.go         where on its safe ray a player wants to be, on each ground
//	cycle.go       finds players that repeat their moves
//	judge.go       asks the ruleset about places
//	trials.go      many games, each until its players rest or repeat their moves, or for a number of steps
//	path.go        pictures: the paths of players, and players that a page shows live
//
// # The same on every machine
//
// A simulation depends only on its seed. It uses float64 sums, differences, products, quotients and square roots, which
// IEEE 754 defines to the last bit. A Go compiler may fuse x*y + z, which rounds once instead of twice, but not across
// an explicit conversion. So every product that is added to something is written float64(x*y). Tests look for fused
// instructions in the code for arm64, and compare some simulations with recorded ones.
package simulate
