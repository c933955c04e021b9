package claims

func structures() Source {
	return Source{
		Name: "structures", Title: "Games on data structures: a paper of 2016",
		Claims: append(append(structuresHeaps(), structuresQueues()...), structuresCol()...),
	}
}

// solve is a command that solves positions of a ruleset.
func solve(game, positions string, prints ...string) Command {
	return shows("enumerate solve --game "+game+" "+positions, prints...)
}

// check is a command that compares the theorems of a ruleset with the exhaustive solution, and
// finds these as they are said to be.
func check(game string, prints ...string) Command {
	return shows("enumerate check --game "+game, prints...)
}

// structuresHeaps are the claims on arrays, sets and stacks.
func structuresHeaps() []Claim {
	return []Claim{
		{
			ID: "structures-background", Place: "sections 1 and 2", Verdict: Reported,
			Says: "Normal play, sums, outcome classes and nimbers; some rulesets are solved, some PSPACE-complete, many unsolved; what the seven data structures are.",
			Why:  "Textbook matter and citations. Our copy has lost its formulas and the names of rulesets, so that some statements below are read from the text around them.",
		},
		{
			ID: "structures-sum", Place: "section 1, sums", Verdict: Confirmed,
			Says:  `"The value of a game sum is simply the sum of the values of the summands."`,
			Why:   "Values are canonical forms here, and sums are tested against the definition.",
			Shown: []Command{shows("enumerate values '{1|1} + *'", "{1|1} + * 1 L"), tested("solver/partizan", "TestAddIsTheDefinition")},
		},
		{
			ID: "structures-nim", Place: "Arrays: Nim", Verdict: Confirmed,
			Says: "The Grundy value of Nim is the exclusive or of all heaps, found in linear time, and the next player wins if it is not 0.",
			Why:  "Held to exhaustive play.",
			Shown: []Command{
				check("nim --n 20", "20 xor", "holds the Grundy value is the exclusive or of all heaps", "holds the Grundy value is 0 in P-positions and in no others"),
				solve("nim", "3,5,6", "P value 0"),
			},
		},
		{
			ID: "structures-antonim", Place: "Sets: Antonim, the definition", Verdict: Confirmed,
			Says:  "Remove a heap from a set, or reduce it; a heap that is there already is forgotten.",
			Why:   "The rules of the ruleset: from 2,3 a move leads to 2 alone by taking one of 3, or all of it.",
			Shown: []Command{solve("antonim", "2,3", "N value 1 winning: 1,2"), tested("games/antonim", "TestAnswersAreThoseOfTheDefinition")},
		},
		{
			ID: "structures-antonim-three", Place: "Sets: Antonim, up to three heaps", Verdict: Confirmed,
			Says: "The empty set is P, one heap is N; two and three heaps have rules, the last one by reduction to Nim.",
			Why:  "Two heaps a < b are P if and only if a is odd and b = a+1; three if and only if (a+1) xor (b+1) xor (c+1) = 0. (The formulas are missing in our copy.)",
			Shown: []Command{check("antonim --n 14", "14 one 14 holds one heap is N", "14 two 91 holds two heaps a < b are P if and only if a is odd and b = a+1",
				"14 three 364 holds three heaps a, b, c are P if and only if (a+1) xor (b+1) xor (c+1) = 0")},
		},
		{
			ID: "structures-antonim-move", Place: "Sets: Antonim, the winning move of three heaps", Verdict: Confirmed,
			Says:  "Add one stone to each heap, move as in Nim, take the stones off again.",
			Why:   "It follows from the rule for three: no heap is as large as another, so the move of Nim leaves all three with a stone at least, and what is taken to 0 makes two heaps that are P.",
			Shown: []Command{solve("antonim", "1,4,7", "N value", "1,4,6"), tested("games/antonim/marking", "TestTheoremsOfUpToThreeHeapsHold")},
		},
		{
			ID: "structures-antonim-four", Place: "Sets: Antonim, the end; Conclusion", Verdict: Open,
			Says: `"Computer analysis has not yet shed light" on Antonim with four heaps and more.`,
			Why: `There is no formula here either. But with all heaps fixed except the two largest, the P-positions are periodic from
some size on, with proof ([heaps](../papers/heaps.md#antonim-a-greedy-code)); and [results](../results.md#games-on-data-structures) has the
numbers: all sets of heaps up to 34, four heaps up to 2,000, five up to 300, six up to 100.`,
			Shown: []Command{
				shows("enumerate count --game antonim --n 1..20", "10 1,024 1,024 91 91 933 933"),
				shows("enumerate count --game antonim --n 20 --method lexicode", "20 1,048,576"),
				check("antonim:heaps=4", "periodic", "holds"),
			},
			Picture: Picture{"antonim.svg", "Four heaps, no two of them equal"},
		},
		{
			ID: "structures-tower", Place: "Stacks: Tower Nim, the definition", Verdict: Confirmed,
			Says:  "Only the top heap of a stack is reduced or removed.",
			Why:   "The rules of the ruleset. Grundy values take linear time: a heap of a sticks on a stack of value g makes a - [a <= g].",
			Shown: []Command{check("tower --n 20", "20 recurrence", "holds a heap of a sticks on a stack of Grundy value g makes it a - [a <= g]")},
		},
		{
			ID: "structures-tower-ones", Place: "Stacks: Tower Nim, the observation", Verdict: Confirmed,
			Says:  "A stack of ones has the exclusive or of all heaps as its nimber.",
			Why:   "Its parity.",
			Shown: []Command{check("tower --n 20", "20 ones 4 holds"), solve("tower", "1,1,1", "N value 1")},
		},
		{
			ID: "structures-tower-top", Place: "Stacks: Tower Nim, the lemma on one large heap", Verdict: Confirmed,
			Says:  "If only the top heap is larger than 1, the position is in N.",
			Why:   "As proved there, by the parity of the heaps.",
			Shown: []Command{solve("tower", "1,5", "N value 5 winning: 1,1"), solve("tower", "1,1,5", "N value 5 winning: 1,1"), check("tower --n 20", "20 outcome")},
		},
		{
			ID: "structures-tower-parity", Place: "Stacks: Tower Nim, the corollary", Verdict: Refuted,
			Says: `"Then the nimber of (..., x, 1^n) is the parity of n", for x > 1.`,
			Why: `It is wrong as a nimber. In truth it is the parity of n+1 for n >= 1. The first counterexample is 2,1, of Grundy value
0. The paper's theorem on outcomes, which rests on it, is right.`,
			Shown: []Command{
				check("tower --n 20", "20 parity 1 false, as expected", "but 2,1 has the Grundy value 0, stated is 1", "20 parity-corrected 418 holds"),
				solve("tower", "2,1", "P value 0"),
			},
			Picture: Picture{"tower.svg", "A stack of four heaps, from the bottom to the top"},
		},
		{
			ID: "structures-tower-lemmas", Place: "Stacks: Tower Nim, the two lemmas after it", Verdict: Unclear,
			Says:  "The nimber of a stack with one more heap on such a stack has two cases, proved by induction and the mex rule.",
			Why:   "The formulas are missing in our copy, and the proofs use the corollary that is wrong. All nimbers follow from g = a - [a <= g] instead, from the bottom up.",
			Shown: []Command{check("tower --n 20", "20 recurrence", "20 parity-corrected")},
		},
		{
			ID: "structures-tower-outcome", Place: "Stacks: Tower Nim, the theorem", Verdict: Confirmed,
			Says:  "The outcome follows from the number of ones on top and whether a larger heap is below, in linear time.",
			Why:   "With n ones on the last larger heap a stack is N if n is even; without a larger one if n is odd.",
			Shown: []Command{check("tower --n 20", "20 outcome", "holds with n heaps of 1 on the last larger one a stack is N if n is even; without a larger one if n is odd")},
		},
	}
}

// structuresQueues are the claims on queues and priority queues.
func structuresQueues() []Claim {
	return []Claim{
		{
			ID: "structures-rotisserie", Place: "Queues: Rotisserie Nim, the definition", Verdict: Confirmed,
			Says:  "Only the front heap is reduced, and what is left of it goes to the back; the same as Adjacent Nim, and as Vertex Nim on a directed cycle.",
			Why:   "The rules of the ruleset: from 3,2 the next player moves to 2,2. [theorists](../guide/theorists.md#rotisserie-nim-under-other-names) says what is known under the other names.",
			Shown: []Command{solve("rotisserie", "3,2", "N value 1 winning: 2,2"), tested("games/rotisserie", "TestAnswersAreThoseOfTheDefinition")},
		},
		{
			ID: "structures-rotisserie-two", Place: "Queues: Rotisserie Nim, two heaps", Verdict: Confirmed,
			Says:  "(a, b) is in N if and only if a > b.",
			Why:   "Held to exhaustive play.",
			Shown: []Command{check("rotisserie --n 20", "20 two 400 holds a,b is N if and only if a > b")},
		},
		{
			ID: "structures-rotisserie-large", Place: "Queues: Rotisserie Nim, heaps of at least two", Verdict: Confirmed,
			Says:  "With all heaps of at least 2, n heaps are in N if and only if n is odd or the first smallest heap has an even index.",
			Why:   "Cited there; package games/rotisserie has a proof of a page.",
			Shown: []Command{check("rotisserie --n 20", "20 large", "holds n heaps of at least 2 are N if and only if n is odd or the first least heap is at an even place"), check("rotisserie:heaps=4 --n 12", "12 large 14,641 holds")},
		},
		{
			ID: "structures-rotisserie-one", Place: "Queues: Rotisserie Nim, a one in front of two heaps", Verdict: Confirmed,
			Says:  "(1, b, c) is in P if b > c.",
			Why:   "And only then.",
			Shown: []Command{check("rotisserie --n 20", "20 one-first 400 holds 1,b,c is P if and only if b > c")},
		},
		{
			ID: "structures-rotisserie-strategy", Place: "Queues: Rotisserie Nim, the first lemma", Verdict: Confirmed,
			Says: "If a move wins, but not to take the whole front heap, it wins to leave 1 of it if the heaps are odd in number, and to take 1 if they are even.",
			Why:  "The paper's proof is a few words; [heaps](../papers/heaps.md#rotisserie-nim-two-moves) has one of a few sentences: every heap has its player, for whom more of it is no worse.",
			Shown: []Command{
				check("rotisserie --n 20", "strategy", "holds if a move wins, but not to take the whole front heap"),
				check("rotisserie:heaps=4 --n 12", "12 strategy"),
				tested("games/rotisserie", "TestTwoMovesDecide|TestLemmasSeeAWrongOutcome"),
			},
		},
		{
			ID: "structures-rotisserie-smaller", Place: "Queues: Rotisserie Nim, the second lemma", Verdict: Confirmed,
			Says:  "A queue in P stays in P with any smaller heap in front.",
			Why:   "It follows from the first lemma, for any number of heaps. Held to exhaustive play.",
			Shown: []Command{check("rotisserie --n 20", "smaller-front", "holds a queue in P is in P with any smaller heap in front"), check("rotisserie:heaps=4 --n 12", "12 smaller-front")},
		},
		{
			ID: "structures-rotisserie-three", Place: "Queues: Rotisserie Nim, three heaps", Verdict: Confirmed,
			Says:  "If a >= 2 then (a, b, c) is in P if and only if c = 1 and b > 1.",
			Why:   "Held to exhaustive play. (Our copy lacks the formula; with c = 1, b > c and b > 1 are one.)",
			Shown: []Command{check("rotisserie --n 20", "20 three", "holds a,b,c with a >= 2 is P if and only if c = 1 and b > c")},
		},
		{
			ID: "structures-rotisserie-four", Place: "Conclusion, the open problems", Verdict: Open,
			Says: "The outcome of Rotisserie Nim with four heaps and more, some of them of 1.",
			Why: `The outcome of k heaps follows from their order together with 1, 2, …, ⌊k/2⌋, with proof for any number of heaps
([heaps](../papers/heaps.md#rotisserie-nim-two-moves)). Up to seven heaps take 1 and 2, up to eleven 1 to 3, twelve and thirteen 1 to 4. How the
number of these constants grows is open, and so is whether an outcome takes polynomial time. Up to 24 heaps of any size are decided.`,
			Shown: []Command{
				check("rotisserie:heaps=4 --n 20", "order-2", "order-3", "holds the outcome of 4 heaps depends only on the weak order of them and 1, 2"),
				shows("enumerate solve --game rotisserie --algorithm order 4,1,2,1,4", "N value unknown"),
				slowly("enumerate solve --game rotisserie --algorithm order 4,1,2,1,4,2,1,4", "winning: 1,2,1,4,2,1,4,3"),
			},
		},
		{
			ID: "structures-greedy", Place: "Priority queues: Greedy Nim", Verdict: Confirmed,
			Says:  "Only a largest heap is reduced; a position is in P exactly when the number of largest heaps is even.",
			Why:   "Held to exhaustive play.",
			Shown: []Command{check("greedy --n 20", "20 largest", "holds a position is P if and only if the number of largest heaps is even"), solve("greedy", "3,3,1", "P value 0")},
		},
	}
}

// structuresCol are the claims on linked lists, trees and graphs, and of the conclusion.
func structuresCol() []Claim {
	return []Claim{
		{
			ID: "structures-col", Place: "Linked lists: Myopic Col, the definition", Verdict: Confirmed,
			Says:  "Colour a vertex in your colour unless an arc leads from it to a neighbour of that colour.",
			Why:   "The rules of the ruleset, on trees, paths and any digraph.",
			Shown: []Command{solve("col", "ooB", "R value: -1* Left: BoB = -1 loses"), tested("games/col", "TestValuesEqualTheGames")},
		},
		{
			ID: "structures-col-split", Place: "Linked lists: Myopic Col, coloured vertices", Verdict: Confirmed,
			Says:  "An arc from a coloured vertex can be removed, so a path has one coloured vertex at most, at its end.",
			Why:   "Positions are reduced so.",
			Shown: []Command{solve("col", "ooBoo + ooB + oo", "value:"), tested("games/col", "TestAlgorithmsAgree")},
		},
		{
			ID: "structures-number-star", Place: "Linked lists: Myopic Col, the lemma on numbers and stars", Verdict: Confirmed,
			Says: "{x|x} = x + * for a number x, and * + * = 0.",
			Why:  "Held to all numbers with small denominators.",
			Shown: []Command{
				check("col", "8 number-star", "holds {x|x} = x + * for every number x"),
				shows("enumerate values '1/2 + * = {1/2|1/2}' '* + * = 0'", "1/2 + * = {1/2|1/2} true", "* + * = 0 true"),
			},
		},
		{
			ID: "structures-col-paths", Place: "Linked lists: Myopic Col, the lemma and the corollary on paths", Verdict: Confirmed,
			Says:  "n uncoloured vertices are n · *, before a blue one -1 + (n-1) · *, before a red one 1 + (n-1) · *; paths sum to a · * + b - c.",
			Why:   "Held to all coloured paths.",
			Shown: []Command{check("col", "9 paths 29,523 holds a path is a·* + b - c"), solve("col", "ooo", "N value: *"), solve("col", "ooR", "L value: 1*")},
		},
		{
			ID: "structures-col-head", Place: "Linked lists: Myopic Col, the best move", Verdict: Confirmed,
			Says:  `"On a path with n uncolored vertices, it is always optimal to color the head."`,
			Why:   "Also with a coloured vertex at its end.",
			Shown: []Command{check("col", "9 head 27 holds")},
		},
		{
			ID: "structures-col-linear", Place: "Linked lists: Myopic Col, the theorem", Verdict: Confirmed,
			Says:  "Collections of paths are solved in linear time.",
			Why:   "By that formula.",
			Shown: []Command{tested("games/col", "TestTheFormulaTakesLongPaths")},
		},
		{
			ID: "structures-col-values", Place: "Binary trees: the values", Verdict: Confirmed,
			Says:  "On binary trees values occur that are neither integers nor an integer and a star, such as dyadic rationals.",
			Why:   "Multiples of 1/4, and no others (games/col). (The two printed are missing in our copy.)",
			Shown: []Command{shows("enumerate values --game col:colours=leaves --n 5 --format csv", "1/2", "-3/4", "-1*"), solve("col", "'o(o,B(o))'", "R value: -1/2*")},
		},
		{
			ID: "structures-col-root", Place: "Binary trees: the root", Verdict: Confirmed,
			Says:  `"Coloring the root is the best move for both players" if it and its two children are uncoloured.`,
			Why:   "It follows from the conjecture, which is true.",
			Shown: []Command{check("col", "12 star", "holds no move of Left leads to more than G + *, none of Right to less"), solve("col", "'o(o,o)'", "N value: * Left: B(o,o) = 0 wins")},
		},
		{
			ID: "structures-col-conjecture", Place: "Binary trees: the conjecture", Verdict: Solved,
			Says: "If the root and both its children are uncoloured, the tree is {G1 + G2 | G1 + G2}, for the trees below them.",
			Why: `The conjecture is true, and more is true: a vertex to which no arc leads, and from which none leads to a coloured vertex,
adds a star, on any digraph.

The proof is in package games/col; the statement is tested on all uncoloured trees of up to 16 vertices and on all trees with
coloured leaves of up to 10; what holds on digraphs on all of up to 4 vertices, coloured in all ways.`,
			Shown: []Command{
				check("col", "12 root 1,831 holds", "digraph-root", "holds on any digraph: an uncoloured vertex to which no arc leads"),
				check("col:colours=leaves", "root", "digraph-numbers", "holds on any digraph: every value is a number, or a number and a star"),
			},
			Picture: Picture{"col.svg", "Two trees; the root of the first one has the rings of both best moves"},
		},
		{
			ID: "structures-col-trees", Place: "Binary trees; Conclusion, the open problems", Verdict: Solved,
			Says:  "The complexity of Myopic Col on binary trees is not yet known.",
			Why:   "It is linear: package games/col has a formula with its proof, and `check` compares it with all moves (theorem `formula`).",
			Shown: []Command{check("col:colours=all", "formula", "holds the value is a sum over the vertices"), tested("games/col/kinds", "TestTheFormulaIsProved|TestNoOtherFormulaIsProved")},
		},
		{
			ID: "structures-graphs", Place: "Graphs", Verdict: Reported,
			Says: "Many rulesets on graphs are known, some in P, others PSPACE-complete.",
			Why:  "Citations.",
		},
		{
			ID: "structures-new", Place: "Abstract; Conclusion", Verdict: Confirmed,
			Says:  "Tower Nim and Myopic Col on paths take polynomial time.",
			Why:   "Both are linear, see above. (That two rulesets are new is theirs to say.)",
			Shown: []Command{solve("tower", "5,3,3,1,7,7,2", "value"), solve("col", "oooooooooooooooooooooooB", "value:")},
		},
		{
			ID: "structures-antonim-table", Place: "Conclusion, the last paragraph", Verdict: Confirmed,
			Says:  "Antonim has a dynamic programming form, whose table can be exponential in the bits of the position.",
			Why:   "The algorithm `marking` fills such a table. Whether there is a polynomial algorithm is open (structures-antonim-four).",
			Shown: []Command{shows("enumerate solve --game antonim 3,5,6,9 --algorithm marking", "N value unknown winning: 3,4,5,6"), tested("games/antonim/marking", "TestTableIsTheDefinition")},
		},
	}
}
