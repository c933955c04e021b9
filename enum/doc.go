// Package enum is the engine of exhaustive counts: shards, workers, tallies and proofs. It knows no ruleset and stores
// nothing on disk. [Run] turns the shards of a [Space] into tallies, and [Prove] checks their sum: the labelled games
// against a closed form, the classes against Burnside's lemma. Four players of Ninja Assassin Wonderwall have 1,296
// labelled games in 60 classes; 6 classes, with 108 labelled games, are solvable.
//
// The words of the project, from games to stored runs:
//
//   - ruleset: a kind of game with its operations; parameters select variants
//   - size: the number of players, vertices, sticks or the like
//   - labelled game: a game whose players have names, so that renaming them gives another labelled game
//   - group: the relabelings of a size
//   - class: games that relabelings turn into each other
//   - automorphism: a relabeling that leaves a game unchanged
//   - orbit: the number of labelled games of a class, |group| / |automorphisms|
//   - canonical form: the game that represents its class
//   - verdict: the result of solving a game, such as solvable or unsolvable
//   - proof: what proves the verdict of a game, such as an order or a core
//   - order: a line of players that solves a game
//   - core: players whose choices contradict each other. In the names of the methods core and core-walk the word means
//     something else: a core game is a game in which every player is chosen.
//   - closure: the transitive relation that a set of choices forces
//   - partial game: a game in which only some players have chosen
//   - algorithm: a way to solve a game, or to answer another question about it
//   - family: a kind of games that can be generated
//   - position: what the sides see before a move, in a game that they play in turns
//   - value: the combinatorial value of a position, such as a Grundy value
//   - space: all labelled games of a ruleset and size
//   - method: a way to compute the exact totals of a space
//   - walk: the method that visits one game of every class
//   - count: a method that merges partial games into states and visits no classes
//   - state: partial games whose choices imply the same, up to a relabeling
//   - layer: the states in which equally many players have chosen
//   - certificate: a file that proves a count to programs that share no code with this one
//   - sample: games drawn at random; each is a trial
//   - shard: an independent piece of a space
//   - part: the shards whose numbers leave the remainder RES modulo MOD
//   - tally: the result of some shards: for each verdict a histogram, whose bars are counts by key; in a walk the key is
//     the number of automorphisms
//   - totals: the numbers of labelled games and classes of each verdict, computed from a tally
//   - coverage: how much of a space a tally covers
//   - fingerprint: the version of a method; runs with the same fingerprint have the same shards
//   - run: the work on one ruleset, size, method and fingerprint
//   - checkpoint: the finished shards of a run on disk
//   - contributor: the machine or key that computed a shard
//   - coordinator: the program that distributes a run to workers
//   - assignment: a batch of shards that the coordinator gives to a worker
//   - lease: the time after which an assignment that was not renewed is given to another worker
//   - verification: the second computation of a shard, by another contributor or the coordinator. A row of totals is
//     verified in another sense: two methods that share no code agree on it, or it has a proof.
//   - ban: the exclusion of a contributor that was wrong
package enum

import _ "enumerate/internal/word" // refuses processors of 32 bits
