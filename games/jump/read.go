package jump

import (
	"fmt"
	"io"
	"iter"

	"enumerate/enum"
	"enumerate/games/jump/race"
)

// MaxRead is the most players of a game that is read.
const MaxRead = 1_000_000

// Input says how games are written.
func (Ruleset) Input() string {
	return `A line with the rows R and columns C of the board, one with the number of players;
R lines with C lengths each; and for each player a line with the row and the column
of its start, from 0. A slash stands for a line break, so that a game may be on
one line. Games follow one another; empty lines may be between them, but not within.
`
}

// Read reads games as Input says, whatever the ruleset's rows, values and players, and
// yields each as a Game by the ruleset's rules, or a [Fault] with the first thing
// wrong with it. After a fault it goes on behind the next empty line. Any other error is
// one of r, and the last. Memory grows with what is read, not with what is declared.
func (r Ruleset) Read(in io.Reader) iter.Seq2[enum.Game, error] {
	return func(yield func(enum.Game, error) bool) {
		s := newScanner(in)
		for {
			t := s.next()
			for t.kind == endOfLine {
				t = s.next()
			}
			var game Game
			var err error
			if t.kind == word {
				game, err = s.game(t)
				game.Rules = r.rules
			}
			_, faulty := err.(Fault)
			switch {
			case s.err != nil && s.err != io.EOF:
				yield(nil, s.err)
				return
			case t.kind == endOfInput:
				return
			case err != nil && !yield(nil, err), err == nil && !yield(game, nil):
				return
			case faulty:
				s.skip()
			}
		}
	}
}

// skip goes behind the next empty line, or to the end.
func (s *scanner) skip() {
	for !s.blank && s.next().kind != endOfInput {
	}
}

// game reads a game that begins with a token.
func (s *scanner) game(first token) (Game, error) {
	rows, err := s.number(first, "the number of rows", 1, race.MaxTiles)
	if err != nil {
		return Game{}, err
	}
	second := s.next()
	columns, err := s.number(second, "the number of columns", 1, race.MaxTiles)
	if err != nil {
		return Game{}, err
	}
	if rows > race.MaxTiles/columns {
		return Game{}, second.fault("a board has at most %d tiles, not %d rows of %d", race.MaxTiles, rows, columns)
	}
	if err := s.end("the two sides"); err != nil {
		return Game{}, err
	}
	players, err := s.number(s.next(), "the number of players", 1, MaxRead)
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
			t := s.next()
			if column == 0 && t.kind != word {
				return Game{}, t.fault("the game ends, want row %d of %d", row+1, rows)
			}
			length, err := s.number(t, "a length", 0, race.MaxLength)
			if err != nil {
				if t.kind != word {
					err = t.fault("the row has %d lengths, want %d", column, columns)
				}
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
		t := s.next()
		if t.kind != word {
			return Game{}, t.fault("the game ends, want the start of player %d of %d", player+1, players)
		}
		row, err := s.number(t, "the row of a start", 0, rows-1)
		if err != nil {
			return Game{}, err
		}
		column, err := s.number(s.next(), "the column of a start", 0, columns-1)
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

// end reads the end of a line, behind what it holds.
func (s *scanner) end(what string) error {
	if t := s.next(); t.kind == word {
		return t.fault("%.20q is too much, want the end of the line after %s", t.text, what)
	}
	return nil
}
