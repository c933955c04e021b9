// Package partial counts the solvable games of Ninja Assassin Wonderwall by layers
// of partial games, without visiting games or classes.
//
// In a partial game some players have chosen. What completes it to a solvable game
// depends on its [state] only: who has still to choose, and the frontier, the
// closures that its choices allow. States that a relabeling of the players
// carries into each other have equally many completions, so they are one, and
// the weight of a state is how many labelled partial games lead to it. A layer is
// all states in which equally many have chosen. The next layer lets one more
// player choose, for each state the one with the fewest choices left:
//
//	layer 0   1 state: nobody has chosen
//	layer 1   1 state: of n = 4, the one closure 0<1<2, weight 6
//	...
//
// and a state may choose whom it asks next, since every complete game has
// everybody's choice. Of each layer
//
//	weights of its states + weights that died on the way to it
//
// is the weight of the layer before times (n-1)(n-2): no partial game is lost, and
// none is counted twice. A [Completer] counts the choices of the last players
// in bulk.
//
// For n = 4 it goes like this. Layer 1 has one state, of weight 6: a player has
// chosen, and the frontier is 0<1<2 up to reversal, with player 3 anywhere. Three
// players have still to choose. docs/method.md draws the rest.
//
// The same is done with the games that a permutation leaves unchanged, one cycle
// at a time, which by Burnside's lemma gives the solvable classes, and with core
// games, in which everybody is chosen, which give the solvable games a second
// time. See [Games].
//
// Package layers keeps the layers; this one expands states ([Expander]) and
// completes them ([Completer]).
package partial
