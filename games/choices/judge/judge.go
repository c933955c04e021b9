// Package judge runs a program of the user that gives games their verdicts, called the judge. The program reads one
// game from each line of its standard input, and writes one verdict on each line of its standard output.
//
// The first line of the output names all possible verdicts. The program may answer each line immediately, or all lines
// after the input ends; then it must end.
package judge

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"time"

	"enumerate/enum/single"
	"enumerate/internal/file"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	"enumerate/internal/text"
)

const (
	// Most is the largest number of verdicts of a judge.
	Most = 16

	longestName = 32   // bytes in the name of a verdict
	longestLine = 4096 // bytes in an answer
)

// A Judge is a program that gives games their verdicts.
type Judge struct {
	Verdicts []string
	words    []string // the program and its arguments; nil if only the judge's name is known
	json     bool
	timeout  time.Duration
	files    []namedFile
	id       string
}

// New returns the judge that a command runs. It runs the command once without games, to read the names of the verdicts.
// The format is one of [single.JudgeFormats]. A judge that is silent for longer than the timeout is stopped.
func New(ctx context.Context, command, format string, timeout time.Duration) (*Judge, error) {
	words, err := split(command)
	if err != nil {
		return nil, err
	}
	if !slices.Contains(single.JudgeFormats(), format) {
		return nil, single.Unknown("format", format, single.JudgeFormats())
	}
	j := &Judge{words: words, json: format == "json", timeout: timeout}
	if j.files, err = filesOf(words); err != nil {
		return nil, err
	}
	if _, err := j.Ask(ctx, nil); err != nil {
		return nil, err
	}
	j.id = j.identity()
	return j, nil
}

// Name returns the judge's name in databases and tables: the verdicts; the name of the first file in the command, or of
// the program if the command names no file; and 16 digits of a SHA-256 of the command, its files and the verdicts.
//
//	stable+unstable@stable.py-0123456789abcdef
func (j *Judge) Name() string { return strings.Join(j.Verdicts, "+") + "@" + j.id }

var (
	verdictName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9_-]*$`)
	identity    = regexp.MustCompile(`^[A-Za-z0-9._-]+-[0-9a-f]{16}$`)
)

// Named returns a judge with a given name. It cannot judge games, because its program is unknown.
func Named(name string) (*Judge, error) {
	verdicts, id, _ := strings.Cut(name, "@")
	j := &Judge{Verdicts: strings.Split(verdicts, "+"), id: id}
	if checkVerdicts(j.Verdicts) != nil || !identity.MatchString(id) {
		return nil, fmt.Errorf("%q is not the name of a judge, a program that decides the verdicts: give its command with --judge COMMAND", name)
	}
	return j, nil
}

func checkVerdicts(names []string) error {
	if len(names) == 0 || len(names) > Most {
		return fmt.Errorf("%d verdicts, expected 1 to %d", len(names), Most)
	}
	for i, name := range names {
		if len(name) > longestName || !verdictName.MatchString(name) {
			return fmt.Errorf("%q is not the name of a verdict: expected letters, digits, - and _, at most %d", name, longestName)
		}
		if slices.Contains(names[:i], name) {
			return fmt.Errorf("the verdict %q is named twice", name)
		}
	}
	return nil
}

// firstLine returns an example of a first line for messages.
func (j *Judge) firstLine() string {
	if j.json {
		return `{"verdicts":["stable","unstable"]}`
	}
	return `"stable unstable"`
}

var errSilent = errors.New("the judge is silent")

// Ask runs the judge's program for a batch of games, one on each line, and returns their verdicts, as indices of
// j.Verdicts, or an error if the program fails, does not answer each game, is silent for too long, or has changed. When
// the context ends, it kills the program and returns the context's error, within a second.
func (j *Judge) Ask(ctx context.Context, games []byte) ([]uint8, error) {
	if j.words == nil {
		return nil, fmt.Errorf("its games are judged by the program %s: %w", j.id, single.ErrNoJudge)
	}

	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	watch := time.AfterFunc(j.timeout, func() { cancel(errSilent) })
	defer watch.Stop()
	alive := func() { watch.Reset(j.timeout) }

	cmd := exec.CommandContext(inner, j.words[0], j.words[1:]...)
	ownGroup(cmd)
	cmd.WaitDelay = 10 * time.Second // for the rest of the pipe, on a busy machine
	input := games
	if j.json {
		input = asJSON(games)
	}
	answers := &answers{judge: j, games: games, stop: cancel, alive: alive}
	answers.verdicts = make([]uint8, 0, bytes.Count(games, []byte("\n")))
	complaint := new(beginning)
	cmd.Stdin = &feeder{rest: input, alive: alive}
	cmd.Stdout = answers
	cmd.Stderr = complaint
	err := cmd.Run()

	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err = j.fault(err, context.Cause(inner), answers); err != nil {
		return nil, complaint.after(err)
	}
	if err := j.unchanged(); err != nil {
		return nil, err
	}
	return answers.verdicts, nil
}

// fault returns an error for the user if a run of the judge failed: the process ended with the error `ended`, it was
// stopped for some cause, or a.err is the first fault of its answers. Causes come before their consequences: a process
// that was stopped because of its answers also has an exit status.
func (j *Judge) fault(ended, cause error, a *answers) error {
	var exit *exec.ExitError
	switch {
	case errors.Is(ended, exec.ErrWaitDelay):
		return errors.New("the judge ended, and a process that it started did not: end all processes before the judge ends")
	case a.err != nil:
		return a.err
	case cause == errSilent:
		return fmt.Errorf("the judge has read and written nothing for %v, %s: answer each game, or increase --judge-timeout", j.timeout, a.at())
	case errors.As(ended, &exit):
		return fmt.Errorf("the judge ended with %v, %s: a judge reads all games and ends with exit status 0", exit, a.at())
	case errors.Is(ended, exec.ErrNotFound):
		return fmt.Errorf("no program %q found: name a program in your PATH, or its path, such as ./judge", j.words[0])
	case ended != nil:
		return fmt.Errorf("cannot run %s: %w: name an executable program", j.words[0], file.Bare(ended))
	}

	// The last line may lack a newline, and answers may be missing.
	a.finish()
	switch total := bytes.Count(a.games, []byte("\n")); {
	case a.err != nil:
		return a.err
	case !a.named:
		return fmt.Errorf("the judge wrote nothing: its first line names its verdicts, such as %s", a.judge.firstLine())
	case len(a.verdicts) < total:
		return fmt.Errorf("the judge answered %d of %d games, %s: write one line for each game", len(a.verdicts), total, a.at())
	}
	return nil
}

// A feeder is the standard input of a process, and reports when the process reads.
type feeder struct {
	rest  []byte
	alive func() // called when the process reads
}

// Read gives the process the next bytes, and calls alive, because a process that reads is not silent.
func (f *feeder) Read(p []byte) (int, error) {
	f.alive()
	if len(f.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(p, f.rest)
	f.rest = f.rest[n:]
	return n, nil
}

// answers checks the output of a process line by line, and collects the verdicts.
type answers struct {
	judge    *Judge
	games    []byte
	stop     func(cause error) // ends the process
	alive    func()            // called when the process writes
	next     int               // the offset in games of the game whose answer is expected next
	named    bool              // the first line was read
	verdicts []uint8
	partial  []byte // the beginning of an incomplete line
	err      error
}

// Write takes the next bytes of the process's standard output. At the first fault it stops the process.
func (a *answers) Write(p []byte) (int, error) {
	a.alive()
	size := len(p)
	if len(a.partial) > 0 {
		p = append(a.partial, p...)
		a.partial = nil
	}

	for a.err == nil {
		end := bytes.IndexByte(p, '\n')
		if end < 0 {
			break
		}
		a.line(p[:end])
		p = p[end+1:]
	}

	a.partial = append(a.partial, p...)
	if a.err == nil && len(a.partial) > longestLine {
		a.err = fmt.Errorf("the judge wrote a line of more than %s bytes, %s: write one verdict a line", rows.Count(longestLine), a.at())
	}

	if a.err != nil {
		a.stop(a.err)
	}
	return size, nil
}

// finish takes the last line of the output, which may lack a newline.
func (a *answers) finish() {
	if len(bytes.TrimSpace(a.partial)) > 0 {
		a.line(a.partial)
		a.partial = nil
	}
}

// at says, for messages, how far the output of the process has come: before or after its first line, which names the
// verdicts, or at the game whose answer comes next.
func (a *answers) at() string {
	switch {
	case !a.named:
		return "before its first line"
	case len(a.games) == 0:
		return "after its first line, without a game"
	case a.next >= len(a.games):
		return "after the last game"
	}
	return "at game " + string(a.game())
}

// game returns the game whose answer is expected next.
func (a *answers) game() []byte {
	game, _, _ := bytes.Cut(a.games[a.next:], []byte("\n"))
	return game
}

// line reads one line of the judge's output, and adds a verdict to a.verdicts, or sets a.err.
func (a *answers) line(line []byte) {
	line = bytes.TrimSpace(line)
	if !a.named {
		a.err = a.judge.name(line)
		a.named = true
		return
	}
	if a.next >= len(a.games) {
		a.err = fmt.Errorf("the judge wrote %s after it answered all %d games: write one line for each game", shown(line), len(a.verdicts))
		return
	}
	game := a.game()
	verdict, about := a.judge.answer(line)
	at := slices.Index(a.judge.Verdicts, verdict)
	switch {
	case at < 0:
		a.err = fmt.Errorf("the judge answered %s to game %s: expected one of %s", shown(line), game, strings.Join(a.judge.Verdicts, ", "))
	case len(about) > 0 && !bytes.Equal(about, game):
		a.err = fmt.Errorf("the judge answered game %s when game %s was next: answer the games in their order", shown(about), game)
	default:
		a.verdicts = append(a.verdicts, uint8(at))
		a.next += len(game) + 1
	}
}

func shown(line []byte) string {
	const most = 60
	if len(line) > most {
		return fmt.Sprintf("%.60q...", line)
	}
	return fmt.Sprintf("%q", line)
}

// name reads the first line of the judge's output, which must name the same verdicts each time.
func (j *Judge) name(line []byte) error {
	names := j.header(line)
	if err := checkVerdicts(names); err != nil {
		return fmt.Errorf("the judge's first line is %s; expected the names of the verdicts, such as %s: %w", shown(line), j.firstLine(), err)
	}
	if j.Verdicts == nil {
		j.Verdicts = names
	}
	if !slices.Equal(names, j.Verdicts) {
		return fmt.Errorf("the judge named the verdicts %s, and before %s: name the same each time", strings.Join(names, ", "), strings.Join(j.Verdicts, ", "))
	}
	return nil
}

// A beginning keeps the first bytes that a process writes to its standard error.
type beginning struct{ text []byte }

func (b *beginning) Write(p []byte) (int, error) {
	const most = 1000
	b.text = append(b.text, p[:min(len(p), most-len(b.text))]...)
	return len(p), nil
}

// after adds these bytes of the standard error to err, because they often explain it.
func (b *beginning) after(err error) error {
	lines := lists.Map(strings.Split(strings.TrimSpace(string(b.text)), "\n"), func(line string) string { return text.Printable(strings.TrimSpace(line)) })
	if len(lines) == 1 && lines[0] == "" {
		return err
	}
	return fmt.Errorf("%w; it wrote to standard error: %s", err, strings.Join(lines, " / "))
}
