package claims

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"
)

var update = flag.Bool("update", false, "write the documents that are made of the claims")

// TestDocumentsMatchTheClaims generates errata.md and published.md from data/claims and compares them with the
// documents; -update writes them.
func TestDocumentsMatchTheClaims(t *testing.T) {
	for _, d := range documents() {
		path := filepath.Join("../../docs/reference", d.name)
		if *update {
			if err := os.WriteFile(path, []byte(d.text), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, []byte(d.text)) {
			t.Errorf("docs/reference/%s is not what is in data/claims (%v): go test ./rooms/claims -run Documents -update", d.name, err)
		}
	}
}

type madeDocument struct{ name, text string }

func documents() []madeDocument {
	titled := func(s Source) string {
		return "\n## " + s.Title + "\n\n" + wrapped(s.About) + "\n" + s.Picture.markdown()
	}
	untitled := func(Source) string { return "" }
	return []madeDocument{
		{"errata.md", document("errata", errata, titled, Claim.Erratum)},
		{"published.md", document("published", published, untitled, func(c Claim) bool { return c.In == "published" })},
	}
}

// document returns the text of a document: a beginning and, for each source, the heading that the function `of` returns
// and those of its claims that belong to the document.
func document(name, begins string, of func(Source) string, belongs func(Claim) bool) string {
	var b strings.Builder
	b.WriteString(begins)
	for _, s := range Sources() {
		heading := of(s)
		b.WriteString(heading)
		listed := 0
		for _, c := range s.Claims {
			if belongs(c) {
				b.WriteString(c.entry(name))
				listed++
			}
		}
		if heading != "" && listed == 0 {
			b.WriteString("\nWe found no errors in this source.\n")
		}
	}
	return b.String() + "\n`go test ./rooms/claims -run Documents -update` generates this page from data/claims.\n"
}

// errata is the beginning of errata.md, the document of the claims that are neither confirmed nor reported.
const errata = `# Errors, unclear points and open questions of the sources

The rulesets of ` + "`enumerate`" + ` come from published and unpublished documents. This page lists the errors of these documents,
unclear points that change results, and open questions, each with the commands that show it. It judges the versions named
below, and mentions later corrections by the authors. Most claims of the documents are right: ` + "`enumerate claims`" + `
lists all claims with our verdicts, and so does the page at /documents/statements. A test runs the commands and compares
what they print.
`

// published is the beginning of published.md, the document on the curve of the thesis.
const published = `# Errors in the published curve

For [his thesis of 2013](https://github.com/bgschiller/ninja-assassin-wonder-wall), Brian Schiller drew 10,000 random games of n
players for each n from 4 on. He published a curve with the share of games that his program called solvable; the file
[published-estimates.csv](../../data/published-estimates.csv) has its figures. The figures have two errors, and the causes of
both are known.
`

// wrapped breaks a paragraph into lines of at most 120 characters, if its words allow it.
func wrapped(paragraph string) string {
	text, length := "", 0
	for word := range strings.FieldsSeq(paragraph) {
		n := utf8.RuneCountInString(word)
		switch {
		case length == 0:
		case length+1+n > 120:
			text, length = text+"\n", 0
		default:
			text, length = text+" ", length+1
		}
		text, length = text+word, length+n
	}
	return text
}

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
		return text + wrapped(fmt.Sprintf("%s [%s](%s.md#%s) has the details.", c.Short(), strings.ToUpper(c.In[:1])+c.In[1:], c.In, c.ID)) + "\n"
	}
	text += c.Why + "\n"
	if len(c.Commands) > 0 {
		text += "\n"
	}
	for _, command := range c.Commands {
		text += "    " + command.Line + "\n"
	}
	return text + c.Picture.markdown()
}
