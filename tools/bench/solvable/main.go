// Solvable measures the search alone, without reading games and without proofs of verdicts, for the scripts
// tools/bench/solvers.sh and tools/bench/hard.sh. It reads games as enumerate solve does. For each game it prints the
// verdict and the number of conflicts. The last line has the CPU time in microseconds that deciding all games took.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"runtime"

	"enumerate/games/wonderwall/text"
	"enumerate/internal/cpu"
	"enumerate/solver/betweenness"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("solvable: ")
	in := os.Stdin
	if len(os.Args) > 1 {
		var err error
		if in, err = os.Open(os.Args[1]); err != nil {
			log.Fatal(err)
		}
	}

	var games []betweenness.Game
	for table, err := range text.ReadTables(in) {
		if err != nil {
			log.Fatal(err)
		}
		games = append(games, table.Game)
	}
	lines := make([]string, len(games))
	runtime.GC() // now, so that the memory which reading left behind is not collected during the measurement

	start := cpu.Time()
	s := betweenness.NewSearcher()
	for i, g := range games {
		solvable, work, err := s.Solvable(context.Background(), g)
		if err != nil {
			log.Fatal(err)
		}
		lines[i] = fmt.Sprint("unsolvable ", work.Conflicts)
		if solvable {
			lines[i] = fmt.Sprint("solvable ", work.Conflicts)
		}
	}
	took := cpu.Time() - start

	out := bufio.NewWriter(os.Stdout)
	for _, line := range lines {
		fmt.Fprintln(out, line)
	}
	fmt.Fprintln(out, took.Microseconds())
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
