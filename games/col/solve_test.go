package col

import (
	"context"
	"encoding/json"
	"io"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/enum/sampling"
	"enumerate/enum/single"
	"enumerate/games/col/search"
)

func parsed(t testing.TB, text string) position {
	t.Helper()
	for game, err := range New().Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("Read(%q): %v", text, err)
		}
		return game.(position)
	}
	t.Fatalf("Read(%q) yields nothing", text)
	return nil
}

func solved(t testing.TB, p position, algorithm, format string) (string, error) {
	t.Helper()
	answer, err := p.Solve(context.Background(), single.How{Algorithm: algorithm})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	if err := single.Write(&b, answer, format); err != nil {
		t.Fatal(err)
	}
	return b.String(), nil
}

func TestAnswersAreWritten(t *testing.T) {
	for _, c := range []struct{ text, algorithm, format, want string }{
		{"0", "", "table", "P  value: 0  Left: no move  Right: no move\n"},
		{"0", "", "json", `{"verdict":"P","value":"0","left":[],"right":[]}` + "\n"},
		{"oo", "", "table", "P  value: 0  Left: Bo = * loses  Right: Ro = * loses\n"},
		{"o(o,B(o))", "", "table", "R  value: -1/2*  Left: o(o,B(B)) = -1/2 loses  Right: o(o,B(R)) = -1/2 wins\n"},
		{"o(B,o)", "search", "table", "R  value: -1/2  Left: o(B,B) = -1 loses  Right: R(B,o) = * loses; o(B,R) = 0 wins\n"},
		{"o(B,o)", "auto", "json", `{"verdict":"R","value":"-1/2","left":[{"move":"o(B,B)","value":"-1","wins":false}],` +
			`"right":[{"move":"R(B,o)","value":"*","wins":false},{"move":"o(B,R)","value":"0","wins":true}]}` + "\n"},
		{"o(o,o) + oR", "formula", "table", "L  value: 1*  Left: B(o,o) + oR = 1 wins  Right: R(o,o) + oR = 1 loses\n"},
		{"o(o,o) + oR", "search", "table", "L  value: 1*  Left: B(o,o) + oR = 1 wins  Right: R(o,o) + oR = 1 loses\n"},
	} {
		got, err := solved(t, parsed(t, c.text), c.algorithm, c.format)
		if err != nil || got != c.want {
			t.Errorf("%s, algorithm %q: the answer is %q, %v, want %q", c.text, c.algorithm, got, err, c.want)
		}
		if c.format == "json" && !json.Valid([]byte(got)) {
			t.Errorf("%s: %q is no JSON", c.text, got)
		}
	}
}

func TestErrorsOfSolvingNameTheTrouble(t *testing.T) {
	p := parsed(t, "o(B,o)")
	_, unknown := p.Solve(context.Background(), single.How{Algorithm: "guess"})
	_, large := make(position, search.MaxVertices+1).Solve(context.Background(), single.How{Algorithm: exhaustive})
	for _, c := range []struct {
		err  error
		want string
	}{
		{unknown, `unknown algorithm "guess"; choose one of: auto, search, formula`},
		{large, "a position of 4097 vertices is too large to be searched, expected at most 4,096"},
		{single.Write(io.Discard, answer{}, "verse"), `unknown format "verse"; choose one of: table, json`},
		{single.Write(io.Discard, p, "verse"), `unknown format "verse"; choose one of: text`},
		{drawn(p, io.Discard, "dot"), `unknown format "dot"; choose one of: svg, bare`},
		{drawn(make(position, maxDrawn+1), io.Discard, "svg"), "201 vertices are too many to draw: choose a position of at most 200"},
	} {
		if c.err == nil || c.err.Error() != c.want {
			t.Errorf("the error is %v, want %q", c.err, c.want)
		}
	}
}

// TestAlgorithmsAgree compares the answers of all algorithms, of which the formula names only the first best move to
// each value.
func TestAlgorithmsAgree(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPosition(rt, 9)
		answers := make(map[string]answer)
		for _, a := range New().Questions[0].Algorithms {
			got, err := p.Solve(context.Background(), single.How{Algorithm: a.Name})
			if err != nil {
				rt.Fatal(err)
			}
			answers[a.Name] = got.(answer)
		}
		for name, got := range answers {
			want := answers[exhaustive]
			if name == formula {
				for side, moves := range want.best {
					want.best[side] = firsts(moves)
				}
			}
			if !reflect.DeepEqual(got, want) {
				rt.Fatalf("%v, %s: the answer is %v, want %v", p, name, got, want)
			}
		}
	})
}

// firsts returns the first of the moves to each value.
func firsts(moves []move) []move {
	var firsts []move
	for _, m := range moves {
		if !slices.ContainsFunc(firsts, func(f move) bool { return f.Value == m.Value }) {
			firsts = append(firsts, m)
		}
	}
	return firsts
}

// TestBestMovesWinByTheRules compares the moves of both sides with the oracle.
func TestBestMovesWinByTheRules(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		p := drawPosition(rt, 4)
		g := figureOf(t, p.String())
		for side := range 2 {
			var want, wantWins []string
			for _, next := range g.movesOf(side) {
				want = append(want, next.colours)
				if !newReferee().moverWins(gameOf(next), new(tree))[1-side] {
					wantWins = append(wantWins, next.colours)
				}
			}
			var got []string
			moves := turn{p, side}.Moves()
			for _, move := range moves {
				got = append(got, figureOf(t, move.String()).colours)
			}
			if !slices.Equal(got, want) {
				rt.Fatalf("Moves(%v, %d) = %q, want %q", p, side, got, want)
			}
			best, winner, err := turn{p, side}.Best(context.Background())
			wins := winner == side
			switch {
			case err != nil:
				rt.Fatal(err)
			case len(moves) == 0 && (best != -1 || wins):
				rt.Fatalf("Best(%v, %d) = %d, %t, but there are no moves", p, side, best, wins)
			case len(moves) > 0 && (wins != (wantWins != nil) || wins && !slices.Contains(wantWins, got[best])):
				rt.Fatalf("Best(%v, %d) = %d, %t, expected one of %q", p, side, best, wins, wantWins)
			}
		}
	})
}

func TestTheFormulaTakesLongPaths(t *testing.T) {
	const pieces = 99_999 // each piece has an uncoloured vertex above an uncoloured one, and one above blue
	p := parsed(t, strings.Repeat("ooB", pieces))
	got, err := p.Solve(context.Background(), single.How{Algorithm: formula})
	if err != nil {
		t.Fatal(err)
	}
	a := got.(answer)
	if a.outcome != "R" || a.value != "-99999*" || a.best[0][0].Value != "-99999" || a.best[0][0].Wins || !a.best[1][0].Wins {
		t.Errorf("a path of %d vertices is %s %s, best moves lead to %s, %s", len(p), a.outcome, a.value, a.best[0][0].Value, a.best[1][0].Value)
	}
}

// TestAutoIsQuick checks that auto is the search for positions with few uncoloured vertices, and otherwise the formula.
func TestAutoIsQuick(t *testing.T) {
	path, random := make(position, 5000), sampling.GameSource(1, 5000, 0)
	for v := range path {
		path[v] = search.Vertex{Colour: search.Colour(random.IntN(3)), Children: 1}
	}
	path[len(path)-1].Children = 0
	large := appendComplete(nil, 1, 5000)
	for name, c := range map[string]struct {
		p    position
		want string
	}{
		"as many uncoloured vertices as are searched": {make(position, maxQuick), exhaustive},
		"one more":     {make(position, maxQuick+1), formula},
		"a long path":  {path, formula},
		"a large tree": {large, formula},
		"more coloured vertices than a search has": {slices.Repeat(position{{Colour: search.Blue}}, search.MaxVertices+1), formula},
	} {
		for _, algorithm := range []string{"", auto} {
			got, err1 := c.p.Solve(context.Background(), single.How{Algorithm: algorithm})
			want, err2 := c.p.Solve(context.Background(), single.How{Algorithm: c.want})
			if err1 != nil || err2 != nil || !reflect.DeepEqual(got, want) {
				t.Errorf("%s: the answer by %q is not that by %s, or an error: %v, %v", name, algorithm, c.want, err1, err2)
			}
		}
	}
}

// appendComplete appends the subtree of a vertex of a complete binary tree. The children of vertex i, counted from 1,
// are 2i and 2i+1.
func appendComplete(p position, vertex, vertices int) position {
	root := len(p)
	p = append(p, search.Vertex{})
	for child := 2 * vertex; child <= min(2*vertex+1, vertices); child++ {
		p[root].Children++
		p = appendComplete(p, child, vertices)
	}
	return p
}

func TestOnlySmallPositionsCanBePlayed(t *testing.T) {
	const most = 1000 // most * most = maxListed
	for _, c := range []struct {
		text string
		want bool
	}{
		{"0", true},
		{strings.Repeat("o", most), true},
		{strings.Repeat("o", most+1), false},
		{strings.Repeat("o", most) + "B", false},
		{strings.Repeat("oR", most), false},
		{strings.Repeat("BR", most) + strings.Repeat("o", 400), true},
	} {
		for game, err := range New().Read(strings.NewReader(c.text)) {
			if err != nil {
				t.Fatal(err)
			}
			played, got := New().Position(game)
			if got != c.want {
				t.Fatalf("%.20s…, %d vertices: can be played: %t, want %t", c.text, len(c.text), got, c.want)
			}
			if !got {
				continue
			}
			for _, move := range played.Moves() {
				if _, _, err := move.Best(t.Context()); err != nil {
					t.Errorf("%.20s…: a move leads to what cannot be played: %v", c.text, err)
				}
			}
		}
	}
}
