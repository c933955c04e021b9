package cli

import (
	"cmp"

	"github.com/spf13/cobra"

	"enumerate/cli/verb"
	"enumerate/enum"
	"enumerate/internal/rows"
)

func newCount(p *verb.Program) *cobra.Command {
	var f verb.Totals
	var layers bool
	var certificate verb.FileName
	cmd := &cobra.Command{
		Use:   "count --n N",
		Short: "Count games exactly without visiting every class",
		Long: `Count finds the same totals as enumerate without a verb. Its methods do not visit every class of
isomorphic games, so they often reach larger sizes. The totals are checked by the formulas of the ruleset. If a method
does not find a number, such as the number of classes, count prints a dash.

--shard and --resume work as in "enumerate --n N" without a verb. However, every process first computes all layers (a
layer is the set of partial games after a step of the method), and only one process at a time can compute the layers of
a size in a database. To run several --shard parts at the same time, give each part its own --db. docs/guide/counting.md
describes the methods.

--certificate FILE also writes a proof of the number of solvable games, if the method can. A separate program, proved
correct in Coq, checks this proof (docs/reference/certificates.md).`,
		Example: `  enumerate count --n 8
  enumerate count --n 9 --shard 0/2 --resume --memory 500MiB
  enumerate count --n 7 --certificate seven.gz`,
		Args: verb.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if layers {
				return growth(cmd, &f)
			}
			if certificate != "" {
				return certify(cmd, &f, string(certificate))
			}
			return f.Run(cmd)
		},
	}
	f.Add(cmd, p)
	cmd.Flags().BoolVar(&layers, "layers", false, "only make the layers, and print their sizes; some methods only")
	cmd.Flags().Var(verb.Written{FileName: &certificate}, "certificate", "write a proof of the number of solvable games to this file; some methods only")
	verb.FollowGame(cmd, &f.Game, "Methods for", countsOf, func(string) bool { return false })
	return cmd
}

// countsOf lists the methods of a ruleset except the walk, for the help.
func countsOf(r *enum.Ruleset) (list []verb.Item) {
	for _, m := range r.Methods {
		if m.Name != enum.Walk {
			list = append(list, verb.Item{Name: m.Name, Summary: m.Summary})
		}
	}
	return list
}

// A layerRow is the printed row of a layer. Some methods build games step by step, and keep a layer after each step: a
// set of states. All partial games that can be continued in the same ways are one state.
type layerRow struct {
	Ruleset  string      `json:"ruleset"`
	N        int         `json:"n" table:"n,3"`
	Layer    int         `json:"layer" table:"layer"`
	States   rows.Number `json:"states" table:"states,13"`
	Children rows.Number `json:"children" table:"children,13"`
	PerState float64     `json:"-" csv:"children-per-state" table:"children/state" decimals:"2"`
	Bytes    rows.Number `json:"bytes" table:"bytes,15"`
	Alive    rows.Number `json:"alive" table:"alive,22"` // how many partial games the states stand for
	Died     rows.Number `json:"died" table:"died,22"`   // how many partial games were dropped since the layer before
}

// growth makes the layers (intermediate results of a count) of each size, and prints a row for each layer.
func growth(cmd *cobra.Command, f *verb.Totals) error {
	for _, flag := range []string{"shard", "resume", "db", "certificate"} {
		if cmd.Flags().Changed(flag) {
			return verb.Usagef("--layers counts nothing and stores nothing: leave out --%s", flag)
		}
	}
	ctx := cmd.Context()
	q, spaces, err := f.Request(ctx)
	if err != nil {
		return err
	}
	if q.Method.Layers == nil {
		return verb.Usagef("the method %s of %s makes no layers (intermediate results): leave out --layers", f.Method, f.Game.Name)
	}
	out := rows.NewPrinter(cmd.OutOrStdout(), f.Format.Value)
	for _, s := range spaces {
		var failed error
		err := q.Method.Layers(ctx, s.N, enum.Means{Workers: f.Workers, Observe: func(p enum.LayerProgress) {
			if p.Done && failed == nil {
				failed = out.Print(layerRow{
					Ruleset: f.Game.Name, N: s.N, Layer: p.Layer, States: rows.Whole(p.States), Children: rows.Whole(p.Children),
					PerState: float64(p.Children) / float64(max(p.States, 1)), Bytes: rows.Whole(uint64(p.Bytes)),
					Alive: rows.Exact(p.Alive), Died: rows.Exact(p.Dead),
				})
			}
		}})
		if err := cmp.Or(err, failed); err != nil {
			return err
		}
	}
	return nil
}
