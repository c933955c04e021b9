// Package named writes games of Ninja Assassin Wonderwall, with the names of their players, as tables, codes and JSON.
// Package text reads these forms.
package named

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode/utf8"

	"enumerate/enum/single"
	"enumerate/internal/lists"
	"enumerate/internal/text"
	"enumerate/solver/betweenness"
)

// A Table is a game and the names of its players. Names[p] is the name of the player who chose Game[p]. The names are
// not empty, all different, and valid UTF-8.
type Table struct {
	Names   []string
	Game    betweenness.Game
	Remarks error // the assumptions made when the table was read, from [text.Faults], or nil
}

// Rows returns the game as rows of cells: the names of the player, the wonderwall and the ninja.
func (t Table) Rows() [][]string {
	rows := make([][]string, len(t.Game))
	for p, c := range t.Game {
		rows[p] = []string{t.Names[p], t.Names[c.Wonderwall], t.Names[c.Ninja]}
	}
	return rows
}

// AddRemarks adds remarks on how the table was read, before those that it already has.
func (t *Table) AddRemarks(more *text.Faults) {
	all := *more
	for _, remark := range text.Errors(t.Remarks) {
		all.Add(remark)
	}
	t.Remarks = all.Err()
}

// CodeLetters names the players of a code, in order.
const CodeLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// FromGame returns a game with default names: A to Z and a to z for up to 52 players, and P1, P2, P3 and so on for
// more.
func FromGame(g betweenness.Game) Table {
	names := make([]string, len(g))
	for p := range names {
		if len(g) <= len(CodeLetters) {
			names[p] = CodeLetters[p : p+1]
		} else {
			names[p] = "P" + strconv.Itoa(p+1)
		}
	}
	return Table{Names: names, Game: g}
}

// NamesOf returns the names of players.
func (t Table) NamesOf(players []int) []string {
	return lists.Map(players, func(p int) string { return t.Names[p] })
}

// Validate returns an error if the numbers of names and players differ, if a name is empty, not UTF-8 or the name of
// another player, or if a choice breaks a rule of the game.
func (t Table) Validate() error {
	if len(t.Names) != len(t.Game) {
		return fmt.Errorf("%d names for %d players: expected one for each", len(t.Names), len(t.Game))
	}
	player := make(map[string]int, len(t.Names))
	for p, name := range t.Names {
		switch q, taken := player[name]; {
		case name == "":
			return fmt.Errorf("player %d has no name", p)
		case !utf8.ValidString(name):
			return fmt.Errorf("the name %.60q of player %d is not UTF-8", name, p)
		case taken:
			return fmt.Errorf("players %d and %d have the same name %.60q", q, p, name)
		}
		player[name] = p
	}
	return t.Game.Validate()
}

// MaxLine is the largest length of a line that package text reads, in bytes without its end.
const MaxLine = 1 << 20

// Formats names the formats of a table, which are those that package text reads.
func Formats() []string { return []string{single.TableFormat, "code", single.JSONFormat} }

// Contents returns the formats of the game: a table, a code on one line, or JSON.
func (t Table) Contents() single.Contents {
	written := func(text func() (string, error)) func(io.Writer) error {
		return func(w io.Writer) error {
			line, err := text()
			if err == nil {
				_, err = io.WriteString(w, line+"\n")
			}
			return err
		}
	}
	return single.Contents{Others: []single.Format{
		{Name: single.TableFormat, Write: t.WriteTable},
		{Name: "code", Write: written(t.Code)},
		{Name: single.JSONFormat, Write: written(t.readableObject)},
	}}
}

// readableObject returns the game as a JSON object, with a line for each player if one line would be too long for
// package text.
func (t Table) readableObject() (string, error) {
	line, err := t.Object(",")
	if len(line) > MaxLine {
		return t.Object(",\n")
	}
	return line, err
}

// WriteTable writes t as a table, one row per player:
//
//	A: B C
//	"Ann Lee": Bob Cy
//
// A name is in quotes, as Go writes strings, if it could not be read without them. A blank line separates tables.
// WriteTable writes nothing and returns an error if t is not valid, or if a row is too long for a line.
func (t Table) WriteTable(w io.Writer) error {
	if err := t.Validate(); err != nil {
		return err
	}
	words := lists.Map(t.Names, Word)
	var b bytes.Buffer
	for p, c := range t.Game {
		start := b.Len()
		b.WriteString(words[p] + ": " + words[c.Wonderwall] + " " + words[c.Ninja])
		if b.Len()-start > MaxLine {
			return fmt.Errorf("the row of player %.60q is longer than a line of a table may be, %d bytes; write JSON instead", t.Names[p], MaxLine)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// Word returns the name of a player as it is written in a row of a table. Like [single.Word] it puts names with blanks
// and the like in quotes, and also those with a character that separates names in a row, or starts a comment or a JSON
// object.
func Word(name string) string {
	if strings.ContainsAny(name, ":|;,#{→") || strings.Contains(name, "->") {
		return strconv.Quote(name)
	}
	return single.Word(name)
}

// Code returns the game of t in one line: for every player in order, the letters of its wonderwall and its ninja, as in
// "BC CD BA BA". The names are lost. Code returns an error if the game is not valid or has more than 52 players.
func (t Table) Code() (string, error) {
	if err := t.Game.Validate(); err != nil {
		return "", err
	}
	if n := len(t.Game); n > len(CodeLetters) {
		return "", fmt.Errorf("%d players are too many for a code (at most %d); write a table instead", n, len(CodeLetters))
	}
	var b strings.Builder
	for p, c := range t.Game {
		if p > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(CodeLetters[c.Wonderwall])
		b.WriteByte(CodeLetters[c.Ninja])
	}
	return b.String(), nil
}

// Line returns the game on one line: its code, or its JSON object if there are more players than letters.
func (t Table) Line() (string, error) {
	if len(t.Game) <= len(CodeLetters) {
		return t.Code()
	}
	return t.Object(",")
}

// Object returns t, if it is valid, as a JSON object with a member for every player in order. The separator stands
// between two members:
//
//	{"A":["B","C"],"B":["A","C"],"C":["A","B"]}
func (t Table) Object(separator string) (string, error) {
	if err := t.Validate(); err != nil {
		return "", err
	}
	members := make([]string, len(t.Names))
	for p, c := range t.Game {
		player, _ := json.Marshal(t.Names[p]) // strings can be encoded
		choice, _ := json.Marshal([]string{t.Names[c.Wonderwall], t.Names[c.Ninja]})
		members[p] = string(player) + ":" + string(choice)
	}
	return "{" + strings.Join(members, separator) + "}", nil
}
