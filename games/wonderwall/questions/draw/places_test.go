package draw

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/points"
	"enumerate/solver/thesis"
)

// placed returns a Placing, which says whether the given places of the players solve the game, as package questions
// computes it. No two players may have the same place.
func placed(t interface{ Fatal(...any) }, game betweenness.Game, places []points.Place) Placing {
	placing := Placing{Places: places}
	misplaced, err := points.Check(game, places)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range misplaced {
		placing.MisplacedPlayers = append(placing.MisplacedPlayers, m.Player)
		placing.Faults = append(placing.Faults, fmt.Sprint("player ", m.Player, " is misplaced"))
	}
	if placing.Order, placing.Direction, err = points.Project(context.Background(), places); err != nil {
		t.Fatal(err)
	}
	return placing
}

// randomPlaces draws different places in a small space, so that some places are in line.
func randomPlaces(players, dimensions int, random *rand.Rand) []points.Place {
	var places []points.Place
	taken := make(map[string]bool)
	for len(places) < players {
		place := make(points.Place, dimensions)
		for k := range place {
			place[k] = big.NewRat(int64(random.IntN(2*players)-players), 1+int64(random.IntN(2)))
		}
		if !taken[place.String()] {
			taken[place.String()] = true
			places = append(places, place)
		}
	}
	return places
}

// checkPage checks that a picture is valid XML, and that no text extends beyond its page.
func checkPage(t interface {
	Fatal(...any)
	Errorf(string, ...any)
}, picture []byte) []element {
	list, err := elements(picture)
	if err != nil {
		t.Fatal(err)
	}
	page := svg.At(list[0].number("width"), list[0].number("height"))
	for _, e := range list {
		if e.name != "text" {
			continue
		}
		for _, c := range e.outline() {
			if !(c.X >= 0 && c.Y >= 0 && c.X <= page.X && c.Y <= page.Y) {
				t.Errorf("%q reaches %v, the page %v", e.text, c, page)
			}
		}
	}
	return list
}

func TestPicturesOfPlacesAreWhole(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, game, _ := anyPicture(t, 20)
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed of places"), 1))
		placing := placed(t, game, randomPlaces(len(game), rapid.IntRange(1, 5).Draw(t, "dimensions"), random))
		if rapid.Bool().Draw(t, "shared") {
			placing.Order, placing.Direction, placing.Faults = nil, nil, []string{"two share a place"}
		}
		picture := Places(names, game, placing).SVG()
		list := checkPage(t, picture)
		seen := make(map[string]int)
		for _, e := range list {
			seen[e.text]++
		}
		for _, l := range svg.Labels(names, placeLabel) {
			if want := 1 + min(len(placing.Order), 1); seen[l.Text] < want {
				t.Errorf("%q is seen %d times, want %d", l.Text, seen[l.Text], want)
			}
		}
		if again := Places(names, game, placing).SVG(); string(again) != string(picture) {
			t.Error("the same places give another picture")
		}
	})
}

func TestPlayersOnTheLineStandInOrder(t *testing.T) {
	random := rand.New(rand.NewPCG(14, 9))
	for trial := range 200 {
		n := 3 + trial%12
		game := randomGame(n, random)
		names := make([]string, n)
		for p := range names {
			names[p] = fmt.Sprint("P", p)
		}
		placing := placed(t, game, randomPlaces(n, 1+trial%5, random))
		v := newView(newDrawing(names, game, betweenness.Proof{}), placing)
		reached := math.Inf(-1)
		for _, p := range placing.Order {
			if v.at[p].X <= reached || v.at[p].Y > 0 {
				t.Fatalf("%v: player %d is seen at %v, the one before it at %g", placing.Places, p, v.at[p], reached)
			}
			reached = v.at[p].X
		}
		below := v.namesOnLine()
		for _, a := range placing.Order[1:] {
			before := placing.Order[slices.Index(placing.Order, a)-1]
			if below[a].At.X < below[before].At.X+svg.LineHeight-1e-6 {
				t.Fatalf("%v: the names of %d and %d are not apart", placing.Places, before, a)
			}
		}
	}
}

func TestHugeAndTinyCoordinatesAreDrawn(t *testing.T) {
	parse := func(texts ...string) (places []points.Place) {
		for _, text := range texts {
			var place points.Place
			for word := range strings.FieldsSeq(text) {
				x, err := points.ParseCoordinate(word)
				if err != nil {
					t.Fatal(err)
				}
				place = append(place, x)
			}
			places = append(places, place)
		}
		return places
	}
	for _, texts := range [][]string{
		{"0 0", "1e1000 1", "1 1e-1000", "2 2"},
		{"1e-1000", "2e-1000", "3e-1000", "1e1000"},
		{"0 0 1e999", "0 1e-999 0", "0 0 0", "0 0 1e-1000"},
	} {
		for _, e := range checkPage(t, Places(letters(4), contradictory, placed(t, contradictory, parse(texts...))).SVG()) {
			for name, value := range e.attributes {
				if strings.Contains(value, "NaN") || strings.Contains(value, "Inf") {
					t.Errorf("%v: <%s %s=%q>", texts, e.name, name, value)
				}
			}
		}
	}
}

func TestStepsAreDrawnWithTheirArcs(t *testing.T) {
	implied, err := betweenness.Named(thesis.Algorithms(), "implied")
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(14, 10))
	for trial := range 60 {
		game := randomGame(3+trial%14, random)
		steps, order, err := implied.Steps(context.Background(), game, 40)
		if err != nil {
			continue
		}
		names := make([]string, len(game))
		for p := range names {
			names[p] = strings.Repeat("name", trial%4) + fmt.Sprint(p)
		}
		arrows, cycles, known := 0, 0, 0
		for _, s := range steps {
			arrows += len(s.Arcs)
			cycles += len(s.Cycle)
			known += s.New
		}
		arrows += 2 + min(cycles, 1) + min(known, 1)
		list := checkPage(t, Steps(names, game, steps, order).SVG())
		curves := 0
		for _, e := range list {
			if e.name == "path" && strings.Contains(e.attributes["d"], " C") {
				curves++
			}
		}
		if curves != arrows {
			t.Errorf("%v: there are %d arrows, want %d", game, curves, arrows)
		}
	}
}
