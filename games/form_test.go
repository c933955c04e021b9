package games

import (
	"context"
	"fmt"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/enum/single"
)

func formOf(t testing.TB, r *enum.Ruleset, text string) single.Form {
	t.Helper()
	var found []single.Form
	for game, err := range r.Read(strings.NewReader(text)) {
		if err != nil {
			t.Fatalf("%s: %q: %v", r.Name, text, err)
		}
		form, err := r.Classify(t.Context(), game)
		if err != nil {
			t.Fatalf("%s: %q: %v", r.Name, text, err)
		}
		found = append(found, form)
	}
	if len(found) != 1 {
		t.Fatalf("%s: %q: %d games, want one", r.Name, text, len(found))
	}
	return found[0]
}

// TestTheListingIsItsOwnCanonicalForm classifies the games that the walk lists. Each must be its own canonical form,
// with the orbit, the automorphisms, the verdict and the proof that the list gives. For some rulesets the rank of the
// form must also be the number of the game's line in the list.
func TestTheListingIsItsOwnCanonicalForm(t *testing.T) {
	most := int64(2500) // classes
	if testing.Short() {
		most = 250
	}
	for _, r := range rulesets(t) {
		if r.Lister == nil {
			continue
		}

		if r.Classify == nil {
			if s, err := r.Space(r.Walked().Last); err != nil || s.Group().Cmp(big.NewInt(1)) != 0 {
				t.Errorf("%s: no forms, but the group has the order %v, %v", r.Name, s.Group(), err)
			}
			continue
		}

		for size := r.Walked().First; size <= r.Walked().Last; size++ {
			s, err := r.Methods[0].Space(size, enum.Means{})
			if err != nil {
				t.Fatal(err)
			}
			if s.Classes().Cmp(big.NewInt(most)) > 0 {
				break
			}
			list, err := r.Lister(size)
			if err != nil {
				t.Fatal(err)
			}

			line := int64(0)
			err = enum.List(t.Context(), s, list, enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
				line++
				text := c.Game()
				if r.Name == "spies" && text == "1" {
					text = "1\n1" // "1" alone would be a size
				}
				form := formOf(t, r, text)
				if form.Game != c.Game() || form.Automorphisms.Cmp(new(big.Int).SetUint64(c.Automorphisms)) != 0 || form.Orbit().Cmp(enum.Orbit(s, c.Automorphisms)) != 0 {
					t.Fatalf("%s, size %d: %s has the form %s, %v automorphisms, the orbit %v; expected itself, %d, %v",
						r.Name, size, c.Game(), form.Game, form.Automorphisms, form.Orbit(), c.Automorphisms, enum.Orbit(s, c.Automorphisms))
				}
				if form.Size != size && largestOf(r, c.Game(), size) {
					t.Fatalf("%s, size %d: %s has the size %d", r.Name, size, c.Game(), form.Size)
				}
				got, err := form.Solution(context.Background())
				want := c.Solution()
				if err != nil || got.Verdict != want.Verdict || got.Verdict != s.Verdicts()[c.Verdict] || got.Proof != want.Proof || !reflect.DeepEqual(got.Names, want.Names) {
					t.Fatalf("%s, size %d: %s has the verdict %+v, %v, want %+v", r.Name, size, c.Game(), got, err, want)
				}
				if form.Relabeling != nil {
					for _, n := range form.Relabeling() {
						if n.From == "" || n.To == "" {
							t.Fatalf("%s: %s: the relabeling has %+v", r.Name, c.Game(), n)
						}
					}
				}
				return true
			})
			if err != nil || s.Classes().Cmp(big.NewInt(line)) != 0 {
				t.Errorf("%s, size %d: %d classes, want %v, %v", r.Name, size, line, s.Classes(), err)
			}
		}
	}
}

// largestOf reports whether a listed game has the size of the list. Lists of games of heaps also have smaller ones.
func largestOf(r *enum.Ruleset, game string, size int) bool {
	return !strings.Contains(r.Size, "largest heap") || game == fmt.Sprint(size) || strings.HasSuffix(game, fmt.Sprintf(",%d", size))
}

// labelledGames visits all labelled games of a ruleset and size as texts. The weight of a text is the number of
// labelled games that it represents.
func labelledGames(t testing.TB, r *enum.Ruleset, size int, visit func(text string, weight int64)) {
	t.Helper()
	one := func(text string) { visit(text, 1) }
	switch name, _, _ := strings.Cut(r.Name, ":"); name {
	case "wonderwall":
		var choices []string
		eachTuple(3, size, func(c []int) {
			if c[0] != c[1] && c[0] != c[2] && c[1] != c[2] {
				choices = append(choices, fmt.Sprintf("%c%c", 'A'+c[1], 'A'+c[2]))
			}
		})
		each := len(choices) / size // the choices of each player follow one another
		eachTuple(size, each, func(c []int) {
			words := make([]string, size)
			for p, i := range c {
				words[p] = choices[p*each+i]
			}
			one(strings.Join(words, " "))
		})
	case "spies":
		eachTuple(size, size, func(columns []int) {
			seen := 0
			for _, c := range columns {
				seen |= 1 << c
			}
			if seen == 1<<size-1 {
				one(words(columns, 1, " "))
			}
		})
	case "jump":
		players := 1
		if strings.Contains(r.Name, "players=2") {
			players = 2
		}
		tiles := size*size - 1
		eachTuple(tiles, 3, func(lengths []int) {
			board := ""
			for i, length := range append(lengths, 0) {
				board += strings.Repeat("/", 1-min(i%size, 1)) + fmt.Sprint(" ", length)
			}
			eachTuple(players, tiles, func(starts []int) {
				if players == 2 && starts[0] == starts[1] {
					return
				}
				text := fmt.Sprintf("%d %d/%d%s", size, size, players, board)
				for _, s := range starts {
					text += fmt.Sprintf("/%d %d", s/size, s%size)
				}
				one(text)
			})
		})
	case "nim", "greedy":
		for heaps := range 4 {
			eachTuple(heaps, size, func(sticks []int) {
				if heaps == 0 {
					one("0")
					return
				}
				one(words(sticks, 1, ","))
			})
		}
	case "nimbers":
		var arcs []string
		eachTuple(2, size, func(a []int) {
			if a[0] != a[1] {
				arcs = append(arcs, words(a, 1, "-"))
			}
		})
		eachTuple(len(arcs), 2, func(chosen []int) {
			text := fmt.Sprint(size)
			for i, arc := range arcs {
				if chosen[i] == 1 {
					text += "." + arc
				}
			}
			for _, err := range r.Read(strings.NewReader(text)) {
				if err == nil { // no cycle
					one(text)
				}
			}
		})
	case "col":
		colours := "o"
		if strings.Contains(r.Name, "colours=all") {
			colours = "oBR"
		}
		var trees func(size int, visit func(text string, weight int64))
		trees = func(size int, visit func(text string, weight int64)) {
			for _, c := range colours {
				if size == 1 {
					visit(string(c), 1)
					continue
				}
				trees(size-1, func(child string, weight int64) { visit(string(c)+"("+child+")", 2*weight) }) // left or right
				for left := 1; left < size-1; left++ {
					trees(left, func(one string, weight int64) {
						trees(size-1-left, func(other string, more int64) { visit(string(c)+"("+one+","+other+")", weight*more) })
					})
				}
			}
		}
		trees(size, visit)
	default:
		t.Fatalf("%s: its labelled games are not known here", r.Name)
	}
}

// eachTuple visits all tuples of numbers from 0 to end-1, in lexicographic order.
func eachTuple(length, end int, visit func(tuple []int)) {
	tuple := make([]int, length)
	for {
		visit(tuple)
		i := length - 1
		for ; i >= 0; i-- {
			tuple[i]++
			if tuple[i] < end {
				break
			}
			tuple[i] = 0
		}
		if i < 0 {
			return
		}
	}
}

func words(numbers []int, first int, between string) string {
	var list []string
	for _, x := range numbers {
		list = append(list, fmt.Sprint(x+first))
	}
	return strings.Join(list, between)
}

// parts returns a list of what a game consists of, in any order. rename returns the new name of each part under a
// relabeling.
func parts(t testing.TB, r *enum.Ruleset, text string, rename func(string) string) (parts []string) {
	t.Helper()
	add := func(format string, names ...any) {
		for i, name := range names {
			names[i] = rename(fmt.Sprint(name))
		}
		parts = append(parts, fmt.Sprintf(format, names...))
	}
	switch name, _, _ := strings.Cut(r.Name, ":"); name {
	case "wonderwall":
		for p, choice := range strings.Fields(text) {
			add("%s: %s %s", string(rune('A'+p)), choice[:1], choice[1:])
		}
	case "spies":
		for row, column := range strings.Fields(text) {
			add("%s", fmt.Sprintf("%d,%s", row+1, column))
		}
	case "jump":
		lines := strings.Split(text, "/")
		rows := len(strings.Fields(lines[2]))
		for i, line := range lines[2:] {
			at := strings.Fields(line)
			if i >= rows {
				add(fmt.Sprintf("player %d starts on %%s", i-rows), at[0]+","+at[1])
				continue
			}
			for j, length := range at {
				add("%s has "+length, fmt.Sprintf("%d,%d", i, j))
			}
		}
	case "nimbers":
		for i, arc := range strings.Split(text, ".") {
			if i > 0 {
				from, to, _ := strings.Cut(arc, "-")
				add("%s-%s", from, to)
			}
		}
	case "col":
		vertices := 0
		var open []int
		parent := 0
		for _, c := range text {
			switch c {
			case '(':
				open = append(open, vertices)
			case ',':
				parent = open[len(open)-1]
			case ')':
				open = open[:len(open)-1]
			default:
				vertices++
				add("%s below %s is "+string(c), vertices, parent)
				parent = vertices
			}
		}
	}
	slices.Sort(parts)
	return parts
}

// checkRelabeling checks that the relabeling of a form turns the parts of the game into those of the form.
func checkRelabeling(t testing.TB, r *enum.Ruleset, text string, form single.Form) {
	t.Helper()
	if form.Relabeling == nil {
		return
	}
	to := map[string]string{"0": "0"} // "0" is the parent of a root
	for _, n := range form.Relabeling() {
		to[n.From] = n.To
	}
	got := parts(t, r, text, func(name string) string { return to[name] })
	want := parts(t, r, form.Game, func(name string) string { return name })
	if !slices.Equal(got, want) {
		t.Fatalf("%s: the relabeling %v of %q makes of it %q, want %q", r.Name, to, text, got, want)
	}
}

// TestFormsOfAllLabelledGamesAreTheClasses classifies all labelled games of small sizes. Each form must be isomorphic
// to its game, by the relabeling that comes with it. The number of forms must be the number of classes by Burnside's
// lemma. Each form must belong to as many games as its orbit has.
func TestFormsOfAllLabelledGamesAreTheClasses(t *testing.T) {
	for _, c := range []struct {
		name  string
		sizes []int
		long  []int // without -short
	}{
		{"wonderwall", []int{3, 4}, nil}, // its own tests go up to 9 players
		{"spies", []int{2, 3, 4, 5}, []int{6}},
		{"jump", []int{2}, []int{3}},
		{"jump:players=2", []int{2}, nil},
		{"nim", []int{1, 2, 3, 6}, nil},
		{"greedy", []int{3}, nil},
		{"nimbers", []int{2, 3}, []int{4}},
		{"nimbers:chips=unordered", []int{2, 3}, []int{4}},
		{"col", []int{1, 2, 3, 6}, []int{9}},
		{"col:colours=all", []int{1, 2, 3, 4}, []int{5}},
	} {
		r := named(t, c.name)
		sizes := c.sizes
		if !testing.Short() {
			sizes = append(sizes, c.long...)
		}
		for _, size := range sizes {
			games, orbits := make(map[string]int64), make(map[string]*big.Int)
			labelledGames(t, r, size, func(text string, weight int64) {
				form := formOf(t, r, text)
				checkRelabeling(t, r, text, form)
				games[form.Game] += weight
				if before := orbits[form.Game]; before == nil {
					orbits[form.Game] = form.Orbit()
				} else if before.Cmp(form.Orbit()) != 0 {
					t.Fatalf("%s, size %d: the orbit of %s is %v and %v", r.Name, size, form.Game, before, form.Orbit())
				}
			})
			s, err := r.Space(size)
			if err != nil {
				t.Fatal(err)
			}
			if s.Classes().Cmp(big.NewInt(int64(len(games)))) != 0 {
				t.Errorf("%s, size %d: %d forms, want %v", r.Name, size, len(games), s.Classes())
			}
			sum := new(big.Int)
			for game, number := range games {
				sum.Add(sum, big.NewInt(number))
				if orbits[game].Cmp(big.NewInt(number)) != 0 {
					t.Errorf("%s, size %d: %s is the form of %d games, want its orbit, %v", r.Name, size, game, number, orbits[game])
				}
			}
			if sum.Cmp(s.Games()) != 0 {
				t.Errorf("%s, size %d: %v labelled games, want %v", r.Name, size, sum, s.Games())
			}
		}
	}
}
