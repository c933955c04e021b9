package nimbers

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/big"

	"enumerate/enum"
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/enum/values"
	"enumerate/games/nimbers/chip"
	"enumerate/games/nimbers/dag"
	"enumerate/games/nimbers/wins"
)

// A game is a DAG that was read, with the chips on its first two vertices.
type game struct{ dag *dag.DAG }

// Solve returns an [answer]: with how many sets of arcs the first player wins. Modulo a Number
// it may be quicker.
func (g game) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	modulus := how.Number
	count, method, err := wins.Count(ctx, g.dag, wins.Options{Method: wins.Method(how.Algorithm), Workers: how.Workers, Modulus: modulus})
	if err != nil {
		return nil, err
	}
	a := answer{First: count.String(), Arcs: g.dag.Arcs(), Method: method}
	others := new(big.Int).Lsh(big.NewInt(1), uint(a.Arcs))
	if others.Sub(others, count); modulus != nil {
		others.Mod(others, modulus)
		a.Modulus = modulus.String()
	}
	a.Second = others.String()
	return a, nil
}

// explain returns an [explanation]: the answer, and the winner on the DAG with all its arcs.
func (g game) explain(ctx context.Context, how single.How) (single.Answer, error) {
	a, err := g.Solve(ctx, how)
	if err != nil {
		return nil, err
	}
	whole := chip.Solution(g.dag)
	return explanation{answer: a.(answer), Verdict: whole.Verdict, Nimbers: whole.Names}, nil
}

// An answer is the numbers of sets of arcs of a DAG with which each player wins.
type answer struct {
	First   string      `json:"first"`
	Second  string      `json:"second"`
	Modulus string      `json:"modulus,omitempty"` // of both numbers; "" if they are exact
	Arcs    int         `json:"arcs,string"`       // of the DAG
	Method  wins.Method `json:"method"`            // that found it
}

// WriteFormat writes the first player's number on a line, as the contest requires, or all numbers as a JSON object:
//
//	816
//	{"first":"816","second":"208","arcs":"10","method":"sizes"}
//	{"first":"816","second":"208","modulus":"1000000007","arcs":"10","method":"sizes"}
func (a answer) WriteFormat(w io.Writer, format string) error {
	return kit.WriteAnswer(w, format, func(w *bufio.Writer) { fmt.Fprintln(w, a.First) }, a)
}

// An explanation is an answer together with the DAG's own verdict: who wins with all its
// arcs, one of the sets that the answer counts.
type explanation struct {
	answer
	Verdict string   `json:"verdict"`
	Nimbers []string `json:"nimbers"` // of all vertices
}

// WriteFormat writes the answer and, on a second line, the verdict with the nimbers; or
// both as one JSON object:
//
//	6
//	first  nimbers: 2 1 0
//	{"first":"6","second":"2","arcs":"3","method":"sizes","verdict":"first","nimbers":["2","1","0"]}
func (e explanation) WriteFormat(w io.Writer, format string) error {
	if format == "json" {
		return json.NewEncoder(w).Encode(e)
	}
	if err := e.answer.WriteFormat(w, format); err != nil {
		return err
	}
	return single.Solution{Verdict: e.Verdict, Certificate: "nimbers", Names: e.Nimbers}.WriteFormat(w, format)
}

// maxValued bounds the classes whose values are listed, one by one: to some minutes.
const maxValued = 300_000_000

// values returns the Grundy values of the games of a size: that of two chips is the exclusive
// or of their vertices' nimbers (Sprague 1935, Grundy 1939). It visits every class.
func (s settings) values(ctx context.Context, size int) ([]enum.ValueCount, error) {
	g, err := s.walkable(size)
	if err != nil {
		return nil, err
	}
	if classes := g.Classes(); classes == nil || classes.Cmp(big.NewInt(maxValued)) > 0 {
		return nil, fmt.Errorf("the values of %s are found class by class, of at most %d classes; n=%d has %v", s.name(), maxValued, size, classes)
	}
	list, value := g.Valued()
	return values.Grundy(ctx, g, list, value)
}
