// Package enumerate is the root of a program and a library that count small games exactly, up to isomorphism. It holds
// the documents; the example shows the library.
//
// The program is cmd/enumerate. To add a ruleset of your own, inside the tree or outside, read
// docs/reference/ruleset.md. The packages, from the top down; each imports only those below it:
//
//   - web: the page
//   - simulate: players in motion, who look for a solution
//   - claims: the claims of the rulesets' sources, and their verdicts
//   - fleet: a run on many machines: coordinator and workers
//   - pictures: drawings of games, and plots
//   - cli: the verbs of the core, for any rulesets; cli/verb is what all verbs share
//   - results: the totals of finished runs as rows, tables and sequences
//   - data: every proved total, and the claims, as files
//   - estimate: intervals, and comparison of exact, sampled and published figures
//   - checkpoints: stored runs: resume, finish, merge, audit
//   - games: the rulesets, a folder each
//   - enum: the engine: Ruleset, Space, shards, workers, tallies, proofs, and a glossary
//   - db: the database file
//   - solver/betweenness, solver/impartial, solver/partizan: the verdict or value of a single game, with what proves it
//   - canon: relabelings: canonical forms, automorphisms, orbits, Burnside's lemma
package enumerate
