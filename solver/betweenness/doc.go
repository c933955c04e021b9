// Package betweenness decides one game of Ninja Assassin Wonderwall at a time, and
// says why.
//
// Each player of a game has chosen a wonderwall and a ninja, two other players.
// A solution is an order of all players with everybody's wonderwall between the
// player and its ninja. A game that has one is solvable.
//
// For one player p with wonderwall w and ninja n there are two orientations: p
// before w before n, or n before w before p. A game is solvable if and only if
// some choice of orientations, one for each player, puts nobody before himself.
// What a set of orientations forces is their closure, a transitive relation:
//
//	Closure8      up to 8 players, one machine word
//	Closure10     up to 10 players, two machine words
//	Closure16     up to 16 players, four machine words
//	ClosureBits   any number of players, bit sets
//
// A Frontier keeps all closures that a partial game still allows, while players
// choose one after the other and take their choices back: that is what a walk
// carries along its path.
//
// A Searcher decides whole games, of any size, and Solve is a Searcher for one. It
// returns a Certificate: an order, or a core, players whose choices contradict each
// other. Certificate.Check accepts or rejects it by other means. Algorithms lists
// the ways to decide a game, the Searcher's and plainer ones, from trying all orders
// to a SAT solver: each is an oracle for the others, and some tell their
// reasoning. CountOrders and Orders count and list all solutions of a game.
//
// WriteDIMACS and ReadModel speak to other SAT solvers. Project makes a line of a
// solution in space. The project's docs/theory.md states and proves what all this
// rests on.
//
// The files of the Searcher, in the order in which a game goes through them:
// search.go; peel.go; small.go; ties.go; ends.go; arrange.go with fewest.go and
// line.go; conflict.go with precedence.go, clauses.go, queue.go and learn.go; and for
// cores reduce.go and core.go.
//
// The smallest game that shows both verdicts has four players, A to D. If they
// chose (B, C), (C, D), (B, A) and (B, A), then A B C D is a solution. If B chose
// (D, A) instead there is none: B wants D between itself and A, D wants B between
// itself and A. The two of them are a core.
package betweenness
