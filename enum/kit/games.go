package kit

import (
	"bufio"
	"encoding/json"
	"io"
	"strconv"

	"enumerate/enum/playing"
	"enumerate/enum/single"
)

// Plays makes a Position of a method of a ruleset's own games.
func Plays[T single.Game](begin func(g T) (playing.Position, bool)) func(single.Game) (playing.Position, bool) {
	return func(g single.Game) (playing.Position, bool) { return begin(g.(T)) }
}

// Nimber returns the value of an impartial position in standard notation, by its Grundy value.
func Nimber(grundy uint64) string {
	switch grundy {
	case 0:
		return "0"
	case 1:
		return "*"
	}
	return "*" + strconv.FormatUint(grundy, 10)
}

// An AnswerFunc is an [single.Answer] that is one function.
type AnswerFunc func(w io.Writer, format string) error

func (f AnswerFunc) WriteFormat(w io.Writer, format string) error { return f(w, format) }

// WriteAnswer writes an answer in one of the [single.SolutionFormats]: as a table, which is for eyes, or as
// one JSON object.
func WriteAnswer(w io.Writer, format string, table func(w *bufio.Writer), object any) error {
	buffered := bufio.NewWriter(w) // which keeps the first error
	switch format {
	case "table":
		table(buffered)
	case "json":
		encoder := json.NewEncoder(buffered)
		encoder.SetEscapeHTML(false) // of {2|-1} and the like nothing is to be escaped
		if err := encoder.Encode(object); err != nil {
			return err
		}
	default:
		return single.Unknown("format", format, single.SolutionFormats())
	}
	return buffered.Flush()
}
