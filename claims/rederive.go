package claims

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"enumerate"
	"enumerate/cli/verb"
	"enumerate/internal/rows"
	"enumerate/internal/shown"
)

// A derivation is a claim whose commands are run.
type derivation struct {
	claim  Claim
	ran    int
	failed string // the first command that does not what is said of it, and why
	not    string // why the first one was not run that was not
	over   bool   // one crossed --memory
	done   chan struct{}
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
	memory := max(verb.BoundsOf(ctx).Memory.Bytes/int64(f.workers), verb.LeastMemory)
	l := lab{shown.Lab{Dir: dir, Program: program, Name: name, Args: []string{"--memory", strconv.FormatInt(memory, 10)}, Checkout: checkoutRoot()}, f.slow}
	if err := l.Furnish(enumerate.Documents, "data/*.csv"); err != nil {
		return err
	}
	var list []*derivation
	for _, s := range sources {
		for _, c := range s.Claims {
			list = append(list, &derivation{claim: c, done: make(chan struct{})})
		}
	}
	ctx, stop := context.WithCancel(ctx)
	work := make(chan *derivation)
	workers := min(f.workers, len(list))
	gone := make(chan struct{}, workers)
	for range workers {
		go func() {
			defer func() { gone <- struct{}{} }()
			for d := range work {
				l.derive(ctx, d)
				close(d.done)
			}
		}()
	}
	go func() {
		defer close(work)
		for _, d := range list {
			select {
			case work <- d:
			case <-ctx.Done():
				return
			}
		}
	}()
	// Nothing is to write into the directory when it is removed.
	defer func() {
		stop()
		for range workers {
			<-gone
		}
	}()
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
			return ctx.Err()
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		row := derivationRow{Claim: d.claim.ID, Verdict: string(d.claim.Verdict), Result: "holds", Commands: len(d.claim.Shown), Ran: d.ran, Remark: d.not}
		switch {
		case d.failed != "":
			row.Result, row.Remark = "fails", d.failed
		case d.ran == 0:
			row.Result = "not run"
		}
		count[row.Result]++
		over = over || d.over
		if err := out.Print(row); err != nil {
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

// A lab is where the commands of claims are run.
type lab struct {
	shown.Lab
	slow bool // slow commands are run too
}

// derive runs the commands of a claim, with a database of their own.
func (l lab) derive(ctx context.Context, d *derivation) {
	for _, c := range d.claim.Shown {
		if why := l.lacks(c); why != "" {
			if d.not == "" {
				d.not = fmt.Sprintf("not run: %s: %s", c.Line, why)
			}
			continue
		}
		fault, over, err := l.try(ctx, c, filepath.Join(l.Dir, d.claim.ID+".db"))
		if ctx.Err() != nil {
			return
		}
		switch {
		case over:
			d.over, d.not = true, fmt.Sprintf("not run to its end: %s", c.Line)
		case err != nil:
			d.ran, d.failed = d.ran+1, fmt.Sprintf("%s: %v", c.Line, err)
			return
		case fault != "":
			d.ran, d.failed = d.ran+1, fmt.Sprintf("%s: %s", c.Line, fault)
			return
		default:
			d.ran++
		}
	}
}

// lacks says why a command is not to be run, "" if it is.
func (l lab) lacks(c Command) string {
	switch {
	case c.Slow && !l.slow:
		return "it wants --slow"
	case c.Checkout() && l.Checkout == "":
		return "it wants a checkout"
	case c.Checkout():
		if _, err := exec.LookPath("go"); err != nil {
			return "it wants Go"
		}
	}
	return ""
}

// try runs a command and returns what is wrong with what it does, "" if nothing is; over reports
// that it crossed a bound.
func (l lab) try(ctx context.Context, c Command, db string) (fault string, over bool, err error) {
	l.Database = db
	did, err := l.Run(ctx, c.Line)
	switch {
	case err != nil:
		return "", false, err
	case did.Code == verb.ExitUnknown && (did.Broken != "" || c.Exit != verb.ExitUnknown):
		return "", true, nil
	case did.Broken != "":
		return fmt.Sprintf("%s exits with %d: %s", did.Broken, did.Code, firstLine(did.Told)), false, nil
	}
	return wrong(c, did.Code, string(did.Printed)+string(did.Told)), false, nil
}

// wrong says what of an exit code and of what was printed is not as is said, "" if all is.
func wrong(c Command, code int, printed string) string {
	var lines []string
	for line := range strings.Lines(printed) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	if code != c.Exit {
		return fmt.Sprintf("exit code %d, want %d: %s", code, c.Exit, firstLine([]byte(printed)))
	}
	for _, want := range c.Prints {
		want = strings.Join(strings.Fields(want), " ")
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, want) }) {
			return fmt.Sprintf("it does not print %q", want)
		}
	}
	// A test that is not there is none that fails.
	if strings.Contains(printed, "[no tests to run]") {
		return "there is no such test"
	}
	return ""
}

// firstLine returns the first line of a text.
func firstLine(printed []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(printed), []byte("\n"))
	return string(line)
}
