// Package claims has the claims of the rulesets' sources: statements with their place, a verdict, and the commands that
// show it. Each source has a file in data/claims.
//
//	for _, s := range claims.Sources() {
//		for _, c := range s.Claims {
//			fmt.Println(c.ID, c.Verdict)
//		}
//	}
//
// `enumerate claims` prints the claims, and the page shows them. A test generates docs/reference/errata.md and
// docs/reference/published.md from them. Another, in cmd/enumerate, runs the commands of this program and compares
// their output.
//
// A file begins with the title of its source, and has a section for each claim: a head of lines "key: value", a reason
// in Markdown, and commands. A command is followed by its expected output, and preceded by exceptions in brackets:
//
//	## thesis-problem
//
//	place: Definitions, the problem
//	verdict: confirmed
//	says: Players choose w(p) and n(p), and p, w(p), n(p) are different.
//
//	Tables that break this are refused.
//
//	    $ [exit 1] enumerate solve AB CD BA AB
//	    player "A" chose itself
//	    $ [slow] enumerate --n 8
//
// A head may also have two more lines. "document: published" says that the whole reason is in
// docs/reference/published.md, and not in errata.md. "picture: FILE ALT" names a picture, with a text for readers who
// cannot see it. The title of the source is followed by a line "about: " with its author and address, and may be
// followed by a picture too.
package claims

import "strings"

// A Source is a document from which rulesets come.
type Source struct {
	Name    string  // a word
	Title   string  // with its year
	About   string  // author, title, version, address: Markdown
	Picture Picture // of the source; none if its File is ""
	Claims  []Claim // in the order of the source
}

// A Picture is a picture in the documents' directory.
type Picture struct{ File, Alt string }

// A Verdict is the result of checking a claim.
type Verdict string

const (
	// Confirmed: the claim is true, by a proof or in all cases that the commands try.
	Confirmed Verdict = "confirmed"
	// Refuted: the claim is false, and there is a counterexample.
	Refuted Verdict = "refuted"
	// Unclear: the claim has several readings, or is incomplete.
	Unclear Verdict = "unclear"
	// Open: the claim is neither proved nor refuted, by the source or here.
	Open Verdict = "open"
	// Solved: the source calls the question open, and it is not open any more.
	Solved Verdict = "solved"
	// Reported: a run time, or the result of others: nothing here can show it.
	Reported Verdict = "reported"
)

// Verdicts lists all verdicts.
var Verdicts = []Verdict{Confirmed, Refuted, Unclear, Open, Solved, Reported}

// A Claim is one statement of a source.
type Claim struct {
	ID      string // unique among all claims, and the anchor in documents; it begins with the source's name
	Place   string // the section, and what in it
	Says    string // the source's words in quotes, or what they say
	Verdict Verdict
	// Why is Markdown. Its first paragraph is a summary; for Open it states the known facts.
	Why string
	// Commands are commands that show the verdict, run in order with one database. All verdicts except Open and
	// Reported need at least one command.
	Commands []Command
	// In names the document that has the whole of Why, if it is not errata.
	In      string
	Picture Picture
}

// A Command is a command line with its expected output.
type Command struct {
	// Line is a program with its arguments, in shell syntax. It may begin with a pipe from another command.
	Line string
	Exit int
	// Prints are parts of lines that must be printed, in any order. Repeated blanks count as one.
	Prints []string
	// Slow commands take more than a few seconds.
	Slow bool
}

// Short returns the first paragraph of Why on one line.
func (c Claim) Short() string {
	first, _, _ := strings.Cut(c.Why, "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// Erratum reports whether errata lists a claim: all verdicts except confirmed and reported.
func (c Claim) Erratum() bool { return c.Verdict != Confirmed && c.Verdict != Reported }
