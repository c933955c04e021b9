// Package enum is the engine of every exhaustive count: shards, workers, tallies, proofs.
// It knows no ruleset and no disk.
//
// # Terms
//
//   - ruleset: a game and all that can be done with it, a [Ruleset]. Parameters with their
//     settings make others of it.
//   - labelled game: a game whose players, vertices or tiles have names. The space of a
//     ruleset and size is all of them, a [Space].
//   - group: the relabelings. A class is the games that they carry into each other; its
//     orbit is how many labelled games it has, |group| / |automorphisms|.
//   - verdict: what a solver says of a game. A certificate proves it: an order, a core.
//   - method: a way to exact totals, a [Method]. The walk visits one game of every class; a
//     count merges partial games, in layers of states, and visits no classes.
//   - sample: random games, each a trial, a [Sampling].
//   - shard: one independent piece of the work on a space. A part is the shards with one
//     remainder, RES/MOD.
//   - tally: counts by verdict and key, of some shards, a [Tally].
//   - totals: what a tally says of each verdict, and its coverage: how much of the space
//     its shards are, [Totals].
//   - run: one ruleset, size, method and version. A checkpoint is its shards on disk
//     (package checkpoints).
//   - estimate: how long a run takes.
//   - position: a game that two sides play in turns.
//   - algorithm: a way to solve one game. A family is a kind of games to make.
//   - theorem: a statement about all positions; a finding is what its check found.
//
// # How it works
//
// [Run] has workers do the shards of a space, and hands back a tally for each; which shards
// there are depends on the space alone. The tally of all shards proves itself ([Prove]): its
// labelled games sum to their number, which has a closed form, and its classes are as many
// as Burnside's lemma says. [Count] does both.
//
// The smallest walk worth the name: the 1,296 labelled games of Ninja Assassin Wonderwall
// with four players fall into 60 classes under the 24 relabelings; 6 of the classes, with
// 108 labelled games, are solvable.
package enum
