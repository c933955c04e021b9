package questions

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/questions/draw"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

func TestTablesAreDrawnWithTheirProofs(t *testing.T) {
	for _, code := range []string{"BC DF BA BE DF DB", "BC DA BA BA", "BC CA BA"} {
		table, err := parseTable(code)
		if err != nil {
			t.Fatal(err)
		}
		proof := betweenness.Solve(table.Game)
		var svg bytes.Buffer
		if err := Drawings()[0].Write(context.Background(), &svg, table.Table, single.How{}, "svg"); err != nil {
			t.Errorf("%s: Draw(svg): %v", code, err)
		}
		if want := draw.Picture(table.Names, table.Game, proof).SVG(); !bytes.Equal(svg.Bytes(), want) {
			t.Errorf("%s: Draw(svg) draws another picture:\n%s", code, &svg)
		}
	}
}

func TestDrawRefusesLargeAndInvalidGames(t *testing.T) {
	for _, c := range []struct {
		table table
		want  string
	}{
		{fromGame(ringGame(maxDrawn + 1)), "201 players are too many to draw: choose a game of at most 200"},
		{withNames(text.Table{Names: []string{"A", "A", "C"}, Game: ringGame(3)}), "same name"},
		{table{}, "at least 3"},
	} {
		var b bytes.Buffer
		err := Drawings()[0].Write(context.Background(), &b, c.table.Table, single.How{}, "svg")
		if err == nil || !strings.Contains(err.Error(), c.want) || b.Len() > 0 {
			t.Errorf("%d players: Draw(svg) = %v and %d bytes, want %q", len(c.table.Game), err, b.Len(), c.want)
		}
	}
	if err := Drawings()[0].Write(context.Background(), new(bytes.Buffer), fromGame(ringGame(maxDrawn)).Table, single.How{}, "svg"); err != nil {
		t.Errorf("%d players: %v", maxDrawn, err)
	}
}
