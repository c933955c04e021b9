// Package enum is the engine of every exhaustive count: shards, workers, tallies, proofs.
// It knows no ruleset and no disk. The terms:
//
//   - ruleset: a game and all that can be done with it. Settings of its parameters make
//     others of it.
//   - space: all labelled games of one ruleset and size.
//   - group: the relabelings. A class is the games that they carry into each other; its
//     orbit is how many these are, |group| / |automorphisms|. Its canonical form is the one
//     of them that stands for it.
//   - verdict: what a solver says of a game. A certificate proves it: an order, a core.
//   - method: a way to exact totals. The walk visits one game of every class; a count
//     merges partial games, in layers of states, and visits no classes.
//   - sample: random games, each a trial.
//   - shard: one independent piece of the work on a space. A part is the shards of one
//     remainder, RES/MOD.
//   - tally: counts by verdict and key, of some shards. Its totals are what it says of each
//     verdict, and its coverage: how much of the space the shards are.
//   - run: one ruleset, size, method and version. A checkpoint is its shards on disk.
//   - estimate: how long a run takes.
//   - position: a game that two sides play in turns.
//   - question: what can be asked of one game, which has an answer in some formats: its verdict
//     and what proves it, why, how to repair it, a picture. An algorithm is a way to find the
//     answer. A family is a kind of games to make.
//
// [Run] hands back a tally for each shard of a [Space]; which shards there are depends on
// the space alone. The sum of all tallies proves itself ([Prove]): the labelled games are as
// many as a closed form says, the classes as many as Burnside's lemma says. [Count] does
// both. Four players of Ninja Assassin Wonderwall have 1,296 labelled games in 60 classes;
// 6 classes, with 108 labelled games, are solvable.
package enum
