// Package claims lists what the sources of the rulesets state: statements with their place,
// what came of them, and the commands that show it. Each source has a file in data/claims.
//
//	for _, s := range claims.Sources() {
//		for _, c := range s.Claims {
//			fmt.Println(c.ID, c.Verdict)
//		}
//	}
//
// `enumerate claims` prints them, and the page of the sources shows them all. A test makes docs/reference/errata.md
// and docs/reference/published.md of them; another, in cmd/enumerate, runs those commands that are the program's own,
// and compares what they print with what they are said to print.
//
// A file opens with the title of its source, and has a section for each claim: a head of lines
// "key: value", Markdown that says why, and the commands. What must be printed stands below each,
// and what is not usual of it in brackets before it:
//
//	## thesis-problem
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
// A head may also have "document: published", where the whole of why stands if not in errata, and
// "picture: FILE what it shows"; so may the title, which has "about: " as well: who wrote the source, and where it is.
package claims

import "strings"

// A Source is a document that rulesets come from.
type Source struct {
	Name    string  // a word
	Title   string  // with its year
	About   string  // author, title, version, address: Markdown
	Picture Picture // of the whole; none if its File is ""
	Claims  []Claim // in the order of the source
}

// A Picture is one of the documents' directory.
type Picture struct{ File, Alt string }

// A Verdict is what came of a claim.
type Verdict string

const (
	// Confirmed: it is true, by a proof or as far as the commands try it.
	Confirmed Verdict = "confirmed"
	// Refuted: it is false, and there is a counterexample.
	Refuted Verdict = "refuted"
	// Unclear: it has several readings, or a part of it is missing.
	Unclear Verdict = "unclear"
	// Open: neither proved nor refuted, by the source or here.
	Open Verdict = "open"
	// Solved: the source gives it as open, and it is not any more.
	Solved Verdict = "solved"
	// Reported: a run time, or what others found: nothing here can show it.
	Reported Verdict = "reported"
)

// Verdicts lists them all.
var Verdicts = []Verdict{Confirmed, Refuted, Unclear, Open, Solved, Reported}

// A Claim is one statement of a source.
type Claim struct {
	ID      string // of all claims, and the anchor in documents; it begins with the source's name
	Place   string // the section, and what in it
	Says    string // the source's words in quotes, or what they say
	Verdict Verdict
	// Why is Markdown. Its first paragraph says all that matters; Open says how far it is known.
	Why string
	// Shown are commands that show it, one after the other with one database. All verdicts but
	// Open and Reported have one.
	Shown []Command
	// In names the document that has the whole of Why, where it is not errata.
	In      string
	Picture Picture
}

// A Command is a line to type, and what it must print.
type Command struct {
	// Line is a program with its arguments, as a shell takes it. What echo, printf, seq or another
	// command prints may be piped into it.
	Line string
	Exit int
	// Prints are parts of lines that must be printed, in any order. Blanks count once.
	Prints []string
	// Slow ones take more than some seconds.
	Slow bool
}

// Short returns the first paragraph of Why on one line.
func (c Claim) Short() string {
	first, _, _ := strings.Cut(c.Why, "\n\n")
	return strings.Join(strings.Fields(first), " ")
}

// Erratum reports whether a claim is one of errata: whatever is neither confirmed nor reported.
func (c Claim) Erratum() bool { return c.Verdict != Confirmed && c.Verdict != Reported }
