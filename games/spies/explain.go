package spies

import (
	"bufio"
	"context"
	"fmt"
	"slices"
	"strings"

	"enumerate/enum/single"
	"enumerate/internal/lists"
)

// explain returns the answer to a game together with all bad lines of its board, which have more queens than allowed.
func explain(ctx context.Context, g single.Game, how single.How) (single.Answer, error) {
	answer, err := g.Solve(ctx, how)
	if err != nil {
		return nil, err
	}
	ruled, ok := answer.(ruling)
	if !ok {
		return answer, nil
	}
	diagonals, others, err := ruled.board.badLines(ctx)
	if err != nil {
		return nil, err
	}
	return explanation{ruled, lists.Map(diagonals, ruled.board.cells), lists.Map(others, ruled.board.cells)}, nil
}

// An explanation is a verdict with every bad line of the board, given by the names of the cells of its queens.
type explanation struct {
	ruling
	diagonals, lines [][]string
}

// Contents has the verdict, and every bad line:
//
//	invalid  line: 1,1 2,3 3,5 4,7
//	line: 1,1 2,3 3,5 4,7
//	line: 5,2 6,4 7,6
//
// or the same as one JSON object:
//
//	{"verdict":"invalid","line":["1,1","2,3","3,5","4,7"],"diagonals":[],"lines":[["1,1","2,3","3,5","4,7"],["5,2","6,4","7,6"]]}
func (e explanation) Contents() single.Contents {
	contents := e.ruling.Contents()
	contents.Lines, contents.Value = e.writeLines, e.object
	return contents
}

func (e explanation) writeLines(w *bufio.Writer) {
	e.board.solution(e.conflict).Contents().Lines(w)
	for _, line := range e.diagonals {
		fmt.Fprintln(w, "diagonal:", strings.Join(line, " "))
	}
	for _, line := range e.lines {
		fmt.Fprintln(w, "line:", strings.Join(line, " "))
	}
	if e.conflict == nil {
		fmt.Fprintln(w, "no diagonal has two queens, and no line has three")
	}
}

func (e explanation) object() any {
	return append(slices.Clip(e.board.solution(e.conflict).Object()),
		single.Member{Key: "diagonals", Value: append([][]string{}, e.diagonals...)},
		single.Member{Key: "lines", Value: append([][]string{}, e.lines...)})
}
