package partial

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"enumerate/internal/layers"
)

var update = flag.Bool("update", false, "write the drawings of docs/papers/count.md")

func doc(name string) string { return filepath.Join("..", "..", "..", "..", "docs", "papers", name) }

func TestDocsDrawTheLayers(t *testing.T) {
	for _, c := range []struct{ players, last int }{{4, 4}, {5, 2}} {
		got := draw(All(c.players), boxesOf(t, All(c.players), c.last))
		path := doc(fmt.Sprintf("../pictures/method-%d.svg", c.players))
		if *update {
			if err := os.WriteFile(path, got, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s is not the drawing of layers 0 to %d of %d players; -update writes that", path, c.last, c.players)
		}
	}
}

// TestDocsTableTheLayers compares layers with the table in docs/papers/count.md. It gives the layers the same names as
// a count does, because a layer's name is part of its size in bytes.
func TestDocsTableTheLayers(t *testing.T) {
	limit := 9
	if testing.Short() {
		limit = 8
	}
	text, err := os.ReadFile(doc("count.md"))
	if err != nil {
		t.Fatal(err)
	}
	made := 0
	for n := 4; n <= limit; n++ {
		g := All(n)
		layer := layers.Single(g.Start(), layers.Weight{Lo: 1})
		for k := 1; k <= n-3; k++ {
			layer, err = layers.Build(context.Background(), layers.Config{Workers: 1}, fmt.Sprintf("all-%d-layer-%d", n, k),
				fmt.Sprintf("wonderwall n=%d count=1", n), layer, func() layers.Expander { return g.NewExpander() }, nil)
			if err != nil {
				t.Fatal(err)
			}
			states, children := layer.States(), layer.Emissions()
			row := fmt.Sprintf("| %d | %d | %s | %s | %.2f | %s | %s | %s |\n", n, k, grouped(states), grouped(children),
				float64(children)/float64(states), grouped(uint64(layer.Size())), grouped(layer.Weight().Lo), grouped(layer.Dead().Lo))
			if !strings.Contains(string(text), row) {
				t.Errorf("docs/papers/count.md lacks the row %s", row)
			}
			made++
		}
	}
	rows := regexp.MustCompile(fmt.Sprintf(`(?m)^\| [4-%d] (\| [\d,.]+ ){7}\|$`, limit)).FindAll(text, -1)
	if len(rows) != made {
		t.Errorf("docs/papers/count.md has %d rows of 4 to %d players, want %d", len(rows), limit, made)
	}
}
