// Solvable reads games from a file, or from standard input, as enumerate solve does, decides
// them one after the other, and prints their verdicts and conflicts, without anything that
// proves them. The last line is the CPU time that it took to decide them, in microseconds;
// reading and printing are not measured. It is for tools/bench/solvers.sh and tools/bench/hard.sh.
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
	runtime.GC() // of what reading leaves behind

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
