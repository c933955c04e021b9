package cli

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"enumerate/enum"
)

func newClasses() *cobra.Command {
	var game, verdict string
	var s sizes
	var part partFlag
	var minAut uint64
	var format oneOf
	cmd := &cobra.Command{
		Use:   "classes --n N",
		Short: "List one game of every class",
		Long: `Classes prints one game of every class of isomorphic games, one to a line, with its
orbit (how many labelled games the class has), the number of its automorphisms,
its verdict, and what proves the verdict. It prints as it walks, so that head
ends the work.`,
		Example: `  enumerate classes --n 4 --verdict solvable
  enumerate classes --n 5 --min-aut 2
  enumerate classes --n 6 | head -n 3`,
		Args: noArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			spaces, err := walkablesOf(game, s)
			if err != nil {
				return err
			}
			if verdicts := spaces[0].space.Verdicts(); verdict != "" && !slices.Contains(verdicts, verdict) {
				return usagef("--verdict %s: it takes one of %s", verdict, strings.Join(verdicts, ", "))
			}
			ctx, stop := interruptible()
			defer stop()
			out := bufio.NewWriterSize(cmd.OutOrStdout(), 1<<16)
			for _, s := range spaces {
				var failed error
				orbits := make(map[uint64]string) // there are few different ones
				verdicts := s.space.Verdicts()
				only := slices.Index(verdicts, verdict) // or AnyVerdict
				err := enum.List(ctx, s.space, part.Part, only, func(c enum.Class) bool {
					if c.Automorphisms < minAut {
						return true
					}
					orbit, ok := orbits[c.Automorphisms]
					if !ok {
						orbit = enum.Orbit(s.space, c.Automorphisms).String()
						orbits[c.Automorphisms] = orbit
					}
					failed = printClass(out, format.value, verdicts[c.Verdict], orbit, c)
					return failed == nil
				})
				if failed != nil {
					return failed
				}
				if errors.Is(err, errors.ErrUnsupported) {
					return usageError{err}
				}
				if err != nil {
					out.Flush() // what was found is worth having
					return orInterrupted(err)
				}
			}
			return out.Flush()
		},
	}
	addGame(cmd, &game)
	addSizes(cmd, &s)
	addPart(cmd, &part)
	cmd.Flags().StringVar(&verdict, "verdict", "", "only classes of this verdict")
	addNumber(cmd, &minAut, "min-aut", 1, "only classes with at least this many automorphisms")
	addFormat(cmd, &format, "table", "json")
	cmd.Flags().SortFlags = false
	return cmd
}

// printClass prints a class on one line: of equal width up to the certificate,
// for a class of equal size.
func printClass(out *bufio.Writer, format, verdict, orbit string, c enum.Class) error {
	solution := c.Representative.Solution()
	if format == "json" {
		names, err := json.Marshal(solution.Names)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "{\"game\":%q,\"orbit\":%q,\"automorphisms\":\"%d\",\"verdict\":%q,%q:%s}\n",
			c.Representative.String(), orbit, c.Automorphisms, verdict, solution.Certificate, names)
		return err
	}
	_, err := fmt.Fprintf(out, "%s  orbit %s  aut %d  %s  %s: %s\n", c.Representative, orbit, c.Automorphisms, verdict,
		solution.Certificate, strings.Join(solution.Names, " "))
	return err
}
