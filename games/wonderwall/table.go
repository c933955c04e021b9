package wonderwall

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/enum"
	"enumerate/solver/betweenness"
)

// A Table is a relationship table: a game and the names of its players.
// Names[p] is the name of the player who chose Game[p]; the names are non-empty,
// distinct and valid UTF-8.
type Table struct {
	Names []string
	Game  betweenness.Game
}

// codeLetters names the players of a code, in order.
const codeLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// fromGame returns the table of g with default names: A to Z and a to z for up
// to 52 players, P1, P2, ... for more.
func fromGame(g betweenness.Game) Table {
	names := make([]string, len(g))
	for p := range names {
		if len(g) <= len(codeLetters) {
			names[p] = codeLetters[p : p+1]
		} else {
			names[p] = "P" + strconv.Itoa(p+1)
		}
	}
	return Table{names, g}
}

// validate reports the first thing that breaks the rules of a table: a number of
// names other than that of the players, a name that is empty, not UTF-8 or
// another player's, or a choice that breaks a rule of the game.
func (t Table) validate() error {
	if len(t.Names) != len(t.Game) {
		return fmt.Errorf("a table needs a name for each of its %d players, this one has %d", len(t.Game), len(t.Names))
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

// tableFormats names the formats of WriteFormat: those of ReadTables.
func tableFormats() []string { return []string{"table", "code", "json"} }

// WriteFormat writes the game as a table, as a code or as JSON; see
// [Table.writeTable], [Table.code] and [Table.object]. It ends with a
// newline. A JSON object too long for a line that can be read has a line for each
// player.
func (t Table) WriteFormat(w io.Writer, format string) error {
	var line string
	var err error
	switch format {
	case "table":
		return t.writeTable(w)
	case "code":
		line, err = t.code()
	case "json":
		if line, err = t.object(","); len(line) > maxLine {
			line, err = t.object(",\n")
		}
	default:
		return enum.Unknown("format", format, tableFormats())
	}
	if err == nil {
		_, err = io.WriteString(w, line+"\n")
	}
	return err
}

// writeTable writes t as a table, one row per player:
//
//	A: B C
//	Ann Lee | Bob | Cy
//
// All rows have the first form, or all the second if some name holds a colon or
// white space. [ReadTables] reads either back; a blank line separates tables.
//
// writeTable writes nothing and reports an error if t is not valid, or if there
// is a name that no row can hold: one with '|', a control character or white
// space at an end, one that starts with '{' or a byte order mark, one with '#'
// at its start or after white space, or one too long for a line. JSON takes
// them all.
func (t Table) writeTable(w io.Writer) error {
	if err := t.validate(); err != nil {
		return err
	}
	first, second := ": ", " "
	for _, name := range t.Names {
		if why := unwritable(name); why != "" {
			return fmt.Errorf("the name %.60q %s, which no row of a table can hold; write JSON instead", name, why)
		}
		if strings.ContainsFunc(name, func(r rune) bool { return r == ':' || unicode.IsSpace(r) }) {
			first, second = " | ", " | "
		}
	}
	var b bytes.Buffer
	for p, c := range t.Game {
		start := b.Len()
		b.WriteString(t.Names[p])
		b.WriteString(first)
		b.WriteString(t.Names[c.Wonderwall])
		b.WriteString(second)
		b.WriteString(t.Names[c.Ninja])
		if b.Len()-start > maxLine {
			return fmt.Errorf("the row of player %.60q is longer than a line of a table may be, %d bytes; write JSON instead", t.Names[p], maxLine)
		}
		b.WriteByte('\n')
	}
	_, err := w.Write(b.Bytes())
	return err
}

// unwritable says why no row can hold name, or nothing if one can. Control
// characters other than the newline would be read back, but a table is for eyes.
func unwritable(name string) string {
	switch {
	case strings.ContainsRune(name, '|'):
		return "contains '|'"
	case strings.ContainsFunc(name, unicode.IsControl):
		return "contains a control character"
	case strings.TrimSpace(name) != name:
		return "starts or ends with white space"
	case strings.HasPrefix(name, "{"):
		return "starts with '{'"
	case strings.HasPrefix(name, byteOrderMark):
		return "starts with a byte order mark"
	case len(uncomment(name)) < len(name):
		return "contains the start of a comment"
	}
	return ""
}

// code returns the game of t in one line: for every player in order the letters
// of its wonderwall and its ninja, as in "BC CD BA BA". The letters are A to Z,
// then a to z; the names of t are lost. code reports an error if the game is not
// valid or has more than 52 players.
func (t Table) code() (string, error) {
	if err := t.Game.Validate(); err != nil {
		return "", err
	}
	if n := len(t.Game); n > len(codeLetters) {
		return "", fmt.Errorf("a code has letters for %d players, this game has %d; write a table instead", len(codeLetters), n)
	}
	var b strings.Builder
	for p, c := range t.Game {
		if p > 0 {
			b.WriteByte(' ')
		}
		b.WriteByte(codeLetters[c.Wonderwall])
		b.WriteByte(codeLetters[c.Ninja])
	}
	return b.String(), nil
}

// object returns t as a JSON object with a member for every player in order, its name and
// the names of its wonderwall and its ninja, and a separator between members:
//
//	{"A":["B","C"],"B":["A","C"],"C":["A","B"]}
//
// It reports an error if t is not valid.
func (t Table) object(separator string) (string, error) {
	if err := t.validate(); err != nil {
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
