package betweenness

import (
	"encoding/csv"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"
)

// The thesis of 2013 published the share of random games that its program calls solvable. The tests of this file repeat
// the program's rule, from its description and source (github.com/bgschiller/ninja-assassin-wonder-wall, file
// cpp_implementation/implication.cpp). The program collects arcs from a player to a later player in a graph. It calls a
// game solvable when all choices are oriented without a cycle, but also, wrongly, as soon as the graph has as many
// vertices as there are players: the graph library adds all vertices up to the highest one that an arc names.
//
// tools/bench/published/rule.cpp repeats the rule in C++, with the sort function of the program's library.

// A publishedSearch is the graph that the published program makes.
type publishedSearch struct {
	next     [][]int // arcs
	vertices int     // the highest player named so far, plus one
}

func (s publishedSearch) clone() publishedSearch {
	next := make([][]int, len(s.next))
	for v := range next {
		next[v] = slices.Clone(s.next[v])
	}
	return publishedSearch{next, s.vertices}
}

func (s *publishedSearch) add(u, v int) {
	s.next[u] = append(s.next[u], v)
	s.vertices = max(s.vertices, u+1, v+1)
}

func (s publishedSearch) cyclic() bool {
	for u := range s.next {
		for _, v := range s.next[u] {
			if reaches(s.next, v, u) {
				return true
			}
		}
	}
	return false
}

// publishedAccepts reports whether the published program calls a game solvable. If `fixed` is true, it reports whether
// the program would do so with the corrected rule.
func publishedAccepts(g Game, fixed bool) bool {
	// Like the published program, sort the players by score. A player and the two it chooses are a triple with three
	// pairs; the player's score is the number of triples that contain the most common of these pairs. The players are
	// taken from the end of the sorted list.
	n := len(g)
	count := make(map[[2]int]int)
	pairs := func(p int) [3][2]int {
		three := []int{p, g[p].Wonderwall, g[p].Ninja}
		slices.Sort(three)
		return [3][2]int{{three[0], three[1]}, {three[1], three[2]}, {three[0], three[2]}}
	}
	players := make([]int, n)
	for p := range g {
		players[p] = p
		for _, pair := range pairs(p) {
			count[pair]++
		}
	}
	score := func(p int) int {
		three := pairs(p)
		return max(count[three[0]], count[three[1]], count[three[2]])
	}
	sortAsLibrary(players, func(p, q int) bool { return score(p) < score(q) })

	var assume func(s publishedSearch, players []int) bool
	assume = func(s publishedSearch, players []int) bool {
		switch {
		case s.cyclic():
			return false
		case len(players) == 0, !fixed && s.vertices == n:
			return true
		}
		p := players[len(players)-1]
		f := s.clone()
		if assume(f, f.imply(g, [2]int{p, g[p].Wonderwall}, players)) {
			return true
		}
		f = s.clone()
		return assume(f, f.imply(g, [2]int{g[p].Wonderwall, p}, players))
	}
	return assume(publishedSearch{make([][]int, n), 3}, players)
}

// imply adds an arc, and all arcs that follow from it by the choices of the given players. It returns the players whose
// choices it did not use.
func (s *publishedSearch) imply(g Game, arc [2]int, players []int) []int {
	players = slices.Clone(players)
	for queue := [][2]int{arc}; len(queue) > 0; queue = queue[1:] {
		arc := queue[0]
		s.add(arc[0], arc[1])
		var used []int
		for _, p := range players {
			for _, line := range [2][3]int{{p, g[p].Wonderwall, g[p].Ninja}, {g[p].Ninja, g[p].Wonderwall, p}} {
				arcs := [3][2]int{{line[0], line[1]}, {line[1], line[2]}, {line[0], line[2]}}
				if !slices.Contains(arcs[:], arc) {
					continue
				}
				used = append(used, p)
				for _, implied := range arcs {
					if implied != arc {
						s.add(implied[0], implied[1])
						queue = append(queue, implied)
					}
				}
			}
		}
		for i := 0; i < len(players); i++ { // the published program skips the player after an erased one
			if slices.Contains(used, players[i]) {
				players = slices.Delete(players, i, i+1)
			}
		}
	}
	return players
}

// sortAsLibrary sorts like std::sort of the GNU C++ library: by quicksort until all runs have at most 16 elements, and
// then by insertion. The library's limit on the depth of quicksort is omitted; the lists here do not reach it.
func sortAsLibrary(list []int, less func(a, b int) bool) {
	quicksort(list, less)
	slices.SortStableFunc(list, func(a, b int) int { // equivalent to the insertion sort
		switch {
		case less(a, b):
			return -1
		case less(b, a):
			return 1
		}
		return 0
	})
}

// quicksort divides the list into runs of at most 16 elements, which stay unsorted. As in std::sort, where the order of
// equal elements depends on this, the pivot is the median of the second, the middle and the last element.
func quicksort(run []int, less func(a, b int) bool) {
	for len(run) > 16 {
		a, b, c := 1, len(run)/2, len(run)-1
		if !less(run[a], run[b]) {
			a, b = b, a // also if equal, like std::sort
		}
		median := b
		if !less(run[b], run[c]) {
			if median = a; less(run[a], run[c]) {
				median = c
			}
		}
		run[0], run[median] = run[median], run[0]
		i, j := 1, len(run)
		for {
			for less(run[i], run[0]) {
				i++
			}
			for j--; less(run[0], run[j]); j-- {
			}
			if i >= j {
				break
			}
			run[i], run[j] = run[j], run[i]
			i++
		}
		quicksort(run[i:], less)
		run = run[:i]
	}
}

func TestPublishedRuleAcceptsTooMuch(t *testing.T) {
	for _, c := range []struct{ players, accepted, solvable int }{
		{4, 108, 108},
		{5, 33504, 30480},
	} {
		if c.players == 5 && testing.Short() {
			continue // a quarter of a million games
		}
		accepted, solvable := 0, 0
		eachGame(c.players, func(g Game) {
			if publishedAccepts(g, false) {
				accepted++
			}
			if publishedAccepts(g, true) {
				solvable++
			}
		})
		if accepted != c.accepted || solvable != c.solvable {
			t.Errorf("n=%d: the published rule accepts %d games, the corrected one %d, want %d and %d", c.players, accepted, solvable, c.accepted, c.solvable)
		}
	}
}

// TestPublishedRuleExplainsThePublishedCurve compares the share of random games that the program's rule accepts with
// the published shares, each from 10,000 games. They must agree even for 17 players, where the published curve drops.
func TestPublishedRuleExplainsThePublishedCurve(t *testing.T) {
	games := 3000
	if testing.Short() {
		games = 200
	}
	file, err := os.Open("../../data/published-estimates.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.Comment = '#'
	rows, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(20, 13))
	const sizes = 19 // 4 to 22
	for _, row := range rows[1 : 1+sizes] {
		var players, trials int
		var share float64
		if _, err := fmt.Sscan(row[0]+" "+row[1]+" "+row[2], &players, &trials, &share); err != nil {
			t.Fatal(err)
		}
		accepted := 0
		for range games {
			if publishedAccepts(randomGame(players, random), false) {
				accepted++
			}
		}
		got := float64(accepted) / float64(games)
		deviation := math.Sqrt(share * (1 - share) * (1/float64(games) + 1/float64(trials)))
		if math.Abs(got-share) > 5*deviation {
			t.Errorf("n=%d: the published rule accepts %.4f of %d games, published %.4f, standard deviation %.4f", players, got, games, share, deviation)
		}
	}
}

func reaches(next [][]int, from, to int) bool {
	seen := make([]bool, len(next))
	stack := []int{from}
	for len(stack) > 0 {
		p := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		if p == to {
			return true
		}
		if !seen[p] {
			seen[p] = true
			stack = append(stack, next[p]...)
		}
	}
	return false
}
