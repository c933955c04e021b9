package claims

// Games of the jump game, as printf prints them.
const (
	thirdSample = `printf '3 4\n2\n1 2 2 3\n3 3 1 2\n1 2 2 0\n0 3\n1 2\n'`
	stolenGoal  = `printf '1 5\n2\n0 0 2 1 0\n0 2\n0 3\n'`
	landedOn    = `printf '1 4\n2\n2 1 1 0\n0 0\n0 1\n'`
)

func jump() Source {
	return Source{
		Name: "jump", Title: "The jump game: a student's report",
		Picture: Picture{"jump.svg", "A board of 3 by 4 tiles, and the jumps of B, the first one thick"},
		Claims: []Claim{
			{
				ID: "jump-rules", Place: "the first paragraphs", Verdict: Confirmed,
				Says: "k players on a board of M x N tiles jump exactly as far as the number of their tile says; who first gets to (M-1, N-1) wins, and nobody does if no player can move.",
				Why:  "It says positive numbers; the assignment has 0 too, where a player is stuck. A player who begins on the goal wins in round 0.",
				Shown: []Command{
					shows(`printf '1 9\n3\n4 1 3 2 2 1 2 1 0\n0 0\n0 1\n0 2\n' | enumerate solve --game jump`, "C 3"),
					shows(`printf '1 6\n3\n3 2 1 0 1 0\n0 0\n0 1\n0 2\n' | enumerate solve --game jump`, "none"),
					shows(`printf '1 3\n1\n1 1 0\n0 2\n' | enumerate solve --game jump`, "A 0"),
				},
			},
			{
				ID: "jump-order", Place: "the rules, turns", Verdict: Unclear,
				Says: `"Each subsequent turn is then determined by the lesser number in the player's chosen tile."`,
				Why: `Whose number decides who jumps first? "The lesser number in the player's chosen tile" can be the tile that a player
has left, which its algorithm compares, or the tile that it landed on. The second is ` + "`order=landed`" + ` here. It changes 40 to
172 of the 7,500 winners on a row of five tiles, by the other rules; the smallest game is 2 1 1 0, with players on the
first two tiles.`,
				Shown: []Command{
					shows("enumerate check --game jump", "6 landed 205 false, as expected", "1 4/2/2 1 1 0/0 0/0 1 is B 2, stated is A 2", "they change 40 (straight, initial), 44 (straight, inherit), 156 (diamond, initial), 172 (diamond, inherit)"),
					shows(landedOn+" | enumerate solve --game jump", "B 2"),
					shows(landedOn+" | enumerate solve --game jump:order=landed", "A 2"),
				},
			},
			{
				ID: "jump-ties", Place: "the rules, ties", Verdict: Unclear,
				Says: `"In case of a tie in priority, the player with the most priority in the previous turn keeps the priority."`,
				Why: `The assignment, the exercise that it answers, lets ties go by the order of the input. Both are here, ` + "`tie=inherit` and `tie=initial`" + `;
the assignment's is the default, as its samples are right by it.`,
				Shown: []Command{shows("enumerate check --game jump", "keys", "holds who has the least key wins")},
			},
			{
				ID: "jump-diamond", Place: "The algorithm design, jumping back and forth", Verdict: Unclear,
				Says: "Since one can jump back and forth, S steps lead to any tile at a distance of S, S-2, S-4, ...",
				Why: `It reads the rules differently from the assignment, where a jump goes straight. Both readings are rulesets here
(` + "`move=straight`, `move=diamond`" + `), and they differ: the third sample is B in round 4.`,
				Shown: []Command{
					shows(thirdSample+" | enumerate solve --game jump", "B 4"),
					shows(thirdSample+" | enumerate solve --game jump:preset=document", "B 2"),
				},
			},
			{
				ID: "jump-reached", Place: "The algorithm design, the parity", Verdict: Confirmed,
				Says:  "By that reading a tile at distance d is reached if d <= S and d and S have one parity.",
				Why:   "True on every board of two tiles or more. The distance is |i| + |j|: it prints i + j.",
				Shown: []Command{tested("games/jump/race", "TestResultIsThatOfAllHistories")},
			},
			{
				ID: "jump-bfs", Place: "The algorithm design, BreadthFirstSearch", Verdict: Confirmed,
				Says:  "Breadth-first search from one tile finds the goal if it can be reached.",
				Why:   "Textbook matter; the search here begins on the tiles of all players at once.",
				Shown: []Command{tested("games/jump", "TestAlgorithmsAgree")},
			},
			{
				ID: "jump-edges", Place: "The algorithm design, GetEdges", Verdict: Refuted,
				Says:  "Of all i, j within the reach, those with i + j % 2 == max_distance % 2 are edges.",
				Why:   "`i + j % 2` is i + (j % 2), not the parity of a distance: it is 2 for i = 2, j = 0, and equals no parity. And tiles off the board are not left out.",
				Shown: []Command{tested("claims", "TestTheParityOfGetEdges")},
			},
			{
				ID: "jump-printed", Place: "The algorithm design, GetGameWinner", Verdict: Refuted,
				Says: "Breadth-first search from all players, where a better player takes over a tile.",
				Why: `As printed it enqueues nothing: it sets the round of a tile, and then enqueues the tile if its round is not set. It also
asks for the edges of an undefined node (` + "`node` for `x`" + `), and for the goal at (width - 1, height - 1), where the rules have (M-1, N-1).
The algorithm ` + "`document`" + ` enqueues.`,
				Shown: []Command{
					shows(stolenGoal+" | enumerate solve --game jump:preset=document --algorithm document", "B 1"),
					tested("games/jump", "TestTheDocumentsAlgorithmErrs"),
				},
			},
			{
				ID: "jump-guarantees", Place: "The algorithm design, below the pseudocode", Verdict: Refuted,
				Says: `"This algorithm guarantees that every move that is played is played by the player with the most priority."`,
				Why: `Repaired in the obvious way it is still wrong. A player with a shorter last jump takes the goal from a player who got
there earlier in the same round. On the board 0 0 2 1 0, with players on the third and the fourth tile, A comes first, in
round 1; the repaired algorithm says B. The smallest board on which it errs is 2 1 0, with players on the first two tiles.

Of all 7,500 games of two players on a row of five tiles with lengths 0 to 4 it gets 847 wrong, of the 162 on two rows of
two with lengths 0 to 2 it gets 20 wrong; ` + "`check`" + ` counts them.`,
				Shown: []Command{
					shows("enumerate check --game jump", "6 document 15 false, as expected", "1 3/2/2 1 0/0 0/0 1 is A 1, stated is B 1", "of 7500 on 1 x 5 tiles with lengths 0 to 4 it errs on 847, of 162 on 2 x 2 with 0 to 2 on 20"),
					shows(stolenGoal+" | enumerate solve --game jump:preset=document --algorithm document", "B 1"),
					shows(stolenGoal+" | enumerate solve --game jump:preset=document", "A 1"),
				},
			},
			{
				ID: "jump-early", Place: "The algorithm design, below the pseudocode", Verdict: Confirmed,
				Says:  "It keeps the number of moves, and stops early when the goal is reached; the queue takes O(1).",
				Why:   "True of the mended algorithm.",
				Shown: []Command{shows(thirdSample+" | enumerate solve --game jump:preset=document --algorithm document", "B 2")},
			},
			{
				ID: "jump-reaches", Place: "Proof of correctness, the first statement", Verdict: Refuted,
				Says:  `"The algorithm always reaches the goal when the goal is reachable."`,
				Why:   "Not as printed, where it leaves the players' own tiles only. True of the mended algorithm.",
				Shown: []Command{tested("games/jump", "TestTheDocumentsAlgorithmErrs")},
			},
			{
				ID: "jump-winner", Place: "Proof of correctness, the second statement", Verdict: Refuted,
				Says: `"The algorithm always gives the correct winner."`,
				Why: `Its proof ignores ties. With ties a tile has to remember more than one player: the player who is best on a tile now need
not be best where its next jump leads.`,
				Shown: []Command{
					shows("enumerate check --game jump", "6 document 15 false, as expected"),
					tested("games/jump", "TestTheDocumentsAlgorithmErrs"),
				},
			},
			{
				ID: "jump-rounds", Place: "Proof of correctness, the third statement", Verdict: Confirmed,
				Says:  `"The algorithm always gives the correct number of rounds taken by the winner."`,
				Why:   "True of the mended algorithm, which goes round by round, even where it names the wrong winner: on all of the 7,500 games.",
				Shown: []Command{tested("games/jump", "TestTheDocumentsRoundsAreRight")},
			},
			{
				ID: "jump-time", Place: "Complexity analysis, time", Verdict: Confirmed,
				Says: `"D is bounded by the size of the board, which is (M x N), so D is bounded by max(M, N)²", and all takes O(M N max(M, N)²).`,
				Why: `The bound is right, by a slip: a distance on the board is less than M + N, so D² is O(max(M, N)²), which is what the
bound uses. (M + N)² is of the same order. [jump](../papers/jump.md#the-documents-algorithm) measures it. Our own algorithm takes time in proportion to the tiles.`,
				Shown: []Command{tested("games/jump", "TestTheDocumentsAlgorithmErrs")},
			},
			{
				ID: "jump-space", Place: "Complexity analysis, space", Verdict: Confirmed,
				Says:  "It takes O(M N) space, as no node is made and none is explored twice.",
				Why:   "True of the mended algorithm: a tile is enqueued once.",
				Shown: []Command{tested("games/jump/race", "TestSolvingAllocatesNothingMore")},
			},
			{
				ID: "jump-experiment", Place: "Experimental evaluation", Verdict: Reported,
				Says:  `"It's clear to see that there's a linear relationship" between the time measured and the bound.`,
				Why:   "Our copy lacks the plot. Measured again it is linear: from 8 x 9 to 128 x 129 a step of the bound takes 5 to 7 nanoseconds throughout ([jump](../papers/jump.md#the-documents-algorithm)).",
				Shown: []Command{slowly("go run ./bench/plots jump", "<svg")},
			},
		},
	}
}
