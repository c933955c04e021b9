package enumerate_test

import (
	"context"
	"fmt"

	"enumerate/enum"
	"enumerate/games/wonderwall"
)

// The example walks the classes of all games of five players, proves the totals, and prints them by verdict.
func Example() {
	walk, err := wonderwall.New().Method(enum.Walk)
	if err != nil {
		panic(err)
	}
	space, err := walk.Space(5, enum.Means{})
	if err != nil {
		panic(err)
	}
	totals, err := enum.Count(context.Background(), space, 2)
	if err != nil {
		panic(err)
	}
	for v, verdict := range space.Verdicts() {
		fmt.Println(totals.Verdicts[v].Classes, verdict, "classes,", totals.Verdicts[v].Games, "labelled games")
	}
	// Output:
	// 254 solvable classes, 30480 labelled games
	// 1830 unsolvable classes, 218352 labelled games
}
