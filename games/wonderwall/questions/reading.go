package questions

import (
	"io"
	"iter"

	"enumerate/enum/single"
	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
)

// input describes how games are written, for help texts.
const input = `for each player a row with its name, its wonderwall and its ninja, or all choices on one line.

  Ann: Ben, Cy       a colon or an arrow (Ann -> Ben, Cy); commas or blanks
  Ann,Ben,Cy         CSV with ',' or ';', with or without a header
  Ann | Ben | Cy     bars or tabs, as in Markdown, databases and spreadsheets
  Ann  Ben  Cy       blanks; two and more if names have blanks in them
  BC DA BA BA        a code on one line: the choices of A, B, C and D
  {"Ann":["Ben","Cy"],"Ben":...     JSON, a member for each player

docs/reference/input.md describes workbooks, headers, names in quotes and comments. A
blank line ends a game.
`

// Reading returns the functions that read games of this ruleset. The games can be solved by the algorithms of
// [wonderwall.New] and by the arguments `more`.
func Reading(more ...betweenness.Algorithm) single.Reading {
	picked := func(r io.Reader, pick single.Pick) iter.Seq2[single.Game, error] {
		tables := text.ReadPicked(r, pick)
		return func(yield func(single.Game, error) bool) {
			for t, err := range tables {
				if !yield(wonderwall.NewTable(t, more...), err) {
					return
				}
			}
		}
	}

	return single.Reading{
		Read:    func(r io.Reader) iter.Seq2[single.Game, error] { return picked(r, single.Pick{}) },
		Input:   input,
		Remarks: func(g single.Game) error { return g.(wonderwall.Table).Remarks },
		Table: single.Table{
			Columns:  []string{"player", "wonderwall", "ninja"},
			ReadPick: picked,
			Sheet:    text.ReadSheet,
			Rows:     text.ReadRows,
			Texts:    text.ReadTexts,
		},
	}
}
