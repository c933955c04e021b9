package col

import (
	"context"
	"fmt"
	"math/big"
	"strings"
	"testing"

	"enumerate/enum"
	"enumerate/games/col/digraph"
)

// labelled returns the labelled trees of a size, with every allowed colouring. A tree with an only child occurs twice,
// because the child may be a left or a right one.
func labelled(r settings, size int) []string {
	var texts []string
	colours := func(leaf bool) string { return "oBR"[:r.colours.choices(leaf)] }
	if size == 1 {
		for _, c := range colours(true) {
			texts = append(texts, string(c))
		}
		return texts
	}
	for _, c := range colours(false) {
		for left := range size {
			right := size - 1 - left
			switch {
			case left == 0 || right == 0:
				for _, below := range labelled(r, left+right) {
					texts = append(texts, string(c)+"("+below+")")
				}
			default:
				for _, a := range labelled(r, left) {
					for _, b := range labelled(r, right) {
						texts = append(texts, string(c)+"("+a+","+b+")")
					}
				}
			}
		}
	}
	return texts
}

// A setting has the size up to which all games of a ruleset are tried.
type setting struct {
	settings settings
	size     int
}

// everySetting returns a setting for each value of the parameters, by the name of the ruleset.
func everySetting(t testing.TB) map[string]setting {
	sizes := map[string]int{
		"col": 7, "col:colours=leaves": 6, "col:colours=all": 4,
	}
	list := make(map[string]setting)
	for _, colours := range []string{"none", "leaves", "all"} {
		r := set(t, given{"colours": colours})
		size := sizes[r.name()]
		if testing.Short() {
			size = min(size, 5)
		}
		list[r.name()] = setting{r, size}
	}
	return list
}

func run(t testing.TB, s enum.Space) []enum.Total {
	t.Helper()
	totals, err := enum.Count(context.Background(), s, 2)
	if err != nil {
		t.Fatalf("%s: %v", s.Fingerprint(), err)
	}
	return totals.Verdicts
}

func lister(s enum.Space) enum.Lister { return s.Walker().(*walker).list }

func games(totals []enum.Total) string {
	var words []string
	for _, total := range totals {
		words = append(words, total.Games.String())
	}
	return strings.Join(words, " ")
}

// TestTheWalkFindsTheOutcomesOfAllLabelledGames compares the walk with the outcomes found by trying all ways to play
// each labelled game.
func TestTheWalkFindsTheOutcomesOfAllLabelledGames(t *testing.T) {
	for name, setting := range everySetting(t) {
		for n := 1; n <= setting.size; n++ {
			want := make([]int, len(verdicts()))
			known := make(map[string]int)
			for _, text := range labelled(setting.settings, n) {
				verdict, ok := known[text]
				if !ok {
					verdict = verdictOf(outcomeByPlay(figureOf(t, text)))
					known[text] = verdict
				}
				want[verdict]++
			}
			s, err := setting.settings.space(n)
			if err != nil {
				t.Fatal(err)
			}
			if got, want := games(run(t, s)), strings.Trim(fmt.Sprint(want), "[]"); got != want {
				t.Errorf("%s, n = %d: the walk finds %s games, want %s", name, n, got, want)
			}
		}
	}
}

// A reduced is a space that solves each class as a digraph, with a solver that uses the theorem Root (a vertex to which
// no arc leads, and from which none leads to a coloured vertex, only adds the value *). Its results check the walk of
// the ruleset, which searches the trees in another way.
type reduced struct{ *space }

func (s reduced) Walker() enum.Walker { return s }

func (s reduced) Walk(ctx context.Context, shard enum.Shard, tally *enum.Tally) error {
	first := int64(shard.ID * perShard)
	for number := first; number < min(first+perShard, s.census.few[s.vertices]); number++ {
		p, automorphisms := s.census.appendClass(nil, s.vertices, number)
		g := graphOf(p)
		solver := digraph.NewReducing(g.Out)
		value, err := solver.Value(ctx, g.Position)
		if err != nil {
			return err
		}
		tally.Add(verdictOf(solver.Arena().Outcome(value)), automorphisms, 1)
	}
	return nil
}

func TestAllMethodsAgree(t *testing.T) {
	for name, setting := range everySetting(t) {
		for n := 1; n <= setting.size+3; n++ {
			s, err := setting.settings.space(n)
			if err != nil {
				t.Fatal(err)
			}
			want := run(t, s)
			summed, err := setting.settings.sums(n, enum.Means{})
			if err != nil {
				t.Fatal(err)
			}
			for method, other := range map[string]enum.Space{formula: summed, "as digraphs": reduced{s.(*space)}} {
				got := run(t, other)
				for v := range want {
					if got[v].Games.Cmp(want[v].Games) != 0 || got[v].Classes.Cmp(want[v].Classes) != 0 {
						t.Errorf("%s, n = %d, %s: %v games and %v classes are %s, the walk finds %v and %v", name, n, method, got[v].Games, got[v].Classes, s.Verdicts()[v], want[v].Games, want[v].Classes)
					}
				}
			}
		}
	}
}

// TestGamesHaveClosedForms compares a census with the formulas of the package comment.
func TestGamesHaveClosedForms(t *testing.T) {
	choose := func(n, k int) *big.Int { return new(big.Int).Binomial(int64(n), int64(k)) }
	power := func(b, e int) *big.Int { return new(big.Int).Exp(big.NewInt(int64(b)), big.NewInt(int64(e)), nil) }
	product := func(factors ...*big.Int) *big.Int {
		p := big.NewInt(1)
		for _, f := range factors {
			p.Mul(p, f)
		}
		return p
	}
	for n := 1; n <= maxSize; n++ {
		catalan := product(choose(2*n, n))
		catalan.Div(catalan, big.NewInt(int64(n+1)))
		leafy := new(big.Int)
		for k := 1; 2*k-1 <= n; k++ {
			term := product(power(3, k), power(2, n-2*k+1), choose(n-1, 2*k-2), choose(2*k-2, k-1))
			leafy.Add(leafy, term.Div(term, big.NewInt(int64(k))))
		}
		for colours, want := range map[string]*big.Int{"none": catalan, "leaves": leafy, "all": product(power(3, n), catalan)} {
			s, err := set(t, given{"colours": colours}).space(n)
			if err != nil {
				t.Fatal(err)
			}
			if got := s.Games(); got.Cmp(want) != 0 {
				t.Errorf("colours=%s: Games of %d vertices = %v, want %v", colours, n, got, want)
			}
		}
	}
}

func TestClassesAreWedderburnEtheringtonNumbers(t *testing.T) {
	// The numbers of Wedderburn and Etherington, OEIS A001190.
	want := []int64{1, 1, 2, 3, 6, 11, 23, 46, 98, 207, 451, 983, 2179, 4850, 10905, 24631}
	for i, classes := range want {
		s, err := New().Space(i + 1)
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Classes(); got.Cmp(big.NewInt(classes)) != 0 {
			t.Errorf("Classes of %d vertices = %v, want %d", i+1, got, classes)
		}
	}
}

// TestEveryClassIsListedOnce compares the list with the labelled games, after ordering the children of each vertex.
func TestEveryClassIsListedOnce(t *testing.T) {
	for name, setting := range everySetting(t) {
		for n := 1; n <= setting.size; n++ {
			s, err := setting.settings.space(n)
			if err != nil {
				t.Fatal(err)
			}
			orbits := make(map[string]int64) // the number of labelled games of each class
			for _, text := range labelled(setting.settings, n) {
				orbits[ordered(text)]++
			}
			err = enum.List(context.Background(), s, lister(s), enum.Part{}, enum.AnyVerdict, func(c enum.Class) bool {
				text := ordered(bracketed(c.Game()))
				if got := enum.Orbit(s, c.Automorphisms); got.Cmp(big.NewInt(orbits[text])) != 0 {
					t.Errorf("%s: the orbit of %v is %v, want %d", name, c.Game(), got, orbits[text])
				}
				delete(orbits, text)
				if want := outcomeByPlay(figureOf(t, text)).String(); s.Verdicts()[c.Verdict] != want || c.Solution().Verdict != want {
					t.Errorf("%s: the verdict of %v is %s, want %s", name, c.Game(), s.Verdicts()[c.Verdict], want)
				}
				return true
			})
			if err != nil || len(orbits) > 0 {
				t.Errorf("%s, n = %d: List leaves out %v, %v", name, n, orbits, err)
			}
		}
	}
}

func bracketed(text string) string {
	if strings.Contains(text, "(") {
		return text
	}
	return strings.Join(strings.Split(text, ""), "(") + strings.Repeat(")", len(text)-1)
}

// ordered returns a text with the children of each vertex in a fixed order.
func ordered(text string) string {
	if len(text) < 2 {
		return text
	}
	inner := text[2 : len(text)-1]
	depth := 0
	for i, c := range inner {
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				a, b := ordered(inner[:i]), ordered(inner[i+1:])
				return text[:2] + min(a, b) + "," + max(a, b) + ")"
			}
		}
	}
	return text[:2] + ordered(inner) + ")"
}

func TestListKeepsToAVerdict(t *testing.T) {
	s, err := set(t, given{"colours": "leaves"}).space(4)
	if err != nil {
		t.Fatal(err)
	}
	for verdict, name := range s.Verdicts() {
		listed := int64(0)
		err := enum.List(context.Background(), s, lister(s), enum.Part{}, verdict, func(c enum.Class) bool {
			listed++
			return true
		})
		if want := run(t, s)[verdict].Classes; err != nil || want.Cmp(big.NewInt(listed)) != 0 {
			t.Errorf("List visits %d classes of %s, %v, want %v", listed, name, err, want)
		}
	}
}

func TestPairsAreNumberedInOrder(t *testing.T) {
	number := int64(0)
	for second := range int64(50) {
		for first := range second + 1 {
			if a, b := unpair(number); a != first || b != second {
				t.Errorf("unpair(%d) = %d, %d, want %d, %d", number, a, b, first, second)
			}
			number++
		}
	}
	const last = 1<<31 - 1
	if a, b := unpair(last * (last + 1) / 2); a != 0 || b != last {
		t.Errorf("unpair = %d, %d, want 0, %d", a, b, last)
	}
}

// TestShardsOfAWalkAreClassesInARow checks that each shard has the next perShard classes.
func TestShardsOfAWalkAreClassesInARow(t *testing.T) {
	size := 9
	if testing.Short() {
		size = 7
	}
	s, err := set(t, given{"colours": "all"}).space(size)
	if err != nil {
		t.Fatal(err)
	}
	shards := 0
	for range s.Shards() {
		shards++
	}
	want := new(big.Int).Add(s.Classes(), big.NewInt(perShard-1))
	if want.Div(want, big.NewInt(perShard)); want.Cmp(big.NewInt(int64(shards))) != 0 {
		t.Errorf("%v classes make %d shards, want %v", s.Classes(), shards, want)
	}
	run(t, s)
}
