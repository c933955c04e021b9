package jump

import (
	"fmt"
	"io"
	"iter"

	"enumerate/enum/single"
	"enumerate/games/jump/race"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

const maxRead = 1_000_000

const input = `a line with the numbers R and C of rows and columns; a line with the number of
players; R lines with C lengths each; and for each player a line with the row and the
column of its start, from 0. A slash stands for a line break, so a game may be written on
one line. Empty lines may separate games. A '#' starts a comment.
`

// read yields the games of a text, or a [text.Error] for the first fault of a game, after which it continues after the
// next empty line. Any other error ends the sequence. The memory depends on the text that is read, not on the sizes
// that it declares.
func (r settings) read(in io.Reader) iter.Seq2[single.Game, error] {
	s := &reader{Scanner: text.NewScanner(in), empty: true}
	s.Marks = "/"
	return text.All(s.Scanner, func() (single.Game, error) {
		s.err = nil
		for s.next(); s.Word.Kind == text.EndOfLine; s.next() {
		}
		if s.Word.Kind == text.EndOfInput {
			return nil, io.EOF
		}
		g := game{Rules: r.rules}
		s.game(&g)
		for s.err != nil && !s.blank && s.Word.Kind != text.EndOfInput {
			s.next() // s.blank says that an empty line has ended
		}
		return g, s.err
	})
}

// A reader reads jump games word by word. Only the first error in a game is kept, in err. After it, number returns the
// least possible number, so that callers need not check for errors.
type reader struct {
	*text.Scanner
	empty bool // whether the line has had no words so far
	blank bool // whether an empty line has just ended
	err   error
}

// next reads the next word, and turns a slash into the end of a line.
func (s *reader) next() {
	s.Next()
	if s.Word.Text == "/" {
		s.Word.Kind, s.Word.Text = text.EndOfLine, ""
	}
	s.blank, s.empty = s.empty && s.Word.Kind == text.EndOfLine, s.Word.Kind == text.EndOfLine
}

// fail keeps an error at the current word, if it is the first of the game.
func (s *reader) fail(format string, arguments ...any) {
	if s.err == nil {
		s.err = s.Word.Errorf(format, arguments...)
	}
}

// number returns the value of the current word and reads the next. The name, such as "number of rows", is for error
// messages.
func (s *reader) number(name string, least, most int) (n int) {
	if s.err == nil {
		n, s.err = s.Word.Number(name, least, most)
	}
	if s.err != nil {
		return least
	}
	s.next()
	return n
}

// end fails unless the current word is the end of a line. For the message, `what` names the words that the line has
// had.
func (s *reader) end(what string) {
	if s.Word.Kind == text.Plain {
		s.fail("%s is unexpected; expected the end of the line after %s", s.Word.Quoted(), what)
	}
}

// newLine goes to the next line, or fails if the current line has not ended; see end.
func (s *reader) newLine(what string) {
	if s.end(what); s.err == nil {
		s.next()
	}
}

// mostTiles is the largest number of tiles, as messages name it.
var mostTiles = rows.Count(race.MaxTiles)

// game reads a game into g, or sets s.err.
func (s *reader) game(g *game) {
	const most = 1 << 16 // limits the memory that is allocated before the text is read
	rows := s.number("number of rows", 1, race.MaxTiles)
	second := s.Word
	columns := s.number("number of columns", 1, race.MaxTiles)
	if s.err == nil && rows > race.MaxTiles/columns {
		s.err = second.Errorf("%d rows of %d are too many tiles; expected at most %s", rows, columns, mostTiles)
	}

	s.newLine("the two sides")
	players := s.number("number of players", 1, maxRead)
	before, full := "the number of players", fmt.Sprintf("the row of %d lengths", columns)
	if s.err != nil {
		return
	}

	g.Board = race.Board{Rows: rows, Columns: columns, Lengths: make([]int32, 0, min(rows*columns, most))}
	for row := range rows {
		s.newLine(before)
		if s.Word.Kind != text.Plain {
			s.fail("the game ends; expected row %d of %d", row+1, rows)
		}
		for column := range columns {
			if s.Word.Kind != text.Plain {
				s.fail("the row has %d lengths; expected %d", column, columns)
			}
			g.Board.Lengths = append(g.Board.Lengths, int32(s.number("length", 0, race.MaxLength)))
			if s.err != nil {
				return
			}
		}
		before = full
	}

	g.Starts = make([]int32, 0, min(players, most))
	for player := range players {
		s.newLine(before)
		if s.Word.Kind != text.Plain {
			s.fail("the game ends; expected the row and the column where player %d of %d starts", player+1, players)
		}
		row := s.number("row of a start", 0, rows-1)
		column := s.number("column of a start", 0, columns-1)
		if s.err != nil {
			return
		}
		g.Starts = append(g.Starts, int32(row*columns+column))
		before = "the start"
	}
	s.end(before)
}
