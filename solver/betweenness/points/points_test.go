package points

import (
	"context"
	"math/big"
	"reflect"
	"slices"
	"strings"
	"testing"

	"enumerate/solver/betweenness"

	"pgregory.net/rapid"
)

func placesOf(t *testing.T, texts ...string) []Place {
	t.Helper()
	var places []Place
	for _, text := range texts {
		var place Place
		for _, word := range strings.Fields(text) {
			x, err := ParseCoordinate(word)
			if err != nil {
				t.Fatal(err)
			}
			place = append(place, x)
		}
		places = append(places, place)
	}
	return places
}

// sixPlayers is the game of a picture in the thesis, which shows a solution in the plane, and sixPlaces has the places
// of its players A to F.
var sixPlayers = betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 5}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 4}, {Wonderwall: 3, Ninja: 5}, {Wonderwall: 3, Ninja: 1}}

func sixPlaces(t *testing.T) []Place {
	return placesOf(t, "2 3", "1 2", "0 1", "2.4 2", "-0.4 2", "3.5 2")
}

func TestTheSourcesPictureSolvesItsGame(t *testing.T) {
	places := sixPlaces(t)
	if misplaced, err := Check(sixPlayers, places); err != nil || misplaced != nil {
		t.Errorf("Check = %v, %v, want nobody", misplaced, err)
	}
	// The thesis projects the places to the first axis, which gives E C B A D F.
	order, direction, err := Project(t.Context(), places)
	if want := []int{4, 2, 1, 0, 3, 5}; err != nil || !slices.Equal(order, want) {
		t.Errorf("Project = %v, %v, want %v", order, err, want)
	}
	if want := []*big.Int{big.NewInt(1), big.NewInt(0)}; !reflect.DeepEqual(direction, want) {
		t.Errorf("the direction is %v, want %v", direction, want)
	}
	if err := (betweenness.Proof{Order: order}).Check(sixPlayers); err != nil {
		t.Error(err)
	}
}

func TestCheckFindsMisplacedPlayers(t *testing.T) {
	for _, c := range []struct {
		claim string
		a     string // where A stands instead
		want  []Misplaced
	}{
		{"A a little off the line of B and C", "2 3.000000000000000000001", []Misplaced{{0, false}, {2, false}}},
		{"A between B and C", "1/2 3/2", []Misplaced{{0, true}, {2, true}}},
		{"A beyond C", "-1 0", []Misplaced{{0, true}, {2, true}}},
		{"A a third farther than it was", "7/3 10/3", nil},
	} {
		places := sixPlaces(t)
		places[0] = placesOf(t, c.a)[0]
		if got, err := Check(sixPlayers, places); err != nil || !slices.Equal(got, c.want) {
			t.Errorf("%s: Check = %v, %v, want %v", c.claim, got, err, c.want)
		}
	}
}

func TestCheckRejectsInvalidPlacements(t *testing.T) {
	for _, c := range []struct {
		places []Place
		want   string
	}{
		{sixPlaces(t)[:5], "5 places for 6 players: expected one for each"},
		{placesOf(t, "1", "2", "3", "4 4", "5", "6"), "the place of player 3 has 2 coordinates, that of player 0 has 1; expected the same, and at least one"},
		{make([]Place, 6), "the place of player 0 has 0 coordinates, that of player 0 has 0; expected the same, and at least one"},
		{placesOf(t, "1 1", "1 0.50", "3 1", "4 1", "1 1/2", "6 1"), "players 1 and 4 stand in the same place, 1 1/2"},
	} {
		if _, err := Check(sixPlayers, c.places); err == nil || err.Error() != c.want {
			t.Errorf("Check(%v) = %v, want %s", c.places, err, c.want)
		}
	}
}

func TestProjectTakesTheFirstDirectionThatKeepsPlacesApart(t *testing.T) {
	for _, c := range []struct {
		claim     string
		places    []Place
		order     []int
		direction string
	}{
		{"one dimension", placesOf(t, "3", "-1", "1/2"), []int{1, 2, 0}, "1"},
		{"the first axis", placesOf(t, "3 0", "-1 0", "1/2 0"), []int{1, 2, 0}, "1 0"},
		{"two players one above the other", placesOf(t, "0 1", "0 0", "5 5"), []int{1, 0, 2}, "1 1"},
		// Two of the places coincide along the directions (1, 0), (1, 1) and (1, 2), so (1, 3) is the first that
		// separates all.
		{"each pair spoils a direction", placesOf(t, "0 0", "0 1", "-2 2"), []int{0, 1, 2}, "1 3"},
		{"only the last axis tells them apart", placesOf(t, "7 7 7 1", "7 7 7 -1", "7 7 7 0"), []int{1, 2, 0}, "1 1 1 1"},
	} {
		order, direction, err := Project(t.Context(), c.places)
		if err != nil || !slices.Equal(order, c.order) {
			t.Errorf("%s: Project = %v, %v, want %v", c.claim, order, err, c.order)
		}
		var words []string
		for _, x := range direction {
			words = append(words, x.String())
		}
		if got := strings.Join(words, " "); got != c.direction {
			t.Errorf("%s: the direction is %s, want %s", c.claim, got, c.direction)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Project(ctx, sixPlaces(t)); err != context.Canceled {
		t.Errorf("a context that has ended: %v, want %v", err, context.Canceled)
	}
}

// A spot is a place on a small grid of integers, for the oracle.
type spot [3]int

// between reports whether the spot w lies inside the segment from p to n, and whether p, w and n are on one line, i.e.
// their cross product is zero.
func between(p, w, n spot) (between, inLine bool) {
	u, v := spot{}, spot{}
	dot := 0
	for i := range p {
		u[i], v[i] = w[i]-p[i], n[i]-w[i]
		dot += u[i] * v[i]
	}
	for i := range p {
		if j := (i + 1) % 3; u[i]*v[j] != u[j]*v[i] {
			return false, false
		}
	}
	return dot > 0, true
}

func choicesAt(spots []spot, p int) []betweenness.Choice {
	var list []betweenness.Choice
	for w := range spots {
		for n := range spots {
			if p != w && w != n && p != n {
				if inside, _ := between(spots[p], spots[w], spots[n]); inside {
					list = append(list, betweenness.Choice{Wonderwall: w, Ninja: n})
				}
			}
		}
	}
	return list
}

// anySolvedSpots draws different spots for players, and a game whose choices these spots satisfy. It always tries four
// spots in one row and, in a plane, three in another row, because a choice needs three spots in line. It leaves out
// spots at which no choice is possible.
func anySolvedSpots(t *rapid.T, dimensions int) ([]spot, betweenness.Game) {
	spots := []spot{{0}, {1}, {2}, {3}}
	if dimensions > 1 {
		spots = append(spots, spot{0, 1}, spot{0, 2}) // in another row
	}
	for range rapid.IntRange(0, 16).Draw(t, "more") {
		var s spot
		for i := range dimensions {
			s[i] = rapid.IntRange(0, 3).Draw(t, "coordinate")
		}
		if !slices.Contains(spots, s) {
			spots = append(spots, s)
		}
	}
	for {
		alone := slices.IndexFunc(identity(len(spots)), func(p int) bool { return len(choicesAt(spots, p)) == 0 })
		if alone < 0 {
			break
		}
		spots = slices.Delete(spots, alone, alone+1)
	}
	g := make(betweenness.Game, len(spots))
	for p := range g {
		g[p] = rapid.SampledFrom(choicesAt(spots, p)).Draw(t, "choice")
	}
	return spots, g
}

// anyImage maps spots to places by a random affine map with fractions. The map is injective, because its matrix is
// upper triangular without zeros on the diagonal.
func anyImage(t *rapid.T, spots []spot, dimensions int) []Place {
	number := func(least int) *big.Rat {
		sign := int64(1 - 2*rapid.IntRange(0, 1).Draw(t, "sign"))
		return big.NewRat(sign*int64(rapid.IntRange(least, 9).Draw(t, "numerator")), int64(rapid.IntRange(1, 9).Draw(t, "denominator")))
	}
	var by [3][3]*big.Rat
	var shift [3]*big.Rat
	for i := range dimensions {
		for j := i; j < dimensions; j++ {
			by[i][j] = number(0)
		}
		by[i][i] = number(1)
		shift[i] = number(0)
	}
	places := make([]Place, len(spots))
	for p, s := range spots {
		for i := range dimensions {
			x := new(big.Rat).Set(shift[i])
			for j := i; j < dimensions; j++ {
				x.Add(x, new(big.Rat).Mul(by[i][j], big.NewRat(int64(s[j]), 1)))
			}
			places[p] = append(places[p], x)
		}
	}
	return places
}

func TestASolutionInSpaceProjectsToASolution(t *testing.T) {
	bent := 0
	check := func(t *rapid.T) {
		dimensions := rapid.IntRange(1, 3).Draw(t, "dimensions")
		spots, g := anySolvedSpots(t, dimensions)
		places := anyImage(t, spots, dimensions)
		if misplaced, err := Check(g, places); err != nil || misplaced != nil {
			t.Fatalf("%v at %v: Check = %v, %v, want nobody", g, places, misplaced, err)
		}
		order, direction, err := Project(context.Background(), places)
		if err != nil {
			t.Fatal(err)
		}
		if err := (betweenness.Proof{Order: order}).Check(g); err != nil {
			t.Fatalf("%v at %v: projected to %v: %v", g, places, order, err)
		}
		if dimensions > 1 {
			bound := int64(len(g) * (len(g) - 1) / 2 * (dimensions - 1))
			if direction[1].Cmp(big.NewInt(bound)) > 0 {
				t.Fatalf("%v: the direction is %v, want the second coordinate at most %d", places, direction, bound)
			}
			if len(spots) > 4 {
				bent++ // not all players stand in one row
			}
		}
	}
	for round := 0; round == 0 || bent == 0 && round < 50; round++ { // try again if all spots were in rows
		rapid.Check(t, check)
	}
	if bent == 0 {
		t.Error("in all placements all players stood in one row")
	}
}

func TestCheckFindsExactlyTheMisplacedPlayers(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		dimensions := rapid.IntRange(1, 3).Draw(t, "dimensions")
		spots, g := anySolvedSpots(t, dimensions)
		for range rapid.IntRange(1, 3).Draw(t, "changes") {
			others := rapid.Permutation(identity(len(g))).Draw(t, "players")
			g[others[0]] = betweenness.Choice{Wonderwall: others[1], Ninja: others[2]}
		}
		var want []Misplaced
		for p, c := range g {
			if inside, inLine := between(spots[p], spots[c.Wonderwall], spots[c.Ninja]); !inside {
				want = append(want, Misplaced{p, inLine})
			}
		}
		places := anyImage(t, spots, dimensions)
		got, err := Check(g, places)
		if err != nil || !slices.Equal(got, want) {
			t.Fatalf("%v at %v: Check = %v, %v, want %v", g, places, got, err, want)
		}
	})
}

func TestCoordinatesAreReadExactly(t *testing.T) {
	for _, c := range []struct {
		text string
		want *big.Rat
	}{
		{"0", big.NewRat(0, 1)},
		{"-0", big.NewRat(0, 1)},
		{"2", big.NewRat(2, 1)},
		{"+2", big.NewRat(2, 1)},
		{"-2", big.NewRat(-2, 1)},
		{"1.5", big.NewRat(3, 2)},
		{"-0.4", big.NewRat(-2, 5)},
		{".5", big.NewRat(1, 2)},
		{"5.", big.NewRat(5, 1)},
		{"1e3", big.NewRat(1000, 1)},
		{"1.5E-1", big.NewRat(3, 20)},
		{"2e+1", big.NewRat(20, 1)},
		{"1/3", big.NewRat(1, 3)},
		{"-2/6", big.NewRat(-1, 3)},
		{"1/-3", big.NewRat(-1, 3)},
		{"010", big.NewRat(10, 1)}, // not octal
		{"010/011", big.NewRat(10, 11)},
		{"0.1e1000", new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(10), big.NewInt(999), nil))},
	} {
		if got, err := ParseCoordinate(c.text); err != nil || got.Cmp(c.want) != 0 {
			t.Errorf("ParseCoordinate(%q) = %v, %v, want %v", c.text, got, err, c.want)
		}
	}
}

func TestInvalidCoordinatesAreRejected(t *testing.T) {
	const range1000 = " is out of range; expected a number from -1000 to 1000"
	for _, c := range []struct{ text, want string }{
		{"", `"" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"x", `"x" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"0x10", `"0x10" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1_000", `"1_000" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1,5", `"1,5" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1.2.3", `"1.2.3" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{".", `"." is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1e", `"1e" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1e2e3", `"1e2e3" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1/2/3", `"1/2/3" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1.5/2", `"1.5/2" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"/2", `"/2" is not a coordinate; expected a number such as 2, -0.4, 1e3 or 1/3`},
		{"1/0", "the denominator is 0"},
		{"1e1001", `the exponent of "1e1001"` + range1000},
		{"1e-1001", `the exponent of "1e-1001"` + range1000},
		{"1e99999999999999999999", `the exponent of "1e99999999999999999999"` + range1000},
		{"1e-9223372036854775808", `the exponent of "1e-9223372036854775808"` + range1000}, // math.MinInt64, which has no absolute value
		{strings.Repeat("1", 1001), "a coordinate of 1,001 characters; expected at most 1,000"},
	} {
		if got, err := ParseCoordinate(c.text); err == nil || err.Error() != c.want {
			t.Errorf("ParseCoordinate(%.60q) = %v, %v, want %s", c.text, got, err, c.want)
		}
	}
}

func identity(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}
