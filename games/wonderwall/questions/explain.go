package questions

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"enumerate/enum/single"
	"enumerate/internal/rows"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/cases"
)

// An explanation is a solution or a core with its reasons.
type explanation struct {
	table table
	proof betweenness.Proof
	cases *cases.Tree // the proof by cases of a core, or nil if it has more than mostCases cases
}

// A proof by cases is found if it has at most mostCases cases, and printed if it has at most mostLines lines.
const (
	mostCases = 5000
	mostLines = 100
)

// explain returns the verdict of the game with its reasons: a solution, or a core (players whose choices contradict
// each other). With a core comes a proof by cases, unless it would have more than mostCases cases.
func (t table) explain(ctx context.Context, how single.How) (single.Answer, error) {
	c, err := t.Proof(ctx, how)
	if err != nil {
		return nil, err
	}
	e := explanation{table: t, proof: c}
	if !c.Solvable() {
		e.cases, err = cases.Find(ctx, t.Game, c.Core, mostCases)
	}
	if err != nil && !errors.Is(err, cases.ErrMany) {
		return nil, err
	}
	return e, nil
}

// Contents returns the formats of an explanation. The text has the verdict with a solution or a core, and below it the
// place of each player, or the proof by cases:
//
//	solvable  order: A B C D
//	A: B stands between A and C
//	...
//
//	unsolvable  core: B (D A) D (B A)
//	B wants D between B and A.
//	D wants B between D and A.
//	No order satisfies both: in each case a player would stand before itself.
//	Suppose B < D < A ("<" means "before"); otherwise reverse the order.
//	  If D < B < A, then B < D < B.
//	  If A < B < D, then B < D < A < B.
func (e explanation) Contents() single.Contents {
	return single.Contents{Lines: e.writeLines, Value: e.object}
}

func (e explanation) writeLines(w *bufio.Writer) {
	e.table.Solution(e.proof).Contents().Lines(w)
	lines := e.places()
	if !e.proof.Solvable() {
		lines = e.reasons()
	}
	w.WriteString(strings.Join(lines, "\n") + "\n")
}

func (e explanation) name(p int) string { return single.Word(e.table.Names[p]) }

func (e explanation) chain(players ...int) string {
	return strings.Join(single.Words(e.table.NamesOf(players)), " < ")
}

func (e explanation) places() (lines []string) {
	for p, c := range e.table.Game {
		lines = append(lines, fmt.Sprintf("%s: %s stands between %[1]s and %[3]s", e.name(p), e.name(c.Wonderwall), e.name(c.Ninja)))
	}
	return lines
}

// reasons says what the players of a core want, and why no line can satisfy all of them: by a proof by cases, by a
// short argument about the two ends of the line if it applies, or else by a remark that the proof is too long.
func (e explanation) reasons() (lines []string) {
	core := e.proof.Core
	for _, p := range core {
		c := e.table.Game[p]
		lines = append(lines, fmt.Sprintf("%s wants %s between %[1]s and %[3]s.", e.name(p), e.name(c.Wonderwall), e.name(c.Ninja)))
	}
	if len(lines) > mostLines { // one sentence for all; the verdict above lists the choices in brackets
		lines = []string{fmt.Sprintf("Each of these %d players wants the first in brackets between itself and the second.", len(core))}
	}
	claim := "No order satisfies both"
	if len(core) > 2 {
		claim = fmt.Sprintf("No order satisfies all %d", len(core))
	}

	if e.cases != nil {
		first := cases.Oriented(e.table.Game, e.cases.Player, cases.Forward)
		proof := append(
			wrapped("", claim+": in each case a player would stand before itself."),
			wrapped("", "Suppose "+e.chain(first[:]...)+` ("<" means "before"); otherwise reverse the order.`)...)
		proof = append(proof, e.tree(e.cases.Forward, "  ")...)
		if len(lines)+len(proof) <= mostLines {
			return append(lines, proof...)
		}
	}
	return append(lines, wrapped("", claim+". "+cmp.Or(e.ends(), e.length()))...)
}

// length says why no proof by cases is printed.
func (e explanation) length() string {
	if e.cases == nil {
		return fmt.Sprintf("No proof by at most %s cases was found in time. The verdict has been proved in another way.", rows.Count(mostCases))
	}
	return fmt.Sprintf("The proof has %d cases, too many to print here; the JSON output has every case.", e.cases.Ends())
}

// tree returns the lines of the proof below a case, with an indent.
func (e explanation) tree(c *cases.Tree, indent string) (lines []string) {
	for c != nil {
		forward, backward := cases.Oriented(e.table.Game, c.Player, cases.Forward), cases.Oriented(e.table.Game, c.Player, cases.Backward)

		// If one of the two orders leads to a cycle directly, it is wrong. The case of the other order, next, remains.
		wrong, right := forward, backward
		ending, next := c.Forward, c.Backward
		if ending.Cycle == nil {
			wrong, right = backward, forward
			ending, next = c.Backward, c.Forward
		}

		if ending.Cycle == nil {
			lines = append(lines, wrapped(indent, "If "+e.chain(forward[:]...)+":")...)
			lines = append(lines, e.tree(c.Forward, indent+"  ")...)
			lines = append(lines, wrapped(indent, "If "+e.chain(backward[:]...)+":")...)
			return append(lines, e.tree(c.Backward, indent+"  ")...)
		}

		contradiction := "If " + e.chain(wrong[:]...) + ", then " + e.cycle(ending.Cycle) + "."
		if next.Cycle != nil {
			lines = append(lines, wrapped(indent, contradiction)...)
			return append(lines, wrapped(indent, "If "+e.chain(right[:]...)+", then "+e.cycle(next.Cycle)+".")...)
		}
		lines = append(lines, wrapped(indent, contradiction+" So "+e.chain(right[:]...)+".")...)
		c = next
	}
	return lines
}

func (e explanation) cycle(players []int) string {
	return e.chain(append(slices.Clone(players), players[0])...)
}

// ends returns a short proof that the choices of a core contradict each other, or "". The first and the last player on
// a line stand between no two others. So if all players whom the choices name, or all except one, are wonderwalls,
// there is no solution.
func (e explanation) ends() string {
	named := make(map[int]bool)  // the players whom the choices of the core name
	wanted := make(map[int]bool) // the wonderwalls, who must stand between two others
	for _, p := range e.proof.Core {
		c := e.table.Game[p]
		named[p], named[c.Wonderwall], named[c.Ninja] = true, true, true
		wanted[c.Wonderwall] = true
	}
	if len(wanted) < len(named)-1 {
		return ""
	}
	who := "each of them is" // at most one player is not wanted
	for p := range named {
		if !wanted[p] {
			who = "all of them except " + e.name(p) + " are"
		}
	}
	return fmt.Sprintf("The choices name %d players. One of these stands first and another one last, and neither stands between two others; but %s wanted there.", len(named), who)
}

// wrapped breaks a text into lines of at most 80 characters, at blanks. All lines begin with the indent, and those
// after the first with four more blanks.
func wrapped(indent, text string) (lines []string) {
	const width = 80
	line := indent
	for word := range strings.SplitSeq(text, " ") {
		if utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width && strings.TrimSpace(line) != "" {
			lines = append(lines, line)
			line = indent + "    "
		}
		if strings.TrimSpace(line) != "" {
			line += " "
		}
		line += word
	}
	return append(lines, line)
}

// A caseTree is a proof by cases in JSON. A case is a player and the two players whom it chose, in one of the two
// orders that its choice allows. A case leads to a cycle, in which a player would stand before itself, or to the cases
// of another player. The first player has only one case, because the other order gives the same cases in reverse.
type caseTree struct {
	Player string       `json:"player"`
	Cases  []caseBranch `json:"cases"`
}

type caseBranch struct {
	Line  []string  `json:"line"`
	Cycle []string  `json:"cycle,omitempty"`
	Next  *caseTree `json:"next,omitempty"`
}

// treeOf converts a proof by cases, or a part of it, to its form in JSON. It returns nil for a case that leads to a
// cycle.
func (e explanation) treeOf(c *cases.Tree) *caseTree {
	if c == nil || c.Cycle != nil {
		return nil
	}
	tree := &caseTree{Player: e.table.Names[c.Player]}
	for i, o := range []cases.Orientation{cases.Forward, cases.Backward} {
		if next := []*cases.Tree{c.Forward, c.Backward}[i]; next != nil {
			line := cases.Oriented(e.table.Game, c.Player, o)
			tree.Cases = append(tree.Cases, caseBranch{e.table.NamesOf(line[:]), e.table.NamesOf(next.Cycle), e.treeOf(next)})
		}
	}
	return tree
}

// object returns the verdict with a solution or a core, and the reasons. The reasons for a solvable game are, for each
// player, the order of the player and the two players whom it chose. The reasons for an unsolvable game are the proof
// as a tree of cases, or null if there are more than mostCases.
func (e explanation) object() any {
	object := e.table.Solution(e.proof).Object()
	if !e.proof.Solvable() {
		return append(object, single.Member{Key: "proof", Value: e.treeOf(e.cases)})
	}
	type stand struct {
		Player string   `json:"player"`
		Line   []string `json:"line"`
	}
	place := make([]int, len(e.table.Game))
	for i, p := range e.proof.Order {
		place[p] = i
	}
	var stands []stand
	for p, name := range e.table.Names {
		line := cases.Oriented(e.table.Game, p, cases.Forward)
		if place[line[0]] > place[line[2]] {
			line = cases.Oriented(e.table.Game, p, cases.Backward)
		}
		stands = append(stands, stand{name, e.table.NamesOf(line[:])})
	}
	return append(object, single.Member{Key: "players", Value: stands})
}
