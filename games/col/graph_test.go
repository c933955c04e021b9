package col

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/digraph"
)

func one(t testing.TB, text string) single.Game {
	t.Helper()
	for g, err := range New().Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("Read(%q): %v", text, err)
		}
		return g
	}
	t.Fatalf("Read(%q) yields nothing", text)
	return nil
}

func TestDigraphsAreReadAndWritten(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"ooB: 1-2 2-3 3-1", "ooB: 1-2 2-3 3-1"},
		{"o o B:3-1,2-3, 1-2", "ooB: 1-2 2-3 3-1"},
		{"oR:2-1 1-2", "oR: 1-2 2-1"},
		{"oo:", "oo:"},
		{"o(o,B,o)", "o(o,B,o)"},
		{"o + o(o(R,o,o,o),o)", "o + o(o(R,o,o,o),o)"},
	} {
		g := one(t, c.text)
		if _, ok := g.(graph); !ok || fmt.Sprint(g) != c.want {
			t.Errorf("Read(%q) = %v, a graph: %t, want %q", c.text, g, ok, c.want)
		}
		if again := fmt.Sprint(one(t, c.want)); again != c.want {
			t.Errorf("Read(%q) = %q, want itself", c.want, again)
		}
	}
}

func TestWrongDigraphsAreRefused(t *testing.T) {
	many := strings.Repeat("o", digraph.MaxVertices+1)
	for _, c := range []struct{ text, want string }{
		{"oo: 1-3", "line 1, column 7: "},
		{"oo: 1-1", "line 1, column 5: an arc from 1 to itself; expected another vertex"},
		{"ooo: 1-2 1-2", "line 1, column 10: the arc 1-2 is repeated; write each arc once"},
		{"oo: 1", "line 1, column 6: the position ends too early; expected - and the vertex that the arc leads to"},
		{"oo: 1 2", `line 1, column 7: "2" is out of place; expected - and the vertex that the arc leads to`},
		{"oo: 1-", "line 1, column 7: "},
		{"o(o): 1-2", `line 1, column 5: ":" is out of place; expected + or the end of the line`},
		{"o + o: 1-2", `line 1, column 6: ":" is out of place; expected + or the end of the line`},
		{": 1-2", `line 1, column 1: ":" is out of place; expected a vertex, which is o, B or R`},
		{many + ":", "line 1, column 66: a digraph of 65 vertices; expected at most 64"},
		{"o(o,o," + many + ")", "line 1, column 73: 68 vertices; expected at most 64 if a vertex has more than 2 children"},
		{"o(" + strings.Repeat("o,", 65) + "o)", "child 65 of a vertex; expected at most 64"},
	} {
		for g, err := range New().Read(strings.NewReader(c.text)) {
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("Read(%.20q) = %v, %v, want %q", c.text, g, err, c.want)
			}
		}
	}
}

// drawnGraph draws the text of a digraph, or of a tree whose vertices have any number of children.
func drawnGraph(t *rapid.T) string {
	n := rapid.IntRange(1, 6).Draw(t, "vertices")
	colour := rapid.SampledFrom([]string{"o", "o", "o", "B", "R"})
	if rapid.Bool().Draw(t, "tree") {
		texts := make([][]string, n) // for each vertex, the texts of the subtrees below it
		for v := n - 1; v > 0; v-- {
			parent := rapid.IntRange(0, v-1).Draw(t, "parent")
			text := colour.Draw(t, "colour")
			if texts[v] != nil {
				text += "(" + strings.Join(texts[v], ",") + ")"
			}
			texts[parent] = append(texts[parent], text)
		}
		return "o(" + strings.Join(append(texts[0], "o", "o", "o"), ",") + ")"
	}
	var text strings.Builder
	for range n {
		text.WriteString(colour.Draw(t, "colour"))
	}
	text.WriteString(":")
	for v := 1; v <= n; v++ {
		for w := 1; w <= n; w++ {
			if v != w && rapid.IntRange(0, 2).Draw(t, "arc") == 0 {
				fmt.Fprintf(&text, " %d-%d", v, w)
			}
		}
	}
	return text.String()
}

// TestGraphsAreSolvedAsTheyArePlayed compares both algorithms with a referee that uses only the rules.
func TestGraphsAreSolvedAsTheyArePlayed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawnGraph(rt)
		g := one(t, text)
		figure := figureOf(t, text)
		want := outcomeByPlay(figure).String()
		var answers []string
		for _, algorithm := range []string{"", auto, exhaustive} {
			a, err := g.Solve(context.Background(), single.How{Algorithm: algorithm})
			if err != nil {
				rt.Fatalf("%s by %q: %v", text, algorithm, err)
			}
			var b bytes.Buffer
			if err := single.Write(&b, a, "json"); err != nil {
				rt.Fatal(err)
			}
			answers = append(answers, b.String())
		}
		var got struct {
			Verdict     string
			Left, Right []struct {
				Move string
				Wins bool
			}
		}
		if err := json.Unmarshal([]byte(answers[0]), &got); err != nil {
			rt.Fatal(err)
		}
		if got.Verdict != want || answers[1] != answers[0] || answers[2] != answers[0] {
			rt.Fatalf("%s: the answers are %v, want the outcome %s", text, answers, want)
		}
		for side, list := range [][]struct {
			Move string
			Wins bool
		}{got.Left, got.Right} {
			if legal := figure.movesOf(side); (len(legal) == 0) != (len(list) == 0) {
				rt.Fatalf("%s: side %d has %d moves, best are %v", text, side, len(legal), list)
			}
			for _, m := range list {
				after := outcomeByPlay(figureOf(t, m.Move)).String()
				if wins := after == "P" || after == [...]string{"L", "R"}[side]; wins != m.Wins {
					rt.Fatalf("%s: the move to %s wins: %t, but its outcome is %s", text, m.Move, m.Wins, after)
				}
			}
		}
	})
}

// TestGraphsArePlayed lets both sides play their best moves, and checks who wins.
func TestGraphsArePlayed(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		text := drawnGraph(rt)
		p, ok := New().Position(one(t, text))
		if !ok {
			rt.Fatalf("%s cannot be played", text)
		}
		outcome := outcomeByPlay(figureOf(t, text)).String()
		want := outcome == "N" || outcome == "L"
		for {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			at, _, err := p.Best(context.Background())
			if err != nil {
				rt.Fatal(err)
			}
			p = moves[at]
		}
		if winner, _ := p.Ending(); (winner == playing.Left) != want {
			rt.Fatalf("%s, of outcome %s, Left first: %d wins", text, outcome, winner)
		}
	})
}

func TestGraphsAreDrawn(t *testing.T) {
	for _, text := range []string{"ooB: 1-2 2-3 3-1", "o(o,B,o,o)", "o:"} {
		var b bytes.Buffer
		if err := drawn(one(t, text), &b, "svg"); err != nil {
			t.Fatal(err)
		}
		p := readPicture(t, b.Bytes())
		if want := len(figureOf(t, text).colours); len(p.vertices) != want {
			t.Errorf("%s is drawn with %d vertices, want %d", text, len(p.vertices), want)
		}
	}
	if _, err := one(t, "oo: 1-2 2-1").Solve(context.Background(), single.How{Algorithm: formula}); err == nil {
		t.Error("the formula takes a digraph")
	}
}
