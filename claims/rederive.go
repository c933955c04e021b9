package claims

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/internal/share"
)

// A derivation is a claim whose commands are run, and what came of that.
type derivation struct {
	claim Claim
	row   derivationRow
	over  bool // a command crossed --memory
	done  chan struct{}
}

// A derivationRow is what is printed of one.
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
	memory := verb.BoundsOf(ctx).Memory.Share(f.workers)
	l := lab{dir: dir, program: program, name: name, memory: strconv.FormatInt(memory, 10), slow: f.slow}
	if err := l.furnish(); err != nil {
		return err
	}
	var list []*derivation
	for _, s := range sources {
		for _, c := range s.Claims {
			row := derivationRow{Claim: c.ID, Verdict: string(c.Verdict), Commands: len(c.Shown)}
			list = append(list, &derivation{claim: c, row: row, done: make(chan struct{})})
		}
	}
	ctx, stop := context.WithCancel(ctx)
	var workers sync.WaitGroup
	workers.Go(func() {
		_ = share.Each(ctx, f.workers, len(list), func(_, i int) {
			l.derive(ctx, list[i])
			close(list[i].done)
		})
	})
	defer workers.Wait() // nothing is to write into the directory when it is removed
	defer stop()
	return f.printDerivations(ctx, stdout, stderr, list)
}

// printDerivations prints them in their order, each as soon as it is there.
func (f *claimsFlags) printDerivations(ctx context.Context, stdout, stderr io.Writer, list []*derivation) error {
	out := rows.NewPrinter(stdout, f.format.Value)
	count := make(map[string]int)
	var over bool
	for _, d := range list {
		select {
		case <-d.done:
		case <-ctx.Done():
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		count[d.row.Result]++
		over = over || d.over
		if err := out.Print(d.row); err != nil {
			return err
		}
	}
	fmt.Fprintf(stderr, "%d claims: %d hold, %d fail, %d not run\n", len(list), count["holds"], count["fails"], count["not run"])
	switch {
	case count["fails"] > 0:
		return fmt.Errorf("%w: %d of %d claims fail", verb.ErrCheck, count["fails"], len(list))
	case over:
		return fmt.Errorf("%w: some commands take more memory than they may (--memory)", verb.ErrUnknown)
	}
	return nil
}

// derive runs the commands of a claim, with a database of their own, up to the first one that does
// not what is said of it.
func (l lab) derive(ctx context.Context, d *derivation) {
	row := &d.row
	row.Result = "not run"
	for _, c := range d.claim.Shown {
		if why := l.lacks(c); why != "" {
			if row.Remark == "" {
				row.Remark = fmt.Sprintf("not run: %s: %s", c.Line, why)
			}
			continue
		}
		fault, over, err := l.try(ctx, c, filepath.Join(l.dir, d.claim.ID+".db"))
		if err != nil {
			fault = err.Error()
		}
		if over {
			d.over, row.Remark = true, "not run to its end: "+c.Line
			continue
		}
		row.Ran, row.Result = row.Ran+1, "holds"
		if fault != "" {
			row.Result, row.Remark = "fails", fmt.Sprintf("%s: %s", c.Line, fault)
			return
		}
	}
}
