package claims

func nimbers() Source {
	const example = `printf '4 2\n1 3\n2 4\n' | enumerate solve --game nimbers`
	return Source{
		Name: "nimbers", Title: "Nimbers on a DAG: a contest blog of 2017",
		Picture: Picture{"nimbers.svg", "A DAG with the Grundy values of its vertices; a thick arc from one chip's vertex"},
		Claims: []Claim{
			{
				ID: "nimbers-problem", Place: "paragraph 2", Verdict: Confirmed,
				Says: "The problem: a DAG of n <= 15 vertices, chips on 1 and 2, and for how many subsets of the arcs the first player wins.",
				Why:  "The samples of the contest (AtCoder AGC 016 F), which the blog does not print, have their answers.",
				Shown: []Command{
					shows(`printf '2 1\n1 2\n' | enumerate solve --game nimbers`, "1"),
					shows(`printf '3 3\n1 2\n1 3\n2 3\n' | enumerate solve --game nimbers`, "6"),
					shows(example, "2"),
					tested("games/nimbers", "TestSamplesOfTheContest"),
				},
			},
			{
				ID: "nimbers-exponents", Place: "paragraphs 2 and 5, and the end", Verdict: Unclear,
				Says:  `"All 2m subsets"; "the running time on the order of 3n"; "O(n*3n)".`,
				Why:   "Our copy of the text has lost its exponents: the 2m subsets are 2^m, and 3n is 3^n.",
				Shown: []Command{shows("enumerate count --game nimbers:dag=complete --n 5", "5 1,024 1,024 816 816 208 208")},
			},
			{
				ID: "nimbers-winner", Place: "paragraph 3", Verdict: Confirmed,
				Says:  `"The first player wins if and only if the nimbers for the first two vertices are different."`,
				Why:   "Two chips are as two heaps of Nim.",
				Shown: []Command{shows("enumerate check --game nimbers --n 4", "4 winner", "holds the first player wins if and only if the chips' vertices have different nimbers")},
			},
			{
				ID: "nimbers-naive", Place: "paragraph 4", Verdict: Confirmed,
				Says:  `"We do not have the time to even iterate over all subsets."`,
				Why:   "The complete DAG of 15 vertices has 2^105 of them. The count here takes milliseconds.",
				Shown: []Command{shows("enumerate count --game nimbers:dag=complete --n 15", "15 40,564,819,207,303,340,847,894,502,572,032 40,564,819,207,303,340,847,894,502,572,032 35,953,292,991,008,921,832,410,695,687,936")},
			},
			{
				ID: "nimbers-bell", Place: "paragraph 4, the first dynamic programming", Verdict: Confirmed,
				Says: "Vertex by vertex in a topological order, with the nimbers so far as the state, it takes something around the n-th Bell number.",
				Why:  "On a complete DAG there are exactly as many assignments as Bell's number. The method `frontier` is this idea, and forgets nimbers that no longer matter.",
				Shown: []Command{
					shows("enumerate count --game nimbers:dag=complete --n 8 --method frontier", "8 268,435,456 268,435,456 226,198,640"),
					tested("games/nimbers", "TestCompleteDAGHasBellsNumberOfAssignments"),
				},
			},
			{
				ID: "nimbers-squeezed", Place: "paragraph 4, the end", Verdict: Reported,
				Says: `"This approach could be squeezed to pass" the contest's limits.`,
				Why:  "Said of the contest's judge.",
			},
			{
				ID: "nimbers-conditions", Place: "paragraph 5, the two lists", Verdict: Confirmed,
				Says: "To choose the vertices of each nimber in turn, it is enough that there is no arc among them and that each vertex left has an arc to one of them.",
				Why:  "The method `subsets`. It is compared with the definition on all arc subsets of small DAGs.",
				Shown: []Command{
					shows("enumerate count --game nimbers:dag=complete --n 8 --method subsets", "8 268,435,456 268,435,456 226,198,640"),
					tested("games/nimbers/wins", "TestCountsAreThoseOfTheDefinition"),
				},
			},
			{
				ID: "nimbers-state", Place: "the last paragraph", Verdict: Confirmed,
				Says:  "The set of vertices without a nimber is all of the state; which nimber comes next does not matter.",
				Why:   "So it is in the method `subsets`.",
				Shown: []Command{tested("games/nimbers/wins", "TestMethodsAgree|TestKnownCounts")},
			},
			{
				ID: "nimbers-time", Place: "the last paragraph", Verdict: Confirmed,
				Says: "It takes O(n · 3^n).",
				Why:  "It is kept as an oracle of the tests and for comparison in the benchmark. Sets that hold both chips or neither are enough, which leaves 3^(n-2) steps.",
				Shown: []Command{
					tested("games/nimbers/wins", "TestCountsAreThoseOfTheContest"),
					slowly("go test -run '^$' -bench . ./games/nimbers/wins", "Benchmark"),
				},
			},
		},
	}
}
