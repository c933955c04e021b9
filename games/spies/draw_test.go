package spies

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum/single"
)

// A pictureText has what is in the text of a picture.
type pictureText struct {
	title       string
	queens      int
	rings       int
	solid, dash []string // the lines drawn solid and dashed, each by the cells of all its queens
	lines       map[string][4]float64
}

// readPicture reads a picture. Each line on its board is in a group, whose title names the cells of the queens.
func readPicture(t *testing.T, picture []byte) pictureText {
	t.Helper()
	p := pictureText{lines: make(map[string][4]float64)}
	group := ""
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return p
		}
		if err != nil {
			t.Fatalf("%v:\n%s", err, picture)
		}

		// Forget the title of a group at its end, so that it does not go with later elements.
		element, ok := token.(xml.StartElement)
		if end, ends := token.(xml.EndElement); ends && end.Name.Local == "g" {
			group = ""
		}
		if !ok {
			continue
		}
		attributes := make(map[string]string)
		for _, a := range element.Attr {
			attributes[a.Name.Local] = a.Value
		}

		switch element.Name.Local {
		case "title":
			if err := d.DecodeElement(&group, &element); err != nil {
				t.Fatal(err)
			}
			if p.title == "" {
				p.title, group = group, ""
			}
		case "circle":
			if attributes["stroke"] != "" {
				p.rings++
			} else {
				p.queens++
			}
		case "line":
			if group == "" {
				continue // this line is in the legend
			}
			if attributes["stroke-dasharray"] != "" {
				p.dash = append(p.dash, group)
			} else {
				p.solid = append(p.solid, group)
			}
			var ends [4]float64
			for i, name := range []string{"x1", "y1", "x2", "y2"} {
				if ends[i], err = strconv.ParseFloat(attributes[name], 64); err != nil {
					t.Fatal(err)
				}
			}
			p.lines[group] = ends
		}
	}
}

// bruteLines returns the lines on which a board breaks the rules, as the titles of pictures name them. For every two
// queens it looks for all queens on their line. The set inLines has the rows of the queens on these lines.
func bruteLines(b board) (diagonals, others []string, inLines map[int]bool) {
	inLines = make(map[int]bool)
	for i := range b {
		for j := range i {
			var all []int
			for k := range b {
				if (b[k]-b[j])*(i-j) == (b[i]-b[j])*(k-j) {
					all = append(all, k)
				}
			}
			title := "queens:"
			for _, k := range all {
				title += fmt.Sprintf(" %d,%d", k+1, b[k]+1)
			}
			switch diagonal := b[i]-b[j] == i-j || b[i]-b[j] == j-i; {
			case diagonal:
				diagonals = append(diagonals, title)
			case len(all) > 2:
				others = append(others, title)
			default:
				continue
			}
			for _, k := range all {
				inLines[k] = true
			}
		}
	}
	slices.Sort(diagonals)
	slices.Sort(others)
	return slices.Compact(diagonals), slices.Compact(others), inLines
}

func TestPicturesShowAllBadLines(t *testing.T) {
	// Boards of the literature, random boards, and boards with few attacks.
	random := rand.New(rand.NewPCG(14, 10))
	boards := []board{{0}, {1, 3, 0, 2}, {0, 2, 4, 6, 1, 3, 5}, {0, 1, 2, 3, 4}, {3, 6, 0, 5, 1, 9, 7, 2, 4, 8, 10}}
	for range 150 {
		boards = append(boards, board(random.Perm(1+random.IntN(30))))
	}
	for range 50 {
		n := []int{7, 11, 13, 17, 23}[random.IntN(5)]
		b := make(board, n)
		for r := range b {
			b[r] = (r*3 + 1) % n
		}
		for range random.IntN(4) {
			i, j := random.IntN(n), random.IntN(n)
			b[i], b[j] = b[j], b[i]
		}
		boards = append(boards, b)
	}

	var alone int // the number of boards with bad lines but no attack
	for _, b := range boards {
		var picture, again bytes.Buffer
		if err := New().Drawings[0].Write(context.Background(), &picture, boardGame{board: b}, single.How{}, "svg"); err != nil {
			t.Fatalf("%v: %v", b, err)
		}
		if err := New().Drawings[0].Write(context.Background(), &again, boardGame{board: b}, single.How{}, "svg"); err != nil || again.String() != picture.String() {
			t.Errorf("%v: the same board gives another picture, %v", b, err)
		}

		p := readPicture(t, picture.Bytes())
		slices.Sort(p.dash)
		slices.Sort(p.solid)
		diagonals, others, inLines := bruteLines(b)
		if !slices.Equal(p.dash, diagonals) || !slices.Equal(p.solid, others) {
			t.Errorf("%v: the picture has the diagonals %q and other lines %q, want %q and %q", b, p.dash, p.solid, diagonals, others)
		}
		if len(diagonals) == 0 && len(others) > 0 {
			alone++
		}
		if valid := len(inLines) == 0; strings.Contains(p.title, ": valid, no two") != valid || strings.Contains(p.title, "invalid") == valid {
			t.Errorf("%v: the title is %q", b, p.title)
		}
		for _, count := range []struct {
			n    int
			what string
		}{{len(diagonals), "diagonal"}, {len(others), "line"}} {
			if said := strings.Contains(p.title, fmt.Sprintf(" %d %s", count.n, count.what)); said != (count.n > 0) {
				t.Errorf("%v: the title is %q, want %d times %s", b, p.title, count.n, count.what)
			}
		}

		legend := 1 // the legend has a queen, and if there are bad lines another with a ring
		rings := len(inLines)
		if rings > 0 {
			legend, rings = 2, rings+1
		}
		if p.queens != len(b)+legend || p.rings != rings {
			t.Errorf("%v: there are %d queens and %d rings, want %d and %d", b, p.queens, p.rings, len(b)+legend, rings)
		}

		for title, ends := range p.lines { // each must go from its first queen to its last
			cells := strings.Fields(strings.TrimPrefix(title, "queens:"))
			var from, to [2]float64
			fmt.Sscanf(cells[0], "%g,%g", &from[0], &from[1])
			fmt.Sscanf(cells[len(cells)-1], "%g,%g", &to[0], &to[1])
			if ends[2]-ends[0] != 20*(to[1]-from[1]) || ends[3]-ends[1] != 20*(to[0]-from[0]) {
				t.Errorf("%v: the line of %s goes from %v,%v to %v,%v", b, title, ends[0], ends[1], ends[2], ends[3])
			}
		}
	}
	if alone == 0 {
		t.Error("no board has lines without an attack: the sample says little")
	}
}

func TestUndrawableBoardsAreErrors(t *testing.T) {
	large := make(board, maxDrawn+1)
	for r := range large {
		large[r] = r
	}
	for name, draw := range map[string]func(io.Writer) error{
		"a large board": func(w io.Writer) error {
			return New().Drawings[0].Write(context.Background(), w, boardGame{board: large}, single.How{}, "svg")
		},
		"a large size": func(w io.Writer) error {
			return New().Drawings[0].Write(context.Background(), w, sizeGame{maxDrawn + 1}, single.How{}, "svg")
		},
		"no board": func(w io.Writer) error {
			return New().Drawings[0].Write(context.Background(), w, sizeGame{3}, single.How{}, "svg")
		},
		"a graph": func(w io.Writer) error {
			return New().Drawings[0].Write(context.Background(), w, boardGame{board: board{0}}, single.How{}, "dot")
		},
	} {
		var out strings.Builder
		if err := draw(&out); err == nil || out.Len() > 0 {
			t.Errorf("%s: %d bytes and %v, want none and an error", name, out.Len(), err)
		}
	}
}
