package wonderwall

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games/wonderwall/draw"
	"enumerate/solver/betweenness"
)

func TestTablesAreDrawnWithTheirCertificates(t *testing.T) {
	for _, code := range []string{"BC DF BA BE DF DB", "BC DA BA BA", "BC CA BA"} {
		table, err := parseTable(code)
		if err != nil {
			t.Fatal(err)
		}
		certificate := betweenness.Solve(table.Game)
		var game enum.Drawable = table
		var svg, dot bytes.Buffer
		if err := game.Draw(context.Background(), &svg, "svg"); err != nil {
			t.Errorf("%s: Draw(svg): %v", code, err)
		}
		if err := game.Draw(context.Background(), &dot, "dot"); err != nil {
			t.Errorf("%s: Draw(dot): %v", code, err)
		}
		if want := draw.SVG(table.Names, table.Game, certificate); !bytes.Equal(svg.Bytes(), want) {
			t.Errorf("%s: Draw(svg) draws another picture:\n%s", code, &svg)
		}
		if want := draw.DOT(table.Names, table.Game, certificate); !bytes.Equal(dot.Bytes(), want) {
			t.Errorf("%s: Draw(dot) draws another picture:\n%s", code, &dot)
		}
	}
}

func TestWhatCannotBeDrawnIsAnError(t *testing.T) {
	for _, c := range []struct {
		table Table
		want  string
	}{
		{FromGame(ringGame(MaxDrawn + 1)), "a drawing takes at most 200 players, this game has 201"},
		{Table{[]string{"A", "A", "C"}, ringGame(3)}, "same name"},
		{Table{}, "at least 3 players"},
	} {
		var b bytes.Buffer
		err := c.table.Draw(context.Background(), &b, "svg")
		if err == nil || !strings.Contains(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("%d players: Draw(svg) = %v and %d bytes, want %q", len(c.table.Game), err, b.Len(), c.want)
		}
	}
	if err := FromGame(ringGame(MaxDrawn)).Draw(context.Background(), new(bytes.Buffer), "dot"); err != nil {
		t.Errorf("%d players: %v", MaxDrawn, err)
	}
}
