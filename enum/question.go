package enum

import (
	"context"
	"io"
	"iter"
	"math/big"
)

// A Question is what can be asked of a game that was read: its verdict, why, how to mend it, a
// picture. The command line makes flags and their help of a ruleset's questions, the page its
// parts and their JSON.
type Question struct {
	// Name is one word: its flag, and where the page has its JSON. The first question of a list
	// is what the verb asks without a flag. Those of one name take the same Input in all rulesets.
	Name    string
	Summary string // on one line
	Title   string // the heading of its part on the page; "" if that does not show it
	Example string // commands that show it, a line each
	// Input is what it takes besides the game: File, or what stands for a whole number, at least
	// 1, such as "P"; "" for nothing.
	Input string
	// Output is the format in which the answer is written to that file, besides what is printed; "" if
	// the file is read.
	Output string
	// Read reads from that file what is asked about, in place of games: answers that were found
	// elsewhere. Nil for games.
	Read  func(r io.Reader) iter.Seq2[Game, error]
	Alone bool // it takes one game, and not several
	Lines bool // its answers have several lines in other formats than "json"
	// Long says that answers may be long: each is written while it is found, and the next game
	// has to wait.
	Long    bool
	Formats []string // of its answers, the default first, "json" among them if the page shows it
	// Algorithms are the ways to find the answer, the default first, and Cores the kinds of cores
	// that may be asked for of an unsolvable game. Both are nil if there is no choice.
	Algorithms []Algorithm
	Cores      []string
	// Ask returns the answer. It may return one together with a [Wrong]. When the context ends
	// it returns the context's error, soon, or the best answer that it has.
	Ask func(ctx context.Context, g Game, how How) (Answer, error)
}

// The names of questions that mean the same in every ruleset.
const (
	Solve   = "solve"   // the first one of games that are read
	Explain = "explain" // the answer with what it rests on
)

// File is the Input of a question that reads a file, or writes its Output to one.
const File = "FILE"

// GameFormat is the format of answers that lead to another game: that game, as it is read.
const GameFormat = "game"

// How says how to find an answer.
type How struct {
	Algorithm string    // the name of one; empty for the default
	Core      string    // the kind of core to find; empty for the usual one
	Trace     io.Writer // for the reasoning of an algorithm that Traces; nil for none
	Suppose   []string  // the first assumption of the reasoning, in words of the game; nil for that of the algorithm
	Workers   int       // how many may work on the game at once, 1 if it is less
	Input     io.Reader // what a question reads from a File
	Number    *big.Int  // what it takes in place of that
	Game      int       // the number of the game in its input, from 1
}

// An Algorithm is one way to answer a question.
type Algorithm struct {
	Name     string
	Summary  string // on one line
	Traces   bool   // it can show its reasoning
	Supposes bool   // which begins with an assumption
}

// Reads reports whether it reads a file besides the game.
func (q Question) Reads() bool { return q.Input == File && q.Output == "" }

// Solving returns the first question of games: what they are, and what proves it.
func Solving(example string, formats []string, algorithms ...Algorithm) Question {
	return Question{Name: Solve, Title: "Answer", Example: example, Formats: formats, Algorithms: algorithms, Ask: Asks(Game.Solve)}
}

// Asks makes an Ask of a method of a ruleset's own games.
func Asks[T Game](ask func(g T, ctx context.Context, how How) (Answer, error)) func(context.Context, Game, How) (Answer, error) {
	return func(ctx context.Context, g Game, how How) (Answer, error) { return ask(g.(T), ctx, how) }
}

// Classifies makes a Classify of a method of a ruleset's own games.
func Classifies[T Game](classify func(g T, ctx context.Context) (Form, error)) func(context.Context, Game) (Form, error) {
	return func(ctx context.Context, g Game) (Form, error) { return classify(g.(T), ctx) }
}

// Write writes the answer in a format.
func (q *Question) Write(ctx context.Context, w io.Writer, g Game, how How, format string) error {
	answer, err := q.Ask(ctx, g, how)
	if err != nil {
		return err
	}
	return answer.WriteFormat(w, format)
}

// Wrong is the error of an answer from elsewhere that can be read but is not true. It says why.
type Wrong struct{ Err error }

func (w Wrong) Error() string { return w.Err.Error() }

func (w Wrong) Unwrap() error { return w.Err }
