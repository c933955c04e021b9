package spies

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// The formats of answers. See Formats.
const (
	tableFormat   = "table"
	contestFormat = "contest"
	textFormat    = "text"
	svgFormat     = "svg"
	jsonFormat    = "json"
)

// Formats names the formats of answers. "contest" is a board as the contest wants it: its
// size, and on the next line its columns. "text" and "svg" draw it. "table" is a line with
// the verdict of a board that was read; of a board that was found it is as
// "contest".
func (Ruleset) Formats() []string {
	return []string{tableFormat, contestFormat, textFormat, svgFormat, jsonFormat}
}

// writeBoard writes a board in one of the formats that do not say its verdict.
func writeBoard(w io.Writer, b Board, f Fault, format string) error {
	out := bufio.NewWriter(w)
	switch format {
	case contestFormat:
		fmt.Fprintf(out, "%d\n%v\n", len(b), b)
	case textFormat:
		writeText(out, b)
	case svgFormat:
		if err := writeSVG(out, b, f); err != nil {
			return err
		}
	default:
		return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(Ruleset{}.Formats(), ", "))
	}
	return out.Flush()
}

// writeText writes a line for each row, and a blank one that ends the board.
func writeText(out *bufio.Writer, b Board) {
	for _, queen := range b {
		for c := range b {
			if c > 0 {
				out.WriteByte(' ')
			}
			if c == queen {
				out.WriteByte('S')
			} else {
				out.WriteByte('*')
			}
		}
		out.WriteByte('\n')
	}
	out.WriteByte('\n')
}

// A ruling is the answer to a board: its verdict.
type ruling struct {
	board Board
	fault Fault
}

// WriteFormat writes the verdict with what proves it, or the board.
func (r ruling) WriteFormat(w io.Writer, format string) error {
	switch format {
	case tableFormat, jsonFormat:
		return r.board.solution(r.fault).WriteFormat(w, format)
	}
	return writeBoard(w, r.board, r.fault, format)
}

// A found is the answer to a size that has a valid board.
type found struct{ board Board }

// WriteFormat writes the board.
func (f found) WriteFormat(w io.Writer, format string) error {
	switch format {
	case jsonFormat:
		return f.board.solution(nil).WriteFormat(w, format)
	case tableFormat:
		format = contestFormat
	}
	return writeBoard(w, f.board, nil, format)
}

// noneExists stands for the verdict of a size that has no valid board.
const noneExists = "none exists"

// A none is the answer to a size that has no valid board: what a walk of all boards came to.
type none struct {
	size     int
	followed uint64   // prefixes
	givenUp  uint64   // prefixes, of which none begins a valid board that is the least of its class
	boards   *big.Int // that begin with one of the latter: all
}

// WriteFormat writes that there is no board, and why that is known.
func (a none) WriteFormat(w io.Writer, format string) error {
	switch format {
	case jsonFormat:
		return json.NewEncoder(w).Encode(struct {
			Verdict  string `json:"verdict"`
			Size     int    `json:"size"`
			Followed uint64 `json:"followed,string"`
			GivenUp  uint64 `json:"givenUp,string"`
			Boards   string `json:"boards"`
		}{noneExists, a.size, a.followed, a.givenUp, a.boards.String()})
	case svgFormat:
		return fmt.Errorf("no board of size %d is valid: there is nothing to draw", a.size)
	}
	_, err := fmt.Fprintf(w, "%s  walk of size %d: prefixes followed: %d; given up: %d, with which all %d! = %v boards begin\n", noneExists, a.size, a.followed, a.givenUp, a.size, a.boards)
	return err
}
