package claims

// judged is a command that judges a board.
const judged = " | enumerate solve --game spies --check -"

// valid is a board that the article prints, and that is one.
func valid(board string) Command { return shows("echo "+board+judged, "valid queens: "+board) }

// invalid is one that it prints, and that is none.
func invalid(board, why string) Command { return fails(3, "echo "+board+judged, "invalid "+why) }

// Boards that the article prints.
const (
	board11 = "4 7 1 6 2 10 8 3 5 9 11"
	board23 = "1 3 6 2 7 16 20 13 8 5 22 19 17 23 21 9 11 14 10 4 18 12 15"
	board27 = "1 3 6 2 7 10 20 17 23 21 18 27 8 22 25 4 9 24 15 13 26 19 14 11 5 12 16"
)

func spies() Source {
	return Source{
		Name: "spies", Title: "The spy game: a programming blog of 2018",
		Picture: Picture{"spies.svg", "Twelve queens, dashed lines where two attack each other, solid ones through three"},
		Claims:  append(spiesRules(), spiesPrograms()...),
	}
}

// spiesRules are the claims of the challenge's description and of the data structure.
func spiesRules() []Claim {
	return []Claim{
		{
			ID: "spies-rules", Place: "Challenge description, rules 1 to 4", Verdict: Confirmed,
			Says: "n spies on an n x n board, no two in a row, a column or a diagonal, no three in any line.",
			Why:  "The rules of the ruleset. Lines are compared by whole numbers.",
			Shown: []Command{
				shows("enumerate count --game spies --n 1..8", "4 24 7 2 1 22 6", "8 40,320 5,282 8 1 40,312 5,281"),
				tested("games/spies", "TestConflictIsTheFirstByDefinition"),
			},
		},
		{
			ID: "spies-all-sizes", Place: "Challenge description, below the rules", Verdict: Refuted,
			Says: `"It should be solved for all n < 1000."`,
			Why:  "There is no board of 2, 3, 5, 6 or 7. All other sizes below 1000 have one.",
			Shown: []Command{
				shows(`printf '2\n3\n5\n6\n7\n' | enumerate solve --game spies`, "none exists walk of size 2:", "none exists walk of size 7:"),
				slowly("seq 8 999 | enumerate solve --game spies", "999"),
			},
		},
		{
			ID: "spies-np-complete", Place: "Challenge description, the first paragraph on run time", Verdict: Open,
			Says: `"This problem is an NP-complete."`,
			Why: `It gives no proof. For each n there is one question, and the answer is yes for every n from 8 to 2,000. If such a
problem, with one instance of each size, were NP-complete, then P = NP (Berman, 1978).`,
			Shown: []Command{
				shows("echo 200 | enumerate solve --game spies", "200"),
				slowly("seq 8 2000 | enumerate solve --game spies", "2000"),
			},
		},
		{
			ID: "spies-exponential", Place: "Challenge description, the first paragraph on run time", Verdict: Refuted,
			Says:  `"The runtime is expected to be significant, most likely O(k^n) or similar."`,
			Why:   "To find the first board does seem to be. Some board is found by local search: 999 queens take seconds. That it always ends soon is not proved.",
			Shown: []Command{shows("echo 400 | enumerate solve --game spies", "400"), slowly("echo 999 | enumerate solve --game spies", "999")},
		},
		{
			ID: "spies-verify", Place: "Challenge description, the second paragraph on run time", Verdict: Confirmed,
			Says:  `"Verifying if the answer is correct usually takes polynomial time."`,
			Why:   "Some n² log n steps here, one for each cell on a line between two queens.",
			Shown: []Command{shows("echo 200 | enumerate solve --game spies --format text | enumerate solve --game spies --check -", "valid queens:")},
		},
		{
			ID: "spies-count", Place: "Challenge description, the state space", Verdict: Refuted,
			Says: `"Every possible board combination": (n·n)!/(n·n-n)!, which is 62,815,650,955,529,500,000 for n = 10.`,
			Why: `It counts boards in order of placement. (n·n)!/(n·n-n)! = 62,815,650,955,529,472,000 for n = 10 is the number of ways to put n
spies one after the other. The number of boards is this divided by n!, 17,310,309,456,440. (It prints ...529,500,000, which
is rounded.)`,
			Shown: []Command{tested("claims", "TestBoardsInOrderOfPlacement")},
		},
		{
			ID: "spies-valid-11", Place: "Challenge description, the 11-board drawn", Verdict: Confirmed,
			Says:  "The board with queens in the columns 2 4 7 1 8 11 5 3 9 6 10 is valid.",
			Why:   "It is even the first one of its size.",
			Shown: []Command{valid("2 4 7 1 8 11 5 3 9 6 10"), shows("echo 11 | enumerate solve --game spies --algorithm first", "2 4 7 1 8 11 5 3 9 6 10")},
		},
		{
			ID: "spies-invalid-7", Place: "Challenge description, the 7-board drawn", Verdict: Confirmed,
			Says: "The board 1 3 5 7 2 4 6 has four spies on one line and the other three on another.",
			Why:  "`--explain` names both.",
			Shown: []Command{shows("echo 1 3 5 7 2 4 6 | enumerate solve --game spies --explain",
				"line: 1,1 2,3 3,5 4,7", "line: 5,2 6,4 7,6")},
		},
		{
			ID: "spies-format", Place: "Data structure, the output", Verdict: Confirmed,
			Says:  "A board is written as its size and, on the next line, the columns of the rows' spies.",
			Why:   "It is read and printed so.",
			Shown: []Command{shows("echo 8 | enumerate solve --game spies", "8", "3 5 8 4 1 7 2 6")},
		},
		{
			ID: "spies-printed", Place: "Data structure; brute force; prune boards", Verdict: Refuted,
			Says: "The boards 4 7 1 6 2 10 8 3 5 9 11, and those printed for 23x23 and 27x27, are solutions.",
			Why:  "Three of the boards that it prints as solutions have three spies in line: the first one of size 11, and those of sizes 23 and 27.",
			Shown: []Command{
				invalid(board11, "line: 1,4 4,6 7,8"),
				invalid(board23, "line: 2,3 8,13 14,23"),
				invalid(board27, "line: 9,23 19,15 24,11"),
				shows("enumerate check --game spies", "27 printed 1 false, as expected"),
			},
		},
		{
			ID: "spies-permutations", Place: "Data structure, the end", Verdict: Confirmed,
			Says:  "Rows and columns leave n! boards, 3,628,800 for n = 10.",
			Why:   "The labelled games of the ruleset. That they are left of (n·n)!/(n·n-n)! is said of the number above.",
			Shown: []Command{shows("enumerate count --game spies --n 10", "10 3,628,800 456,454 40 5")},
		},
	}
}

// spiesPrograms are the claims on its programs and their run times.
func spiesPrograms() []Claim {
	return []Claim{
		{
			ID: "spies-brute-force", Place: "Implementation – brute force, the pseudocode", Verdict: Refuted,
			Says: "All permutations, until IsValid accepts one: no slope of 1 or -1, and no point on the line through two others.",
			Why:  "It accepts no board, as its pseudocode has it: `IsOnLine` asks for each line through two points whether any point is on it, and these two are. The algorithm `permutations` does what is meant.",
			Shown: []Command{
				shows("enumerate check --game spies", "8 line-test 2 false, as expected"),
				shows("echo 11 | enumerate solve --game spies --algorithm permutations", "2 4 7 1 8 11 5 3 9 6 10"),
			},
		},
		{
			ID: "spies-brute-boards", Place: "Implementation – brute force, the solutions", Verdict: Confirmed,
			Says: "The boards printed for 13x13, 14x14 and 15x15 are solutions.",
			Why:  "They are valid. None is the first in lexicographic order, so the program goes through permutations in another.",
			Shown: []Command{
				valid("8 10 5 1 6 9 3 12 7 4 2 11 13"),
				valid("7 4 11 9 6 13 2 12 1 8 5 3 10 14"),
				valid("11 4 10 7 3 12 2 9 6 14 5 8 1 13 15"),
				shows(`printf '13\n14\n15\n' | enumerate solve --game spies --algorithm first`,
					"1 3 12 10 7 2 11 5 8 13 9 4 6", "1 3 6 11 13 5 9 12 14 2 8 10 4 7", "1 3 6 13 7 10 14 5 15 8 4 2 12 9 11"),
			},
		},
		{
			ID: "spies-brute-times", Place: "Implementation – brute force, the run times", Verdict: Reported,
			Says: "0.155 s for 11, 14.8 s for 13, 128 s for 14 and 1,225 s for 15 spies, which is exponential growth.",
			Why:  "Of a laptop of 2018. [spies](../papers/spies.md#run-times-theirs-and-ours) draws them beside ours.",
		},
		{
			ID: "spies-brute-999", Place: "Implementation – brute force, the estimate", Verdict: Refuted,
			Says: "A board of 999 would take 2.23·10^-9 · e^(1.8·999) = 1.979895285·10^772 seconds.",
			Why: `What it expects for a board of 999, by this and by its two other programs, follows from curves that fit badly. The
three numbers are 2.23e-9 e^(1.8 n), as printed, and 2.54e-11 e^(1.12 n) and 1.12e-2 e^(0.294 n), which are the only ones
with so few digits that give all ten digits of the other two. They are right to the last digit: 1.979895285e772,
2.129333215e475 and 4.018954825e125 seconds. But the first says 0.89 seconds for 11 queens, where 0.155 were measured; by
least squares its four times grow as e^(2.24 n). [spies](../papers/spies.md#run-times-theirs-and-ours) draws them.`,
			Shown: []Command{tested("claims", "TestTheArticlesExtrapolations")},
		},
		{
			ID: "spies-prune", Place: "Prune boards, the three 11-boards", Verdict: Confirmed,
			Says:  "4 and 5 in the first two rows are in a diagonal, so no board that begins so is valid.",
			Why:   "Each of the three boards listed has that attack.",
			Shown: []Command{invalid("4 5 1 6 2 10 8 3 7 9 11", "attack: 1,4 2,5"), invalid("4 5 1 6 2 11 8 3 7 9 10", "attack: 1,4 2,5"), invalid("4 5 1 6 2 10 8 3 7 11 9", "attack: 1,4 2,5")},
		},
		{
			ID: "spies-edited-list", Place: "Prune boards, the pseudocode of Perm", Verdict: Refuted,
			Says:  "A search that adds one column after the other and validates on the fly.",
			Why:   "It edits the list that it goes through: it steps over the column behind each one that fits, and ends without a board of 4 or 8 queens. (A foreach loop of C# throws an exception there.) The algorithm `first` does what is meant.",
			Shown: []Command{shows("enumerate check --game spies", "8 edited-list 2 false, as expected", "2 4 1 3 is valid, and the search ends without a board of 4 queens")},
		},
		{
			ID: "spies-prefixes", Place: "Prune boards, the order of the boards", Verdict: Confirmed,
			Says: "For 11: 1 is valid, 1 2 is not, 1 3 is, 1 3 4 and 1 3 5 are not, 1 3 6 is, 1 3 6 7 is not.",
			Why:  "As the rules have it: 1 2, 3 4 and 6 7 are attacks, 1 3 5 are in line.",
			Shown: []Command{
				invalid("1 2 3 4 5 6 7 8 9 10 11", "attack: 1,1 2,2"),
				invalid("1 3 5 2 4", "line: 1,1 2,3 3,5"),
				invalid("1 3 6 7 2 4 5", "attack: 3,6 4,7"),
			},
		},
		{
			ID: "spies-11-of-17", Place: "Prune boards, the last item of that list", Verdict: Refuted,
			Says:  `"1, 3, 6, 11, 7, 10, 15, 2, 4, 16, 9 (valid)", as a board of 11.`,
			Why:   "It has columns up to 16: it is the beginning of the board of size 17, and cannot even be read as one of size 11.",
			Shown: []Command{fails(1, "echo 1 3 6 11 7 10 15 2 4 16 9"+judged, `"15" is no column; want a number from 1 to 11`)},
		},
		{
			ID: "spies-first", Place: "Prune boards, the solutions", Verdict: Refuted,
			Says: "In this order the first boards of 11, 17, 23, 25 and 27 are those printed.",
			Why:  "Its boards of sizes 23 and 27 are not the first ones, since their lines were let through; those of 11, 17 and 25 are. [spies](../papers/spies.md#the-first-board-of-each-size) has the first boards in lexicographic order.",
			Shown: []Command{
				shows(`printf '11\n17\n' | enumerate solve --game spies --algorithm first`, "2 4 7 1 8 11 5 3 9 6 10", "1 3 6 11 7 10 15 2 4 16 9 17 5 13 8 12 14"),
				shows(`printf '23\n25\n27\n' | enumerate solve --game spies --algorithm first`,
					"1 3 6 2 10 14 22 19 8 16 23 21 15 7 9 20 5 13 11 17 4 18 12",
					"1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20",
					"1 3 6 2 7 10 23 26 18 15 24 19 9 25 21 8 12 5 27 13 20 4 17 14 22 11 16"),
				tested("games/spies", "TestWhichPrintedBoardsAreTheFirst"),
			},
		},
		{
			ID: "spies-prune-times", Place: "Prune boards, the run times", Verdict: Reported,
			Says: "0.0105 s for 11, 0.114 s for 17, 3.17 s for 23, 33.7 s for 25 and 330 s for 27 spies.",
			Why:  "Of its laptop. `first` takes a second for all five.",
			Shown: []Command{
				shows(`printf '11\n17\n23\n25\n27\n' | enumerate solve --game spies --algorithm first`, "27"),
			},
		},
		{
			ID: "spies-prune-999", Place: "Prune boards, the estimate", Verdict: Refuted,
			Says:  "A board of 999 would take 2.129333215·10^475 seconds by the pruned search.",
			Why:   "The number follows from 2.54e-11 e^(1.12 n), a curve that is not printed (see spies-brute-999).",
			Shown: []Command{tested("claims", "TestTheArticlesExtrapolations")},
		},
		{
			ID: "spies-33-or-21", Place: "Validate boards smarter, the first paragraph", Verdict: Refuted,
			Says:  `"For the 25×25 board, of the 21 seconds it took, 20,5 seconds are spent validating."`,
			Why:   "The board of 25 takes 33.66 seconds in one place, and 21 in another. It does not say which run that was, so nothing can show it but the text.",
			Shown: []Command{shows("echo 25 | enumerate solve --game spies --algorithm first", "1 3 6 2 7 13 22 19 25 16 24 21 17 11 8 12 5 23 18 4 10 14 9 15 20")},
		},
		{
			ID: "spies-line-test", Place: "Validate boards smarter, the first IsOnLine", Verdict: Refuted,
			Says: "Three nested loops test every three points: y3 == a * x3 + b, in O(n³).",
			Why: `Its test for a line computes a slope in floating point, and compares for equality. That lets the lines of the boards of
sizes 23 and 27 through. But it finds the line of the board of size 11, where both sides are exactly 8, so this
board cannot come from the program as printed. (O(n³) is right.)`,
			Shown: []Command{tested("games/spies", "TestTheArticlesLineTestLetsLinesThrough")},
		},
		{
			ID: "spies-faster-test", Place: "Validate boards smarter, the second IsOnLine", Verdict: Refuted,
			Says: `"Now only the last point is compared to the rest of the points", in O(n²).`,
			Why: `Its faster test leaves out pairs: the third loop ends before the row above the new one. So it does not notice a line
through two neighbouring rows when the second of them is filled: it accepts 1 3 5 2 4, the smallest such board.
(O(n²) is right.)`,
			Shown: []Command{
				shows("enumerate check --game spies", "8 faster-test 4 false, as expected", "but 1 3 5 2 4 has the queens [1,1 2,3 3,5] in line"),
				tested("games/spies", "TestTheArticlesFasterLineTestSkipsTheRowAbove"),
			},
		},
		{
			ID: "spies-faster-times", Place: "Validate boards smarter, the run times", Verdict: Reported,
			Says: "0.667 s for 23, 5.77 s for 25, 54.6 s for 27, 40.4 s for 29, 58.9 s for 31 and 202 s for 33 spies.",
			Why:  "Of its laptop, without the boards found. [spies](../papers/spies.md#run-times-theirs-and-ours) draws them beside ours.",
		},
		{
			ID: "spies-faster-999", Place: "Validate boards smarter, the estimate", Verdict: Refuted,
			Says:  "A board of 999 would take 4.018954825·10^125 seconds with the faster test.",
			Why:   "The number follows from 1.12e-2 e^(0.294 n), a curve that is not printed (see spies-brute-999).",
			Shown: []Command{tested("claims", "TestTheArticlesExtrapolations")},
		},
		{
			ID: "spies-caching", Place: "Caching computations", Verdict: Reported,
			Says: "Memory might save computation; the article will be updated when that is done.",
			Why:  "It was not, in our copy.",
		},
		{
			ID: "spies-999", Place: "Conclusion", Verdict: Solved,
			Says: `"I will continue to improve on the algorithm until I have a solution that can find a solution to the 999×999 board."`,
			Why:  "Local search with a table of how many pairs' lines pass through each cell finds one in seconds (games/spies/search).",
			Shown: []Command{
				slowly("echo 999 | enumerate solve --game spies", "999"),
				shows("echo 400 | enumerate solve --game spies --format text | enumerate solve --game spies --check -", "valid queens:"),
			},
		},
	}
}
