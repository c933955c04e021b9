package nimbers

import (
	"context"
	"math/big"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/wins"
)

// A Game is a DAG that was read, with the chips on its first two vertices. It implements
// enum.Game, enum.Modular, enum.Explainer and enum.Drawable.
type Game struct{ DAG *dag.DAG }

// Algorithms lists the methods of package wins.
func (Ruleset) Algorithms() []enum.Algorithm {
	var list []enum.Algorithm
	for _, w := range ways() {
		list = append(list, enum.Algorithm{Name: string(w.method), Summary: w.summary})
	}
	return list
}

// options returns what package wins is told.
func options(how enum.How) (wins.Options, error) {
	if how.Trace != nil {
		return wins.Options{}, enum.ErrNoTrace
	}
	return wins.Options{Method: wins.Method(how.Algorithm), Workers: how.Workers}, nil
}

// Solve returns a [Wins]: of how many sets of arcs the first player wins.
func (g Game) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	options, err := options(how)
	if err != nil {
		return nil, err
	}
	count, method, err := wins.Count(ctx, g.DAG, options)
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(g.DAG.Arcs()))
	return Wins{First: count, Second: all.Sub(all, count), Arcs: g.DAG.Arcs(), Method: string(method)}, nil
}

// SolveModulo returns a [Wins] modulo a number. It may be quicker than Solve.
func (g Game) SolveModulo(ctx context.Context, how enum.How, modulus *big.Int) (enum.Answer, error) {
	options, err := options(how)
	if err != nil {
		return nil, err
	}
	count, method, err := wins.Modulo(ctx, g.DAG, modulus, options)
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(g.DAG.Arcs())), modulus)
	all.Mod(all.Sub(all, count), modulus)
	return Wins{First: count, Second: all, Modulus: modulus, Arcs: g.DAG.Arcs(), Method: string(method)}, nil
}

// Explain returns an [Explanation]: the answer of Solve, and what becomes of the chips on
// the DAG with all its arcs.
func (g Game) Explain(ctx context.Context, how enum.How) (enum.Answer, error) {
	answer, err := g.Solve(ctx, how)
	if err != nil {
		return nil, err
	}
	return Explanation{Wins: answer.(Wins), Whole: solutionOf(g.DAG)}, nil
}
