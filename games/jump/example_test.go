package jump_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/jump"
)

// ExampleNew_read reads a game on one line, solves it, and explains the result.
func ExampleNew_read() {
	const text = "1 9/3/4 1 3 2 2 1 2 1 0/0 0/0 1/0 2"
	ruleset := jump.New()
	for game, err := range ruleset.Read(strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			return
		}
		answer, err := ruleset.Questions[1].Ask(context.Background(), game, single.How{})
		if err != nil {
			fmt.Println(err)
			return
		}
		if err := single.Write(os.Stdout, answer, "table"); err != nil {
			fmt.Println(err)
		}
	}
	// Output:
	// C 3
	// A  rounds: 3  lengths: 2  path: 0,0 0,4 0,6 0,8
	// B  rounds: 4  lengths: 1  path: 0,1 0,2 0,5 0,6 0,8
	// C  rounds: 3  lengths: 1  path: 0,2 0,5 0,6 0,8
}

// ExampleNew counts all games of a size and proves the totals.
func ExampleNew() {
	ruleset, err := jump.New().With(map[string]string{"players": "2"})
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := ruleset.Space(3)
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
		fmt.Printf("%-4s %6v games %6v classes\n", name, totals.Verdicts[verdict].Games, totals.Verdicts[verdict].Classes)
	}
	// Output:
	// jump:players=2 has 367416 games in 183951 classes
	// A    109219 games  54648 classes
	// B     95855 games  47964 classes
	// none 162342 games  81339 classes
}
