package families

import (
	"math/rand/v2"
	"slices"
	"testing"

	"enumerate/solver/betweenness"
)

// admissible returns the numbers of points, up to most, of Steiner triple systems.
func admissible(most int) []int {
	var list []int
	for v := 3; v <= most; v++ {
		if v%6 == 1 || v%6 == 3 {
			list = append(list, v)
		}
	}
	return list
}

// textbook returns the blocks of the constructions of Bose and Skolem in their usual form.
func textbook(v int) [][3]int {
	var blocks [][3]int
	t := v / 6
	if v%6 == 3 {
		m := 2*t + 1
		at := func(x, i int) int { return i%3*m + x }
		for x := range m {
			blocks = append(blocks, [3]int{at(x, 0), at(x, 1), at(x, 2)})
			for y := range x {
				for i := range 3 {
					blocks = append(blocks, [3]int{at(x, i), at(y, i), at((t+1)*(x+y)%m, i+1)})
				}
			}
		}
		return blocks
	}
	m := 2 * t
	at := func(x, i int) int { return i%3*m + x }
	// half[x+y] is the product of x and y: 0, t, 1, t+1, 2, t+2, ...
	half := make([]int, m)
	for k := range t {
		half[2*k], half[2*k+1] = k, t+k
	}
	for x := range m {
		if x < t {
			blocks = append(blocks, [3]int{at(x, 0), at(x, 1), at(x, 2)})
			for i := range 3 {
				blocks = append(blocks, [3]int{6 * t, at(t+x, i), at(x, i+1)})
			}
		}
		for y := range x {
			for i := range 3 {
				blocks = append(blocks, [3]int{at(x, i), at(y, i), at(half[(x+y)%m], i+1)})
			}
		}
	}
	return blocks
}

func TestEveryPairOfPointsIsInOneBlock(t *testing.T) {
	for _, v := range admissible(99) {
		s := newTriples(v)
		blocks := make(map[block]bool)
		for p := range v {
			for q := range v {
				if p == q {
					continue
				}
				r := s.third(p, q)
				if r < 0 || r >= v || r == p || r == q {
					t.Fatalf("v=%d: third(%d, %d) = %d", v, p, q, r)
				}
				if back := s.third(p, r); back != q {
					t.Fatalf("v=%d: third(%d, %d) = %d, but third(%d, %d) = %d", v, p, q, r, p, r, back)
				}
				if back := s.third(q, p); back != r {
					t.Fatalf("v=%d: third(%d, %d) = %d, but third(%d, %d) = %d", v, p, q, r, q, p, back)
				}
				blocks[s.block(p, q)] = true
			}
		}
		if want := v * (v - 1) / 6; len(blocks) != want {
			t.Errorf("v=%d: %d blocks, want %d", v, len(blocks), want)
		}
		want := textbook(v)
		if len(want) != len(blocks) {
			t.Errorf("v=%d: %d blocks, by the textbook %d", v, len(blocks), len(want))
		}
		for _, b := range want {
			slices.Sort(b[:])
			if !blocks[b] {
				t.Errorf("v=%d: the block %v is missing", v, b)
			}
		}
	}
}

// shared returns the largest number of players that two choices have in common.
func shared(g betweenness.Game) int {
	most := 0
	for p, c := range g {
		for q, d := range g[:p] {
			common := 0
			for _, r := range []int{p, c.Wonderwall, c.Ninja} {
				if r == q || r == d.Wonderwall || r == d.Ninja {
					common++
				}
			}
			most = max(most, common)
		}
	}
	return most
}

func TestNoTwoChoicesOfASteinerGameShareTwoPlayers(t *testing.T) {
	for _, v := range admissible(99)[1:] { // not 3 points, because one block is not enough for 3 players
		for seed := range uint64(5) {
			g, err := steinerGame(v, rand.New(rand.NewPCG(seed, 0)))
			if err != nil {
				t.Fatal(err)
			}
			if err := g.Validate(); err != nil {
				t.Fatalf("v=%d, seed %d: %v", v, seed, err)
			}
			for p, c := range g {
				if third := newTriples(v).third(p, c.Wonderwall); third != c.Ninja {
					t.Errorf("v=%d, seed %d: player %d chose %v, which is no block", v, seed, p, c)
				}
			}
			want := 1
			if v == 3 {
				want = 3 // there is one block
			}
			if got := shared(g); got != want {
				t.Errorf("v=%d, seed %d: two choices share %d players, want %d", v, seed, got, want)
			}
		}
	}
}

func TestLargeSteinerGamesAreQuick(t *testing.T) {
	const v = 30_003
	g, err := steinerGame(v, rand.New(rand.NewPCG(1, 0)))
	if err != nil {
		t.Fatal(err)
	}
	owners := make(map[block]int)
	for p, c := range g {
		b := newTriples(v).block(p, c.Wonderwall)
		if q, taken := owners[b]; taken {
			t.Errorf("players %d and %d have the block %v", q, p, b)
		}
		owners[b] = p
	}
}
