package col

import (
	"bytes"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/games/col/search"
)

// A pictureText is the content of a picture, read from its SVG text.
type pictureText struct {
	title    string
	vertices [][2]float64 // in the order of the position
	best     [2][2]float64
	ringed   [2]bool // whether a side's best move has a ring
}

func readPicture(t *testing.T, picture []byte) (p pictureText) {
	t.Helper()
	side := -1 // of the group
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return p
		}
		if err != nil {
			t.Fatalf("%v:\n%s", err, picture)
		}
		if end, ends := token.(xml.EndElement); ends && end.Name.Local == "g" {
			side = -1
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attributes := make(map[string]string)
		for _, a := range element.Attr {
			attributes[a.Name.Local] = a.Value
		}
		switch element.Name.Local {
		case "title":
			var title string
			if err := d.DecodeElement(&title, &element); err != nil {
				t.Fatal(err)
			}
			switch {
			case p.title == "":
				p.title = title
			case strings.HasPrefix(title, "Left begins"):
				side = playing.Left
			case strings.HasPrefix(title, "Right begins"):
				side = playing.Right
			}
		case "circle":
			x, err1 := strconv.ParseFloat(attributes["cx"], 64)
			y, err2 := strconv.ParseFloat(attributes["cy"], 64)
			if err1 != nil || err2 != nil {
				t.Fatal(err1, err2)
			}
			switch {
			case side >= 0:
				p.best[side], p.ringed[side] = [2]float64{x, y}, true
			case attributes["r"] == "12":
				p.vertices = append(p.vertices, [2]float64{x, y})
			}
		}
	}
}

// TestPicturesSayTheBestMoves compares pictures of random positions with the exhaustive search.
func TestPicturesSayTheBestMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 12))
	said := regexp.MustCompile(`(Left|Right) begins: (wins|loses|no move)`)
	whoWins := map[string]string{"L": "Left wins, whoever begins", "R": "Right wins, whoever begins", "N": "whoever begins wins", "P": "whoever begins loses"}
	outcomes := make(map[string]int)
	positions := []position{parsed(t, "0"), parsed(t, "B"), parsed(t, "B(R,o)"), parsed(t, "ooB + R"), parsed(t, "o(o(o,R),oo) + o(B,o)")}
	for range 150 {
		var trees []string
		for range 1 + random.IntN(2) {
			tree, _ := randomTree(1+random.IntN(6), 1+random.IntN(3), random)
			trees = append(trees, tree)
		}
		positions = append(positions, parsed(t, strings.Join(trees, "+")))
	}

	for _, p := range positions {
		var picture, again bytes.Buffer
		if err := drawn(p, &picture, "svg"); err != nil {
			t.Fatalf("%v: %v", p, err)
		}
		if err := drawn(p, &again, "svg"); err != nil || again.String() != picture.String() {
			t.Errorf("%v: the same position gives another picture, %v", p, err)
		}

		seen := readPicture(t, picture.Bytes())
		solver := search.NewSolver()
		value, err := solver.Value(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		arena := solver.Arena()
		outcome := arena.Outcome(value).String()
		outcomes[outcome]++
		if want := fmt.Sprintf(": %s, value %s; %s", outcome, arena.String(value), whoWins[outcome]); !strings.HasSuffix(seen.title, want) {
			t.Errorf("%v: the title is %q, want %q", p, seen.title, want)
		}

		places := make(map[[2]float64]int)
		for v, place := range seen.vertices {
			places[place] = v
		}
		if len(seen.vertices) != len(p) || len(places) != len(p) {
			t.Fatalf("%v: the picture has %d vertices in %d places", p, len(seen.vertices), len(places))
		}

		// For each side, the picture must say whether it wins if it begins, and put a ring on the vertex of a best
		// move.
		for _, words := range said.FindAllStringSubmatch(picture.String(), -1) {
			side := playing.Left
			if words[1] == "Right" {
				side = playing.Right
			}
			options, err := p.options(context.Background(), solver, side)
			if err != nil {
				t.Fatal(err)
			}
			canWin := false
			ringed, worth := false, false
			for _, o := range options {
				winning := wins(arena.Outcome(o.value), side)
				canWin = canWin || winning
				if v, ok := places[seen.best[side]]; ok && v == o.vertex {
					ringed, worth = true, winning
				}
			}
			want := map[bool]string{true: "wins", false: "loses"}[canWin]
			if len(options) == 0 {
				want = "no move"
			}
			if words[2] != want || seen.ringed[side] != (len(options) > 0) || ringed != seen.ringed[side] || worth != canWin {
				t.Errorf("%v: the picture says %q, want %s; a move is ringed: %v, a legal one: %v, and it wins: %v", p, words[0], want, seen.ringed[side], ringed, worth)
			}
		}
	}
	for outcome := range whoWins {
		if outcomes[outcome] < 5 {
			t.Errorf("%d positions are %s: the sample says little", outcomes[outcome], outcome)
		}
	}
}

func TestLargePositionsAreReadable(t *testing.T) {
	path := make(position, maxDrawn)
	for v := range path[:maxDrawn-1] {
		path[v].Children = 1
	}
	var b bytes.Buffer
	if err := drawn(path, &b, "svg"); err != nil {
		t.Fatal(err)
	}
	seen := readPicture(t, b.Bytes())
	for v := range seen.vertices[1:] {
		from, to := seen.vertices[v], seen.vertices[v+1]
		if across, down := to[0]-from[0], to[1]-from[1]; across*across+down*down != spacing*spacing {
			t.Fatalf("vertex %d is at %v, its child at %v", v, from, to)
		}
		if to[0] > 1000 {
			t.Fatalf("vertex %d of a path is at %v", v+1, to)
		}
	}
}

func drawn(g single.Game, w io.Writer, format string) error {
	return New().Drawings[0].Write(context.Background(), w, g, single.How{}, format)
}
