package main

import (
	"bytes"
	_ "embed"
	"fmt"
	"strings"
	"text/template"
)

//go:embed pairs.tmpl
var pairsTemplate string

// pairs returns the text of pairs_gen.go, which has four types that count the ways in which the last two players can
// choose. The types differ in the number of 64-bit words that hold the choices of a player, from one to four. Each type
// has code of its own without loops over the words, which is faster.
func pairs() ([]byte, error) {
	var out bytes.Buffer
	// The fields are Name, Words, Rows, Stride and Players, the largest number of players.
	err := template.Must(template.New("pairs").Parse(pairsTemplate)).Execute(&out, []width{
		{"pairs1", 1, 8, 8, 9}, {"pairs2", 2, 5, 12, 11}, {"pairs3", 3, 5, 12, 13}, {"pairs4", 4, 4, 16, 16},
	})
	return out.Bytes(), err
}

// A width says how words of 64 bits hold a square of choices, with a bit for each pair of players: each word has Rows
// rows of the square, at a distance of Stride bits.
type width struct {
	Name                         string
	Words, Rows, Stride, Players int
}

// First returns the first row of a word.
func (w width) First(word int) int { return word * w.Rows }

// Mask returns, in hexadecimal, a set of as many rows as a word has.
func (w width) Mask() string { return fmt.Sprintf("%#x", 1<<w.Rows-1) }

// Each returns, in hexadecimal, a word with the first bit of every row.
func (w width) Each() string {
	each := uint64(0)
	for row := range w.Rows {
		each |= 1 << (row * w.Stride)
	}
	return fmt.Sprintf("%#x", each)
}

// Diagonal returns the bits of a word that relate a player to itself.
func (w width) Diagonal(word int) string {
	diagonal := uint64(0)
	for row := range w.Rows {
		if v := word*w.Rows + row; v < w.Stride {
			diagonal |= 1 << (row*w.Stride + v)
		}
	}
	return fmt.Sprintf("%#x", diagonal)
}

// Pack returns an expression for one word of rows, taken from the words r, which have four rows of sixteen bits each.
func (w width) Pack(word int) string {
	type move struct{ from, by int }
	var moves []move
	masks := make(map[move]uint64)
	for row := range w.Rows {
		v := word*w.Rows + row
		if v >= 16 {
			break
		}

		to := row * w.Stride
		m := move{v / 4, v%4*16 - to}
		if masks[m] == 0 {
			moves = append(moves, m)
		}
		masks[m] |= (1<<w.Stride - 1) << to
	}

	var terms []string
	for _, m := range moves {
		shift := fmt.Sprintf(">>%d", m.by)
		if m.by < 0 {
			shift = fmt.Sprintf("<<%d", -m.by)
		}
		terms = append(terms, fmt.Sprintf("r[%d]%s&%#x", m.from, shift, masks[m]))
	}
	return strings.Join(terms, " | ")
}

// Fold returns an expression for the union of the rows of a word.
func (w width) Fold(word string) string {
	terms := []string{word}
	for row := 1; row < w.Rows; row++ {
		terms = append(terms, fmt.Sprintf("%s>>%d", word, row*w.Stride))
	}
	return fmt.Sprintf("uint16(%s) & %#x", strings.Join(terms, "|"), 1<<w.Stride-1)
}
