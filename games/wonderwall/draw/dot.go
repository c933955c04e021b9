package draw

import (
	"bytes"
	"fmt"
	"strings"

	"enumerate/solver/betweenness"
)

// DOT returns a valid game as a directed graph in the DOT language, for the
// programs of Graphviz: a solid edge from each player to its wonderwall, a dashed
// one to its ninja. The players are the nodes 1, 2, ... in the order of the table,
// labelled with their names. With a solution for a certificate they stand in its
// order; the players of a core have a double outline. The certificate must be one
// of the game.
func DOT(names []string, game betweenness.Game, certificate betweenness.Certificate) []byte {
	d := newDrawing(names, game, certificate)
	var b bytes.Buffer
	fmt.Fprintf(&b, "digraph wonderwall {\n\tlabel=%s\n\tlabelloc=t\n", quoted(d.summary()))
	if d.certificate.Solvable() {
		// Only the invisible edges of the order place the players.
		b.WriteString("\trankdir=LR\n\tedge [constraint=false]\n")
	}
	for p := range d.game {
		fmt.Fprintf(&b, "\t%d [label=%s", p+1, quoted(d.labels[p].whole))
		if d.inCore[p] {
			b.WriteString(" peripheries=2")
		}
		b.WriteString("]\n")
	}
	for p, c := range d.game {
		fmt.Fprintf(&b, "\t%d -> %d [color=%q]\n", p+1, c.Wonderwall+1, blue)
		fmt.Fprintf(&b, "\t%d -> %d [color=%q style=dashed arrowhead=vee]\n", p+1, c.Ninja+1, vermillion)
	}
	if d.certificate.Solvable() {
		b.WriteString("\t")
		for _, p := range d.certificate.Order[:len(d.certificate.Order)-1] {
			fmt.Fprintf(&b, "%d -> ", p+1)
		}
		fmt.Fprintf(&b, "%d [style=invis constraint=true]\n", d.certificate.Order[len(d.certificate.Order)-1]+1)
	}
	b.WriteString("}\n")
	return b.Bytes()
}

// quoted returns text as a string of the DOT language that is shown as it is.
func quoted(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, `&`, `&amp;`).Replace(text) + `"`
}
