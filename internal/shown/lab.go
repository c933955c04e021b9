package shown

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// A Lab is where commands are run: a directory with what they read.
type Lab struct {
	Dir      string
	Database string   // that commands use which name none
	Program  string   // the file of enumerate
	Name     string   // that it is called by
	Args     []string // that it takes besides
	Checkout string   // the source of the project, where other programs are run; "" if it is not there
}

// Furnish copies files into the directory.
func (l Lab) Furnish(files fs.FS, pattern string) error {
	names, err := fs.Glob(files, pattern)
	if err != nil {
		return err
	}
	for _, name := range names {
		data, err := fs.ReadFile(files, name)
		if err != nil {
			return err
		}
		path := filepath.Join(l.Dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o600); err != nil {
			return err
		}
	}
	return nil
}

// Done is what a command has done.
type Done struct {
	Printed, Told []byte // on standard output, and on standard error
	Code          int
	// Broken names the command of a pipe that failed before the last one.
	Broken string
}

// Shell has a shell run a line. What is told is among what is printed, as on a terminal.
func (l Lab) Shell(ctx context.Context, line string) (Done, error) {
	cmd := exec.CommandContext(ctx, "sh", "-c", line)
	cmd.Dir = l.Dir
	var both bytes.Buffer
	cmd.Stdout, cmd.Stderr = &both, &both
	code, err := l.run(cmd)
	return Done{Printed: both.Bytes(), Code: code}, err
}

// Run runs a line that needs no shell: commands with pipes between them.
func (l Lab) Run(ctx context.Context, line string) (done Done, err error) {
	stages, err := stagesOf(line)
	if err != nil {
		return done, err
	}
	for i, words := range stages {
		if done, err = l.stage(ctx, words, done.Printed); err != nil {
			return done, err
		}
		if done.Code != 0 && i < len(stages)-1 {
			done.Broken = words[0]
			break
		}
	}
	return done, nil
}

// stage runs one command of a pipe. echo, printf and seq need no program.
func (l Lab) stage(ctx context.Context, words []string, input []byte) (done Done, err error) {
	switch words[0] {
	case "echo":
		return Done{Printed: []byte(strings.Join(words[1:], " ") + "\n")}, nil
	case "printf":
		return Done{Printed: []byte(strings.NewReplacer(`\n`, "\n", `\t`, "\t", "%%", "%").Replace(words[1]))}, nil
	case "seq":
		done.Printed, err = sequence(words[1:])
		return done, err
	}
	var cmd *exec.Cmd
	if words[0] == "enumerate" {
		cmd = exec.CommandContext(ctx, l.Program, append(words[1:], l.Args...)...)
		cmd.Args[0], cmd.Dir = l.Name, l.Dir
	} else {
		path := words[0]
		if strings.Contains(path, "/") {
			path = filepath.Join(l.Checkout, filepath.FromSlash(path))
		}
		cmd = exec.CommandContext(ctx, path, words[1:]...)
		cmd.Dir = l.Checkout
	}
	var stdout, stderr bytes.Buffer
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(input), &stdout, &stderr
	cmd.WaitDelay = 100 * time.Millisecond // for what it has begun and left behind
	code, err := l.run(cmd)
	return Done{Printed: stdout.Bytes(), Told: stderr.Bytes(), Code: code}, err
}

// run runs a command and returns its exit code.
func (l Lab) run(cmd *exec.Cmd) (code int, err error) {
	cmd.Env = append(os.Environ(), "ENUMERATE_DB="+l.Database)
	together(cmd)
	err = cmd.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		return exit.ExitCode(), nil
	}
	return 0, err
}
