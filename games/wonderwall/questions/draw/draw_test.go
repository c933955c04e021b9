package draw

import (
	"bytes"
	"encoding/xml"
	"flag"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"enumerate/internal/svg"
	"enumerate/solver/betweenness"
)

var update = flag.Bool("update", false, "write the pictures in testdata")

// paper is the game of six players in the paper. contradictory is its game of four players without a solution.
var (
	paper         = betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 5}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 4}, {Wonderwall: 3, Ninja: 5}, {Wonderwall: 3, Ninja: 1}}
	contradictory = betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}
)

func letters(players int) []string {
	names := make([]string, players)
	for p := range names {
		names[p] = string(rune('A' + p))
	}
	return names
}

func pictureAsSVG(names []string, game betweenness.Game, proof betweenness.Proof) []byte {
	return Picture(names, game, proof).SVG()
}

func TestPicturesMatchGoldenFiles(t *testing.T) {
	for _, c := range []struct {
		file  string
		draw  func([]string, betweenness.Game, betweenness.Proof) []byte
		game  betweenness.Game
		proof betweenness.Proof
	}{
		{"paper.svg", pictureAsSVG, paper, betweenness.Proof{Order: []int{0, 4, 1, 2, 3, 5}}},
		{"unsolvable.svg", pictureAsSVG, contradictory, betweenness.Proof{Core: []int{1, 3}}},
	} {
		if err := c.proof.Check(c.game); err != nil {
			t.Fatalf("%s: %v", c.file, err)
		}
		got := c.draw(letters(len(c.game)), c.game, c.proof)
		path := filepath.Join("testdata", c.file)
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
			t.Errorf("%s is another picture now; look at it, and run go test -update", c.file)
		}
	}
}

func randomGame(n int, random *rand.Rand) betweenness.Game {
	g := make(betweenness.Game, n)
	for p := range g {
		w := (p + 1 + random.IntN(n-1)) % n
		b := w
		for b == p || b == w {
			b = random.IntN(n)
		}
		g[p] = betweenness.Choice{Wonderwall: w, Ninja: b}
	}
	return g
}

// nastyNames could break a picture, because of XML, widths, directions or invisible characters.
var nastyNames = []string{
	"<&>\"'", "]]>", "<!--", "&lt;", "{x|y}", `\N\G`, `a\`, "-->", "%s%d", "\x00\x01", "a\nb", "\t", " ", "  pad ", "\ufeff", "\u202eabc", "\u0301", "\u200d",
	"日本太郎", "שלום", "علي (2)", "Zoë", "😀👩‍👩‍👧", "山田　太郎", "\u2028", "\U000e0041", "\ufffe", "\ue000", "…", "→", "\u2069",
	strings.Repeat("W", 300), strings.Repeat("i", 300), strings.Repeat("e\u0301", 100),
	"A name that goes on and on and on, number 1", "A name that goes on and on and on, number 2",
	"A name that goes on, and on and on, number 2", "A name tha…number 2",
}

// anyPicture draws what a picture shows: a random game, names that may be strange, and the proof of the verdict.
func anyPicture(t *rapid.T, most int) (names []string, game betweenness.Game, proof betweenness.Proof) {
	n := rapid.IntRange(3, most).Draw(t, "players")
	game = randomGame(n, rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 0)))
	name := rapid.OneOf(
		rapid.SampledFrom(nastyNames),
		rapid.StringN(1, 40, 200),
		rapid.StringOfN(rapid.RuneFrom([]rune("ABCabcmW<&>\"'\\ ")), 1, 30, -1),
	)
	if rapid.Bool().Draw(t, "tame") {
		name = rapid.StringMatching(`P[0-9]{1,3}`)
	}
	names = rapid.SliceOfNDistinct(name, n, n, rapid.ID).Draw(t, "names")
	proof = betweenness.Solve(game)
	return names, game, proof
}

type element struct {
	name       string
	attributes map[string]string
	text       string
}

func elements(picture []byte) ([]element, error) {
	decoder := xml.NewDecoder(bytes.NewReader(picture))
	var list []element
	var open []int
	for {
		token, err := decoder.Token()
		if err == io.EOF && len(list) > 0 {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
		switch token := token.(type) {
		case xml.StartElement:
			e := element{token.Name.Local, make(map[string]string), ""}
			for _, a := range token.Attr {
				if _, twice := e.attributes[a.Name.Local]; twice {
					return nil, fmt.Errorf("<%s> has two attributes %s", e.name, a.Name.Local)
				}
				e.attributes[a.Name.Local] = a.Value
			}
			open = append(open, len(list))
			list = append(list, e)
		case xml.EndElement:
			open = open[:len(open)-1]
		case xml.CharData:
			if len(open) > 0 {
				list[open[len(open)-1]].text += string(token)
			}
		default:
			return nil, fmt.Errorf("a picture needs no %T", token)
		}
	}
}

func (e element) number(name string) float64 {
	x, _ := strconv.ParseFloat(e.attributes[name], 64)
	return x
}

func TestSVGIsWellFormedAndNamesEverybody(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, game, proof := anyPicture(t, 40)
		picture := Picture(names, game, proof).SVG()
		list, err := elements(picture)
		if err != nil {
			t.Fatalf("%q: %v", names, err)
		}
		seen, titles := make(map[string]int), make(map[string]bool)
		for _, e := range list {
			switch e.name {
			case "text":
				seen[e.text]++
			case "title":
				titles[e.text] = true
			case "script", "image", "use", "a", "foreignObject":
				t.Errorf("there is a <%s>", e.name)
			}
			for name, value := range e.attributes {
				if strings.Contains(value, "url(") || name == "href" {
					t.Errorf("<%s %s=%q> needs something else", e.name, name, value)
				}
			}
		}
		labels := svg.Labels(names, maxLabel)
		for p, l := range labels {
			// A name is in the circle once, and in the table once and each time the player was chosen.
			want := 2
			for _, c := range game {
				if c.Wonderwall == p || c.Ninja == p {
					want++
				}
			}
			if seen[l.Text] < want {
				t.Errorf("%q is seen %d times, want at least %d", l.Text, seen[l.Text], want)
			}
			c := game[p]
			title := fmt.Sprintf("%s: wonderwall %s, ninja %s", svg.Isolated(l.Whole), svg.Isolated(labels[c.Wonderwall].Whole), svg.Isolated(labels[c.Ninja].Whole))
			if !titles[title] {
				t.Errorf("no title is %q", title)
			}
		}
		if again := Picture(names, game, proof).SVG(); !bytes.Equal(again, picture) {
			t.Errorf("the same game gives another picture")
		}
	})
}

// outline returns the corners of a text, computed only from the attributes in the picture.
func (e element) outline() [4]svg.Point {
	size := e.number("font-size")
	if size == 0 {
		size = svg.FontSize
	}
	width := svg.TextWidth(e.text) * size
	if e.attributes["font-weight"] == "bold" {
		width *= svg.BoldWidth
	}
	left := 0.0
	switch e.attributes["text-anchor"] {
	case "middle":
		left = -width / 2
	case "end":
		left = -width
	}
	var turn, x, y float64
	if rotate, ok := e.attributes["transform"]; ok {
		if _, err := fmt.Sscanf(rotate, "rotate(%g %g %g)", &turn, &x, &y); err != nil {
			panic(err)
		}
	}
	at := svg.At(e.number("x"), e.number("y"))
	sin, cos := math.Sincos(turn * math.Pi / 180)
	// From the top of a capital letter to the foot of a p.
	var corners [4]svg.Point
	for i, c := range [4]svg.Point{svg.At(left, -0.78*size), svg.At(left+width, -0.78*size), svg.At(left+width, 0.22*size), svg.At(left, 0.22*size)} {
		corners[i] = at.Plus(svg.At(c.X*cos-c.Y*sin, c.X*sin+c.Y*cos))
	}
	return corners
}

// meet reports whether two rectangles overlap by more than rounding errors. They do not if a side of one rectangle,
// extended to a line, separates them.
func meet(a, b [4]svg.Point) bool {
	for _, r := range [2][4]svg.Point{a, b} {
		for i := range r {
			side := r[(i+1)%4].Minus(r[i])
			if side.Length() == 0 {
				return false
			}
			normal := side.QuarterTurn().Times(1 / side.Length())
			reach := func(r [4]svg.Point) (least, most float64) {
				least, most = math.Inf(1), math.Inf(-1)
				for _, p := range r {
					x := p.X*normal.X + p.Y*normal.Y
					least, most = min(least, x), max(most, x)
				}
				return least, most
			}
			leastA, mostA := reach(a)
			leastB, mostB := reach(b)
			if mostA < leastB+0.3 || mostB < leastA+0.3 {
				return false
			}
		}
	}
	return true
}

func TestTextsDoNotOverlapOrCrossTheEdge(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names, game, proof := anyPicture(t, 40)
		checkTexts(t, Picture(names, game, proof).SVG())
		checkTexts(t, Narrow(names, game, proof).SVG())
	})
	// A long name next to a player whose circle is large because many chose it.
	game := randomGame(37, rand.New(rand.NewPCG(500, 0)))
	names := make([]string, len(game))
	for p := range names {
		names[p] = string(rune('a' + p))
	}
	names[35] = strings.Repeat("W", 300)
	checkTexts(t, pictureAsSVG(names, game, betweenness.Solve(game)))
}

// checkTexts checks that no text overlaps another text or crosses the edge of the picture.
func checkTexts(t interface {
	Fatal(...any)
	Fatalf(string, ...any)
}, picture []byte) {
	list, err := elements(picture)
	if err != nil {
		t.Fatal(err)
	}
	page := svg.At(list[0].number("width"), list[0].number("height"))
	var texts []element
	var outlines [][4]svg.Point
	for _, e := range list {
		if e.name != "text" {
			continue
		}
		corners := e.outline()
		for _, c := range corners {
			if c.X < 0 || c.Y < 0 || c.X > page.X || c.Y > page.Y {
				t.Fatalf("%q reaches %v, the page %v", e.text, c, page)
			}
		}
		for i, other := range outlines {
			if meet(corners, other) {
				t.Fatalf("%q at %v meets %q at %v", e.text, corners, texts[i].text, other)
			}
		}
		texts, outlines = append(texts, e), append(outlines, corners)
	}
}

func TestNarrowPicturesFitAPhone(t *testing.T) {
	const phone = 390
	for n := 3; n <= 16; n++ {
		game := randomGame(n, rand.New(rand.NewPCG(11, uint64(n))))
		names := make([]string, n)
		for p := range names {
			names[p] = fmt.Sprintf("Player%d", p+1)
		}
		names[2] = "Maximiliane Donaudampfschifffahrt"
		proof := betweenness.Solve(game)
		if width, _ := Narrow(names, game, proof).Size(); width > phone {
			t.Errorf("the narrow picture of %d players, solvable: %v, is %g wide, expected at most %d", n, proof.Solvable(), width, phone)
		}
	}
}

// contradict makes a game unsolvable: each of its first three players chooses the other two, and at most one of three
// players stands between the others.
func contradict(game betweenness.Game) {
	for p := range 3 {
		game[p] = betweenness.Choice{Wonderwall: (p + 1) % 3, Ninja: (p + 2) % 3}
	}
}

// The picture of a solvable game must have a row for each player, and the picture of an unsolvable game the players of
// the core, and besides these at most the players whom they chose.
func TestNarrowPicturesOfManyPlayersHaveWhatTheAnswerNeeds(t *testing.T) {
	const phone = 390
	drawn := make(map[bool]int)
	for _, n := range []int{31, 80, 200} {
		for seed := range uint64(6) {
			game := randomGame(n, rand.New(rand.NewPCG(11, seed)))
			if seed%2 == 0 {
				contradict(game)
			}
			names := make([]string, n)
			for p := range names {
				names[p] = fmt.Sprintf("Player%d", p+1)
			}
			proof := betweenness.Solve(game)
			picture := Narrow(names, game, proof)
			if width, _ := picture.Size(); width > phone {
				t.Errorf("%d players, solvable: %v: the picture is %g wide, want at most %d", n, proof.Solvable(), width, phone)
			}

			shown := make(map[string]bool)
			list, err := elements(picture.SVG())
			if err != nil {
				t.Fatal(err)
			}
			for _, e := range list {
				if e.name == "text" {
					shown[e.text] = true
				}
			}
			labels := svg.Labels(names, narrowLabel)
			needed := make(map[string]bool)
			for p := range game {
				if proof.Solvable() || slices.Contains(proof.Core, p) {
					needed[labels[p].Text] = true
				}
			}
			for label := range needed {
				if !shown[label] {
					t.Errorf("%d players, solvable: %v: %s is not drawn", n, proof.Solvable(), label)
				}
			}
			if most := 3 * len(proof.Core); !proof.Solvable() && len(shown) > most+10 { // 10 for the legend
				t.Errorf("%d players: %d texts are drawn for a core of %d", n, len(shown), len(proof.Core))
			}
			drawn[proof.Solvable()]++
		}
	}
	if drawn[true] < 3 || drawn[false] < 9 {
		t.Errorf("%v pictures by verdict", drawn)
	}
}

// Every name must be written in full, in the player's row or in the list at the end. Only a game of 30 players, drawn
// in a wide circle, may be wider than a phone.
func TestNarrowPicturesHaveWholeNames(t *testing.T) {
	const phone = 390
	for _, n := range []int{4, 12, 30, 31, 80} {
		for _, solvable := range []bool{true, false} {
			game := make(betweenness.Game, n)
			for p := range game { // in the order of the numbers this is a solution
				game[p] = betweenness.Choice{Wonderwall: p + 1, Ninja: p + 2}
				if p+2 >= n {
					game[p] = betweenness.Choice{Wonderwall: p - 1, Ninja: p - 2}
				}
			}
			if !solvable {
				contradict(game)
			}
			names := make([]string, n)
			for p := range names {
				names[p] = fmt.Sprintf("Bartholomew Featherstone %d", p+1)
			}
			proof := betweenness.Solve(game)
			if proof.Solvable() != solvable {
				t.Fatalf("%d players: solvable is %v, want %v", n, proof.Solvable(), solvable)
			}
			picture := Narrow(names, game, proof)
			if width, _ := picture.Size(); width > phone && n != mostPlayers {
				t.Errorf("%d players, solvable %v: the picture is %g wide, want at most %d", n, solvable, width, phone)
			}
			list, err := elements(picture.SVG())
			if err != nil {
				t.Fatal(err)
			}
			words := ""
			for _, e := range list {
				if e.name == "text" {
					words += e.text + " " // a line can be broken between the words of a name
				}
			}
			for p, name := range names {
				inPicture := solvable || n <= mostPlayers || p < 3
				if inPicture && !strings.Contains(words, name+" ") {
					t.Errorf("%d players, solvable %v: %s is not written whole", n, solvable, name)
				}
			}
		}
	}
}

// In solutions with long names, each name is above the marks of its row. Behind the name there must be a rectangle that
// covers the vertical lines of the players, which are drawn before it.
func TestVerticalLinesDoNotCrossNames(t *testing.T) {
	for _, n := range []int{31, 80} {
		game, order, names := make(betweenness.Game, n), make([]int, n), make([]string, n)
		for p := range game {
			game[p] = betweenness.Choice{Wonderwall: p + 1, Ninja: p + 2}
			if p+2 >= n {
				game[p] = betweenness.Choice{Wonderwall: p - 1, Ninja: p - 2}
			}
			order[p], names[p] = p, fmt.Sprintf("Bartholomew Featherstone %d", p+1)
		}
		list, err := elements(Narrow(names, game, betweenness.Proof{Order: order}).SVG())
		if err != nil {
			t.Fatal(err)
		}
		lines, covered := 0, 0
		covers := make([]element, 0, n) // the rectangles after the last vertical line
		for _, e := range list {
			switch {
			case e.name == "line" && e.number("x1") == e.number("x2"):
				lines++
				covers = covers[:0]
			case e.name == "rect":
				covers = append(covers, e)
			case e.name == "text" && slices.Contains(names, e.text):
				name := e.outline()
				if slices.ContainsFunc(covers, func(r element) bool {
					x, y := r.number("x"), r.number("y")
					return x <= name[0].X && y <= name[0].Y && name[2].X <= x+r.number("width") && name[2].Y <= y+r.number("height")
				}) {
					covered++
				}
			}
		}
		if lines != n || covered != n {
			t.Errorf("%d players: %d vertical lines, and %d names in front of them", n, lines, covered)
		}
	}
}

// The dot of a player whom many chose is larger, and only then must the legend explain it.
func TestALargerDotIsExplained(t *testing.T) {
	for admirers, want := range map[int]bool{3: false, 4: true, 7: true} {
		game := make(betweenness.Game, 9)
		for p := range game {
			game[p] = betweenness.Choice{Wonderwall: (p + 1) % 9, Ninja: (p + 2) % 9}
		}
		for p := range admirers - 2 { // players 7 and 8 chose player 0 before
			game[p+1].Ninja = 0
		}
		d := newDrawing(letters(9), game, betweenness.Proof{Order: []int{0, 1, 2, 3, 4, 5, 6, 7, 8}})
		larger := slices.Max(d.outlines()) > nodeOutline+1
		explained := bytes.Contains(d.picture().SVG(), []byte(">larger dot: chosen by many players<"))
		if larger != want || explained != want {
			t.Errorf("chosen by %d: a larger dot is %v, and explained is %v, want %v", slices.Max(d.chooserCount), larger, explained, want)
		}
	}

	// Four players chose B, who is in the core. A dot usually grows with the number of arrows that end at it. But the
	// ring around the dot of a core player has room for their heads, so this dot is not larger.
	core := letters(6)
	game := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 0, Ninja: 2}, {Wonderwall: 0, Ninja: 1}, {Wonderwall: 0, Ninja: 1}, {Wonderwall: 1, Ninja: 3}, {Wonderwall: 3, Ninja: 4}}
	d := newDrawing(core, game, betweenness.Solve(game))
	if !d.inCore[1] || d.chooserCount[1] != 4 || slices.Max(d.chooserCount) != 4 {
		t.Fatalf("the core is %v, and the players are chosen %v times; want B in the core, chosen 4 times", d.proof.Core, d.chooserCount)
	}
	if bytes.Contains(d.picture().SVG(), []byte(">larger dot: chosen by many players<")) {
		t.Error("a larger dot is explained, but no dot is larger")
	}
}

func TestEverythingDrawnIsOnThePage(t *testing.T) {
	for _, n := range []int{3, 4, 6, 9, 15, 30, 60} {
		game := randomGame(n, rand.New(rand.NewPCG(5, uint64(n))))
		names := make([]string, n)
		for p := range names {
			names[p] = "P" + strconv.Itoa(p+1)
		}
		list, err := elements(Picture(names, game, betweenness.Solve(game)).SVG())
		if err != nil {
			t.Fatal(err)
		}
		page := svg.At(list[0].number("width"), list[0].number("height"))
		on := func(what string, x, y float64) {
			if !(x >= 0 && y >= 0 && x <= page.X && y <= page.Y) {
				t.Errorf("n=%d: a %s reaches %v,%v, the page %v", n, what, x, y, page)
			}
		}
		marks := 0
		for _, e := range list {
			switch e.name {
			case "rect":
				on(e.name, e.number("x"), e.number("y"))
				on(e.name, e.number("x")+e.number("width"), e.number("y")+e.number("height"))
			case "line":
				on(e.name, e.number("x1"), e.number("y1"))
				on(e.name, e.number("x2"), e.number("y2"))
			case "circle":
				r := e.number("r")
				on(e.name, e.number("cx")-r, e.number("cy")-r)
				on(e.name, e.number("cx")+r, e.number("cy")+r)
				marks++
			case "path", "polygon":
				for _, pair := range strings.Fields(strings.Trim(e.attributes["d"]+e.attributes["points"], "M")) {
					var x, y float64
					if _, err := fmt.Sscanf(strings.TrimLeft(pair, "CL"), "%g,%g", &x, &y); err != nil {
						t.Fatalf("n=%d: <%s>: %q: %v", n, e.name, pair, err)
					}
					on(e.name, x, y)
				}
			}
		}
		if marks < n {
			t.Errorf("n=%d: there are %d players", n, marks)
		}
	}
}

// Each row of a solution shows one player's choice: a ball for the player, a wall for its wonderwall and a star for its
// ninja, each in the column where its player stands.
func TestMarksOfASolutionStandInTheirPlaces(t *testing.T) {
	proof := betweenness.Proof{Order: []int{0, 4, 1, 2, 3, 5}}
	picture := string(Picture(letters(6), paper, proof).SVG())
	_, picture, _ = strings.Cut(picture, "A solution")
	for row, p := range proof.Order {
		c := paper[p]
		title := fmt.Sprintf("<title>%c: %c stands between %[1]c and %[3]c</title>", 'A'+p, 'A'+c.Wonderwall, 'A'+c.Ninja)
		_, group, ok := strings.Cut(picture, title)
		if !ok {
			t.Fatalf("row %d: no %s", row, title)
		}
		group, _, _ = strings.Cut(group, "</g>")
		list, err := elements([]byte("<g>" + group + "</g>"))
		if err != nil {
			t.Fatal(err)
		}
		place := make(map[string]float64)
		for _, e := range list {
			switch e.name {
			case "circle":
				place["player"] = e.number("cx")
			case "rect":
				place["wonderwall"] = e.number("x") + e.number("width")/2
			case "polygon":
				place["ninja"], err = strconv.ParseFloat(strings.Split(e.attributes["points"], ",")[0], 64)
				if err != nil {
					t.Fatal(err)
				}
			}
		}
		if len(place) != 3 {
			t.Fatalf("row %d has the marks %v", row, place)
		}
		// Neighbors on the line are 44 pixels apart.
		index := make(map[int]int)
		for i, q := range proof.Order {
			index[q] = i
		}
		for _, pair := range []struct {
			mark string
			q    int
		}{{"wonderwall", c.Wonderwall}, {"ninja", c.Ninja}} {
			if got, want := math.Round(place[pair.mark]-place["player"])/44, float64(index[pair.q]-index[p]); got != want {
				t.Errorf("row %d: the %s is %v places from the player, want %v", row, pair.mark, got, want)
			}
		}
	}
}

func TestLargeGamesAreDrawn(t *testing.T) {
	random := rand.New(rand.NewPCG(6, 1))
	game := randomGame(200, random)
	names := make([]string, len(game))
	for p := range names {
		names[p] = strings.Repeat("name ", 6) + strconv.Itoa(p)
	}
	order := random.Perm(len(game)) // this is not a solution, which does not matter here
	list, err := elements(Picture(names, game, betweenness.Proof{Order: order}).SVG())
	if err != nil {
		t.Fatal(err)
	}
	if width, height := list[0].number("width"), list[0].number("height"); width > 7000 || height > 8000 {
		t.Errorf("the picture is %v by %v pixels", width, height)
	}
}
