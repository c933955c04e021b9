package single

import (
	"errors"
	"time"
)

// A Judge is a program of the user that gives games their verdicts.
type Judge struct {
	Command string        // the program and its arguments, separated as in a shell
	Format  string        // of the program's input and output: "codes" or "json"
	Timeout time.Duration // the program is stopped if it neither reads nor writes for this time
}

// ErrNoJudge is the error of a game that needs a judge for its verdict, if no judge was given.
var ErrNoJudge = errors.New("name with --judge the same program, unchanged since it judged these games")

// JudgeFormats names the formats of judges, the default first.
func JudgeFormats() []string { return []string{"codes", "json"} }
