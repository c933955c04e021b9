package nimbers

import (
	"context"
	"fmt"
	"io"
	"math/big"
	"runtime"
	"strings"

	"enumerate/enum"
	"enumerate/games/nimbers/wins"
)

// A Game is a DAG that was read. It implements enum.Game, enum.Modular and enum.Drawable.
type Game struct{ DAG *DAG }

// Algorithms lists the methods of package wins.
func (Ruleset) Algorithms() []enum.Algorithm {
	var list []enum.Algorithm
	for _, m := range methods() {
		list = append(list, enum.Algorithm{Name: string(m.method), Summary: m.summary})
	}
	return list
}

// wins returns the DAG as package wins takes it.
func (d *DAG) wins() wins.DAG { return wins.DAG{N: len(d.out), Out: d.out} }

// options returns what package wins is told.
func (g Game) options(how enum.How) (wins.Options, error) {
	if how.Trace != nil {
		return wins.Options{}, enum.ErrNoTrace
	}
	return wins.Options{Method: wins.Method(how.Algorithm), Workers: runtime.GOMAXPROCS(0)}, nil
}

// Solve returns a [Wins]: of how many sets of arcs the first player wins.
func (g Game) Solve(ctx context.Context, how enum.How) (enum.Answer, error) {
	options, err := g.options(how)
	if err != nil {
		return nil, err
	}
	count, method, err := wins.Count(ctx, g.DAG.wins(), options)
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Lsh(big.NewInt(1), uint(g.DAG.Arcs()))
	return Wins{First: count, Second: all.Sub(all, count), Arcs: g.DAG.Arcs(), Method: string(method)}, nil
}

// SolveModulo returns a [Wins] modulo a number. It may be quicker than Solve.
func (g Game) SolveModulo(ctx context.Context, how enum.How, modulus *big.Int) (enum.Answer, error) {
	options, err := g.options(how)
	if err != nil {
		return nil, err
	}
	count, method, err := wins.Modulo(ctx, g.DAG.wins(), modulus, options)
	if err != nil {
		return nil, err
	}
	all := new(big.Int).Exp(big.NewInt(2), big.NewInt(int64(g.DAG.Arcs())), modulus)
	all.Mod(all.Sub(all, count), modulus)
	return Wins{First: count, Second: all, Modulus: modulus, Arcs: g.DAG.Arcs(), Method: string(method)}, nil
}

// Wins are the numbers of sets of arcs of a DAG with which each player wins. It implements
// enum.Answer.
type Wins struct {
	First, Second *big.Int
	Modulus       *big.Int // of both numbers; nil if they are exact
	Arcs          int      // of the DAG
	Method        string   // that found it
}

// WriteFormat writes the first player's number on a line of its own, as the contest wants
// it, or all numbers as a JSON object:
//
//	816
//	{"first":"816","second":"208","arcs":"10","method":"sizes"}
//	{"first":"816","second":"208","modulus":"1000000007","arcs":"10","method":"sizes"}
func (a Wins) WriteFormat(w io.Writer, format string) error {
	var err error
	switch format {
	case "table":
		_, err = fmt.Fprintln(w, a.First)
	case "json":
		modulus := ""
		if a.Modulus != nil {
			modulus = fmt.Sprintf(`"modulus":"%v",`, a.Modulus)
		}
		_, err = fmt.Fprintf(w, "{\"first\":\"%v\",\"second\":\"%v\",%s\"arcs\":\"%d\",\"method\":%q}\n",
			a.First, a.Second, modulus, a.Arcs, a.Method)
	default:
		err = fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(Ruleset{}.Formats(), ", "))
	}
	return err
}
