package heaps_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/antonim"
	"enumerate/games/heaps"
	"enumerate/games/nim"
)

func ExampleNew_read() {
	for game, err := range antonim.New().Read(strings.NewReader("3,5,6,9\n3,4\n3,3")) {
		if err != nil {
			fmt.Println(err)
			continue
		}
		answer, err := game.Solve(context.Background(), single.How{})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := single.Write(os.Stdout, answer, "table"); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// N  value *5  winning: 3,4,5,6
	// P  value 0
	// line 3, column 3: the heap 3 is repeated; all heaps of this game are different
}

func ExampleNew() {
	ruleset, err := nim.New().With(map[string]string{"heaps": "0..2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := ruleset.Space(2)
	if err != nil {
		fmt.Println(err)
		return
	}
	totals, err := enum.Count(context.Background(), space, 2)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(ruleset.Name, "has", space.Games(), "games in", space.Classes(), "classes")
	for verdict, name := range space.Verdicts() {
		fmt.Printf("%s %v games %v classes\n", name, totals.Verdicts[verdict].Games, totals.Verdicts[verdict].Classes)
	}
	// Output:
	// nim:heaps=0..2 has 7 games in 6 classes
	// P 3 games 3 classes
	// N 4 games 3 classes
}

func ExampleFill() {
	table, err := heaps.Fill(context.Background(), nim.Rules(), heaps.Grundy, 2, 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	for p, more := (heaps.Position{}), true; more; p, more = table.Next(p) {
		fmt.Print(" ", p, "=", table.Value(p))
	}
	// Output:
	//  0=0 1=1 2=2 3=3 1,1=0 1,2=3 2,2=0 1,3=2 2,3=1 3,3=0
}
