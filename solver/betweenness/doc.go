// Package betweenness decides games of Ninja Assassin Wonderwall, one at a time, and
// proves its verdicts.
//
// Each player of a game has chosen a wonderwall and a ninja, two other players.
// A solution is an order of all players in which each player's wonderwall stands
// between the player and its ninja. A game that has a solution is solvable. The field
// calls this problem betweenness.
//
// For one player p with wonderwall w and ninja n there are two orientations: p
// before w before n, or n before w before p. A game is solvable if and only if
// some choice of orientations, one for each player, puts no player before itself.
// What a set of orientations forces is their closure, a transitive relation.
//
// A Frontier keeps all closures that a partial game still allows, while players
// choose one after the other and take their choices back: a walk carries one along
// its path.
//
// A Searcher decides whole games, of any size, and Solve is a Searcher for one game.
// It returns a Certificate: an order, or a core, players whose choices contradict each
// other. Certificate.Check accepts or rejects it by other means. An Algorithm is one way
// to decide a game: the Searcher's and the sweep are here, plainer ones in package thesis.
//
// Its subpackages find out more about a game, and it imports none of them:
//
//   - orders counts and lists all solutions;
//   - cases proves a core in words, for readers;
//   - repair makes unsolvable games solvable;
//   - formula writes games for SAT solvers, and their refutations, and reads answers;
//   - points makes an order of a solution in space.
//
// The project's docs/papers/betweenness.md states and proves the theorems on which all this
// rests.
//
// The smallest game that shows both verdicts has four players, A to D. If they
// chose (B, C), (C, D), (B, A) and (B, A), then A B C D is a solution. If B chose
// (D, A) instead there is none: B wants D between itself and A, D wants B between
// itself and A. These two players are a core.
//
// The files, in reading order:
//
//	game.go        games, certificates and their check
//	algorithm.go   what an algorithm is, and the list of those here
//	closure.go     closures in four machine words
//	frontier.go    frontiers of closures
//	search.go      the Searcher, the default algorithm
//	preprocess.go  what it does first: peeling, ties, ends
//	arrange.go     the greedy line from which it starts
//	conflict.go    the conflict-driven search
//	precedence.go  its order of the players
//	clauses.go     its clauses and its queue of triples
//	grounds.go     the triples on which its clauses rest
//	weak.go        solutions by linear algebra, where the search stalls
//	equations.go   sparse linear equations
//	core.go        irreducible and smallest cores
//	refutation.go  what proves a core, and its check
//	rest.go        what peeling leaves, for package repair
//	sweep.go       the algorithm for games of small width
//	plan.go        the order in which it takes choices
//	minimal.go     the minimal ones of many closures
//	proof.go       proofs that a sweep makes, and their check; refutations for others
package betweenness
