//go:build unix

// Solvable reads games from standard input as enumerate solve does, decides them
// one after the other, and prints their verdicts, without anything that proves
// them. The last line is the CPU time that it took to decide them, in
// microseconds; reading and printing are not part of it. It is for
// bench/solvers.sh.
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"runtime"
	"syscall"
	"time"

	"enumerate/games/wonderwall"
	"enumerate/solver/betweenness"
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("solvable: ")
	var games []betweenness.Game
	for table, err := range wonderwall.ReadTables(os.Stdin) {
		if err != nil {
			log.Fatal(err)
		}
		games = append(games, table.Game)
	}
	verdicts := make([]bool, len(games))
	runtime.GC() // of what reading leaves behind

	start := cpuTime()
	s := betweenness.NewSearcher()
	for i, g := range games {
		var err error
		if verdicts[i], _, err = s.Solvable(context.Background(), g); err != nil {
			log.Fatal(err)
		}
	}
	took := cpuTime() - start

	out := bufio.NewWriter(os.Stdout)
	for _, solvable := range verdicts {
		if solvable {
			fmt.Fprintln(out, "solvable")
		} else {
			fmt.Fprintln(out, "unsolvable")
		}
	}
	fmt.Fprintln(out, took.Microseconds())
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}

// cpuTime returns the CPU time, user and system, of this process.
func cpuTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		log.Fatal(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}
