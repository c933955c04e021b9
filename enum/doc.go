// Package enum is the engine of every exhaustive count: shards, workers,
// tallies, progress. It knows no ruleset and no disk.
//
// A ruleset has, for every size, a [Space]: a finite set of labelled games, and a
// group that relabels them. Games equal up to relabeling make a class; a class
// has |group| / |Aut| labelled games, its orbit. A walk visits one game of every
// class, finds its verdict, and weighs it by its orbit: so one walk counts
// classes and labelled games at once, in a [Tally].
//
// The space is cut into shards, each a piece of the walk that can be walked by
// itself. Which shards there are depends on nothing but the space. [Run] walks
// them with any number of workers; a [Part] takes those whose number leaves some
// remainder, so that a walk can be split over machines. Whoever calls Run keeps
// the tallies: on disk, that is the work of package checkpoints.
//
// A tally is numbers by verdict and key. What it comes to only its space can say
// (Space.Totals): orbits are one way to labelled games and classes ([OrbitTotals]),
// and a space whose shards count something else than classes has another.
//
// A tally of the whole space proves itself: its labelled games sum to their number,
// which has a closed form, and its classes are as many as Burnside's lemma says
// ([Prove]).
//
// Sizes too large to walk can be sampled: a [Sampling] is a space of random games,
// whose shards are batches of trials, so that it is run, stored and gone on with
// as a walk is.
//
// The smallest walk worth the name: the 1,296 labelled games of Ninja Assassin
// Wonderwall with four players fall into 60 classes under the 24 relabelings; 6
// of the classes, with 108 labelled games, are solvable.
package enum
