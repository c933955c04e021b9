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
)

// drawn draws the only position of a text.
func drawn(t *testing.T, r *enum.Ruleset, text, format string) ([]byte, error) {
	t.Helper()
	for g, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%s: %s: %v", r.Name, text, err)
		}
		var b bytes.Buffer
		answer, err := r.Drawings[0].Ask(context.Background(), g, enum.How{})
		if err != nil {
			return nil, err
		}
		err = answer.WriteFormat(&b, format)
		return b.Bytes(), err
	}
	t.Fatalf("%s: there is no position in %q", r.Name, text)
	return nil, nil
}

// A pictured is what a picture says, read from its text alone.
type pictured struct {
	title string
	kept  int // rectangles of sticks that are left, and taken, the legend's among them
	taken int
}

// read reads a picture as XML.
func readPicture(t *testing.T, picture []byte) (p pictured) {
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
		case element.Name.Local != "rect" || attributes["width"] != "36":
		case attributes["stroke-dasharray"] != "":
			p.taken++
		default:
			p.kept++
		}
	}
}

// arrangements says how the heaps of each ruleset lie: the oracle below plays by it.
var arrangements = map[string]string{"nim": "array", "antonim": "set", "tower": "stack", "rotisserie": "queue", "greedy": "priority queue"}

// reducible returns which heaps may be reduced.
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

// reduce returns what is left of a position when a heap is left with the given number
// of sticks.
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

// won reports whether the next player wins, by the definition.
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

// TestPicturesSayAMoveThatWins reads the move from the titles of pictures of random
// positions, makes it, and holds the rest against brute force.
func TestPicturesSayAMoveThatWins(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 8))
	for _, r := range rulesets() {
		arrangement, known, wins, moved := arrangements[r.Name], make(map[string]bool), 0, 0
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
			text, sum := "0", 0
			if len(p) > 0 {
				text = strings.ReplaceAll(strings.Trim(fmt.Sprint(p), "[]"), " ", ",")
			}
			for _, heap := range p {
				sum += heap
			}
			picture, err := drawn(t, r, text, "svg")
			if err != nil {
				t.Fatalf("%s: %s: %v", r.Name, text, err)
			}
			again, _ := drawn(t, r, text, "svg")
			if !bytes.Equal(again, picture) {
				t.Errorf("%s: %s: the same position gives another picture", r.Name, text)
			}
			seen := readPicture(t, picture)
			next := won(arrangement, p, known)
			if got := strings.Contains(seen.title, ": N, ") && strings.Contains(seen.title, "moves next wins"); got != next {
				t.Errorf("%s: %s: the title is %q, but the next player wins is %v", r.Name, text, seen.title, next)
			}
			if !next {
				if !strings.Contains(seen.title, ": P, Grundy value 0; the player who moves next loses") || seen.taken > 0 {
					t.Errorf("%s: %s: the title is %q, and %d sticks are taken", r.Name, text, seen.title, seen.taken)
				}
				continue
			}
			wins++
			size, left := titleMove(t, seen.title)
			heap := -1
			for _, i := range reducible(arrangement, p) {
				if p[i] == size {
					heap = i
				}
			}
			if heap < 0 || left >= size {
				t.Fatalf("%s: %s: the title is %q, which is no move", r.Name, text, seen.title)
			}
			if won(arrangement, reduce(arrangement, p, heap, left), known) {
				t.Errorf("%s: %s: the title is %q, but the move loses", r.Name, text, seen.title)
			}
			if left > 0 {
				moved++
			}
			const legend = 1 // a stick that is taken
			if got, want := seen.taken-legend, size-left; got != want {
				t.Errorf("%s: %s: %d sticks are drawn as taken, want %d", r.Name, text, got, want)
			}
			legendKept := seen.kept - (sum - size + left)
			if legendKept < 2 || legendKept > 3 {
				t.Errorf("%s: %s: %d sticks are drawn as kept, want %d and two or three of the legend", r.Name, text, seen.kept, sum-size+left)
			}
		}
		if wins == 0 || wins == 60 || moved == 0 {
			t.Errorf("%s: %d of 60 positions are won, %d by leaving sticks: the sample says little", r.Name, wins, moved)
		}
	}
}

// titleMove reads a move from a title: the sticks of its heap, and how many it leaves.
func titleMove(t *testing.T, title string) (size, left int) {
	t.Helper()
	_, words, _ := strings.Cut(title, "heap of ")
	number, rest, _ := strings.Cut(words, ",")
	size, err := strconv.Atoi(number)
	if err != nil {
		t.Fatalf("the title %q names no heap: %v", title, err)
	}
	if _, leaves, ok := strings.Cut(rest, "which leaves "); ok {
		number, _, _ = strings.Cut(leaves, " ")
		if left, err = strconv.Atoi(number); err != nil {
			t.Fatalf("the title %q does not say what is left: %v", title, err)
		}
	}
	return size, left
}

func TestLargePositionsAreDrawnOrRefused(t *testing.T) {
	numbers := make([]string, 61)
	for i := range numbers {
		numbers[i] = strconv.Itoa(i + 2)
	}
	for _, r := range rulesets() {
		picture, err := drawn(t, r, strings.Join(numbers, ","), "svg")
		if want := "a drawing takes at most 60 heaps, this position has 61"; err == nil || err.Error() != want || len(picture) > 0 {
			t.Errorf("%s: 61 heaps: %d bytes and %v, want %q", r.Name, len(picture), err, want)
		}
		if _, err := drawn(t, r, "2,5,4", "dot"); err == nil {
			t.Errorf("%s: drawn as dot", r.Name)
		}
		// A quintillion of sticks are blocks.
		picture, err = drawn(t, r, "999999999999999999,1000000000000000000", "svg")
		if seen := readPicture(t, picture); err != nil || seen.kept+seen.taken > 8 {
			t.Errorf("%s: two large heaps: %v, %+v", r.Name, err, seen)
		}
	}
}
