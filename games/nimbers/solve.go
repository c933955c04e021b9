package nimbers

import (
	"bufio"
	"context"
	"fmt"
	"math/big"

	"enumerate/enum/playing"
	"enumerate/enum/single"
	"enumerate/enum/values"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/wins"
	"enumerate/internal/rows"
)

// A game is a DAG that was read, with the chips on its first two vertices.
type game struct{ dag *dag.DAG }

// Solve returns an [answer]: the numbers of sets of arcs of the DAG with which each player wins, modulo how.Number if
// this is given, which may take less time. The algorithm how.Algorithm is a method of package wins.
func (g game) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	modulus := how.Number
	count, method, err := wins.Count(ctx, g.dag, wins.Options{Method: wins.Method(how.Algorithm), Workers: how.Workers, Modulus: modulus})
	if err != nil {
		return nil, err
	}
	a := answer{First: count.String(), Arcs: g.dag.Arcs(), Method: method}
	others := new(big.Int).Lsh(big.NewInt(1), uint(a.Arcs)) // all sets of arcs
	if others.Sub(others, count); modulus != nil {
		others.Mod(others, modulus)
		a.Modulus = modulus.String()
	}
	a.Second = others.String()
	return a, nil
}

// explain solves as Solve does, and adds the verdict and the nimbers of the DAG with all its arcs.
func (g game) explain(ctx context.Context, how single.How) (single.Answer, error) {
	a, err := g.Solve(ctx, how)
	if err != nil {
		return nil, err
	}
	whole := chip.Solution(g.dag)
	return explanation{answer: a.(answer), Verdict: whole.Verdict, Nimbers: whole.Names}, nil
}

// An answer has, for each player, the number of sets of arcs of a DAG with which this player wins.
type answer struct {
	First   string      `json:"first"`
	Second  string      `json:"second"`
	Modulus string      `json:"modulus,omitempty"` // both numbers are remainders modulo this; "" if they are exact
	Arcs    int         `json:"arcs,string"`       // the number of arcs of the DAG
	Method  wins.Method `json:"method"`            // the method that found the numbers
}

// Contents returns the answer in the forms in which it is printed. The text has only the number of sets with which the
// first player wins, as in the contest from which the problem comes (AtCoder Grand Contest 016, F). JSON has all
// fields. For example, for a DAG with 10 arcs:
//
//	816
//	{"first":"816","second":"208","arcs":"10","method":"sizes"}
//	{"first":"816","second":"208","modulus":"1000000007","arcs":"10","method":"sizes"}
func (a answer) Contents() single.Contents {
	return single.Contents{Lines: func(w *bufio.Writer) { fmt.Fprintln(w, a.First) }, Value: func() any { return a }}
}

// An explanation is an answer together with the verdict for the DAG with all its arcs.
type explanation struct {
	answer
	Verdict string   `json:"verdict"`
	Nimbers []string `json:"nimbers"` // the nimbers of all vertices
}

// Contents returns the explanation in the forms in which it is printed. The text has, on a second line, the verdict and
// nimbers of the DAG with all its arcs. Here the first player wins with 6 of the 8 sets of arcs, and also with all
// arcs, which give the three vertices the nimbers 2, 1 and 0:
//
//	6
//	first  nimbers: 2 1 0
//	{"first":"6","second":"2","arcs":"3","method":"sizes","verdict":"first","nimbers":["2","1","0"]}
func (e explanation) Contents() single.Contents {
	whole := single.Solution{Verdict: e.Verdict, Proof: "nimbers", Names: e.Nimbers}
	return single.Contents{
		Lines: func(w *bufio.Writer) {
			e.answer.Contents().Lines(w)
			whole.Contents().Lines(w)
		},
		Value: func() any { return e },
	}
}

// maxValued is the largest number of classes whose values are listed one by one, so that this takes at most a few
// minutes.
const maxValued = 300_000_000

// values returns the Grundy values that occur among the games of a size, each with its number of games, by visiting
// every class.
func (s settings) values(ctx context.Context, size int) ([]playing.ValueCount, error) {
	g, err := s.walkable(size)
	if err != nil {
		return nil, err
	}
	if classes := g.Classes(); classes.Cmp(big.NewInt(maxValued)) > 0 {
		return nil, fmt.Errorf("n = %d has %s classes, too many to list their values (at most %s): use a smaller --n", size, rows.Grouped(classes), rows.Count(maxValued))
	}
	list, value := g.Valued()
	return values.Grundy(ctx, g, list, value)
}
