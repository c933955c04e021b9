package wonderwall

import (
	"context"
	"flag"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"enumerate/data"
	"enumerate/enum"
	"enumerate/games/wonderwall/space"
	"enumerate/games/wonderwall/walk"
	"enumerate/internal/golden"
)

var large = flag.Bool("large", false, "also walk n = 9, and count n = 8 by sets of orders (about two minutes of one core, 4 GB)")

type totals struct {
	players                                   int
	games, classes, solvable, solvableClasses string
}

// walkedTotals has the totals of all sizes that were walked, i.e. counted class by class, from data/results. The numbers of
// games are proved by a closed form, and the numbers of classes by Burnside's lemma. The numbers of solvable games and
// classes are confirmed by the method count (count/counting_test.go up to 9 players, and 10 players once), and by brute
// force up to 5 players (walk/oracle_test.go and package betweenness). The numbers of solvable labelled games are also
// confirmed by sets of orders up to 7 players, or 8 with -large (orders_test.go).
var walkedTotals = func() (list []totals) {
	for _, row := range data.Totals("wonderwall").Rows {
		if slices.Contains(row.Methods, enum.Walk) {
			of := func(column string) string { return golden.Total("wonderwall", row.N, column) }
			list = append(list, totals{row.N, of("games"), of("classes"), of("solvable-games"), of("solvable-classes")})
		}
	}
	return list
}()

// largest returns the limit for this kind of run: with -short, in full, or with the flag -large.
func largest(short, full, withFlag int) int {
	switch {
	case testing.Short():
		return short
	case *large:
		return withFlag
	}
	return full
}

func compareTotals(t *testing.T, method string, got enum.Totals, want totals) {
	t.Helper()
	all := got.All()
	for _, c := range []struct {
		name string
		got  *big.Int
		want string
	}{
		{"labelled games", all.Games, want.games},
		{"classes", all.Classes, want.classes},
		{"solvable games", got.Verdicts[space.Solvable].Games, want.solvable},
		{"solvable classes", got.Verdicts[space.Solvable].Classes, want.solvableClasses},
	} {
		if c.got.String() != c.want {
			t.Errorf("%s, n=%d: %s = %v, want %s", method, want.players, c.name, c.got, c.want)
		}
	}
}

func walked(t testing.TB, players int) enum.Space {
	t.Helper()
	s, err := walk.NewSpace(players)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestWalkTotals(t *testing.T) {
	limit := largest(8, 8, 9)
	for _, g := range walkedTotals {
		if g.players > limit { // 9 players take five CPU seconds, 10 players six minutes
			continue
		}
		totals, err := enum.Count(t.Context(), walked(t, g.players), 2)
		if err != nil {
			t.Fatalf("n=%d: %v", g.players, err)
		}
		compareTotals(t, "walk", totals, g)
	}
}

func TestClassesByBurnside(t *testing.T) {
	for _, g := range walkedTotals {
		if got := walked(t, g.players).Classes(); got.String() != g.classes {
			t.Errorf("n=%d: %v classes, want %s", g.players, got, g.classes)
		}
	}
}

// All methods find the same totals: the numbers of all labelled games and classes, and then of solvable labelled games
// and classes. Package games adds a fourth method, core-walk.
func Example() {
	for _, m := range New().Methods {
		counted, err := m.Space(4, enum.Means{Workers: 2})
		if err != nil {
			fmt.Println(err)
			return
		}
		totals, err := enum.Count(context.Background(), counted, 2)
		if err != nil {
			fmt.Println(err)
			return
		}
		all, solvable := totals.All(), totals.Verdicts[0]
		fmt.Printf("%s: of %v labelled games and %v classes %v and %v are solvable\n", m.Name, all.Games, all.Classes, solvable.Games, solvable.Classes)
	}
	// Output:
	// walk: of 1296 labelled games and 60 classes 108 and 6 are solvable
	// count: of 1296 labelled games and 60 classes 108 and 6 are solvable
	// core: of 1296 labelled games and 60 classes 108 and 6 are solvable
}
