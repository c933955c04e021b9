package cli

import (
	"context"
	"fmt"
	"io"
	"strconv"

	"enumerate/enum"
)

var theoremColumns = []sheetColumn{
	{"ruleset", "", 0},
	{"n", "n", 3},
	{"theorem", "theorem", -14},
	{"positions", "positions", 12},
	{"verdict", "verdict", -8},
	{"statement", "statement", -1},
	{"counterexample", "", 0},
	{"details", "", 0},
}

type jsonTheorem struct {
	Ruleset        string `json:"ruleset"`
	N              int    `json:"n"` // positions up to this size
	Theorem        string `json:"theorem"`
	Statement      string `json:"statement"`
	Positions      string `json:"positions"`
	Verdict        string `json:"verdict"`  // holds, fails, or silent: it speaks of no position
	Expected       bool   `json:"expected"` // that it holds
	Counterexample string `json:"counterexample,omitempty"`
	Details        string `json:"details,omitempty"`
}

// checkTheorems compares what is stated of a ruleset with the exhaustive solution, up
// to a size, or each up to its usual one for 0. It returns an error if one fails that is
// believed to be true, after all are printed.
func (f *checkFlags) checkTheorems(ctx context.Context, stdout io.Writer, t enum.Theorematic, size int) error {
	out := newSheet(stdout, f.format.value, theoremColumns)
	unexpected := 0
	for _, theorem := range t.Theorems() {
		upTo := size
		if upTo == 0 {
			upTo = theorem.Usual
		}
		finding, err := theorem.Check(ctx, upTo)
		if err != nil {
			return err
		}
		if finding.UpTo > 0 {
			upTo = finding.UpTo
		}
		holds := finding.Counterexample == ""
		if theorem.Holds && !holds { // one known to be false may hold up to a small size
			unexpected++
		}
		verdict, statement := "holds", theorem.Statement
		switch {
		case finding.Positions.Sign() == 0:
			verdict = "silent" // it speaks of no position here
		case !holds:
			verdict = "fails"
			statement += "; but " + finding.Counterexample
		}
		if finding.Details != "" {
			statement += " (" + finding.Details + ")"
		}
		err = out.print([]cell{
			text(f.game), text(strconv.Itoa(upTo)), text(theorem.Name),
			{grouped(finding.Positions), finding.Positions.String()}, text(verdict), {statement, theorem.Statement},
			text(finding.Counterexample), text(finding.Details),
		}, jsonTheorem{
			Ruleset: f.game, N: upTo, Theorem: theorem.Name, Statement: theorem.Statement, Positions: finding.Positions.String(),
			Verdict: verdict, Expected: theorem.Holds, Counterexample: finding.Counterexample, Details: finding.Details,
		})
		if err != nil {
			return err
		}
	}
	if unexpected > 0 {
		return fmt.Errorf("%w: %d of the statements about %s are false, and were believed to be true", errCheck, unexpected, f.game)
	}
	return nil
}
