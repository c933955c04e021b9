package draw

import (
	"strconv"
	"strings"
	"testing"

	"enumerate/pictures/svg"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
	"pgregory.net/rapid"
)

// unquoted returns what Graphviz shows of a quoted string.
func unquoted(t *rapid.T, quoted string) string {
	text, opened := strings.CutPrefix(quoted, `"`)
	text, closed := strings.CutSuffix(text, `"`)
	if !opened || !closed {
		t.Fatalf("%s is not quoted", quoted)
	}
	return strings.NewReplacer(`\\`, `\`, `\"`, `"`, "&amp;", "&").Replace(text)
}

func TestDOTIsTheGame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, game, certificate := anyPicture(t, 20)
		text := DOT(names, game, certificate)
		// The parser of gonum, unlike Graphviz, does not take U+FFFD.
		plain := strings.NewReplacer("\ufffd", "?")
		file, err := dot.ParseString(plain.Replace(string(text)))
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if len(file.Graphs) != 1 || !file.Graphs[0].Directed {
			t.Fatalf("%s: not one directed graph", text)
		}
		player := func(id string) int {
			n, err := strconv.Atoi(id)
			if err != nil || n < 1 || n > len(game) {
				t.Fatalf("%s: there is no node %s", text, id)
			}
			return n - 1
		}
		labels := make(map[int]string)
		core := make(map[int]bool)
		wonderwall, ninja := make(map[int]int), make(map[int]int)
		var order []int
		for _, s := range file.Graphs[0].Stmts {
			switch s := s.(type) {
			case *ast.NodeStmt:
				for _, a := range s.Attrs {
					switch a.Key {
					case "label":
						labels[player(s.Node.ID)] = unquoted(t, a.Val)
					case "peripheries":
						core[player(s.Node.ID)] = true
					}
				}
			case *ast.EdgeStmt:
				style := ""
				for _, a := range s.Attrs {
					if a.Key == "style" {
						style = a.Val
					}
				}
				from := player(s.From.(*ast.Node).ID)
				to := player(s.To.Vertex.(*ast.Node).ID)
				switch style {
				case "":
					wonderwall[from] = to
				case "dashed":
					ninja[from] = to
				case "invis":
					order = append(order, from)
					for e := s.To; e != nil; e = e.To {
						order = append(order, player(e.Vertex.(*ast.Node).ID))
					}
				}
			}
		}
		whole := svg.Labels(names, maxLabel)
		for p, c := range game {
			if labels[p] != plain.Replace(whole[p].Whole) {
				t.Errorf("the label of %q is %q", names[p], labels[p])
			}
			if wonderwall[p] != c.Wonderwall || ninja[p] != c.Ninja {
				t.Errorf("player %d has edges to %d and %d, want %v", p, wonderwall[p], ninja[p], c)
			}
		}
		if len(order) != len(certificate.Order) || len(core) != len(certificate.Core) {
			t.Fatalf("order %v, core %v, want %v", order, core, certificate)
		}
		for i, p := range certificate.Order {
			if order[i] != p {
				t.Fatalf("order %v, want %v", order, certificate.Order)
			}
		}
		for _, p := range certificate.Core {
			if !core[p] {
				t.Errorf("player %d of the core is not marked", p)
			}
		}
	})
}
