package claims

import (
	"fmt"
	"strings"
)

// A Document is one that is made of claims.
type Document struct {
	Name string // errata.md
	Text string // in Markdown
}

// Documents returns the two documents that are made of the claims.
func Documents() []Document {
	return []Document{{"errata.md", errata()}, {"published.md", published()}}
}

// writtenBy stands at the end of each.
const writtenBy = "\n`enumerate claims --into docs/reference` writes this page from data/claims.\n"

// errata is the document of what is neither confirmed nor reported.
func errata() string {
	var b strings.Builder
	b.WriteString(`# What the sources got wrong

The rulesets come from documents. This page lists what is wrong in them, what is unclear where it
changes results, and what was or is open, each with the commands that show it.
` + "`enumerate claims`" + ` lists all that they state, most of which is right, and the page has it at
/sources. ` + "`enumerate check`" + ` prints a statement that is known to be false as "false, as expected",
with its smallest counterexample, and ` + "`enumerate claims --run`" + ` runs all of these commands and
compares what they print.
`)
	for _, s := range Sources() {
		fmt.Fprintf(&b, "\n## %s\n", s.Title)
		b.WriteString(s.Picture.markdown())
		for _, c := range s.Claims {
			if c.Erratum() {
				b.WriteString(c.entry("errata"))
			}
		}
	}
	b.WriteString(writtenBy)
	return b.String()
}

// published is the document on the curve of the thesis.
func published() string {
	var b strings.Builder
	b.WriteString(`# Why the published curve is wrong

A thesis of 2013 (github.com/bgschiller/ninja-assassin-wonder-wall) drew 10,000 random games of each
size from 4 on and published which share of them its program solved: data/published-estimates.csv.
The exact shares are smaller from n = 5 on, far smaller from n = 6 on.
`)
	for _, s := range Sources() {
		for _, c := range s.Claims {
			if c.In == "published" {
				b.WriteString(c.entry("published"))
			}
		}
	}
	b.WriteString(writtenBy)
	return b.String()
}

// markdown returns a picture as a paragraph.
func (p Picture) markdown() string {
	if p.File == "" {
		return ""
	}
	return fmt.Sprintf("\n![%s](../pictures/%s)\n", p.Alt, p.File)
}

// entry returns a claim as a section of a document, with all of Why if it belongs there.
func (c Claim) entry(document string) string {
	verdict := strings.ToUpper(string(c.Verdict[:1])) + string(c.Verdict[1:])
	text := fmt.Sprintf("\n### %s\n\n*%s:* **%s** (%s)\n\n", c.ID, verdict, c.Says, c.Place)
	if c.In != "" && c.In != document {
		return text + fmt.Sprintf("%s [%s](%s.md#%s) has the details.\n", c.Short(), strings.ToUpper(c.In[:1])+c.In[1:], c.In, c.ID)
	}
	text += c.Why + "\n"
	if len(c.Shown) > 0 {
		text += "\n"
	}
	for _, command := range c.Shown {
		text += "    " + command.Line + "\n"
	}
	return text + c.Picture.markdown()
}
