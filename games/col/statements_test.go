package col

import (
	"context"
	"fmt"
	"iter"

	"enumerate/enum/playing"
	"enumerate/games/col/search"
	"enumerate/solver/partizan"
)

// A theorem is a statement about the game that can be checked up to a size.
type theorem struct {
	name  string
	check func(ctx context.Context, size int) (finding, error)
}

// A finding is the number of positions to which a theorem applies, and the first counterexample, at which the check
// stops.
type finding struct {
	positions      int
	counterexample string
}

func (r settings) theorems() []theorem {
	onPaths := func(name string, holds check) theorem { return theorem{name, checked(allPaths, holds)} }
	onTrees := func(name string, holds check) theorem { return theorem{name, checked(r.upTo, holds)} }
	return []theorem{
		// {x|x} = x + * for every number x.
		{"number-star", checkNumberStar},
		// The value of a path is a·* + b - c, where a counts the uncoloured vertices whose child is uncoloured or
		// missing, b those with a red child, and c those with a blue child.
		onPaths("paths", (*checker).paths),
		// On a path of uncoloured vertices, perhaps with a coloured one at the end, no move is better than colouring
		// the head.
		onPaths("head", (*checker).head),
		// If the root and its children are uncoloured, the tree is {G|G} for the sum G of the trees below the root.
		onTrees("root", (*checker).root),
		// No move of Left leads to more than G + *, and no move of Right to less.
		onTrees("star", (*checker).star),
		// Every value is a number, or a number with a star.
		onTrees("numbers", (*checker).numbers),
		// However they are joined, n uncoloured vertices have the value n·*.
		onTrees("uncoloured", (*checker).uncoloured),
		onTrees("formula", (*checker).formula),
	}
}

// checkNumberStar checks that {x|x} equals x + * for all numbers x = m/2^k from -size to size with k up to size, at
// most 8.
func checkNumberStar(ctx context.Context, size int) (f finding, err error) {
	size = min(size, 8)
	arena := partizan.NewArena()
	err = arena.Do(ctx, func() {
		end := int64(size) << size
		for num := -end; num <= end && f.counterexample == ""; num++ {
			x := arena.Dyadic(num, size)
			option := []partizan.Value{x}
			difference := arena.Sub(arena.Make(option, option), arena.Add(x, arena.Star(1)))
			f.positions++
			if arena.Outcome(difference) != partizan.P {
				f.counterexample = fmt.Sprintf("x = %s", arena.String(x))
			}
		}
	})
	return f, err
}

// A check says whether a theorem is about a position (speaks) and, if the theorem fails there, how (wrong).
type check func(c *checker, p position, value partizan.Value) (speaks bool, wrong string, err error)

// checked returns a function that checks a theorem on all positions up to a size.
func checked(positions func(size int) iter.Seq[position], holds check) func(context.Context, int) (finding, error) {
	return func(ctx context.Context, size int) (f finding, err error) {
		c := &checker{ctx: ctx, solver: search.NewSolver()}
		for position := range positions(size) {
			value, err := c.solver.Value(ctx, position)
			if err != nil {
				return f, err
			}
			speaks, wrong, err := holds(c, position, value)
			if err != nil {
				return f, err
			}
			if speaks {
				f.positions++
			}
			if speaks && wrong != "" {
				f.counterexample = fmt.Sprintf("%v: %s", position, wrong)
				return f, nil
			}
		}
		return f, nil
	}
}

// upTo yields one tree of every class, for all sizes up to `size`.
func (r settings) upTo(size int) iter.Seq[position] {
	return func(yield func(position) bool) {
		census := newCensus(r, max(size, 1))
		var p position
		for n := 1; n <= size; n++ {
			for number := range census.few[n] {
				p, _ = census.appendClass(p[:0], n, number)
				if !yield(p) {
					return
				}
			}
		}
	}
}

// allPaths yields all paths up to a size, at most 12, coloured in all ways.
func allPaths(size int) iter.Seq[position] {
	return func(yield func(position) bool) {
		for numbers, p := 3, (position{{}}); len(p) <= min(size, 12); numbers, p = 3*numbers, append(p, search.Vertex{}) {
			for number := range numbers {
				for v := range p {
					p[v] = search.Vertex{Colour: search.Colour(number % 3), Children: 1}
					number /= 3
				}
				p[len(p)-1].Children = 0
				if !yield(p) {
					return
				}
			}
		}
	}
}

type checker struct {
	ctx    context.Context
	solver *search.Solver
}

// say describes the difference between a value and the expected value, or returns "".
func (c *checker) say(value, want partizan.Value) string {
	if value == want {
		return ""
	}
	arena := c.solver.Arena()
	return fmt.Sprintf("%s, and not %s", arena.String(value), arena.String(want))
}

// sum returns x·* + y.
func (c *checker) sum(x, y int) partizan.Value {
	arena := c.solver.Arena()
	return arena.Add(arena.Star(x%2), arena.Integer(y))
}

// paths checks that the value of a path is a·* + b - c; see the list in the method theorems.
func (c *checker) paths(p position, value partizan.Value) (speaks bool, wrong string, err error) {
	if !p.paths() {
		return false, "", nil
	}
	var stars, ones, minuses int
	for v, vertex := range p {
		switch {
		case vertex.Colour != search.Uncoloured:
		case vertex.Children == 0 || p[v+1].Colour == search.Uncoloured:
			stars++
		case p[v+1].Colour == search.Red:
			ones++
		default:
			minuses++
		}
	}
	return true, c.say(value, c.sum(stars, ones-minuses)), nil
}

// formula checks that the value is the sum of what the vertices add by package kinds.
func (c *checker) formula(p position, value partizan.Value) (speaks bool, wrong string, err error) {
	sum := p.sum().value
	want := c.solver.Arena().Dyadic(int64(sum.Quarters), 2)
	if sum.Star {
		want = c.solver.Arena().Add(want, c.solver.Arena().Star(1))
	}
	return true, c.say(value, want), nil
}

// head checks that no move on the path is better than colouring its head, the vertex without a parent.
func (c *checker) head(p position, _ partizan.Value) (speaks bool, wrong string, err error) {
	if p[:len(p)-1].uncoloured() < len(p)-1 {
		return false, "", nil
	}
	arena := c.solver.Arena()
	for side, worse := range []partizan.Order{partizan.Less, partizan.Greater} {
		options, err := p.options(c.ctx, c.solver, side)
		if err != nil {
			return false, "", err
		}
		if len(options) > 0 && options[0].vertex != 0 {
			return true, "the head cannot be coloured, but something else can", nil
		}
		for _, o := range options {
			if order := arena.Compare(options[0].value, o.value); order == worse || order == partizan.Confused {
				return true, fmt.Sprintf("%v is no worse", p.with(o.vertex, side)), nil
			}
		}
	}
	return true, "", nil
}

// root checks the value of a tree whose root and its children are uncoloured. It must be {G|G}, where G is the sum of
// the trees below the root. The result `speaks` is false for any other tree, about which the theorem says nothing.
func (c *checker) root(p position, value partizan.Value) (speaks bool, wrong string, err error) {
	if p[0].Children == 0 || p[0].Colour != search.Uncoloured {
		return false, "", nil
	}
	for v, parent := range p.parents() {
		if parent == 0 && p[v].Colour != search.Uncoloured {
			return false, "", nil
		}
	}
	below, err := c.solver.Value(c.ctx, p[1:])
	if err != nil {
		return false, "", err
	}
	joined := []partizan.Value{below}
	return true, c.say(value, c.solver.Arena().Make(joined, joined)), nil
}

// star checks that no option of a side is better than the value plus a star.
func (c *checker) star(p position, value partizan.Value) (speaks bool, wrong string, err error) {
	for side := range 2 {
		options, err := p.options(c.ctx, c.solver, side)
		if err != nil {
			return false, "", err
		}
		if wrong := beyondStar(c.solver.Arena(), value, options, p, side); wrong != "" {
			return true, wrong, nil
		}
	}
	return true, "", nil
}

// beyondStar describes an option of a side that is better than the value of the game plus a star, or returns "".
func beyondStar(arena *partizan.Arena, value partizan.Value, options []option, g game, side int) string {
	bound := arena.Add(value, arena.Star(1))
	for _, o := range options {
		if side == playing.Left && !arena.LessEqual(o.value, bound) || side == playing.Right && !arena.LessEqual(bound, o.value) {
			return fmt.Sprintf("%s, but %v is %s", arena.String(value), g.painted(o.vertex, side), arena.String(o.value))
		}
	}
	return ""
}

func (c *checker) numbers(_ position, value partizan.Value) (speaks bool, wrong string, err error) {
	return true, noNumber(c.solver.Arena(), value), nil
}

// noNumber describes a value that is neither a number nor a number with a star, or returns "".
func noNumber(arena *partizan.Arena, value partizan.Value) string {
	for _, v := range []partizan.Value{value, arena.Add(value, arena.Star(1))} {
		if _, _, ok := arena.Number(v); ok {
			return ""
		}
	}
	return arena.String(value)
}

func (c *checker) uncoloured(p position, value partizan.Value) (speaks bool, wrong string, err error) {
	if p.uncoloured() < len(p) {
		return false, "", nil
	}
	return true, c.say(value, c.sum(len(p), 0)), nil
}
