package text

import (
	"reflect"
	"strings"
	"testing"

	"enumerate/games/wonderwall/named"

	"enumerate/enum/single"
)

var _ single.Answer = Table{}

func TestEveryFormatIsWrittenInWholeLines(t *testing.T) {
	table := named.FromGame(ringGame(3))
	want := map[string]string{
		"table": "A: B C\nB: C A\nC: A B\n",
		"code":  "BC CA AB\n",
		"json":  `{"A":["B","C"],"B":["C","A"],"C":["A","B"]}` + "\n",
	}
	if len(named.Formats()) != len(want) {
		t.Errorf("Formats = %v, want those of %v", named.Formats(), want)
	}
	for _, format := range named.Formats() {
		var b strings.Builder
		if err := single.Write(&b, table, format); err != nil || b.String() != want[format] {
			t.Errorf("Write(%s) = %q, %v, want %q", format, b.String(), err, want[format])
		}
	}
}

func TestLongJSONIsReadBack(t *testing.T) {
	game := named.FromGame(strewn(40_000))
	var text strings.Builder
	if err := single.Write(&text, game, "json"); err != nil {
		t.Fatal(err)
	}
	if text.Len() <= maxLine {
		t.Fatalf("the object has %d bytes: too few for a line that cannot be read", text.Len())
	}
	got, err := parseTable(text.String())
	if err != nil || !reflect.DeepEqual(got, game) {
		t.Errorf("the game is not read back: %v", err)
	}
}

func TestAFormatThatCannotHoldTheGameIsRefused(t *testing.T) {
	for _, c := range []struct {
		table        Table
		format, want string
	}{
		{named.FromGame(ringGame(53)), "code", "53 players are too many for a code (at most 52); write a table instead"},
		{named.FromGame(ringGame(3)), "xml", `unknown format "xml"; choose one of: table, code, json`},
		{Table{}, "json", "too few players: 0; a game needs at least 3"},
	} {
		var b strings.Builder
		if err := single.Write(&b, c.table, c.format); err == nil || err.Error() != c.want || b.Len() > 0 {
			t.Errorf("Write(%s) = %q, %v, want %s", c.format, b.String(), err, c.want)
		}
	}
}
