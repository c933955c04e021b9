// Package nimbers is the ruleset of two chips on a DAG.
//
// # Rules
//
// A DAG is a directed graph without cycles, on vertices 1 to n, n at least 2. Chips stand on the vertices 1 and 2; they
// may meet. Two players take turns. A move pushes one chip along an arc; a player who cannot move loses. The nimber of
// a vertex is the least number that is not the nimber of an end of its arcs. The player to move wins if and only if the
// chips' vertices have different nimbers (Sprague 1935, Grundy 1939). The verdicts are "first" and "second", for the
// player who wins.
//
// # Games
//
// The parameters choose between two rulesets, in two packages. The games of a size are
//
//   - package labelled (dag=all): all labelled DAGs on n vertices, 1, 3, 25, 543, 29281, … (OEIS A003024), relabeled by
//     the permutations of the n-2 vertices without a chip;
//   - package arcsets (dag=complete): the sets of arcs of the complete DAG on n vertices, which has an arc from every
//     vertex to every later one and no symmetry.
//
// With chips=unordered, the group also has relabelings that exchange the chips; no automorphism of a complete DAG does
// this, so the parameter changes nothing for dag=complete.
//
// A DAG that is given as input stands for all sets of its arcs, as in the contest from which the game comes: the answer
// is the number of sets with which the first player wins. The two rulesets count, list and draw games in these ways:
//
//	              labelled                               arcsets
//	games         Robinson's recurrence                  2^m, for m arcs of the complete DAG
//	classes       Burnside's lemma                       as many as games
//	walk          every DAG without the chips' vertices, every choice of the vertices' nimbers
//	              then all ways to add these
//	list          class by class                         set by set
//	count         package wins                           package wins, by three methods
//	sample        a random DAG, sources first            a coin flip for each arc
//
// # The smallest example
//
// On two vertices there are three DAGs: no arc, an arc from 1 to 2, and an arc from 2 to 1. With an arc the vertices
// have the nimbers 1 and 0, and the first player wins; without an arc no player can move. With unordered chips the two
// DAGs with an arc are one class. The first player wins with 1 of the 2 sets of arcs of the complete DAG on two
// vertices.
//
// # Packages, in the order of reading
//
// Packages dag (DAGs), chip (verdicts and proofs of a DAG), labelled, arcsets, wins (the counts of both), and
// this package (the parameters, and everything that the engine needs).
package nimbers

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"iter"
	"math/big"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/games/nimbers/arcsets"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/labelled"
	"enumerate/games/nimbers/wins"
)

const (
	dagAll         = "all"
	dagComplete    = "complete"
	chipsOrdered   = "ordered"
	chipsUnordered = "unordered"
)

// maxComplete is the largest number of vertices of a complete DAG whose sets of arcs can be sampled.
const maxComplete = 1000

// settings are the values of the parameters. The zero value has all labelled DAGs and ordered chips.
type settings struct {
	complete  bool // whether the games are the sets of arcs of the complete DAG of each size
	unordered bool
}

// New returns the ruleset with the default parameters.
func New() *enum.Ruleset { return settings{}.ruleset() }

// settingsOf returns the settings that the values of parameters describe. For complete DAGs it ignores that chips are
// unordered, which makes no difference: the vertices of the complete DAG have different numbers of outgoing arcs, so no
// symmetry of this DAG exchanges the vertices of the chips.
func settingsOf(values map[string]string) (settings, error) {
	which, err1 := kit.Choose(values, "dag", dagAll, dagComplete)
	chips, err2 := kit.Choose(values, "chips", chipsOrdered, chipsUnordered)
	return settings{which == 1, chips == 1 && which == 0}, cmp.Or(err1, err2)
}

func parameters() []enum.Parameter {
	return []enum.Parameter{{
		Name:    "dag",
		Values:  dagAll + "|" + dagComplete,
		Default: dagAll,
		Summary: "the games: all labelled DAGs, or all sets of arcs of the complete DAG",
	}, {
		Name:    "chips",
		Values:  chipsOrdered + "|" + chipsUnordered,
		Default: chipsOrdered,
		Summary: "whether exchanging the chips makes a different game",
	}}
}

// name returns "nimbers" and the parameters that differ from their defaults.
func (s settings) name() string {
	values := map[string]string{"dag": dagAll, "chips": chipsOrdered}
	if s.complete {
		values["dag"] = dagComplete
	}
	if s.unordered {
		values["chips"] = chipsUnordered
	}
	return kit.SettingName("nimbers", parameters(), func(name string) string { return values[name] })
}

// ruleset returns the ruleset with these settings. It keeps the numbers that random labelled DAGs need, so that the
// second DAG of a size takes a hundredth of the time of the first.
func (s settings) ruleset() *enum.Ruleset {
	space := func(size int) (enum.Space, error) { return s.games(size) }
	walk := func(size int, _ enum.Means) (enum.Space, error) { return s.walkable(size) }

	r := &enum.Ruleset{
		Name:    s.name(),
		Summary: "two chips on an acyclic digraph; a move pushes one along an arc; the player who cannot move loses",
		Size:    "vertices",
		Sizes:   enum.Range{First: 2, Last: labelled.MaxVertices},
		Group:   "the vertices without a chip, (n-2)!",
		Example: "--game nimbers --n 7",
		Space:   space,
		Methods: []enum.Method{{
			Name:    enum.Walk,
			Summary: "visits one game of every class",
			Sizes:   enum.Range{First: 2, Last: labelled.MaxWalked},
			Space:   walk,
		}},
		Lister: kit.Lists(walk, func(g enum.Space) enum.Lister {
			list, _ := g.(games).Valued()
			return list
		}),
		Sampler:    kit.Samples(space, func(g enum.Space) enum.Sampler { return g.(games).Sampler() }),
		Parameters: parameters(),
		With:       kit.With(settingsOf, settings.ruleset),
		Games: single.Games{
			Reading: single.Reading{Read: read, Input: `a DAG is a line "n m", the numbers of vertices and arcs, and m lines "x y", an arc
from x to y, as in AtCoder AGC 016 F; or a word, such as 4.1-3.2-4, on a line of its
own. The chips are on the vertices 1 and 2. Blank lines, and comments after a #, are
ignored. The answer counts all sets of the DAG's arcs with which the first player wins.
--explain also prints who wins with all arcs, and the nimber of every vertex.
`},
			Questions: questions(),
			Drawings: []single.Question{
				{Name: "draw", Example: "enumerate draw --game nimbers 4.1-3.2-4 -o dag.svg", Formats: []string{"svg"}, Ask: single.Asks(game.picture)},
			},
			Classify: single.Classifies(func(g game, ctx context.Context) (single.Form, error) {
				return labelled.Classify(ctx, g.dag, s.unordered)
			}),
			Position: kit.Plays(game.playable),
			Families: families(),
		},
		Values: s.values,
	}

	if s.complete {
		r.Summary += "; all sets of arcs of the complete DAG"
		r.Sizes.Last = maxComplete
		r.Methods[0].Sizes.Last = arcsets.MaxWalked
		for _, w := range ways() {
			r.Methods = append(r.Methods, s.arcSetCount(w, r.Sizes))
		}
		r.Group = "trivial, 1"
		r.Example = "--game nimbers:dag=complete --n 8"
		r.Classify = nil
		return r
	}

	r.Methods[0].Estimate = enum.Forecasts(r.Methods[0].Space, func(g enum.Space) enum.Descent { return g.(*labelled.Space).Descent() })
	r.Methods = append(r.Methods, s.labelledCount())
	if s.unordered {
		r.Group = "the vertices without a chip, and the two with one, 2 (n-2)!"
		r.Example = "--game nimbers:chips=unordered --n 7"
	}
	return r
}

func questions() []single.Question {
	solving := single.Solving("enumerate solve --game nimbers 4.1-3.2-4", single.SolutionFormats())
	for _, w := range ways() {
		solving.Algorithms = append(solving.Algorithms, single.Algorithm{Name: string(w.method), Summary: w.summary})
	}
	return []single.Question{
		solving,
		{
			Name: "mod", Summary: "print the answer modulo this number", Input: "P",
			Example: "enumerate solve --game nimbers data/examples/dag.txt --mod 1000000007",
			Formats: single.SolutionFormats(), Algorithms: solving.Algorithms, Ask: solving.Ask,
		}, {
			Name: single.Explain, Summary: "also print who wins with all arcs, and all nimbers", Title: "Why",
			Example: "enumerate solve --game nimbers data/examples/dag.txt --explain",
			Lines:   true, Formats: single.SolutionFormats(), Ask: single.Asks(game.explain),
		},
	}
}

// games is the space of a size: a labelled.Space or an arcsets.Space.
type games interface {
	enum.Space
	Walkable() error // returns an error that says why the space cannot be walked
	// Valued returns a lister, and a function that returns the Grundy value of the class that the lister visits.
	Valued() (enum.Lister, func() int)
	Sampler() enum.Sampler
}

// games returns the space of a size, or an error if the size is out of range.
func (s settings) games(size int) (games, error) {
	switch {
	case s.complete:
		if size < 2 || size > maxComplete {
			return nil, fmt.Errorf("n = %d: expected 2 to %d vertices of a complete DAG", size, maxComplete)
		}
		return arcsets.New(s.name(), size), nil
	case size < 2 || size > labelled.MaxVertices:
		return nil, fmt.Errorf("n = %d: expected 2 to %d vertices of a DAG", size, labelled.MaxVertices)
	}
	return labelled.New(s.name(), size, s.unordered), nil
}

// walkable returns the space of a size, or an error if it is too large to walk.
func (s settings) walkable(size int) (games, error) {
	g, err := s.games(size)
	if err == nil {
		err = g.Walkable()
	}
	if err != nil {
		return nil, err
	}
	return g, nil
}

// The versions of the counts. A version must change whenever the content of the count's single shard changes.
const (
	countArcSetsVersion  = 2
	countLabelledVersion = 1
)

// A way is a method of package wins that counts the sets of arcs of a DAG, as users choose it.
type way struct {
	method        wins.Method
	name, summary string
}

// ways lists the ways to count, the default first.
func ways() []way {
	return []way{
		{method: wins.Auto, name: "count", summary: "the algorithm with the least expected time"},
		{method: wins.Subsets, name: "subsets", summary: "goes through the nimbers, over sets of vertices; any DAG with up to about 20 vertices"},
		{method: wins.Frontier, name: "frontier", summary: "goes through the vertices, and keeps only the nimbers that later vertices need; for sparse DAGs"},
		{method: wins.Sizes, name: "sizes", summary: "goes through the nimbers, over numbers of vertices; for complete DAGs"},
	}
}

// arcSetCount returns the method that counts, for complete DAGs, the sets of arcs with which each player wins. It uses
// the argument w, an algorithm of package wins.
func (s settings) arcSetCount(w way, sizes enum.Range) enum.Method {
	sizes.Last = w.method.MostComplete(sizes.Last)
	// All ways share code of package wins, so they do not check each other. So each names the first way in SharesCode,
	// and the first way names none.
	shared := ways()[0].name
	if w.name == shared {
		shared = ""
	}
	return enum.Method{Name: w.name, Summary: w.summary, SharesCode: shared, Sizes: sizes, Space: func(size int, means enum.Means) (enum.Space, error) {
		g, err := s.games(size)
		if err != nil {
			return nil, err
		}
		counter, err := wins.Prepare(context.Background(), dag.Complete(size), wins.Options{Method: w.method, Workers: means.Workers, Memory: means.Memory, Share: means.Share})
		if err != nil {
			return nil, err
		}
		return kit.Direct{Space: g, Method: w.name, Version: countArcSetsVersion, Count: func(ctx context.Context) ([]*big.Int, error) {
			count, err := counter.Count(ctx)
			return []*big.Int{chip.First: count, chip.Second: nil}, err // nil stands for the rest
		}}, nil
	}}
}

// labelledCount returns the method that counts the labelled DAGs on which each player wins, without visiting them. As a
// check, package wins also counts all labelled DAGs and compares the result with their known number, g.Games().
func (s settings) labelledCount() enum.Method {
	const name = "count"
	return enum.Method{Name: name, Summary: "counts all labelled DAGs at once, by how many vertices have each nimber", GamesOnly: true, Sizes: enum.Range{First: 2, Last: wins.MostLabelled}, Space: func(size int, means enum.Means) (enum.Space, error) {
		g, err := s.games(size)
		if err == nil && size > wins.MostLabelled {
			err = fmt.Errorf("n = %d is too large to count labelled DAGs: expected 2 to %d vertices", size, wins.MostLabelled)
		}
		if err != nil {
			return nil, err
		}
		return kit.Direct{Space: g, Method: name, Version: countLabelledVersion, Count: func(ctx context.Context) ([]*big.Int, error) {
			count, err := wins.Labelled(ctx, size, g.Games(), wins.Options{Workers: means.Workers, Share: means.Share})
			if err != nil {
				return nil, err
			}
			return []*big.Int{chip.First: count, chip.Second: new(big.Int).Sub(g.Games(), count)}, nil
		}}, nil
	}}
}

func read(r io.Reader) iter.Seq2[single.Game, error] {
	return func(yield func(single.Game, error) bool) {
		for d, err := range dag.Read(r) {
			if !yield(game{d}, err) {
				return
			}
		}
	}
}
