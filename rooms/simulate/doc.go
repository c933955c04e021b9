// Package simulate moves players who look for a solution by themselves: each knows only what
// it wants, a [betweenness.Choice], and sees where the others are. It knows one ruleset, and no disk.
//
//   - place: where a player is. All begin at random places of the unit square, or of the unit
//     interval.
//   - ground: where players can be: in the plane, on a line, on a circle of length 1, or in a
//     field, which is the unit square.
//   - safe ray: the places where a player's wonderwall is between it and its ninja: beyond the
//     wonderwall, away from the ninja, and at least a gap away from the wonderwall. On a circle
//     between means on the shorter way to the ninja, and the ray ends opposite the ninja; in a
//     field it ends at the fence.
//   - rule: where on its ray a player wants to be, and how all of them move; see [Rule].
//   - step: every player has moved once, by its speed at most.
//   - at rest: no player wants to move, or ever will. Whoever is within a tolerance of where it
//     wants to be stays, so that rest is reached, not only approached.
//
// That players rest does not say that they solve the game, and nothing here says so. In space
// three players are never in line exactly; on a circle and at a fence there are rests that
// solve nothing. So places are given to the ruleset that the game is of ([Judge]): those on a
// line as they are, those on a circle cut open where the gap between neighbours is widest, and
// those in space as they fall on a line, in several directions, since what solves the game
// in space does so on a line (docs/papers/betweenness.md). [questions.Place] decides, exactly.
//
// The smallest example: on a line A wants C between itself and B, B wants C between itself
// and A. If C stands between them both rest; if not, whoever is nearer to C than the other
// runs past it.
//
//	rule.go        what can be set
//	simulation.go  players, step by step: what a page shows live
//	aim.go         where on its safe ray a player wants to be, on each ground
//	cycle.go       players who move the same way again and again
//	judge.go       places that a ruleset is asked about
//	trials.go      many games, each until it rests or repeats, or for some steps
//	path.go        pictures: players live, and dragged there; the ways that they took
//
// # The same on every machine
//
// A simulation depends on nothing but its seed. It computes in float64 with sums, differences,
// products, quotients and square roots, which IEEE 754 rounds in one way only. The Go
// specification lets a compiler fuse x*y + z, which rounds once less, and some do, on arm64
// among others; but not across an explicit conversion, so every product that is added to
// something is written float64(x*y). A test looks for fused instructions in what the compiler
// makes of this package for arm64, and a golden test has what some simulations come to.
package simulate
