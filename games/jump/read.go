package jump

import (
	"fmt"
	"io"
	"iter"

	"enumerate/enum"
	"enumerate/games/jump/race"
	"enumerate/internal/text"
)

// MaxRead is the most players of a game that is read.
const MaxRead = 1_000_000

// input says how games are written.
const input = `A line with the rows R and columns C of the board, one with the number of players;
R lines with C lengths each; and for each player a line with the row and the column
of its start, from 0. A slash stands for a line break, so that a game may be on
one line. Games follow one another; empty lines may be between them, but not within.
A '#' starts a comment.
`

// Read reads games as Input says, whatever the ruleset's rows, values and players, and
// yields each as a Game by the ruleset's rules, or a [text.Fault] with the first
// thing wrong with it. After a fault it goes on behind the next empty line. Any other error is
// one of r, and the last. Memory grows with what is read, not with what is declared.
func (r settings) Read(in io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		s := newScanner(in)
		for {
			w := s.next()
			for w.Kind == text.EndOfLine {
				w = s.next()
			}
			var game Game
			var err error
			if w.Kind == text.Plain {
				game, err = s.game(w)
				game.Rules = r.rules
			}
			switch {
			case s.Err() != nil:
				yield(nil, s.Err())
				return
			case w.Kind == text.EndOfInput:
				return
			case err != nil && !yield(nil, err), err == nil && !yield(game, nil):
				return
			case err != nil:
				s.skip()
			}
		}
	}
}

// game reads a game that begins with a word.
func (s *scanner) game(first text.Word) (Game, error) {
	rows, err := first.Number("number of rows", 1, race.MaxTiles)
	if err != nil {
		return Game{}, err
	}
	second := s.next()
	columns, err := second.Number("number of columns", 1, race.MaxTiles)
	if err != nil {
		return Game{}, err
	}
	if rows > race.MaxTiles/columns {
		return Game{}, second.Fault("%d rows of %d are too many tiles; want at most %d", rows, columns, race.MaxTiles)
	}
	if err := s.end("the two sides"); err != nil {
		return Game{}, err
	}
	players, err := s.next().Number("number of players", 1, MaxRead)
	if err != nil {
		return Game{}, err
	}
	if err := s.end("the number of players"); err != nil {
		return Game{}, err
	}

	const most = 1 << 16 // of what is declared is believed at once
	g := Game{Board: race.Board{Rows: rows, Columns: columns, Lengths: make([]int32, 0, min(rows*columns, most))}}
	for row := range rows {
		for column := range columns {
			w := s.next()
			if column == 0 && w.Kind != text.Plain {
				return Game{}, w.Fault("the game ends; want row %d of %d", row+1, rows)
			}
			if w.Kind != text.Plain {
				return Game{}, w.Fault("the row has %d lengths; want %d", column, columns)
			}
			length, err := w.Number("length", 0, race.MaxLength)
			if err != nil {
				return Game{}, err
			}
			g.Board.Lengths = append(g.Board.Lengths, int32(length))
		}
		if err := s.end(fmt.Sprintf("the row of %d lengths", columns)); err != nil {
			return Game{}, err
		}
	}
	g.Starts = make([]int32, 0, min(players, most))
	for player := range players {
		w := s.next()
		if w.Kind != text.Plain {
			return Game{}, w.Fault("the game ends; want the start of player %d of %d", player+1, players)
		}
		row, err := w.Number("row of a start", 0, rows-1)
		if err != nil {
			return Game{}, err
		}
		column, err := s.next().Number("column of a start", 0, columns-1)
		if err != nil {
			return Game{}, err
		}
		if err := s.end("the start"); err != nil {
			return Game{}, err
		}
		g.Starts = append(g.Starts, int32(row*columns+column))
	}
	return g, nil
}
