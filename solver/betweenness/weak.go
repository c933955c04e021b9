package betweenness

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"enumerate/internal/bounded"
)

// Weak maps find solutions by linear algebra. A weak map gives every player a number. In each triple, either the number
// of the middle is strictly between those of the ends, or all three numbers are equal; then the triple is flat. So the
// order of the numbers satisfies all triples that are not flat. Flat triples that share players make a smaller game,
// whose players all have the same number. If it has a solution, this order of its players is inserted at the place of
// their number. So repeated weak maps give a solution, without backtracking.
//
// To find a weak map, weakMaps requires more: the middle of a triple must divide the interval between its ends in a
// given ratio. This is a linear equation. If two of n triples are left out, n players have n-2 equations, and for all
// ratios these have a solution that is not constant. With the right ratios, this solution also satisfies the two
// triples. Their violation is a smooth function of the ratios, and its gradient costs no more than a solution, so
// gradient steps improve the ratios. The two triples are chosen among those that share their middle with another
// triple. If no triples share a middle, all n players are middles, and nobody can stand at an end: there is no
// solution.
//
// weakMaps may find nothing in a solvable game. But it solves most games of one kind: those whose solutions are quite
// unlike the line with which the conflict-driven search starts, and for which this search fails.
type weakMaps struct {
	triples []triple
	random  *rand.Rand
	budget  bounded.Steps
	effort  int     // terms of equations that may still be visited
	root    []int32 // by player: its parent in a tree of players that triples connect; see find
	number  []int32 // by player: its index in a part, or its place in a line
}

const (
	// Limits of the search in a part, a set of triples that shared players connect:
	weakDraws = 16 // random starts for a part
	weakSteps = 12 // gradient steps for a start
	weakPairs = 16 // pairs of left-out triples tried for a step
)

// order looks for an order that satisfies all triples, by weak maps: numbers of the players, by which they are sorted.
// The numbers solve linear equations that put the middle of a triple between its ends. Every player must be in a
// triple. round seeds the random numbers. effort limits the number of terms that the elimination of unknowns may visit.
func (w *weakMaps) order(ctx context.Context, players int, triples []triple, round uint64, effort int) (order []int32, found bool, err error) {
	w.triples, w.random = triples, rand.New(rand.NewPCG(3, round))
	w.budget, w.effort = bounded.Steps{Context: ctx}, effort
	w.root, w.number = resize(w.root, players), resize(w.number, players)
	lines, found, err := w.lines(firstTriples(len(triples)))
	if err != nil || !found {
		return nil, false, err
	}
	order = slices.Concat(lines...)

	// Check the order, which is wrong only if there is a mistake in this file.
	place := w.number
	for k, v := range order {
		place[v] = int32(k)
	}
	for i, t := range triples {
		if (place[t.end] < place[t.middle]) != (place[t.middle] < place[t.other]) {
			panic(fmt.Sprintf("betweenness: a line of weak maps does not satisfy triple %d", i))
		}
	}
	return order, true, nil
}

// lines returns for each connected part of the given triples an order that satisfies them, or false if it finds none
// for some part.
func (w *weakMaps) lines(triples []int32) (lines [][]int32, found bool, err error) {
	for _, p := range w.parts(triples) {
		line, found, err := w.line(p)
		if err != nil || !found {
			return nil, false, err
		}
		lines = append(lines, line)
	}
	return lines, true, nil
}

// A weakPart is a part of the triples that shared players connect. It numbers its players and triples from 0.
type weakPart struct {
	names   []int32  // by triple of the part: its index in weakMaps.triples
	players []int32  // by number in the part: the player
	triples []triple // the triples, which name players by their numbers in the part
}

// parts divides triples into connected parts: triples that share players are in the same part.
func (w *weakMaps) parts(triples []int32) (parts []*weakPart) {
	for _, i := range triples {
		for _, v := range w.triples[i].players() {
			w.root[v], w.number[v] = v, none
		}
	}
	for _, i := range triples {
		t := w.triples[i]
		w.root[w.find(t.end)] = w.find(t.middle)
		w.root[w.find(t.other)] = w.find(t.middle)
	}

	of := make(map[int32]*weakPart) // by root of a tree: its part
	for _, i := range triples {
		root := w.find(w.triples[i].middle)
		p := of[root]
		if p == nil {
			p = new(weakPart)
			of[root] = p
			parts = append(parts, p)
		}

		players := w.triples[i].players()
		for _, v := range players {
			if w.number[v] == none {
				w.number[v] = int32(len(p.players))
				p.players = append(p.players, v)
			}
		}
		p.names = append(p.names, i)
		p.triples = append(p.triples, triple{w.number[players[0]], w.number[players[1]], w.number[players[2]]})
	}
	return parts
}

// find returns the root of a player's tree, and shortens the path to it (union-find).
func (w *weakMaps) find(v int32) int32 {
	for w.root[v] != v {
		w.root[v] = w.root[w.root[v]]
		v = w.root[v]
	}
	return v
}

// line returns an order of the players of a part that satisfies its triples, or false if it finds none. It looks for a
// weak map: a number for each player, such that the order of the numbers satisfies all triples except flat ones, which
// have three equal numbers. Further weak maps order the players of the flat triples; see weakMaps.
func (w *weakMaps) line(p *weakPart) (line []int32, found bool, err error) {
	// The equation of a triple says where its middle lies between its ends. For n players, n-2 such equations always
	// have a solution in which not all numbers are equal. There are at most n triples, because each is the choice of
	// one of the n players. So leave out up to two equations, until at most n-2 are left. The candidates for this are
	// the triples that share their middle with another triple.
	out := min(max(len(p.triples)-(len(p.players)-2), 0), 2)
	candidates := p.shared()
	if len(candidates) < out {
		return nil, false, nil // n-1 or n triples have different middles, so at most one player can stand at an end
	}

	ratios := make([]float64, len(p.triples)) // by triple: the ratio in which the middle divides the interval between the ends
	for range weakDraws {
		w.random.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
		bias := w.random.Float64()
		for k := range ratios {
			ratios[k] = 0.05 + 0.8*bias + 0.1*w.random.Float64()
		}

		for range weakSteps {
			// Only triples left out can be unsatisfied, apart from rounding errors.
			e, err := w.eliminated(p, ratios, candidates[:min(out, 1)])
			if err != nil || e == nil {
				return nil, false, err
			}
			m := p.judge(e.solve(none, w.random))
			if out == 2 {
				m = w.best(p, e, candidates[1:])
			}
			if len(m.unsatisfied) > out || len(m.flat) == len(p.triples) {
				break // useless: rounding errors are too large, or all players have the same number
			}

			if len(m.unsatisfied) > 0 {
				w.climb(p, e, m, ratios)
				continue
			}

			lines, found, err := w.lines(p.named(m.flat))
			if err != nil {
				return nil, false, err
			}
			if !found {
				break
			}
			return w.join(p, m, lines), true, nil
		}
	}
	return nil, false, nil
}

// shared returns the triples that share their middle with another triple. Only their equations may be left out: a
// player who is the middle of no remaining equation can get the least or the greatest number of all, and then the
// triple left out, whose middle it is, would be unsatisfied.
func (p *weakPart) shared() (shared []int32) {
	triplesWithMiddle := make([]int32, len(p.players)) // by player: the number of triples whose middle it is
	for _, t := range p.triples {
		triplesWithMiddle[t.middle]++
	}
	for k, t := range p.triples {
		if triplesWithMiddle[t.middle] > 1 {
			shared = append(shared, int32(k))
		}
	}
	return shared
}

// named translates triples of the part to their numbers in weakMaps.triples.
func (p *weakPart) named(triples []int32) []int32 {
	names := make([]int32, len(triples))
	for k, i := range triples {
		names[k] = p.names[i]
	}
	return names
}

// A weakMap gives each player of a part (a connected component of the triples) a number. A triple is flat if all three
// numbers are equal, and satisfied if the number of its middle is strictly between the others.
type weakMap struct {
	numbers           []float64 // by player
	flat, unsatisfied []int32   // triples
}

// judge returns the map with the given numbers. First it makes numbers equal that differ only by rounding errors.
func (p *weakPart) judge(numbers []float64) (m weakMap) {
	// Replace each number by the least one of its group, which ends where the next number is further away than a
	// rounding error.
	m.numbers = numbers
	scale := 0.0
	ascending := make([]int32, len(numbers))
	for v, x := range numbers {
		scale = max(scale, math.Abs(x))
		ascending[v] = int32(v)
	}
	slices.SortFunc(ascending, func(u, v int32) int { return cmp.Compare(numbers[u], numbers[v]) })
	least, previous := math.Inf(-1), math.Inf(-1) // the least number of the group, and the number before
	for _, v := range ascending {
		if numbers[v]-previous > rounding*scale {
			least = numbers[v]
		}
		previous = numbers[v]
		numbers[v] = least
	}

	for k, t := range p.triples {
		switch end, middle, other := numbers[t.end], numbers[t.middle], numbers[t.other]; {
		case end < middle && middle < other || other < middle && middle < end:
		case end == middle && middle == other:
			m.flat = append(m.flat, int32(k))
		default:
			m.unsatisfied = append(m.unsatisfied, int32(k))
		}
	}
	return m
}

// rounding is the largest rounding error, as a share of the largest number.
const rounding = 1e-10

// best returns a weak map (a number for each player) that leaves few triples unsatisfied. The numbers solve linear
// equations, one for each triple, which put its middle between its ends in a given ratio. Two equations must be left
// out, because otherwise all numbers would be equal. The equations e already lack one; best leaves out a second one,
// that of a candidate. To do so without eliminating the unknowns again, it sets the right-hand side of this equation to
// 1 instead of 0: then the equation only fixes the scale of the numbers. best tries the first few candidates, and
// avoids maps in which all triples are flat (have three equal numbers). It moves the best candidate to the front, so
// that the next call tries it first.
func (w *weakMaps) best(p *weakPart, e *equations, candidates []int32) (best weakMap) {
	at := none
	for k, other := range candidates[:min(len(candidates), weakPairs)] {
		w.effort -= len(e.steps) + 16*len(p.players)
		m := p.judge(e.solve(other, w.random))
		entirelyFlat := len(m.flat) == len(p.triples)
		if !entirelyFlat && (at == none || len(m.unsatisfied) < len(best.unsatisfied)) {
			best, at = m, k
		}
	}
	if at == none {
		return p.judge(make([]float64, len(p.players))) // all numbers are 0, so all triples are flat
	}
	candidates[0], candidates[at] = candidates[at], candidates[0]
	return best
}

// climb makes a random gradient step: it changes the ratios so that the unsatisfied triples become less wrong.
func (w *weakMaps) climb(p *weakPart, e *equations, m weakMap, ratios []float64) {
	// In an unsatisfied triple the number of the middle is not between those of the ends, `low` and `high`. If it is at
	// or above high's, it must get below high's: then high's number minus the middle's should grow. Otherwise the
	// middle's number minus low's should grow. Add these differences for all unsatisfied triples, and find the
	// coefficient of each player's number in the sum.
	coefficients := make([]float64, len(p.players))
	for _, k := range m.unsatisfied {
		t := p.triples[k]
		low, high := t.end, t.other
		if m.numbers[low] > m.numbers[high] {
			low, high = high, low
		}
		if m.numbers[t.middle] >= m.numbers[high] {
			low = t.middle
		} else {
			high = t.middle
		}
		coefficients[high]++
		coefficients[low]--
	}

	// Change the ratios so that the sum grows: the sum, over the unsatisfied triples, of the number that should be
	// greater minus the one that should be less. Triple k has equation k: ratio*end + (1-ratio)*other - middle = 0. If
	// its right-hand side grows by 1, the sum grows by worth[k]. If its ratio grows by r, its left-hand side grows by
	// r*(end-other), which has the same effect as a right-hand side that is smaller by as much. So change each ratio by
	// a random amount in the direction in which the sum grows.
	worth := e.transposed(coefficients)
	for k, t := range p.triples {
		step := 0.2 * w.random.Float64()
		if worth[k]*(m.numbers[t.end]-m.numbers[t.other]) > 0 {
			step = -step
		}
		ratios[k] = min(max(ratios[k]+step, 0.02), 0.98)
	}
}

// join returns the players of a part, sorted by their numbers in the weak map m, which gives each player a number. Each
// of the given lines is an order of players with equal numbers, and join keeps this order. Every other player is like a
// line of its own.
func (w *weakMaps) join(p *weakPart, m weakMap, lines [][]int32) []int32 {
	for k, v := range p.players {
		w.number[v] = int32(k)
	}

	within := make([]bool, len(p.players)) // by player: whether a line contains it
	for _, line := range lines {
		for _, v := range line {
			within[w.number[v]] = true
		}
	}
	for k := range p.players {
		if !within[k] {
			lines = append(lines, p.players[k:k+1])
		}
	}

	slices.SortStableFunc(lines, func(a, b []int32) int {
		return cmp.Compare(m.numbers[w.number[a[0]]], m.numbers[w.number[b[0]]])
	})
	return slices.Concat(lines...)
}

// eliminated makes the equations of a part's triples, which say that the middle divides the interval between the ends
// in a given ratio. It leaves out the triples in `without`. It also eliminates all unknowns, the numbers of the
// players, so that the equations can be solved quickly. It returns nil if this takes too much time or memory.
func (w *weakMaps) eliminated(p *weakPart, ratios []float64, without []int32) (*equations, error) {
	e := newEquations(len(p.triples), len(p.players))
	for k, t := range p.triples {
		if !slices.Contains(without, int32(k)) {
			e.add(int32(k), term{t.end, ratios[k]}, term{t.other, 1 - ratios[k]}, term{t.middle, -1})
		}
	}
	for {
		more, visited := e.eliminate()
		w.effort -= visited
		if err := w.budget.Spend(visited); err != nil {
			return nil, err
		}
		if !more {
			return e, nil
		}
		if w.effort < 0 || e.terms > mostTerms {
			return nil, nil
		}
	}
}
