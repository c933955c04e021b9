package verb

import (
	"cmp"
	"errors"
	"io/fs"
	"path/filepath"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"enumerate/internal/file"
)

// Prompts is the annotation of an interactive verb, which has no --output.
const Prompts = "prompts"

// addOutput gives a verb --output, which names a file for its output. The file is replaced only if the output is
// complete. Output is complete even if a check failed, or some games of an input could not be read or solved.
func addOutput(cmd *cobra.Command) {
	var path FileName
	cmd.Flags().VarP(Written{&path}, "output", "o", "print to this file, which is complete or unchanged")
	run := cmd.RunE
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		if err := checkFiles(cmd); err != nil {
			return err
		}
		if path == "" || path == "-" {
			return run(cmd, args)
		}

		// If the file cannot be written, fail now, not after hours of work.
		probe, err := file.Begin(string(path))
		if err != nil {
			return err
		}
		probe.Discard()

		o := output{path: string(path)}
		cmd.SetOut(&o)
		return o.close(run(cmd, args))
	}
}

// Written is the value of a flag that names a file which the verb writes. The verb is refused if it also uses this file
// as a database, as input or for other output.
type Written struct{ *FileName }

// checkFiles refuses a flag that would replace the file of another flag.
func checkFiles(cmd *cobra.Command) (err error) {
	cmd.Flags().VisitAll(func(flag *pflag.Flag) {
		path := flag.Value.String()
		if flag.Name == "db" {
			path, _ = StorePath(FileName(path))
		}
		if flag.Value.Type() == "FILE" {
			err = cmp.Or(err, checkFile(cmd, path, flag))
		}
	})
	return err
}

// CheckFile refuses a file that the verb uses if a flag, such as --output, would replace it.
func CheckFile(cmd *cobra.Command, path string) error { return checkFile(cmd, path, nil) }

// checkFile is CheckFile for a file that the flag own names, or no flag if own is nil.
func checkFile(cmd *cobra.Command, path string, own *pflag.Flag) (err error) {
	cmd.Flags().Visit(func(flag *pflag.Flag) {
		to, writes := flag.Value.(Written)
		if writes && flag != own && path != "" && path != "-" && file.Same(to.String(), path) {
			err = Usagef("--%s %s: it would replace %s, which this command uses; name another file", flag.Name, to, path)
		}
	})
	return err
}

// An output is the file of --output, which the first Write creates. A verb that was abandoned (see [Bounds.run]) may
// write while the output is closed, so a mutex guards the fields.
type output struct {
	path   string
	mu     sync.Mutex
	file   *file.Replacement
	closed bool
	err    error // the first error of a Write
}

// Write adds to the output, whose file the first Write creates, and keeps the first error for close. It fails if the
// output is closed, or if a Write has failed before.
func (o *output) Write(p []byte) (n int, err error) {
	f, err := o.begun()
	if err == nil {
		n, err = f.Write(p)
	}
	if err != nil {
		o.mu.Lock()
		o.err = cmp.Or(o.err, err)
		o.mu.Unlock()
	}
	return n, err
}

// begun returns the temporary file with the output so far, which the first call creates.
func (o *output) begun() (*file.Replacement, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.err != nil:
		return nil, o.err
	case o.closed:
		return nil, fs.ErrClosed
	case o.file != nil:
		return o.file, nil
	}
	var err error
	o.file, err = file.Begin(o.path)
	return o.file, err
}

// close keeps the file if the output is complete, and discards it otherwise. The argument err is the error of the verb.
// The output is complete even if a check failed, if some of several games could not be read or solved (someFailed), or
// if games exceeded a limit, so that their answer is "unknown". It is incomplete if the verb as a whole exceeded a
// limit (a Crossing or a limitError).
func (o *output) close(err error) error {
	if err == nil {
		_, err = o.begun() // a verb that prints nothing writes an empty file
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	o.closed = true
	if o.file == nil {
		return cmp.Or(err, o.err)
	}
	defer o.file.Discard()

	code := exitCode(err)
	isComplete := code == ExitDone || code == ExitCheck || code == ExitUnknown || errors.As(err, new(someFailed))
	switch {
	case errors.As(err, new(Crossing)), errors.As(err, new(limitError)):
		return err // a limit of the verb as a whole is exceeded; games that exceed a limit cause no Crossing here
	case o.err != nil:
		return o.err
	case !isComplete:
		return err
	}
	return cmp.Or(o.file.Keep(), err)
}

// CheckPicture refuses a file name that does not end in .svg.
func CheckPicture(flag string, path FileName) error {
	if !strings.EqualFold(filepath.Ext(string(path)), ".svg") {
		return Usagef("--%s: %q does not end in .svg: plots are SVG files", flag, path)
	}
	return nil
}
