package claims

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"enumerate/cli/verb"
	"enumerate/internal/rows"
)

// A derivationRow is what is printed of a claim whose commands are run.
type derivationRow struct {
	Claim    string `json:"claim" table:"claim,-31"`
	Verdict  string `json:"verdict" table:"verdict,-9"`
	Result   string `json:"result" table:"result,-7"`
	Commands int    `json:"commands" table:"commands"`
	Ran      int    `json:"ran" table:"ran"`
	Remark   string `json:"remark,omitempty" csv:"remark" table:"remark,-1"`
}

// rederive runs the commands of claims by a program that is called by a name, and prints whether they do what is said of
// them.
func (f *claimsFlags) rederive(ctx context.Context, stdout, stderr io.Writer, program, name string, sources []Source) error {
	dir, err := os.MkdirTemp("", "enumerate-claims-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	memory := verb.BoundsOf(ctx).Memory.Bytes
	l := lab{dir: dir, program: program, name: name, memory: strconv.FormatInt(memory, 10), slow: f.slow}
	if err := l.furnish(); err != nil {
		return err
	}
	out := rows.NewPrinter(stdout, f.format.Value)
	claims, count, anyOver := 0, make(map[string]int), false
	for _, s := range sources {
		for _, c := range s.Claims {
			row, over := l.derive(ctx, c)
			if err := ctx.Err(); err != nil {
				return err
			}
			claims, anyOver = claims+1, anyOver || over
			count[row.Result]++
			if err := out.Print(row); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(stderr, "%d claims: %d hold, %d fail, %d not run\n", claims, count["holds"], count["fails"], count["not run"])
	switch {
	case count["fails"] > 0:
		return fmt.Errorf("%w: %d of %d claims fail", verb.ErrCheck, count["fails"], claims)
	case anyOver:
		return fmt.Errorf("%w: some commands take more memory than they may (--memory)", verb.ErrUnknown)
	}
	return nil
}

// derive runs the commands of a claim, with a database of their own, up to the first one that does
// not what is said of it; over reports that one crossed a bound.
func (l lab) derive(ctx context.Context, claim Claim) (row derivationRow, over bool) {
	row = derivationRow{Claim: claim.ID, Verdict: string(claim.Verdict), Result: "not run", Commands: len(claim.Shown)}
	for _, c := range claim.Shown {
		if why := l.lacks(c); why != "" {
			if row.Remark == "" {
				row.Remark = fmt.Sprintf("not run: %s: %s", c.Line, why)
			}
			continue
		}
		fault, crossed, err := l.try(ctx, c, filepath.Join(l.dir, claim.ID+".db"))
		if err != nil {
			fault = err.Error()
		}
		if crossed {
			over, row.Remark = true, "not run to its end: "+c.Line
			continue
		}
		row.Ran, row.Result = row.Ran+1, "holds"
		if fault != "" {
			row.Result, row.Remark = "fails", fmt.Sprintf("%s: %s", c.Line, fault)
			break
		}
	}
	return row, over
}
