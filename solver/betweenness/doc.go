// Package betweenness decides single games of Ninja Assassin Wonderwall and proves its
// verdicts.
//
// Each player of a game has chosen two other players, a wonderwall and a ninja. A solution is an order of all players
// in which each player's wonderwall stands between the player and its ninja. A game that has a solution is solvable. In
// the literature this problem is called betweenness.
//
// A player p with wonderwall w and ninja n has two orientations: p before w before n, or n before w before p. A game is
// solvable if and only if its players' orientations can be chosen such that no player stands before itself. The closure
// of orientations is the transitive relation "stands before" that they force.
//
// A Frontier keeps the minimal closures that a partial game allows, while players choose one after the other and take
// their choices back.
//
// The solver works on triples (end, middle, other end): a player, its wonderwall and its ninja. An order satisfies a
// triple if the middle stands between the ends. An orientation of a triple is forward (end first) or backward.
//
// A Searcher decides games of any size. The result is a Proof: an order, or a core, a set of players whose
// choices contradict each other. Proof.Check verifies it independently. An Algorithm is one way to decide a game;
// package thesis has simpler ones.
//
// Subpackages answer other questions about a game:
//
//   - orders counts and lists all solutions;
//   - cases proves a core in words;
//   - repair makes unsolvable games solvable;
//   - formula writes games for SAT solvers, and their refutations, and reads answers;
//   - points turns the order of a solution into places in space.
//
// docs/papers/betweenness.md states and proves the theorems used.
//
// Both verdicts first occur with four players. If players A to D chose (B, C), (C, D), (B, A) and (B, A), then A B C D
// is a solution. If B chose (D, A) instead, B and D are a core: B needs D between itself and A, and D needs B between
// itself and A.
//
// The files, in reading order:
//
//	game.go        games, proofs and their check
//	algorithm.go   what an algorithm is, and the list of all algorithms
//	closure.go     closures in four machine words
//	frontier.go    frontiers of closures
//	search.go      the Searcher, the default algorithm
//	preprocess.go  peeling, ties, ends
//	arrange.go     the greedy line from which the search starts
//	conflict.go    the conflict-driven search
//	precedence.go  the order of the players
//	clauses.go     clauses, and the queue of triples
//	grounds.go     the triples from which a clause follows
//	weak.go        solutions by linear algebra
//	equations.go   sparse linear equations
//	core.go        irreducible and smallest cores
//	refutation.go  proofs of cores, and their check
//	rest.go        what peeling leaves
//	sweep.go       the algorithm for games of small width
//	plan.go        the order of the choices in a sweep
//	minimal.go     the minimal closures among many
//	proof.go       proofs from a sweep, and their check
package betweenness
