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

// Documents returns the three documents that are made of the claims.
func Documents() []Document {
	return []Document{{"claims.md", table()}, {"errata.md", errata()}, {"published.md", published()}}
}

// writtenBy stands at the end of each.
const writtenBy = "\n`enumerate claims --into docs/reference` writes this page from package claims.\n"

// table is the document that has all claims, a line each.
func table() string {
	var b strings.Builder
	b.WriteString(`# What the sources say

Every statement of the documents that the rulesets come from: rules, theorems, algorithms, bounds,
figures, boards, run times. Each has a verdict, and the commands that show it.

| verdict | meaning |
|:--|:--|
| confirmed | true, by a proof or as far as the commands try it |
| refuted | false, with a counterexample |
| unclear | it has several readings, which are listed, or a part of it is missing |
| open | neither proved nor refuted; the page says how far it is known |
| solved | the source gives it as open, and it is not any more |
| reported | a run time, or what others found: nothing here can show it |

    enumerate claims thesis
    enumerate claims --verdict refuted
    enumerate claims --run

The last one runs the commands again, and compares what they print. Those that take more than
seconds want ` + "`--slow`" + `, those that are tests or scripts a checkout of the project. [Errata](errata.md)
has the reasons of all that are neither confirmed nor reported.

| source |`)
	for _, v := range Verdicts {
		fmt.Fprintf(&b, " %s |", v)
	}
	b.WriteString(" all |\n|:--|" + strings.Repeat("--:|", len(Verdicts)+1) + "\n")
	sum := make(map[Verdict]int)
	line := func(title string, number map[Verdict]int) {
		all := 0
		fmt.Fprintf(&b, "| %s |", title)
		for _, v := range Verdicts {
			fmt.Fprintf(&b, " %d |", number[v])
			all += number[v]
		}
		fmt.Fprintf(&b, " %d |\n", all)
	}
	for _, s := range Sources() {
		number := make(map[Verdict]int)
		for _, c := range s.Claims {
			number[c.Verdict]++
			sum[c.Verdict]++
		}
		line(s.Title, number)
	}
	line("all", sum)
	for _, s := range Sources() {
		fmt.Fprintf(&b, "\n## %s\n\n| claim | place | what it says | verdict | why | shown by |\n|:--|:--|:--|:--|:--|:--|\n", s.Title)
		for _, c := range s.Claims {
			name := c.ID
			if c.Erratum() {
				name = fmt.Sprintf("[%s](errata.md#%s)", c.ID, c.ID)
			}
			var commands []string
			for _, command := range c.Shown {
				commands = append(commands, "`"+command.Line+"`")
			}
			for i, cell := range []string{name, c.Place, c.Says, string(c.Verdict), c.Short(), strings.Join(commands, ", ")} {
				if i == 0 {
					b.WriteString("|")
				}
				b.WriteString(" " + strings.ReplaceAll(cell, "|", `\|`) + " |")
			}
			b.WriteString("\n")
		}
	}
	b.WriteString(writtenBy)
	return b.String()
}

// errata is the document of what is neither confirmed nor reported.
func errata() string {
	var b strings.Builder
	b.WriteString(`# What the sources got wrong

The rulesets come from documents. This page lists what is wrong in them, what is unclear where it
changes results, and what was or is open, each with the commands that show it.
[Claims](claims.md) has all that they state, most of which is right. ` + "`enumerate check`" + ` prints a statement
that is known to be false as "false, as expected", with its smallest counterexample, and
` + "`enumerate claims --run`" + ` runs all of these commands and compares what they print.
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
