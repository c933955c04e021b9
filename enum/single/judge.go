package single

import (
	"errors"
	"time"
)

// A Judge is a program of the user's that gives games their verdicts.
type Judge struct {
	Command string        // the program and its arguments, as a shell would take them
	Format  string        // of its input and output: "codes" or "json"
	Timeout time.Duration // how long it may neither read nor write
}

// ErrNoJudge is the error of a game whose verdict only a program gives that is not there.
var ErrNoJudge = errors.New("name that program, unchanged, with --judge")

// JudgeFormats names the formats of judges, the default first.
func JudgeFormats() []string { return []string{"codes", "json"} }
