package col_test

import (
	"context"
	"fmt"
	"os"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/col"
)

// This example reads positions, one on each line, and solves them. A tree is its root (o: uncoloured, B: blue, R: red),
// and in brackets its children; a path is the list of its vertices.
func ExampleNew_read() {
	const text = `
o(o,B(o))    # a tree
ooB + o(o,o) # a path and a tree
`
	fmt.Println("o: uncoloured, B: blue, R: red, in brackets: children")
	fmt.Println("Who wins (R: Right), the value, and for each player the first moves: do they win?")
	for game, err := range col.New().Read(strings.NewReader(text)) {
		if err != nil {
			fmt.Println(err)
			return
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
	// o: uncoloured, B: blue, R: red, in brackets: children
	// Who wins (R: Right), the value, and for each player the first moves: do they win?
	// R  value: -1/2*  Left: o(o,B(B)) = -1/2 loses  Right: o(o,B(R)) = -1/2 wins
	// R  value: -1  Left: BoB + o(o,o) = -1* loses; ooB + B(o,o) = -1* loses  Right: RoB + o(o,o) = -1* wins; ooB + R(o,o) = -1* wins
}

// This example counts all trees of 8 vertices and how many of them have each outcome, and checks that the outcomes sum
// to the number of all trees.
func ExampleNew() {
	ruleset, err := col.New().With(map[string]string{"colours": "leaves"})
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := ruleset.Space(8)
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
	fmt.Println("Who wins (L: Left, R: Right, N: the next player, P: the previous player):")
	for verdict, name := range space.Verdicts() {
		fmt.Printf("%s %5v games %4v classes\n", name, totals.Verdicts[verdict].Games, totals.Verdicts[verdict].Classes)
	}
	// Output:
	// col:colours=leaves has 27222 games in 1095 classes
	// Who wins (L: Left, R: Right, N: the next player, P: the previous player):
	// L 10626 games  437 classes
	// R 10626 games  437 classes
	// N   984 games   58 classes
	// P  4986 games  163 classes
}

// This example lists the values that trees of three vertices have, who wins, how many labelled games and classes have
// the value, and the first tree with it.
func ExampleNew_values() {
	ruleset, err := col.New().With(map[string]string{"colours": "leaves"})
	if err != nil {
		fmt.Println(err)
		return
	}
	counts, err := ruleset.Values(context.Background(), 3)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("Values of trees (o: uncoloured, B: blue, R: red; the children follow their parent, two in parentheses)")
	fmt.Println("and who wins (L: Left, R: Right, N: the next player, P: the previous player):")
	for _, c := range counts {
		fmt.Printf("%-5s %s %2v games %v classes, first %v\n", c.Value, c.Verdict, c.Games, c.Classes, c.First)
	}
	// Output:
	// Values of trees (o: uncoloured, B: blue, R: red; the children follow their parent, two in parentheses)
	// and who wins (L: Left, R: Right, N: the next player, P: the previous player):
	// -1    R  1 games 1 classes, first o(B,B)
	// -1*   R  4 games 1 classes, first ooB
	// -1/2  R  2 games 1 classes, first o(o,B)
	// 0     P  2 games 1 classes, first o(B,R)
	// *     N  5 games 2 classes, first ooo
	// 1/2   L  2 games 1 classes, first o(o,R)
	// 1     L  1 games 1 classes, first o(R,R)
	// 1*    L  4 games 1 classes, first ooR
}
