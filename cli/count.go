package cli

import (
	"context"
	"math/big"
	"strconv"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

func newCount() *cobra.Command {
	var f totalsFlags
	var growth bool
	cmd := &cobra.Command{
		Use:   "count --n N",
		Short: "Count games exactly without walking their classes",
		Long: `Count reaches the totals of the walk by another route, without visiting every class,
and often some sizes further. Before it prints anything it checks whatever must hold,
such as that all games are accounted for, that Burnside's sums are divisible, and
that finished runs by other methods agree. A number that the method does not say, such
as classes, is left open.

The counts of Ninja Assassin Wonderwall let one player after the other choose, merge
partial games that a relabeling of the players carries into each other, and count the
last players' choices in bulk. Layers that do not fit into --memory go to files beside
the database, and so does whatever took longer than half a minute. The last layer is
cut into pieces: these are the shards that --shard selects, and that are stored within
two seconds. Small sizes have few of them, and every part makes the layers for itself.
However it is interrupted, the same command with --resume goes on where it was. With
--layers it only makes the layers, in memory, and prints how many states each has,
from how many children before they are merged; how many partial games lead to them,
and how many died on the way from the layer before.
` + methodsHelp(),
		Example: `  enumerate count --n 8
  enumerate count --n 3..8 --method core
  enumerate count --n 9 --shard 0/2 --resume --memory 500MiB
  enumerate count --n 4..8 --layers
  enumerate count --n 3..8 --format bfile --column solvable-games`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if growth {
				return f.growth(cmd)
			}
			return f.run(cmd)
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&growth, "layers", false, "print how the layers grow, and count nothing")
	return cmd
}

var layerColumns = []sheetColumn{
	{"ruleset", "", 0},
	{"n", "n", 3},
	{"layer", "layer", 0},
	{"states", "states", 13},
	{"children", "children", 13},
	{"children-per-state", "children/state", 0},
	{"bytes", "bytes", 15},
	{"alive", "alive", 22},
	{"died", "died", 22},
}

type jsonLayer struct {
	Ruleset  string `json:"ruleset"`
	N        int    `json:"n"`
	Layer    int    `json:"layer"`
	States   string `json:"states"`
	Children string `json:"children"`
	Bytes    string `json:"bytes"`
	Alive    string `json:"alive"` // partial games that lead to the states
	Died     string `json:"died"`  // on the way from the layer before
}

// growth makes the layers of each size, and prints what they are like.
func (f *totalsFlags) growth(cmd *cobra.Command) error {
	for _, flag := range []string{"shard", "resume", "memory", "db", "column"} {
		if cmd.Flags().Changed(flag) {
			return usagef("--layers keeps all in memory, stores nothing and counts nothing: --%s does not go with it", flag)
		}
	}
	if f.format.value == "bfile" {
		return usagef("--layers prints several numbers of each layer: --format bfile does not go with it")
	}
	spaces, err := f.spaces()
	if err != nil {
		return err
	}
	if err := checkWorkers(f.workers); err != nil {
		return err
	}
	ctx, stop := interruptible()
	defer stop()
	out := newSheet(cmd.OutOrStdout(), f.format.value, layerColumns)
	for _, s := range spaces {
		if err := f.growthOf(ctx, s.n, out); err != nil {
			return orInterrupted(err)
		}
	}
	return nil
}

func (f *totalsFlags) growthOf(ctx context.Context, n int, out *sheet) error {
	var failed error
	space, err := countedBy(f.key(n), enum.Means{Workers: f.workers, Observe: func(p enum.LayerProgress) {
		if p.Done && failed == nil {
			failed = f.printLayer(out, n, p)
		}
	}})
	if err != nil {
		return err
	}
	layered, ok := space.(enum.Layered)
	if !ok {
		return usagef("the method %s of %s makes no layers", f.method, f.game)
	}
	defer layered.Close() // in memory
	if err := layered.Layers(ctx); err != nil {
		return err
	}
	return failed
}

func (f *totalsFlags) printLayer(out *sheet, n int, p enum.LayerProgress) error {
	states, children, bytes := count(p.States), count(p.Children), new(big.Int).SetInt64(p.Bytes)
	plain := func(x uint64) string { return strconv.FormatUint(x, 10) }
	return out.print([]cell{
		text(f.game), text(strconv.Itoa(n)), text(strconv.Itoa(p.Layer)),
		{states, plain(p.States)}, {children, plain(p.Children)},
		fraction(float64(p.Children)/float64(max(p.States, 1)), 2),
		{grouped(bytes), bytes.String()},
		{grouped(p.Alive), p.Alive.String()}, {grouped(p.Dead), p.Dead.String()},
	}, jsonLayer{f.game, n, p.Layer, plain(p.States), plain(p.Children), bytes.String(), p.Alive.String(), p.Dead.String()})
}
