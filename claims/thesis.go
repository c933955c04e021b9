package claims

// The trap of three copies, as the thesis prints it.
const trap3 = "enumerate generate trap --copies 3 --format code"

func thesis() Source {
	return Source{
		Name: "thesis", Title: "Ninja Assassin Wonderwall: a thesis of 2013",
		Picture: Picture{"curve.svg", "The share of solvable games with 4 to 40 players: exact, sampled, and as published"},
		Claims:  append(append(thesisRules(), thesisAlgorithm()...), thesisShares()...),
	}
}

// thesisRules are the claims of the sections from Introduction to Relation to known problems.
func thesisRules() []Claim {
	return []Claim{
		{
			ID: "thesis-least", Place: "Introduction, the game", Verdict: Confirmed,
			Says: `"It is played with as few as 4 players."`,
			Why:  "Three players have games too, but none that can be solved; of four players 108 games of 1,296 can.",
			Shown: []Command{shows("enumerate count --n 3..4",
				"3 8 2 0 0 8 2", "4 1,296 60 108 6 1,188 54")},
		},
		{
			ID: "thesis-picture", Place: "Introduction, the picture of six players", Verdict: Confirmed,
			Says: "In the places drawn, each of six players is on a line with its wonderwall in the middle.",
			Why:  "So say exact numbers. The same picture shows the projection in the section on dimensions.",
			Shown: []Command{
				shows(`printf 'A: 2 3\nB: 1 2\nC: 0 1\nD: 2.4 2\nE: -0.4 2\nF: 3.5 2\n' | enumerate solve BC DF BA BE DF DB --points -`, "solved in 2 dimensions order along (1, 0): E C B A D F"),
				tested("solver/betweenness", "TestTheSourcesPictureSolvesItsGame"),
			},
		},
		{
			ID: "thesis-four-solved", Place: "Introduction, the first game of four players", Verdict: Confirmed,
			Says:  "A B C D solves A: B C, B: C D, C: B A, D: B A.",
			Why:   "It and its reverse are all solutions.",
			Shown: []Command{shows("enumerate solve BC CD BA BA --all", "A B C D", "D C B A")},
		},
		{
			ID: "thesis-four-unsolved", Place: "Introduction, the second game of four players", Verdict: Confirmed,
			Says:  "A: B C, B: D A, C: B A, D: B A has no solution.",
			Why:   "B and D contradict each other by themselves.",
			Shown: []Command{shows("enumerate solve BC DA BA BA", "unsolvable core: B (D A) D (B A)")},
		},
		{
			ID: "thesis-problem", Place: "Definitions, the problem", Verdict: Confirmed,
			Says: "Players choose w(p) and n(p), and p, w(p), n(p) are different.",
			Why:  "Tables that break this are refused.",
			Shown: []Command{
				fails(1, "enumerate solve AB CD BA AB", `player "A" chose itself`),
				fails(1, "enumerate solve BC CD BA AA", `player "D" chose "A" twice`),
			},
		},
		{
			ID: "thesis-solution", Place: "Definitions, a solution", Verdict: Confirmed,
			Says: "A solution puts the players into different places, with S(w(p)) on the segment between S(p) and S(n(p)).",
			Why:  "The ends of the segment are taken, so it is between them. `--points` checks places by this definition, with exact numbers: a tenth of a step is too much.",
			Shown: []Command{fails(3, `printf 'A: 2 3\nB: 1 2\nC: 0 1\nD: 2.4 2\nE: -0.4 2\nF: 3.5 2.1\n' | enumerate solve BC DF BA BE DF DB --points -`,
				"F: its wonderwall D is not in line with F and its ninja B")},
		},
		{
			ID: "thesis-dimensions", Place: "Reduction to one dimension, the theorem", Verdict: Confirmed,
			Says:  `"Any Ninja Assassin Wonderwall game which has a solution in n dimensions (n > 1) has a solution in n-1 dimensions."`,
			Why:   "Its proof is right. [theory](../papers/betweenness.md#a-line-is-enough) has one that goes to a line at once and says which one.",
			Shown: []Command{tested("solver/betweenness", "TestASolutionInSpaceProjectsToASolution")},
		},
		{
			ID: "thesis-background", Place: "Overview: P vs NP", Verdict: Reported,
			Says: "What P, NP, NP-hard and NP-complete are; sorting by all permutations takes O(n · n!); 2-SAT is linear and 3-SAT NP-complete.",
			Why:  "Textbook matter, cited from Cormen and others.",
		},
		{
			ID: "thesis-np", Place: "Overview: P vs NP, the end; Future work", Verdict: Open,
			Says: `"I have been unable to either show it is NP-complete or find a polynomial time algorithm."`,
			Why: `Neither is known here. [theory](../papers/betweenness.md#how-hard-the-problem-is) says what the problem is
equivalent to (betweenness where no part has more triples than players), what it contains
(2-colouring of certain hypergraphs), why the usual gadgets fail, and that games of small treewidth
are easy.`,
			Shown: []Command{
				shows("enumerate generate colouring --vertices 10 --seed 1 | enumerate solve", "solvable"),
				tested("games/wonderwall", "TestAGameIsSolvableIfItsHypergraphCanBeColoured|TestTriplesWithOwnersAreAGame|TestAGadgetOfAsManyTriplesAsNewPlayersSaysNothing"),
			},
		},
		{
			ID: "thesis-rows", Place: "Relation to known problems, the clauses of a row", Verdict: Confirmed,
			Says:  "x(p,w) <=> x(w,n) is (not x(p,w) or x(w,n)) and (x(p,w) or not x(w,n)).",
			Why:   "`--relaxed` prints these clauses alone.",
			Shown: []Command{tested("solver/betweenness", "TestTheRelaxedFormulaSaysTheSameOfThreePairs")},
		},
		{
			ID: "thesis-2sat", Place: "Relation to known problems, 2-SAT", Verdict: Confirmed,
			Says: `Without transitivity this is 2-SAT, in O(n²); "a solution to the Ninja Assassin Wonderwall problem will always produce a solution to the CNF SAT problem, but not the other way around".`,
			Why:  "The trap is unsolvable by 2-SAT alone. A: B C, B: C A, C: A B is not: it goes round in a circle. It takes O(n), as only the pairs count that a row has.",
			Shown: []Command{
				shows("enumerate solve BC CA AB", "unsolvable"),
				tested("solver/betweenness", "TestTiesContradictEachOtherAsTheRelaxationDoes"),
			},
		},
		{
			ID: "thesis-transitivity", Place: "Relation to known problems, transitivity", Verdict: Confirmed,
			Says:  "Transitivity adds n(n-1)(n-2) clauses of three variables, for all a, b, c.",
			Why:   "With two variables for each pair. One variable, x(b,a) being not x(a,b), needs a third of them.",
			Shown: []Command{tested("solver/betweenness", "TestTransitivityHasAThirdOfTheSourcesClauses")},
		},
		{
			ID: "thesis-formula", Place: "Relation to known problems, the 3-SAT problem", Verdict: Refuted,
			Says: `"A solution to this 3-SAT problem gives a solution to the Ninja Assassin Wonderwall problem."`,
			Why: `Every game satisfies the formula that it prints: with all variables true, x(p,w) <=> x(w,n)
holds for every player, and so does transitivity. What it lacks is x(b,a) = not x(a,b); with that
it is right.`,
			Shown: []Command{
				shows("enumerate check --n 5", "5 printed-formula 250,136 false, as expected", "BC AC AB is unsolvable, and an assignment satisfies it", "5 whole-formula 250,136 holds"),
				tested("games/wonderwall", "Theorems"),
			},
		},
		{
			ID: "thesis-formula-proof", Place: "Relation to known problems, the proof", Verdict: Refuted,
			Says: `"Then either x(p,n) and x(n,w), or x(w,n) and x(n,p)": the proof of the 3-SAT problem.`,
			Why: `The statement is true of the whole formula, but its proof has four slips. It takes for granted that the variables
are an order. It leaves out the players who are themselves between the two that they chose: n < p < w and w < p < n.
It says "since x(n,w) is true" where it needs that x(w,n) is false. And it ends in "not x(p,w) and x(p,n)",
which is no contradiction: it should say x(p,w).

The two cases left out are easier than the others: in w < p < n, x(p,w) is false and x(w,n) true.`,
			Shown: []Command{shows("enumerate check --n 4", "4 whole-formula 1,304 holds")},
		},
		{
			ID: "thesis-enumerate-2sat", Place: "Relation to known problems, the last paragraph", Verdict: Confirmed,
			Says: "Another way is to go through all solutions of the 2-SAT problem and look for one that respects transitivity.",
			Why:  "The algorithm `twosat` does that.",
			Shown: []Command{
				shows("enumerate solve BC DF BA BE DF DB --algorithm twosat", "solvable order:"),
				tested("solver/betweenness", "TestTwosatTriesEverySolutionOfTheRelaxedFormula"),
			},
		},
	}
}

// thesisAlgorithm are the claims of the sections on the algorithm, its trace and its running time.
func thesisAlgorithm() []Claim {
	return []Claim{
		{
			ID: "thesis-acyclic", Place: "Constructive algorithm, the theorem", Verdict: Confirmed,
			Says:  "A problem has a solution if and only if an acyclic digraph has p to w(p) to n(p) or n(p) to w(p) to p for every p.",
			Why:   "Nearly all algorithms here rest on it ([theory](../papers/betweenness.md#orientations)).",
			Shown: []Command{tested("solver/betweenness", "TestPrecedenceFindsEveryCycle|TestAlgorithmsAgreeOnEverySmallGame")},
		},
		{
			ID: "thesis-find-ordering", Place: "Constructive algorithm, the first FindOrdering", Verdict: Confirmed,
			Says:  "Of the 2^n digraphs of the rows' directions one is acyclic if the game has a solution, and its topological order is one.",
			Why:   "The algorithm `orientations`, which takes the first direction for free.",
			Shown: []Command{shows("enumerate solve BC CD BA BA --algorithm orientations", "solvable order:")},
		},
		{
			ID: "thesis-backtrack", Place: "Constructive algorithm, the first MakeAssumption", Verdict: Confirmed,
			Says:  "Choose a player, try one direction, then the other, and go back at every cycle.",
			Why:   "The algorithm `backtrack`.",
			Shown: []Command{shows("enumerate solve BC DA BA BA --algorithm backtrack", "unsolvable core: B (D A) D (B A)")},
		},
		{
			ID: "thesis-implied", Place: "Constructive algorithm, AddImpliedEdges and ImpliedEdges", Verdict: Confirmed,
			Says:  "If the graph has one of the three pairs of a row, the row's direction follows; six cases say what.",
			Why:   "The algorithm `implied`. Its verdicts are those of trying all orders, on every game of up to five players and on random ones.",
			Shown: []Command{tested("solver/betweenness", "TestVerdictOfEveryGameUpToFivePlayers|TestAlgorithmsAgreeOnEverySmallGame")},
		},
		{
			ID: "thesis-halved", Place: "Constructive algorithm, the last paragraphs", Verdict: Confirmed,
			Says: `"Every implied edge we add potentially cuts our running time in half."`,
			Why:  "Potentially: a row whose direction follows need not be tried both ways. The game of the trace takes two assumptions for six players.",
			Shown: []Command{shows("enumerate solve EC ED DE EB DC BA --algorithm implied --trace",
				"Suppose D -> E:", "Suppose F -> B:", "No more players to try, and there is no cycle: success.")},
		},
		{
			ID: "thesis-choose", Place: "Constructive algorithm, the pseudocode and the heuristic", Verdict: Unclear,
			Says: `"Choosing our p such that {p, w(p), n(p)} shares two elements with as many {t, w(t), n(t)} as possible."`,
			Why: `The algorithm is described in three ways, in text, pseudocode and a printed trace, which contradict each
other: in what is assumed next, in whether the opposite of the first assumption must be tried, and in when
conclusions end (solver/betweenness/backtrack.go lists the choices).

What is assumed next has three readings, each an algorithm here: about the most common pair, as in its
examples (` + "`implied`" + `); about the player whose triplet shares two players with most others, as in its text
(` + "`implied-text`" + `); or by one order of the players, fixed before all assumptions, as in its program
(` + "`implied-sorted`" + `).`,
			Shown: []Command{
				shows(trap3+" | enumerate solve --algorithm implied --trace", "Suppose B -> C:"),
				shows(trap3+" | enumerate solve --algorithm implied-text --trace", "Suppose G -> H:"),
				shows(trap3+" | enumerate solve --algorithm implied-sorted --trace", "unsolvable"),
			},
		},
		{
			ID: "thesis-reverse", Place: "Constructive algorithm, the last paragraph", Verdict: Confirmed,
			Says:  "The first choice is free, since the reverse of a solution is a solution.",
			Why:   "The traces here say so. The printed trace of the trap tries it both ways all the same.",
			Shown: []Command{shows(trap3+" | enumerate solve --algorithm implied --trace", "The reverse of a solution is a solution, so C -> B is wrong as well.")},
		},
		{
			ID: "thesis-trace-game", Place: "Example trace, the table", Verdict: Refuted,
			Says: "The walk is through A: E C, B: E D, C: D E, D: E B, E: D C, F: B A.",
			Why: `The table is of another game than the one walked through, which is A: B C, B: C D, C: B A, D: B A.
Its own trace is in a comment of the source, and ends in F B A E D C, a solution. The walk begins with A before B, the
program with B before C.`,
			Shown: []Command{
				shows("enumerate solve BC CD BA BA --algorithm implied --trace", "Suppose B -> C:", "solvable order: A B C D"),
				shows("enumerate solve EC ED DE EB DC BA --algorithm implied --trace", "Suppose D -> E:", "Suppose F -> B:"),
				shows("enumerate solve EC ED DE EB DC BA --all", "F B A E D C"),
			},
		},
		{
			ID: "thesis-trace-tied", Place: "Example trace, the first assumption", Verdict: Confirmed,
			Says:  `A and B are "tied (with B and C) for the most common pair".`,
			Why:   "Both are in the triplets of three players, in the game walked through. By the rule of the text (most shared pairs) it is no tie between pairs.",
			Shown: []Command{shows("enumerate solve BC CD BA BA --algorithm implied --trace", "(A,B,C) is a triplet", "(B,C,D) is a triplet", "(D,B,A) is a triplet")},
		},
		{
			ID: "thesis-trace-end", Place: "Example trace, the end", Verdict: Confirmed,
			Says:  "No second assumption is needed, and a topological sort gives A, B, C, D.",
			Why:   "As walked through.",
			Shown: []Command{shows("enumerate solve BC CD BA BA --algorithm implied --trace", "No more players to try, and there is no cycle: success.", "solvable order: A B C D")},
		},
		{
			ID: "thesis-first-time", Place: "Running time, the first algorithm", Verdict: Confirmed,
			Says:  "There are 2^n digraphs, each is looked at in O(n), so the first algorithm takes O(n · 2^n).",
			Why:   "A digraph has 2n arcs. With the first direction free it is half of that.",
			Shown: []Command{tested("solver/betweenness", "TestWorkIsThatOfTheMethod")},
		},
		{
			ID: "thesis-trap", Place: "Running time, the trap", Verdict: Confirmed,
			Says: "Copies of A: B C, B: C D, C: B A, the last closed by D: A B, have no solution; the table shows three.",
			Why:  "`generate trap` makes them.",
			Shown: []Command{
				shows(trap3, "BC CD BA EF FG ED HI IJ HG GH"),
				tested("games/wonderwall", "TestATrapHasNoSolution"),
			},
		},
		{
			ID: "thesis-trap-time", Place: "Running time, the last paragraphs", Verdict: Refuted,
			Says: `On the trap "the running time will be O(n · 2^(n/3))", as the algorithm has "to backtrack and reverse each assumption".`,
			Why: `Its trap is none for its own rule. The printed trace takes a pair of the first copy first, and doubles with every
copy. By the text, and by the program, the last copy comes first, as one triplet more is in it, and the game
is refuted by one assumption, whatever the number of copies.

That the algorithm is exponential is not refuted by this: on Steiner games it grows by each rule
([hard](../papers/hard.md#steiner-games-and-the-thesiss-algorithm)).`,
			Shown: []Command{
				shows("enumerate generate trap --copies 3 --format code | enumerate solve --algorithm implied-text --trace", "Suppose G -> H:", "The reverse of a solution is a solution, so H -> G is wrong as well."),
				shows("enumerate generate trap --copies 17 --format code | enumerate solve --algorithm implied-text", "unsolvable core:"),
				tested("games/wonderwall", "TestATrapIsNoneForSharedPairs"),
			},
		},
		{
			ID: "thesis-trap-trace", Place: "Running time, the printed trace", Verdict: Unclear,
			Says: "58 lines that try both directions of every assumption.",
			Why: `The algorithm of its examples prints 29 of the 58 lines, up to spaces; the other 29 try the opposite of the first
assumption, which the thesis says is not needed. The last line is ours.`,
			Shown: []Command{
				shows(trap3+" | enumerate solve --algorithm implied --trace",
					"Suppose B -> C:", "Suppose E -> F:", "Suppose H -> I:", "Suppose I -> H:", "Suppose F -> E:",
					"We know H->G, and (J,G,H) is a triplet, so G->J, H->J.", "H->J and J->H form a cycle, so our assumption was wrong."),
				tested("solver/betweenness", "TestReasoningIsThatOfTheThesis"),
			},
		},
		{
			ID: "thesis-average", Place: "Running time, before the trap", Verdict: Reported,
			Says: `"It is not immediately clear what the running time of the heuristic algorithm is"; "in practice the running times are often much better".`,
			Why:  "It does not say by how much. [hard](../papers/hard.md#steiner-games-and-the-thesiss-algorithm) has decisions of random games by each rule.",
		},
		{
			ID: "thesis-outsmart", Place: "Running time, a section planned in a comment", Verdict: Confirmed,
			Says: `"A slightly better algorithm could 'outsmart' our trap."`,
			Why:  "The trap contradicts itself without transitivity, as 2-SAT: the search here needs no decision for it, of any size.",
			Shown: []Command{
				shows("enumerate generate trap --copies 300 | enumerate solve", "unsolvable core:"),
				tested("solver/betweenness", "TestTiesContradictEachOtherAsTheRelaxationDoes"),
			},
		},
		{
			ID: "thesis-steiner", Place: "Running time, a section planned in a comment", Verdict: Confirmed,
			Says: "Steiner triple systems have so few repeated pairs that the heuristic is useless.",
			Why:  "No two triplets share a pair, so nothing follows from one assumption beyond its own triplet. From 13 to 37 players the median of the thesis's algorithm grows three- to fourfold with every six players ([hard](../papers/hard.md#steiner-games-and-the-thesiss-algorithm)).",
			Shown: []Command{
				tested("games/wonderwall", "TestNoTwoChoicesOfASteinerGameShareTwoPlayers|TestNoChoiceOfASteinerGameFollowsFromOthers"),
				slowly("go run ./bench/implied -games 10", "steiner 39"),
			},
		},
	}
}

// thesisShares are the claims of the sections on the share of solvable games and on future work,
// and of the appendix.
func thesisShares() []Claim {
	return []Claim{
		{
			ID: "thesis-games", Place: "Proportion of solvable games, the number of games", Verdict: Confirmed,
			Says: "There are (2 C(n-1, 2))^n games: 8, 1296, 248832, 64000000 for n = 3 to 6, 3743906242624487424 for n = 10.",
			Why:  "Every run proves that its orbits sum to it.",
			Shown: []Command{
				shows("enumerate count --n 3..6", "3 8", "4 1,296", "5 248,832", "6 64,000,000"),
				slowly("enumerate count --n 10", "10 3,743,906,242,624,487,424"),
			},
		},
		{
			ID: "thesis-too-many", Place: "Proportion of solvable games, after the table", Verdict: Refuted,
			Says: `"This [is] probably too many to enumerate for anything over n=6."`,
			Why: `The 242,061,587 classes of 8 players are counted in a second and walked in seconds, and 10 players are counted
in minutes.`,
			Shown: []Command{
				shows("enumerate count --n 8", "8 9,682,651,996,416 242,061,587 2,564,964,371,760 63,886,007 7,117,687,624,656 178,175,580"),
				slowly("enumerate --n 8", "8 9,682,651,996,416 242,061,587 2,564,964,371,760 63,886,007 7,117,687,624,656 178,175,580"),
				slowly("enumerate count --n 10", "10 3,743,906,242,624,487,424"),
			},
		},
		{
			ID: "thesis-plot", Place: "Proportion of solvable games, the plot", Verdict: Refuted, In: "published",
			Says: "The plotted shares of solvable games, of 10,000 random games of each size.",
			Why: `The published curve is too high from 5 players on, far too high from 6 on. The program that drew it accepted a
game as soon as its graph held all players.

The algorithm of the thesis is right, and ` + "`enumerate solve --algorithm implied`" + ` is that algorithm. The program that drew
the curve differs from it in one line. It ends with success when all choices are oriented and there is no cycle, as
it should; but also when its graph has as many vertices as the game has players:

    if (players.size() == 0 || num_vertices(G) == player_count)

Perhaps the author thought that a graph with all players in it is complete. It is not: later arcs may close a cycle. And
the graph library makes all vertices up to the highest number that an arc names. So the graph "has" all players as
soon as an arc names the last one. If the program has met no cycle by then it stops, before it has looked at most
choices.

This explains the whole curve where the rest of the program is known:

  - We wrote the rule again from the program's source. It decides all 1,296 games of 4 players correctly (108
    solvable). Of the 248,832 games of 5 players it accepts 33,504, and 30,480 are solvable. Without that one condition
    it accepts exactly the solvable ones.
  - The shares that the rule accepts agree with the published ones at every size from 4 to 16 within the error of the
    samples.`,
			Shown: []Command{
				shows("enumerate count --n 4..8 --resume", "5 248,832 2,084 30,480"),
				shows("enumerate check --n 4..8 --estimates data/published-estimates.csv", "4 published 10,000 870 0 0.087000 0.081634 0.092684 0.083333 exact 1.33 0.19 agrees",
					"5 published 10,000 1,322 0 0.132200 0.125702 0.138980 0.122492 exact 2.96 0.0034 disagrees",
					"published figures disagree with the exact values at n = 5, 6, 7, 8"),
				tested("solver/betweenness", "TestPublishedRuleAcceptsTooMuch"),
			},
		},
		{
			ID: "thesis-increases", Place: "Proportion of solvable games, below the plot", Verdict: Confirmed, In: "published",
			Says: `"The likelihood [of] a game having a solution increases very quickly in the number of players."`,
			Why: `It is 1 - 3/(2n) - 289/(24n²) - ..., with proof ([random](../papers/random.md)). The published curve drops once, from 0.866 at 16
players to 0.856 at 17: an unstable sort does that, and no game.

More players should make games easier. The program sorts the players by a score. Its library keeps equal elements in order
when it sorts up to 16, and not when it sorts more. So from 17 players on the program looks at them in another order: the
last player, who would end the search, comes later. With the sort of that library the rule has the kink, with a stable
one it has none.

The sort is written again in Go in solver/betweenness/published_test.go. bench/published/rule.cpp is the rule in C++ with
the sort of the library itself (GCC 12). Both take the same 17,097 of the 20,000 games of 17 players with seed 5. The
script prints:

      n       rule     stable  published        z z stable
     15     0.8454     0.8454     0.8552    -1.97    -1.97
     16     0.8627     0.8627     0.8661    -0.71    -0.71
     17     0.8614     0.8872     0.8558     1.13     6.32
     18     0.8727     0.8927     0.8711     0.34     4.56
     19     0.8783     0.9001     0.8870    -1.94     2.93
     20     0.8953     0.9093     0.8930     0.53     3.73

z is how many standard deviations a share is off the published one.`,
			Shown: []Command{
				shows("enumerate expansion", "1 -3/2", "2 -289/24"),
				tested("solver/betweenness", "TestPublishedRuleExplainsThePublishedCurve"),
				slowly("bench/published.sh 10000 15 16 17 18 19 20", "17 0.8614 0.8872 0.8558 1.13 6.32"),
			},
		},
		{
			ID: "thesis-sample", Place: "Proportion of solvable games, the sample", Verdict: Refuted, In: "published",
			Says: "10,000 games of each size from 4 to 100, not quite to the end.",
			Why: `It ends at 92, and some games are missing: two of 6 players, and some of most sizes from 68 players on. They are in the
denominator of the published share.

3 of 68 are missing, none of 69, 1 of 70, then mostly more and more, up to 228 of 91 ("unaccounted" in the file; the last size,
92, has 1,528 games instead of 10,000). Their results were lost, presumably because the games took too long.
` + "`enumerate check`" + ` allows for them: it asks whether the published figure agrees if some number of them was solvable.`,
			Shown: []Command{
				shows("enumerate check --n 6 --trials 10 --estimates data/published-estimates.csv --format json", `"source":"published","trials":10000,"successes":2228,"unaccounted":2`),
				shows("enumerate check --n 69..92 --trials 2 --estimates data/published-estimates.csv --format csv", "69,published,10000", "92,published,1528"),
			},
		},
		{
			ID: "thesis-cluster", Place: "Proportion of solvable games, the computers", Verdict: Reported,
			Says: `130 computers with 8 to 24 threads each, over a spring break; "around n=90 the processes start to really drag".`,
			Why:  "The program here samples 10,000 games of 90 players in about a second of one core.",
			Shown: []Command{
				shows("enumerate sample --n 90 --trials 10000 --quiet --format csv", "90,10000,9848,152,"),
			},
		},
		{
			ID: "thesis-play", Place: "Future work, how people play", Verdict: Open,
			Says: `"How can players with incomplete knowledge find solutions?"`,
			Why: `No theorem is known. ` + "`enumerate simulate`" + ` lets players run who know their own choices only, by several rules; [play](../papers/play.md)
measures which of them solve how many games: noise helps, and the share found falls with the number of players.`,
			Shown: []Command{shows("enumerate simulate --n 4 --classes --trials 30 --rule still --quiet", "4 still 1,800 180 72 0.3630")},
		},
		{
			ID: "thesis-classes", Place: "Future work, isomorphic games", Verdict: Confirmed,
			Says: "The number of games up to isomorphism may be much smaller, so that they can be enumerated.",
			Why:  "It is, by nearly n!: 2, 60, 2,084, 89,630, 4,371,098 and 242,061,587 for n = 3 to 8, and this program enumerates them.",
			Shown: []Command{
				shows("enumerate --n 3..6", "3 8 2", "4 1,296 60", "5 248,832 2,084", "6 64,000,000 89,630"),
				slowly("enumerate --n 7..8", "7 21,870,000,000 4,371,098", "8 9,682,651,996,416 242,061,587"),
			},
		},
		{
			ID: "thesis-isomorphic", Place: "Future work, the two tables", Verdict: Confirmed,
			Says: "To exchange B and C makes one of two tables of five players into the other.",
			Why:  "They are in one class, of 120 games.",
			Shown: []Command{
				shows("enumerate class 'CB DA DA CE AB'", "BC AD AE CE BC orbit 120 aut 1"),
				shows("enumerate class 'BC DA DA BE AC'", "BC AD AE CE BC orbit 120 aut 1"),
			},
		},
		{
			ID: "thesis-haskell", Place: "Appendix, Haskell brute force", Verdict: Unclear,
			Says:  `"This is very obviously an O(n!) algorithm."`,
			Why:   "Our copy has no listing. To look at an order takes up to n steps, so trying all orders takes O(n · n!), as the thesis itself says of sorting. The algorithm `orders` does it.",
			Shown: []Command{shows("enumerate solve BC DF BA BE DF DB --algorithm orders", "solvable order:")},
		},
		{
			ID: "thesis-programs", Place: "Appendix, Python and C++", Verdict: Reported,
			Says: `The Python program is "noticeably much slower"; the C++ program is "more faithful to the pseudocode".`,
			Why:  "Our copy has no listings. In the author's repository the C++ program sorts the players once, before all assumptions, where the pseudocode chooses anew each time: `implied-sorted`; and it ends too soon (see thesis-plot).",
		},
	}
}
