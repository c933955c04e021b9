package draw_test

import (
	"fmt"
	"strings"

	"enumerate/games/wonderwall/questions/draw"
	"enumerate/solver/betweenness"
)

// This game has the smallest possible core: B wants D between itself and A, and D wants B between itself and A.
func ExamplePicture() {
	names := []string{"A", "B", "C", "D"}
	game := betweenness.Game{{Wonderwall: 1, Ninja: 2}, {Wonderwall: 3, Ninja: 0}, {Wonderwall: 1, Ninja: 0}, {Wonderwall: 1, Ninja: 0}}
	picture := string(draw.Picture(names, game, betweenness.Solve(game)).SVG())
	fmt.Println(strings.HasPrefix(picture, "<svg "))
	fmt.Println(strings.Contains(picture, "B before D before A before B"))
	// Output:
	// true
	// true
}
