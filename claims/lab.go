package claims

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"enumerate"
	"enumerate/cli/verb"
)

// A lab is where the commands of claims are run: a directory with what they read.
type lab struct {
	dir     string
	program string // the file of enumerate
	name    string // that it is called by
	memory  string // that it may take
	slow    bool   // slow commands are run too
}

// furnish copies the data that commands read into the directory.
func (l lab) furnish() error {
	there, err := fs.Sub(enumerate.Documents, "data")
	if err != nil {
		return err
	}
	return os.CopyFS(filepath.Join(l.dir, "data"), there)
}

// lacks says why a command is not to be run, "" if it is.
func (l lab) lacks(c Command) string {
	switch {
	case c.Slow && !l.slow:
		return "it wants --slow"
	case c.Checkout():
		return "it wants a checkout"
	}
	return ""
}

// try runs a command, which uses a database that it does not name, and returns what is wrong with what
// it does, "" if nothing is; over reports that it crossed a bound.
func (l lab) try(ctx context.Context, c Command, database string) (fault string, over bool, err error) {
	var printed, told []byte // on standard output, and on standard error
	code, stages := 0, stagesOf(c.Line)
	for i, words := range stages {
		last := i == len(stages)-1
		printed, told, code, err = l.stage(ctx, words, printed, database)
		switch {
		case err != nil:
			return "", false, err
		case code == verb.ExitUnknown && !(last && c.Exit == code):
			return "", true, nil
		case code != 0 && !last:
			return fmt.Sprintf("%s exits with %d: %s", words[0], code, firstLine(told)), false, nil
		}
	}
	return wrong(c, code, string(printed)+string(told)), false, nil
}

// word is one of a line, in quotes or not, or the sign between two commands of a pipe.
var word = regexp.MustCompile(`'[^']*'|[^ |']+|\|`)

// stagesOf cuts a line into the commands of a pipe, and each into words. Single quotes keep
// blanks, and there is nothing else of a shell.
func stagesOf(line string) [][]string {
	stages := [][]string{nil}
	for _, w := range word.FindAllString(line, -1) {
		if w == "|" {
			stages = append(stages, nil)
			continue
		}
		last := &stages[len(stages)-1]
		*last = append(*last, strings.Trim(w, "'"))
	}
	return stages
}

// stage runs one command of a pipe. echo, printf and seq need no program.
func (l lab) stage(ctx context.Context, words []string, input []byte, database string) (printed, told []byte, code int, err error) {
	var stdout, stderr bytes.Buffer
	switch words[0] {
	case "echo":
		fmt.Fprintln(&stdout, strings.Join(words[1:], " "))
	case "printf":
		stdout.WriteString(strings.NewReplacer(`\n`, "\n", `\t`, "\t", "%%", "%").Replace(words[1]))
	case "seq":
		var first, last int
		_, err = fmt.Sscan(strings.Join(words[1:], " "), &first, &last)
		for n := first; n <= last; n++ {
			fmt.Fprintln(&stdout, n)
		}
	default:
		cmd := exec.CommandContext(ctx, l.program, append(words[1:], "--memory", l.memory)...)
		cmd.Args[0], cmd.Dir = l.name, l.dir
		cmd.Env = append(os.Environ(), "ENUMERATE_DB="+database)
		cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
		err = cmd.Run()
		if exit := new(exec.ExitError); errors.As(err, &exit) {
			code, err = exit.ExitCode(), nil
		}
	}
	return stdout.Bytes(), stderr.Bytes(), code, err
}

// wrong says what of an exit code and of what was printed is not as is said, "" if all is.
func wrong(c Command, code int, printed string) string {
	if code != c.Exit {
		return fmt.Sprintf("exit code %d, want %d: %s", code, c.Exit, firstLine([]byte(printed)))
	}
	blanksOnce := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	var lines []string
	for line := range strings.Lines(printed) {
		lines = append(lines, blanksOnce(line))
	}
	for _, want := range c.Prints {
		want = blanksOnce(want)
		if !slices.ContainsFunc(lines, func(line string) bool { return strings.Contains(line, want) }) {
			return fmt.Sprintf("it does not print %q", want)
		}
	}
	return ""
}

// firstLine returns the first line of a text.
func firstLine(printed []byte) string {
	line, _, _ := bytes.Cut(bytes.TrimSpace(printed), []byte("\n"))
	return string(line)
}
