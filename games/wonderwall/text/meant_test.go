package text

import (
	"fmt"
	"strings"
	"testing"
)

// TestSmallIrregularitiesAreCorrected reads texts with small irregularities that leave only one possible reading.
func TestSmallIrregularitiesAreCorrected(t *testing.T) {
	const game = "[{1 2} {2 0} {1 0}]"
	for _, test := range []struct{ claim, text, names, remarks string }{
		{"decomposed letters", "J\u00f6rg,Ben,Cy\nBen,Cy,Jo\u0308rg\nCy,Ben,J\u00f6rg", "J\u00f6rg|Ben|Cy", ""},
		{"blanks of other kinds, and more of them", "Ann\u00a0Lee | Ben | Cy\nBen | Cy | Ann Lee\nCy | Ben | Ann  \u202fLee", "Ann Lee|Ben|Cy", ""},
		{"other capitals", "Ann,Ben,cy\nBen,CY,Ann\nCy,Ben,Ann", "Ann|Ben|Cy", `line 1, column 9: "cy" is read as "Cy"
line 2, column 5: "CY" is read as "Cy"`},
		{"other capitals, of letters that are not of ASCII", "\u00c4nn,Ben,Cy\nBen,Cy,\u00e4nn\nCy,Ben,a\u0308nn", "\u00c4nn|Ben|Cy", "line 2, column 8: \"\u00e4nn\" is read as \"\u00c4nn\"\nline 3, column 8: \"\u00e4nn\" is read as \"\u00c4nn\""},
		{"a form that was sent twice", "Ann,Cy,Ben\nBen,Zoe,Ann\nAnn,Ben,Cy\nBen,Cy,Ann\nCy,Ben,Ann", "Ann|Ben|Cy", `line 1, column 1: player "Ann" has another row in line 3, which is used
line 2, column 1: player "Ben" has another row in line 4, which is used`},
		{"a wonderwall under no word", "Time,Name,Friend,Ninja\n1:20,Ann,Ben,Cy\n2:20,Ben,Cy,Ann\n2:20,Cy,Ben,Ann", "Ann|Ben|Cy", `columns B "Name", C "Friend" and D "Ninja" are read as player, wonderwall and ninja`},
		{"a ninja under no word", "Time,Name,Wonderwall,Foe\n1:20,Ann,Ben,Cy\n2:20,Ben,Cy,Ann\n2:20,Cy,Ben,Ann", "Ann|Ben|Cy", `columns B "Name", C "Wonderwall" and D "Foe" are read as player, wonderwall and ninja`},
		{"players under no word", "Wonderwall;Time;Ninja;Who\nBen;1;Cy;Ann\nCy;2;Ann;Ben\n\"Ben\";3;Ann;\"Cy\"", "Ann|Ben|Cy", ""},
	} {
		table, err := parseTable(test.text)
		remarks := ""
		if table.Remarks != nil {
			remarks = table.Remarks.Error()
		}
		if err != nil || strings.Join(table.Names, "|") != test.names || fmt.Sprint(table.Game) != game || remarks != test.remarks {
			t.Errorf("%s: %q %v, %v, %q, want %q %s and %q", test.claim, table.Names, table.Game, err, remarks, test.names, game, test.remarks)
		}
	}
}

// ReadSheet fills the form that a user edits. The form must show the headings and rows exactly as the table has them,
// even if the table has mistakes.
func TestSheetShowsTheTableUnchanged(t *testing.T) {
	for _, test := range []struct{ claim, text, want string }{
		{"a game", "BC AC AB", "[[A B C] [B A C] [C A B]]"},
		{"a header", "Ninja,Wonderwall,Name\nC,B,A\nA,C,B\nB,A,C", "[[A B C] [B C A] [C A B]]"},
		{"a name misspelled", "Name,Wonderwall,Ninja\nAnn,Ben,Cy\nBen,Cy,Ann\nCy,Bne,Ann", `[[Ann Ben Cy] [Ben Cy Ann] [Cy Bne Ann]]`},
		{"JSON", `{"Ann":["Ben","Zoe"],"Ben":["Ann","Cy"],"Cy":["Ann","Ben"]}`, `[[Ann Ben Zoe] [Ben Ann Cy] [Cy Ann Ben]]`},
		{"a cell too few", "Ann,Ben,Cy\nBen,Cy\nCy,Ben,Ann", `[[Ann Ben Cy] [Ben Cy ] [Cy Ben Ann]]`},
		{"columns without words", "Time;Who;Friend;Foe\n1;Ann;Ben;Cy\n2;Ben;Cy;\"Ann\"", "Time|Who|Friend|Foe [[1 Ann Ben Cy] [2 Ben Cy Ann]]"},
		{"one word only", "Who,Friend,Other\nAnn,Ben,Cy\nBen,Cy,Ann\nCy,Ben,Ann", "Who|Friend|Other [[Ann Ben Cy] [Ben Cy Ann] [Cy Ben Ann]]"},
		{"columns without words, and times", "Time,Who,Friend,Foe\n1:20,Ann,Ben,Cy\n2:20,Ben,Cy,Ann", "Time|Who|Friend|Foe [[1:20 Ann Ben Cy] [2:20 Ben Cy Ann]]"},
		{"nothing", "", "[]"},
	} {
		cells := ReadSheet(strings.NewReader(test.text))
		got := fmt.Sprint(cells.Cells)
		if cells.Heads != nil {
			got = strings.Join(cells.Heads, "|") + " " + got
		}
		if got != test.want {
			t.Errorf("%s: %s, want %s", test.claim, got, test.want)
		}
	}
}
