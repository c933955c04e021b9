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
		Short: "Count games exactly without walking their classes",
		Long: `Count reaches the totals of the walk by another route, without visiting every class,
and often some sizes further. Before it prints anything it checks all that must hold:
that all games are accounted for, that Burnside's sums are divisible, that finished
runs by other methods agree. A number that the method does not find, such as classes,
is left open.

The counts of Ninja Assassin Wonderwall let one player after the other choose, merge
partial games that a relabeling of the players carries into each other, and count the
last players' choices in bulk. Layers that do not fit into three quarters of --memory go to files next to
the database, and so do layers that took longer than half a minute. The last layer is
cut into shards, which --shard selects, and which are stored within two seconds.
Small sizes have few of them, and every part makes all layers. After any interruption
the same command with --resume continues. One process at a time makes the layers of a
size: for parts at the same time give each a --db of its own.

The last layer of 12 players is made in 64 slabs, one after the other, for want of room.
Each part makes the slabs that it needs: part 5/64 one slab, and part 5/8 eight. So choose
a power of two as the number of parts. Such a count cannot be served.

With --layers it only makes the layers, in memory, and of 12 players all except the last. For each it prints the number of
states, of the children that were merged into them, of the partial games that lead to
them, and of those that died on the way from the layer before.

With --certificate it also writes a proof of the number of solvable games, which a checker
that is itself proved accepts or refuses (docs/reference/certificates.md). It takes about
as long as the count. Its shards go to the directory FILE.shards, and --shard and --resume
go for them as well; the run that has all of them puts them together, and removes them.`,
		Example: `  enumerate count --n 8
  enumerate count --n 3..8 --method core
  enumerate count --n 9 --shard 0/2 --resume --memory 500MiB
  enumerate count --n 4..8 --layers
  enumerate count --n 7 --certificate seven.gz
  enumerate count --n 9 --certificate nine.gz --shard 0/2 --resume`,
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
	cmd.Flags().BoolVar(&layers, "layers", false, "print how the layers grow, and count nothing")
	cmd.Flags().Var(&certificate, "certificate", "write a proof of the number of solvable games to this file")
	verb.FollowGame(cmd, &f.Game, "Methods for", countsOf, func(string) bool { return false })
	return cmd
}

// countsOf lists the counts of a ruleset.
func countsOf(r *enum.Ruleset) (list []verb.Item) {
	for _, m := range r.Methods {
		if m.Name != enum.Walk {
			list = append(list, verb.Item{Name: m.Name, Summary: m.Summary})
		}
	}
	return list
}

// A layerRow is what is printed of a layer.
type layerRow struct {
	Ruleset  string      `json:"ruleset"`
	N        int         `json:"n" table:"n,3"`
	Layer    int         `json:"layer" table:"layer"`
	States   rows.Number `json:"states" table:"states,13"`
	Children rows.Number `json:"children" table:"children,13"`
	PerState float64     `json:"-" csv:"children-per-state" table:"children/state" decimals:"2"`
	Bytes    rows.Number `json:"bytes" table:"bytes,15"`
	Alive    rows.Number `json:"alive" table:"alive,22"` // partial games that lead to the states
	Died     rows.Number `json:"died" table:"died,22"`   // on the way from the layer before
}

// growth makes the layers of each size, and prints what they are like.
func growth(cmd *cobra.Command, f *verb.Totals) error {
	for _, flag := range []string{"shard", "resume", "db", "certificate"} {
		if cmd.Flags().Changed(flag) {
			return verb.Usagef("--layers keeps all in memory, stores nothing and counts nothing: --%s does not go with it", flag)
		}
	}
	ctx := cmd.Context()
	q, spaces, err := f.Request(ctx)
	if err != nil {
		return err
	}
	if q.Method.Layers == nil {
		return verb.Usagef("the method %s of %s makes no layers", f.Method, f.Game.Name)
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
		if err = cmp.Or(err, failed); err != nil {
			return err
		}
	}
	return nil
}
