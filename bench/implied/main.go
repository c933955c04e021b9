// Implied measures the thesis's algorithm, by each of its three rules which player comes next,
// beside the search: on random games, on those of Steiner triple systems, where no two triplets
// share a pair, and on traps. It prints, as a table in Markdown, the median and in brackets the
// greatest number of decisions a game, which do not depend on the machine. A dash
// stands for games of which one takes longer than -limit.
//
//	go run ./bench/implied [-games 20] [-limit 20s] [FAMILY:SIZE...]
//
// Without arguments it takes a few minutes.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"

	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/text"
	"enumerate/solver/betweenness"
	"enumerate/solver/thesis"
)

var algorithms = []string{"implied", "implied-text", "implied-sorted", "search"}

func main() {
	log.SetFlags(0)
	games := flag.Int("games", 20, "games of each size")
	limit := flag.Duration("limit", 20*time.Second, "time for a game and algorithm; one that takes longer is left out with the rest of its row")
	flag.Parse()
	rows := flag.Args()
	if len(rows) == 0 {
		for _, size := range []int{10, 20, 30, 40} {
			rows = append(rows, fmt.Sprintf("random:%d", size))
		}
		for _, size := range []int{7, 9, 13, 15, 19, 21, 25, 27, 31, 33, 37, 39} {
			rows = append(rows, fmt.Sprintf("steiner:%d", size))
		}
		for _, copies := range []int{3, 6, 9, 12, 15} {
			rows = append(rows, fmt.Sprintf("trap:%d", copies))
		}
	}
	fmt.Println("| games | players | solvable |", strings.Join(algorithms, " | "), "|")
	fmt.Println("|:--|--:|--:|" + strings.Repeat("--:|", len(algorithms)))
	for _, row := range rows {
		family, text, _ := strings.Cut(row, ":")
		size, err := strconv.Atoi(text)
		if err == nil {
			err = measure(family, size, *games, *limit)
		}
		if err != nil {
			log.Fatalf("implied: %s: %v", row, err)
		}
	}
}

// measure prints a row.
func measure(family string, size, games int, limit time.Duration) error {
	tables, err := generated(family, size, games)
	if err != nil {
		return err
	}
	solvable := 0
	var cells []string
	for _, name := range algorithms {
		algorithm, err := betweenness.Named(append(thesis.Algorithms(), betweenness.Algorithms()...), name)
		if err != nil {
			return err
		}
		solvable = 0
		var decisions []uint64
		for _, table := range tables {
			ctx, stop := context.WithTimeout(context.Background(), limit)
			certificate, work, err := algorithm.Solve(ctx, table.Game, betweenness.How{Core: betweenness.NoCore})
			stop()
			if errors.Is(err, context.DeadlineExceeded) {
				decisions = nil
				break
			}
			if err != nil {
				return err
			}
			if certificate.Solvable() {
				solvable++
			}
			decisions = append(decisions, work.Decisions)
		}
		if decisions == nil {
			cells = append(cells, "-")
			continue
		}
		slices.Sort(decisions)
		median, most := decisions[len(decisions)/2], decisions[len(decisions)-1]
		cell := fmt.Sprint(median)
		if most > median {
			cell += fmt.Sprintf(" (%d)", most)
		}
		cells = append(cells, cell)
	}
	fmt.Printf("| %s %d | %d | %d of %d | %s |\n", family, size, len(tables[0].Game), solvable, len(tables), strings.Join(cells, " | "))
	return nil
}

// generated returns games of a family, one if it has one of each size.
func generated(family string, size, games int) (tables []text.Table, err error) {
	for _, f := range wonderwall.New().Families {
		if f.Name != family {
			continue
		}
		if f.Fixed {
			games = 1
		}
		for seed := range games {
			made, err := f.Generate(size, rand.New(rand.NewPCG(uint64(seed), 0)))
			if err != nil {
				return nil, err
			}
			tables = append(tables, made.(text.Table))
		}
		return tables, nil
	}
	return nil, fmt.Errorf("there is no family %q", family)
}
