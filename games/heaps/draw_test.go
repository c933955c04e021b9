package heaps_test

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

	"enumerate/enum"
	"enumerate/enum/single"
)

func drawn(t *testing.T, r *enum.Ruleset, text, format string) ([]byte, error) {
	t.Helper()
	for g, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%s: %s: %v", r.Name, text, err)
		}
		var b bytes.Buffer
		answer, err := r.Drawings[0].Ask(context.Background(), g, single.How{})
		if err != nil {
			return nil, err
		}
		err = single.Write(&b, answer, format)
		return b.Bytes(), err
	}
	t.Fatalf("%s: there is no position in %q", r.Name, text)
	return nil, nil
}

// A pictureText is what the text of a picture says about the position.
type pictureText struct {
	title  string
	sticks int // before the move and, if one is shown, after it
	gone   int // outlines of the sticks that the move takes
	// labels has, for each row of the picture, where the numbers below its heaps stand and what they say.
	labels []map[string]string
}

const gray = "#6b6b6b" // the colour of captions

// readPicture reads the title and the numbers of a picture, and counts the sticks, which are 36 pixels wide.
func readPicture(t *testing.T, picture []byte) (p pictureText) {
	t.Helper()
	for d := xml.NewDecoder(bytes.NewReader(picture)); ; {
		token, err := d.Token()
		if err == io.EOF {
			return p
		}
		if err != nil {
			t.Fatalf("%v:\n%s", err, picture)
		}
		element, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		attributes := make(map[string]string)
		for _, a := range element.Attr {
			attributes[a.Name.Local] = a.Value
		}
		switch {
		case element.Name.Local == "title":
			if err := d.DecodeElement(&p.title, &element); err != nil {
				t.Fatal(err)
			}
		case element.Name.Local == "text" && attributes["fill"] == gray: // the caption of a row
			p.labels = append(p.labels, make(map[string]string))
		case element.Name.Local == "text" && attributes["text-anchor"] == "middle":
			var number string
			if err := d.DecodeElement(&number, &element); err != nil {
				t.Fatal(err)
			}
			p.labels[len(p.labels)-1][attributes["x"]] = number
		case element.Name.Local == "rect" && attributes["width"] == "36" && attributes["fill"] == "none":
			p.gone++
		case element.Name.Local == "rect" && attributes["width"] == "36":
			p.sticks++
		}
	}
}

// arrangements says how the heaps of each ruleset lie. The functions reducible, reduce and won play by it.
var arrangements = map[string]string{"nim": "array", "antonim": "set", "tower": "stack", "rotisserie": "queue", "greedy": "priority queue"}

func reducible(arrangement string, p []int) (heaps []int) {
	for i := range p {
		switch arrangement {
		case "array", "set":
			heaps = append(heaps, i)
		case "stack":
			heaps = []int{len(p) - 1}
		case "queue":
			heaps = []int{0}
		case "priority queue":
			if p[i] == slices.Max(p) {
				heaps = []int{i}
			}
		}
	}
	return heaps
}

func reduce(arrangement string, p []int, heap, left int) []int {
	rest := slices.Delete(slices.Clone(p), heap, heap+1)
	switch {
	case left == 0:
	case arrangement == "stack", arrangement == "queue":
		rest = append(rest, left)
	case arrangement == "set" && slices.Contains(rest, left):
	default:
		rest = append(rest, left)
		slices.Sort(rest)
	}
	return rest
}

// won reports by the definition whether the next player wins.
func won(arrangement string, p []int, known map[string]bool) bool {
	key := fmt.Sprint(p)
	if next, ok := known[key]; ok {
		return next
	}
	next := false
	for _, heap := range reducible(arrangement, p) {
		for left := range p[heap] {
			next = next || !won(arrangement, reduce(arrangement, p, heap, left), known)
		}
	}
	known[key] = next
	return next
}

// TestPicturesSayAMoveThatWins draws random positions. By brute force, the outcome and the winning move in the title of
// each picture must be right. The picture must show the sticks of the position before and after the move.
func TestPicturesSayAMoveThatWins(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 8))
	for _, r := range rulesets() {
		arrangement, known, wins := arrangements[r.Name], make(map[string]bool), 0
		for range 60 {
			var p []int
			for range random.IntN(5) {
				if heap := 1 + random.IntN(5); arrangement != "set" || !slices.Contains(p, heap) {
					p = append(p, heap)
				}
			}
			if arrangement != "stack" && arrangement != "queue" {
				slices.Sort(p)
			}

			picture, err := drawn(t, r, inText(p), "svg")
			if err != nil {
				t.Fatalf("%s: %v: %v", r.Name, p, err)
			}
			again, _ := drawn(t, r, inText(p), "svg")
			if !bytes.Equal(again, picture) {
				t.Errorf("%s: %v: the same position gives another picture", r.Name, p)
			}

			seen, sticks := readPicture(t, picture), 0
			for _, heap := range p {
				sticks += heap
			}
			_, to, said := strings.Cut(seen.title, "; the player who moves next wins by the move to ")
			if next := won(arrangement, p, known); said != next || strings.Contains(seen.title, ": N, ") != next {
				t.Errorf("%s: %v: the title is %q, but the next player wins is %v", r.Name, p, seen.title, next)
			}

			if said {
				wins++
				found := false
				for _, i := range reducible(arrangement, p) {
					for left := range p[i] {
						if option := reduce(arrangement, p, i, left); !found && inText(option) == to {
							found = !won(arrangement, option, known)
							for _, heap := range option {
								sticks += heap
							}
						}
					}
				}
				if !found {
					t.Errorf("%s: %v: the title is %q, which is no move that wins", r.Name, p, seen.title)
				}
			} else if !strings.Contains(seen.title, ": P, Grundy value 0; the player who moves next loses") {
				t.Errorf("%s: %v: the title is %q", r.Name, p, seen.title)
			}
			if seen.sticks != sticks {
				t.Errorf("%s: %v: %d sticks are drawn, want %d", r.Name, p, seen.sticks, sticks)
			}
			if said {
				checkPlaces(t, r.Name, arrangement, p, seen)
			}
		}
		if wins == 0 || wins == 60 {
			t.Errorf("%s: %d of 60 positions are won: the sample says little", r.Name, wins)
		}
	}
}

// checkPlaces checks the picture of a winning move. It shows the numbers of sticks below the heaps before and after the
// move, and outlines the sticks that leave their place. Exactly one number must change: it must fall by as many sticks
// as are outlined. If the arrangement is "queue", a move takes sticks from the first heap, and the rest of this heap
// goes to the back. So the number at the first place must become 0, and all sticks there must be outlined.
func checkPlaces(t *testing.T, name, arrangement string, p []int, seen pictureText) {
	t.Helper()
	if len(seen.labels) != 2 {
		t.Fatalf("%s: %v: the picture of a winning move has %d rows, want 2", name, p, len(seen.labels))
	}
	before, after := seen.labels[0], seen.labels[1]
	var changed []string
	for at, number := range before {
		if after[at] != number {
			changed = append(changed, at)
		}
	}
	if len(before) != len(p) || len(changed) != 1 {
		t.Errorf("%s: %v: the numbers %v become %v, where one must change", name, p, before, after)
		return
	}
	had, _ := strconv.Atoi(before[changed[0]])
	left, err := strconv.Atoi(after[changed[0]])
	if err != nil || left >= had || had-left != seen.gone {
		t.Errorf("%s: %v: a heap of %d becomes %q, and %d sticks are outlined", name, p, had, after[changed[0]], seen.gone)
	}
	if arrangement == "queue" && (left != 0 || had != p[0]) {
		t.Errorf("%s: %v: the place of the heap of %d has %d sticks after the move, want 0", name, p, had, left)
	}
}

func inText(p []int) string {
	if len(p) == 0 {
		return "0"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(p), "[]"), " ", ",")
}

func TestLargePositionsAreDrawnOrRefused(t *testing.T) {
	numbers := make([]string, 61)
	for i := range numbers {
		numbers[i] = strconv.Itoa(i + 2)
	}
	for _, r := range rulesets() {
		picture, err := drawn(t, r, strings.Join(numbers, ","), "svg")
		if want := "61 heaps are too many to draw: choose a position of at most 30"; err == nil || err.Error() != want || len(picture) > 0 {
			t.Errorf("%s: 61 heaps: %d bytes and %v, want %q", r.Name, len(picture), err, want)
		}
		if _, err := drawn(t, r, "2,5,4", "dot"); err == nil {
			t.Errorf("%s: drawn as dot", r.Name)
		}
		picture, err = drawn(t, r, "999999999999999999,1000000000000000000", "svg")
		if seen := readPicture(t, picture); err != nil || seen.sticks > 8 {
			t.Errorf("%s: two large heaps: %v, %+v", r.Name, err, seen)
		}
	}
}
