package positions

import (
	"context"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"enumerate/solver/partizan"
)

// TestThermographsHaveLeftOnTheLeft reads the walls of pictures: up from the axis, the Left wall at the left,
// never past each other, until they meet at the mast.
func TestThermographsHaveLeftOnTheLeft(t *testing.T) {
	pair := regexp.MustCompile(`(-?[0-9.]+),(-?[0-9.]+)`)
	random := rand.New(rand.NewPCG(1, 1))
	for range 40 {
		part := func() string { return strconv.Itoa(random.IntN(9) - 4) }
		written := "{" + part() + "|" + part() + "||" + part() + "|" + part() + "}"
		arena := partizan.NewArena()
		v, err := arena.Parse(context.Background(), written)
		if err != nil {
			t.Fatal(err)
		}
		g := arena.Thermograph(v)
		var walls [][][2]float64
		for _, line := range strings.Split(string(thermograph(written, g).SVG()), "\n") {
			if !strings.HasPrefix(line, "<polyline") && !strings.HasPrefix(line, "<path") {
				continue
			}
			var wall [][2]float64
			for _, at := range pair.FindAllStringSubmatch(line, -1) {
				x, _ := strconv.ParseFloat(at[1], 64)
				y, _ := strconv.ParseFloat(at[2], 64)
				wall = append(wall, [2]float64{x, y})
			}
			walls = append(walls, wall)
		}
		if len(walls) != 2 {
			t.Fatalf("%s: %d walls, want 2", written, len(walls))
		}
		left, right := walls[0], walls[1]
		if left[0][0] > right[0][0] || left[0][1] != right[0][1] || left[len(left)-1] != right[len(right)-1] {
			t.Errorf("%s: the walls are %v and %v", written, left, right)
		}
		for _, wall := range walls {
			for i, at := range wall[1:] {
				if at[1] > wall[i][1] {
					t.Errorf("%s: a wall goes down: %v", written, wall)
				}
			}
		}
	}
}
