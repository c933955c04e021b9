package spies

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
	"enumerate/games/spies/search"
	"enumerate/internal/rows"
)

const (
	searchAlgorithm       = "search"
	permutationsAlgorithm = "permutations"
	firstAlgorithm        = "first"
)

func algorithms() []single.Algorithm {
	return []single.Algorithm{
		{
			Name:    searchAlgorithm,
			Summary: fmt.Sprintf("walks through boards of up to %d queens, and finds the first or proves that none exists; uses local search for larger boards", maxWalked),
		},
		{
			Name:    permutationsAlgorithm,
			Summary: fmt.Sprintf("tries all n! boards in lexicographic order until one is valid; up to %d queens", maxPermuted),
		},
		{
			Name:    firstAlgorithm,
			Summary: fmt.Sprintf("places queen by queen and backtracks if none fits, which finds the first board in lexicographic order; up to %d queens, may not end", maxFirst),
			Traces:  true,
		},
	}
}

func (e entry) game() single.Game {
	if e.board == nil {
		return sizeGame{e.size}
	}
	return e.boardGame()
}

// A sizeGame is a game that has only a size. Its answer is a valid board of this size.
type sizeGame struct{ size int }

// Question asks whether a valid board of the size exists.
func (g sizeGame) Question() string {
	return fmt.Sprintf("Can %s %s?", rows.Counted(g.size, "queen", "queens"), standing)
}

const standing = "stand so that no two attack each other and no three are in line"

// Solve returns a valid board of the size, or the answer that none exists. Without a choice of algorithm, it walks
// through the boards of small sizes, which can also prove that none is valid, and uses local search for large sizes,
// which cannot.
func (g sizeGame) Solve(ctx context.Context, how single.How) (single.Answer, error) {
	switch how.Algorithm {
	case "", searchAlgorithm:
		if g.size <= maxWalked {
			return g.walk(ctx)
		}
		columns, err := search.Board(ctx, g.size)
		if err != nil {
			return nil, err
		}
		return answerWith(ctx, columns)
	case permutationsAlgorithm:
		return g.exhaust(ctx, how.Algorithm, maxPermuted, "boards judged", firstPermutation)
	case firstAlgorithm:
		return g.exhaust(ctx, how.Algorithm, maxFirst, "queens placed", func(ctx context.Context, n int) (board, uint64, error) { return firstBoard(ctx, n, how.Trace) })
	}
	return nil, single.Unknown("algorithm", how.Algorithm, []string{searchAlgorithm, permutationsAlgorithm, firstAlgorithm})
}

// exhaust returns the board that find returns, or the answer that none exists if find returns nil. The second result of
// find is its number of steps; steps says what a step is, such as "queens placed". A size above most is an error.
func (g sizeGame) exhaust(ctx context.Context, algorithm string, most int, steps string, find func(context.Context, int) (board, uint64, error)) (single.Answer, error) {
	if g.size > most {
		return nil, fmt.Errorf("%s queens are too many for the algorithm %s: choose another algorithm, or a board of at most %s", rows.Count(uint64(g.size)), algorithm, rows.Count(uint64(most)))
	}
	found, tried, err := find(ctx, g.size)
	switch {
	case err != nil:
		return nil, err
	case found == nil:
		return none{g.size, fmt.Sprintf("%s of size %d: %d %s", algorithm, g.size, tried, steps), struct {
			Verdict   string `json:"verdict"`
			Size      int    `json:"size"`
			Algorithm string `json:"algorithm"`
			Tried     uint64 `json:"tried,string"`
		}{noneExists, g.size, algorithm, tried}}, nil
	}
	return answerWith(ctx, found)
}

// walk returns the first valid board in lexicographic order, or the answer that there is none. The first valid board is
// the least of its class, so the walk visits it.
func (g sizeGame) walk(ctx context.Context) (single.Answer, error) {
	w := newWalker(g.size)
	w.byRows = true
	w.begin(ctx)
	var first board
	w.finish(nil, func(uint64) bool {
		first = append(first, w.queens...)
		return false // ends the walk at the first valid board
	})
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case first != nil:
		return answerWith(ctx, first)
	}
	return w.noBoard(ctx)
}

// noBoard returns the answer that no valid board of a size exists, after a walk that found none and two checks. First,
// all boards must begin with prefixes that the walk gave up. Because the walk may have misjudged a board, noBoard also
// judges all boards one by one. They are few, because only small sizes have no valid board.
func (w *walker) noBoard(ctx context.Context) (single.Answer, error) {
	tally := enum.NewTally(len(verdicts))
	w.weigh(tally)
	covered, whole := tally.SumAll(), boards(w.n)
	if covered.Cmp(whole) != 0 {
		return nil, fmt.Errorf("a walk of size %d found no valid board, but covered %v of %v boards", w.n, covered, whole)
	}
	switch found, _, err := firstPermutation(ctx, w.n); {
	case err != nil:
		return nil, err
	case found != nil:
		return nil, fmt.Errorf("a walk of size %d found no valid board, but a search found %v", w.n, found)
	}
	// The printed proof: every board begins with exactly one of the prefixes that the walk gave up, and no valid board
	// that is least in its class begins with any of these.
	var givenUp uint64
	for _, prefixes := range w.givenUp {
		givenUp += prefixes
	}
	why := fmt.Sprintf("walk of size %d: prefixes followed: %d; given up: %d; each of the %[1]d! = %[4]v boards begins with a prefix that was given up", w.n, w.pathCount, givenUp, covered)
	return none{w.n, why, struct {
		Verdict  string `json:"verdict"`
		Size     int    `json:"size"`
		Followed uint64 `json:"followed,string"`
		GivenUp  uint64 `json:"given_up,string"`
		Boards   string `json:"boards"`
	}{noneExists, w.n, w.pathCount, givenUp, covered.String()}}, nil
}

// answerWith returns the answer with a board that a search found, after judging it with code that the search does not
// share.
func answerWith(ctx context.Context, b board) (single.Answer, error) {
	used := make([]bool, len(b))
	for _, c := range b {
		if c < 0 || c >= len(used) || used[c] {
			return nil, fmt.Errorf("the search found a board that is not a permutation: %v", b)
		}
		used[c] = true
	}
	conflict, err := b.conflict(ctx)
	switch {
	case err != nil:
		return nil, err
	case conflict != nil:
		return nil, fmt.Errorf("the search found a board that is not valid (%s: %s): %v", conflict.proof(), strings.Join(b.cells(conflict), " "), b)
	}
	return ruling{board: b, found: true}, nil
}

// A boardGame is a game that has a board. Its answer is the board's verdict.
type boardGame struct {
	board  board
	remark string // what was guessed when the board was read
}

func (e entry) boardGame() boardGame { return boardGame{e.board, e.remark} }

// Question asks about the board.
func (g boardGame) Question() string { return "Do these queens " + standing + "?" }

func (g boardGame) Solve(ctx context.Context, _ single.How) (single.Answer, error) {
	conflict, err := g.board.conflict(ctx)
	return ruling{board: g.board, conflict: conflict}, err
}

// check returns the verdict of the board, and the error Wrong unless it is valid.
func (g boardGame) check(ctx context.Context, _ single.How) (single.Answer, error) {
	conflict, err := g.board.conflict(ctx)
	if err == nil && conflict != nil {
		err = single.Wrong{Err: errors.New("the board is not valid")}
	}
	return ruling{board: g.board, conflict: conflict}, err
}

// Formats that only boards have.
const (
	contestFormat = "contest"
	textFormat    = "text"
	svgFormat     = "svg"
)

// formats returns the formats of answers. "contest" writes the size of a board on one line, and the columns of its
// queens on the next, as a programming contest requires. "table" writes the verdict of a board that the user gave, and
// otherwise the same as "contest".
func formats() []string {
	return []string{single.TableFormat, contestFormat, textFormat, svgFormat, single.JSONFormat}
}

// A ruling is an answer with a board and its verdict. If found is set, the program found the board for a size that the
// user gave.
type ruling struct {
	board    board
	conflict conflict
	found    bool
}

// Sentence answers the Question of a size. For a board that the user gave, the title of its picture has the answer.
func (r ruling) Sentence() string {
	if !r.found {
		return ""
	}
	return "yes, on the board that was found"
}

// Contents has the verdict with its proof, and the board in further formats.
func (r ruling) Contents() single.Contents {
	contents := r.board.solution(r.conflict).Contents()
	if r.found {
		contents.Lines = func(w *bufio.Writer) { _ = r.board.writeContest(w) } // w keeps its first error
	}
	contents.Others = []single.Format{{Name: contestFormat, Write: r.board.writeContest}, {Name: textFormat, Write: r.board.writeText}, {Name: svgFormat, Write: r.writePicture}}
	return contents
}

func (b board) writeContest(w io.Writer) error {
	_, err := fmt.Fprintf(w, "%d\n%v\n", len(b), b)
	return err
}

// writeText writes a line for each row, with S for the queen and * for every other cell, and an empty line at the end.
func (b board) writeText(w io.Writer) error {
	out := bufio.NewWriter(w)
	for _, queen := range b {
		row := slices.Repeat([]string{"*"}, len(b))
		row[queen] = "S"
		fmt.Fprintln(out, strings.Join(row, " "))
	}
	fmt.Fprintln(out)
	return out.Flush()
}

func (r ruling) writePicture(w io.Writer) error {
	picture, err := r.picture(context.Background())
	if err != nil {
		return err
	}
	return single.Write(w, picture, svgFormat)
}

const noneExists = "none exists"

// A none is the answer to a size that has no valid board.
type none struct {
	size   int
	why    string // why it is known that no valid board exists
	object any    // the whole answer, with this proof, for JSON
}

// Sentence answers the Question of the size.
func (a none) Sentence() string {
	return fmt.Sprintf("no, not on a board of %d by %[1]d cells", a.size)
}

// Contents has one line of text for most formats, an object for JSON, and an error for pictures.
func (a none) Contents() single.Contents {
	line := func(w io.Writer) error {
		_, err := fmt.Fprintf(w, "%s  %s\n", noneExists, a.why)
		return err
	}
	nothing := func(io.Writer) error {
		return fmt.Errorf("no board of size %d is valid: draw another size, such as 8", a.size)
	}
	return single.Contents{
		Lines:  func(w *bufio.Writer) { _ = line(w) }, // w keeps its first error
		Value:  func() any { return a.object },
		Others: []single.Format{{Name: contestFormat, Write: line}, {Name: textFormat, Write: line}, {Name: svgFormat, Write: nothing}},
	}
}
