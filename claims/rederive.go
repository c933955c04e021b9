package claims

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"enumerate"
	"enumerate/cli/verb"
	"enumerate/internal/rows"
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

// rederive runs the commands of claims by a program, and prints whether they do what is said of
// them.
func (f *claimsFlags) rederive(ctx context.Context, stdout, stderr io.Writer, by executable, sources []Source) error {
	dir, err := os.MkdirTemp("", "enumerate-claims-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	l := lab{executable: by, dir: dir, checkout: checkoutRoot(), slow: f.slow, memory: max(verb.BoundsOf(ctx).Memory.Bytes/int64(f.workers), verb.LeastMemory)}
	if err := l.furnish(); err != nil {
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

// An executable is a file, and the name that it is called by.
type executable struct{ path, name string }

// itself is the program that runs.
func itself() (executable, error) {
	path, err := os.Executable()
	return executable{path, os.Args[0]}, err
}

// A lab is where commands are run.
type lab struct {
	executable
	dir      string // has the data that commands read, and databases
	checkout string // the source of this project, "" if it is not there
	slow     bool   // slow commands are run too
	memory   int64  // what each command may take
}

// furnish puts the data into the directory that commands read.
func (l lab) furnish() error {
	names, err := fs.Glob(enumerate.Documents, "data/*.csv")
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := enumerate.Documents.ReadFile(name)
		if err != nil {
			return err
		}
		path := filepath.Join(l.dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
	}
	return nil
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
		fault, over, err := l.try(ctx, c, filepath.Join(l.dir, d.claim.ID+".db"))
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
	case c.Checkout() && l.checkout == "":
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
	stages, err := stagesOf(c.Line)
	if err != nil {
		return "", false, err
	}
	var piped []byte
	for i, words := range stages {
		printed, told, code, err := l.stage(ctx, words, piped, db)
		last := i == len(stages)-1
		switch {
		case err != nil:
			return "", false, err
		case code == verb.ExitUnknown && (!last || c.Exit != verb.ExitUnknown):
			return "", true, nil
		case !last && code != 0:
			return fmt.Sprintf("%s exits with %d: %s", words[0], code, firstLine(told)), false, nil
		case last:
			return wrong(c, code, string(printed)+string(told)), false, nil
		}
		piped = printed
	}
	return "", false, errors.New("no command")
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

// stage runs one command of a pipe. echo, printf and seq need no program.
func (l lab) stage(ctx context.Context, words []string, input []byte, db string) (printed, told []byte, code int, err error) {
	switch words[0] {
	case "echo":
		return []byte(strings.Join(words[1:], " ") + "\n"), nil, 0, nil
	case "printf":
		return []byte(strings.NewReplacer(`\n`, "\n", `\t`, "\t", "%%", "%").Replace(words[1])), nil, 0, nil
	case "seq":
		printed, err := sequence(words[1:])
		return printed, nil, 0, err
	}
	var cmd *exec.Cmd
	if words[0] == "enumerate" {
		cmd = exec.CommandContext(ctx, l.path, append(words[1:], "--memory", strconv.FormatInt(l.memory, 10))...)
		cmd.Args[0], cmd.Dir = l.name, l.dir
	} else {
		path := words[0]
		if strings.Contains(path, "/") {
			path = filepath.Join(l.checkout, filepath.FromSlash(path))
		}
		cmd = exec.CommandContext(ctx, path, words[1:]...)
		cmd.Dir = l.checkout
	}
	cmd.Env = append(os.Environ(), "ENUMERATE_DB="+db)
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	cmd.WaitDelay = 100 * time.Millisecond
	together(cmd)
	err = cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return stdout.Bytes(), stderr.Bytes(), exit.ExitCode(), nil
	}
	return stdout.Bytes(), stderr.Bytes(), 0, err
}

// sequence is what seq prints from one number to another.
func sequence(words []string) ([]byte, error) {
	if len(words) != 2 {
		return nil, errors.New("seq: want the first number and the last")
	}
	first, err := strconv.Atoi(words[0])
	if err != nil {
		return nil, err
	}
	last, err := strconv.Atoi(words[1])
	var b []byte
	for n := first; n <= last; n++ {
		b = append(strconv.AppendInt(b, int64(n), 10), '\n')
	}
	return b, err
}

// stagesOf cuts a line into the commands of a pipe, and each into words. Single quotes keep
// blanks, and there is nothing else of a shell.
func stagesOf(line string) (stages [][]string, err error) {
	stages = [][]string{nil}
	rest := line
	for rest = strings.TrimLeft(rest, " "); rest != ""; rest = strings.TrimLeft(rest, " ") {
		last := &stages[len(stages)-1]
		switch rest[0] {
		case '|':
			stages, rest = append(stages, nil), rest[1:]
		case '\'':
			word, after, closed := strings.Cut(rest[1:], "'")
			if !closed {
				return nil, fmt.Errorf("%s: a quotation mark is not closed", line)
			}
			*last, rest = append(*last, word), after
		default:
			end := strings.IndexAny(rest+" ", " |'")
			*last, rest = append(*last, rest[:end]), rest[end:]
		}
	}
	for _, words := range stages {
		if len(words) == 0 || words[0] == "printf" && len(words) != 2 {
			return nil, fmt.Errorf("%s: a command is missing, or what it prints", line)
		}
	}
	return stages, nil
}
