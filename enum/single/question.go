package single

import (
	"context"
	"io"
	"iter"
	"math/big"
)

// A Question is something that can be asked about a game: its verdict, an explanation, a repair, a picture. It becomes
// a flag on the command line, and a part of the web page and its JSON.
type Question struct {
	// Name is one word: the name of the question's flag, and the key of the answer in the JSON of the web page.
	// Questions with the same name have the same Input in all rulesets.
	Name    string
	Summary string // one line
	Title   string // the heading on the page, or "" if the page does not show the answer
	Example string // commands for the help, one on each line
	// Input is what the question needs besides the game: [File]; or the placeholder of a positive whole number, such as
	// "P"; or "" for nothing.
	Input string
	// Output is the format in which the answer is also written to the File, or "" if the question reads the File.
	Output string
	// Read is nil for most questions. For those that check another program's answers, it yields each answer in the
	// question's File as a Game.
	Read  func(r io.Reader) iter.Seq2[Game, error]
	Alone bool // the question accepts a single game only
	Lines bool // answers have several lines, except in the format "json"
	// Long says that an answer is written while it is being computed.
	Long    bool
	Formats []string // the default first; with "json" if the page shows the answer
	// Algorithms are the ways to find the answer, and Cores the kinds of core to request for an unsolvable game, the
	// default first; nil if there is no choice.
	Algorithms []Algorithm
	Cores      []string
	// Ask returns the answer to the question about the game g. If the question checks another program's answer, and
	// that is false, the error is a [Wrong], and Ask may still return its own answer. When the context ends, Ask may
	// return the best answer so far.
	Ask func(ctx context.Context, g Game, how How) (Answer, error)
}

// The names of questions that mean the same in every ruleset.
const (
	Solve   = "solve"   // the verdict, with a proof
	Explain = "explain" // the verdict, with reasons
)

// File is the Input of a question that reads a file, or that writes its Output to one.
const File = "FILE"

// How says how to find an answer.
type How struct {
	Algorithm string    // its name, or "" for the default
	Core      string    // the kind of core, or "" for the default
	Trace     io.Writer // receives the reasoning of an algorithm that Traces; may be nil
	Suppose   []string  // the first assumption of the reasoning, in words of the game; nil leaves it to the algorithm
	Workers   int       // the number of goroutines; at least one is used
	Input     io.Reader // the File of the question
	Number    *big.Int  // the number, if the question needs a number
	Game      int       // the position of the game in the input, from 1
}

// An Algorithm is one way to answer a question.
type Algorithm struct {
	Name     string
	Summary  string // one line
	Traces   bool   // it can write its reasoning
	Supposes bool   // its reasoning begins with an assumption
}

// Reads reports whether the question reads a file besides the game.
func (q Question) Reads() bool { return q.Input == File && q.Output == "" }

// Solving returns the first question of most rulesets, which calls [Game].Solve.
func Solving(example string, formats []string, algorithms ...Algorithm) Question {
	return Question{Name: Solve, Title: "Answer", Example: example, Formats: formats, Algorithms: algorithms, Ask: Asks(Game.Solve)}
}

// Asks converts a method of a ruleset's type of games to a Question.Ask.
func Asks[T Game](ask func(g T, ctx context.Context, how How) (Answer, error)) func(context.Context, Game, How) (Answer, error) {
	return func(ctx context.Context, g Game, how How) (Answer, error) { return ask(g.(T), ctx, how) }
}

// Write writes the answer to the question in a format.
func (q *Question) Write(ctx context.Context, w io.Writer, g Game, how How, format string) error {
	answer, err := q.Ask(ctx, g, how)
	if err != nil {
		return err
	}
	return Write(w, answer, format)
}

// Wrong is the error of an answer from another program that is well-formed but false. It says why.
type Wrong struct{ Err error }

func (w Wrong) Error() string { return w.Err.Error() }

func (w Wrong) Unwrap() error { return w.Err }
