package nimbers

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"

	"enumerate/enum/single"
	"enumerate/games/nimbers/dag"
)

func TestPicturesShowEveryArc(t *testing.T) {
	for _, word := range []string{"2", "4.1-3.2-4", "5.1-2.1-3.1-4.1-5.2-3.2-4.2-5.3-4.3-5.4-5", "6.6-1.5-2.6-5.5-4.4-3"} {
		g := game{parse(t, word)}
		var svg bytes.Buffer
		if err := written(g.picture, &svg, "svg"); err != nil {
			t.Fatal(err)
		}
		legend := min(g.dag.Arcs(), 1) + strings.Count(svg.String(), ">a move that wins<")
		if got, want := strings.Count(svg.String(), "<polygon"), g.dag.Arcs()+legend; got != want {
			t.Errorf("%s: the picture has %d arcs, want %d", word, got, want)
		}
		if got, want := strings.Count(svg.String(), "<circle"), g.dag.Vertices()+2+2; got != want {
			t.Errorf("%s: the picture has %d circles, want %d", word, got, want)
		}
		for decoder := xml.NewDecoder(&svg); ; {
			if _, err := decoder.Token(); err == io.EOF {
				break
			} else if err != nil {
				t.Errorf("%s: %v", word, err)
				break
			}
		}
	}
	var none bytes.Buffer
	large := game{chance(maxDrawn+1, 1, nil)}
	if err := written(large.picture, &none, "svg"); err == nil || none.Len() > 0 {
		t.Errorf("a drawing of %d vertices: %v, and %d bytes", maxDrawn+1, err, none.Len())
	}
	dense := game{dag.Complete(26)}
	if err := written(dense.picture, &none, "svg"); err == nil || err.Error() != "325 arcs are too many to draw: choose a DAG of at most 300" || none.Len() > 0 {
		t.Errorf("a picture of 325 arcs: %v, and %d bytes", err, none.Len())
	}
	if err := written((game{parse(t, "2")}).picture, &none, "pdf"); err == nil {
		t.Error("Draw(pdf) = nil, want an error")
	}
}

// TestPicturesSayAMoveThatWins checks, by trying all replies, the winning moves that the captions of pictures of random
// DAGs name. If a caption names no winning move, no move may win.
func TestPicturesSayAMoveThatWins(t *testing.T) {
	said := regexp.MustCompile(`<title>Two chips on .*; the first player wins by pushing the chip from (\d+) to (\d+)</title>`)
	random := rand.New(rand.NewPCG(14, 11))
	wins, loses := 0, 0
	for range 200 {
		n := 2 + random.IntN(8)
		label := random.Perm(n)
		var arcs []dag.Arc
		out := make([]map[int]bool, n)
		for v := range n {
			out[label[v]] = make(map[int]bool)
			for w := v + 1; w < n; w++ {
				if random.IntN(5) < 2 {
					arcs = append(arcs, dag.Arc{From: label[v], To: label[w]})
					out[label[v]][label[w]] = true
				}
			}
		}
		d, err := dag.New(n, arcs)
		if err != nil {
			t.Fatal(err)
		}

		// won reports whether the player to move wins, by trying all moves. out has the ends of the arcs.
		var won func(chips [2]int) bool
		won = func(chips [2]int) bool {
			for chip, from := range chips {
				for to := range out[from] {
					next := chips
					next[chip] = to
					if !won(next) {
						return true
					}
				}
			}
			return false
		}

		var picture, again bytes.Buffer
		g := game{d}
		if err := errors.Join(written(g.picture, &picture, "svg"), written(g.picture, &again, "svg")); err != nil {
			t.Fatalf("%s: %v", d.Word(), err)
		}
		if again.String() != picture.String() {
			t.Errorf("%s: the same DAG gives another picture", d.Word())
		}
		move := said.FindStringSubmatch(picture.String())
		if first := won([2]int{0, 1}); first != (move != nil) || first == strings.Contains(picture.String(), "; the second player wins, whatever") {
			t.Errorf("%s: the first player wins is %v; the picture:\n%s", d.Word(), first, &picture)
			continue
		}
		if move == nil {
			loses++
			continue
		}

		wins++
		var from, to int
		fmt.Sscan(move[1], &from)
		fmt.Sscan(move[2], &to)
		next := [2]int{0, 1}
		if from > 2 || !out[from-1][to-1] {
			t.Fatalf("%s: no chip goes from %d to %d", d.Word(), from, to)
		}
		next[from-1] = to - 1
		if won(next) {
			t.Errorf("%s: %s, but the other player then wins", d.Word(), move[0])
		}
	}
	if wins < 40 || loses < 40 {
		t.Errorf("%d games are won and %d lost: the sample says little", wins, loses)
	}
}

func written(ask func(context.Context, single.How) (single.Answer, error), w io.Writer, format string) error {
	answer, err := ask(context.Background(), single.How{})
	if err != nil {
		return err
	}
	return single.Write(w, answer, format)
}
