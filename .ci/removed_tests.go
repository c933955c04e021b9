// Removed_tests names the tests that existed in the history of a repository and no longer exist in its work tree. It
// fails unless the file .ci/removed-tests.txt lists all these tests. If a commit is given as an argument, it compares
// the work tree with this commit only.
//
// A test is a function TestX, FuzzX or ExampleX of a file *_test.go, or a file *.txtar. Tests are counted by name,
// regardless of package, so that a test may move. If a commit had three tests of one name and the work tree has two,
// one was removed.
//
// A line of the list has the name of a test, its last package, and what replaced it or why it went, separated by tabs.
// A name that was removed twice has two lines. Lines that start with # are comments. A line is an error if its test is
// back.
package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"regexp"
	"slices"
	"strings"
)

const listFile = ".ci/removed-tests.txt"

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "removed-tests:", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) > 1 {
		return errors.New("usage: .ci/removed-tests [BASE]")
	}

	shallow, err := git("rev-parse", "--is-shallow-repository")
	if err != nil {
		return err
	}
	if len(args) == 0 && strings.TrimSpace(shallow) == "true" {
		return errors.New("this clone is shallow: fetch the history with `git fetch --unshallow`")
	}

	revisions := []string{"log", "--format=%T %H", "HEAD", "--"}
	if len(args) == 1 {
		revisions = []string{"log", "-1", "--format=%T %H", args[0], "--"}
	}
	commits, err := git(revisions...)
	if err != nil {
		return err
	}
	before, err := readHistory(strings.Fields(commits))
	if err != nil {
		return err
	}
	now, err := readWorkTree()
	if err != nil {
		return err
	}
	listed, err := readList()
	if err != nil {
		return err
	}

	// Without an argument the whole history was read, so a line of the list about a test that was never removed is an
	// error.
	return compare(before, now, listed, len(args) == 0)
}

// A test is all tests of one name that existed at a commit.
type test struct {
	most     int      // how many tests of this name existed at once, at most
	commit   string   // the newest commit that had so many
	packages []string // the packages of the tests of this name, at that commit
}

// compare prints every test that existed before, does not exist now, and is not in the list of tests removed on
// purpose, and returns an error if there is one. For each name, before has the tests that existed, now the number of
// present tests, and listed the number of lines in the list. If whole is true, the map before covers the whole history,
// and compare also prints lines of the list whose tests are not missing.
func compare(before map[string]test, now, listed map[string]int, whole bool) error {
	faults := 0
	removed := 0

	for _, name := range slices.Sorted(maps.Keys(before)) {
		t := before[name]
		missing := max(0, t.most-now[name])
		removed += missing
		if missing > listed[name] {
			faults++
			fmt.Printf("%s: removed but not in %s: commit %.8s had %d tests of this name (%s), now %d exist and %d are listed\n",
				name, listFile, t.commit, t.most, strings.Join(t.packages, ", "), now[name], listed[name])
		}
	}

	if whole {
		for _, name := range slices.Sorted(maps.Keys(listed)) {
			missing := max(0, before[name].most-now[name])
			if listed[name] > missing {
				faults++
				fmt.Printf("%s: %s lists %d removed tests of this name, but only %d are missing: remove a line\n",
					name, listFile, listed[name], missing)
			}
		}
	}

	if faults > 0 {
		return fmt.Errorf("%d faults: restore each removed test, or add a line \"name<TAB>package<TAB>what replaced it\" to %s",
			faults, listFile)
	}
	ever := removed
	for _, count := range now {
		ever += count
	}
	fmt.Printf("%d tests existed, %d exist, %d were removed, all of them listed\n", ever, ever-removed, removed)
	return nil
}

func git(args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w", args[0], err)
	}
	return string(out), nil
}

var function = regexp.MustCompile(`(?m)^func ((?:Test|Fuzz|Example)\w*)\(`)

// testsIn returns the names of the tests in a Go test file, or the name of the file itself if it is a test script. It
// calls read for the content of Go test files only.
func testsIn(file string, read func() ([]byte, error)) ([]string, error) {
	if strings.HasSuffix(file, ".txtar") {
		return []string{path.Base(file)}, nil
	}
	if !strings.HasSuffix(file, "_test.go") {
		return nil, nil
	}

	text, err := read()
	if err != nil {
		return nil, err
	}
	var names []string
	for _, m := range function.FindAllSubmatch(text, -1) {
		if name := string(m[1]); name != "TestMain" {
			names = append(names, name)
		}
	}
	return names, nil
}

// readWorkTree counts the tests of the work tree by name.
func readWorkTree() (map[string]int, error) {
	files, err := git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return nil, err
	}

	counts := make(map[string]int)
	paths := strings.Split(strings.TrimRight(files, "\x00"), "\x00")
	slices.Sort(paths)
	for _, file := range slices.Compact(paths) {
		if _, err := os.Lstat(file); errors.Is(err, os.ErrNotExist) {
			continue // the file is deleted, but git still tracks it
		}
		names, err := testsIn(file, func() ([]byte, error) { return os.ReadFile(file) })
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			counts[name]++
		}
	}
	return counts, nil
}

// readList counts the lines of the list by name, because several removed tests may have had the same name.
func readList() (map[string]int, error) {
	listed := make(map[string]int)
	text, err := os.ReadFile(listFile)
	if errors.Is(err, os.ErrNotExist) {
		return listed, nil
	}
	if err != nil {
		return nil, err
	}

	for i, line := range strings.Split(string(text), "\n") {
		line = strings.TrimSuffix(line, "\r")
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		fields := strings.Split(line, "\t")
		if len(fields) != 3 || slices.Contains(fields, "") {
			return nil, fmt.Errorf("%s:%d: expected a name, a package and a reason, separated by tabs", listFile, i+1)
		}
		listed[fields[0]]++
	}
	return listed, nil
}

// readHistory returns the tests of the given commits, by name. Several packages may have a test of the same name. For
// each name, readHistory returns the tests of the commit that had most of them, so that compare notices if fewer exist
// now. The argument has two hashes for each commit, the newest commit first: the hash of its tree and its own.
func readHistory(pairs []string) (map[string]test, error) {
	store, err := openObjects()
	if err != nil {
		return nil, err
	}
	defer store.close()

	tests := make(map[string]test)
	for i := 0; i < len(pairs); i += 2 {
		found, err := store.testsOfTree(pairs[i])
		if err != nil {
			return nil, err
		}
		packages := make(map[string][]string) // by the name of a test: the folders that have a test of this name
		for _, f := range found {
			packages[f.name] = append(packages[f.name], f.folder)
		}
		for name, in := range packages {
			if len(in) > tests[name].most { // not >=, so that the newest of several commits stays
				tests[name] = test{most: len(in), packages: in, commit: pairs[i+1]}
			}
		}
	}
	return tests, nil
}

// objects reads trees (folders) and files of the repository by their hashes, each only once, although most are in many
// commits.
type objects struct {
	cmd   *exec.Cmd
	in    io.WriteCloser
	out   *bufio.Reader
	trees map[string][]located // by the hash of a folder: the tests found in it and below
	files map[string][]string  // by the hash of a file: the names of its tests
}

type located struct{ name, folder string }

// openObjects starts the process git cat-file, which reads the hash of a file or folder from its standard input and
// prints the content. One such process is much faster than a process for each file.
func openObjects() (*objects, error) {
	cmd := exec.Command("git", "cat-file", "--batch")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &objects{
		cmd: cmd, in: in, out: bufio.NewReader(out),
		trees: make(map[string][]located), files: make(map[string][]string),
	}, nil
}

func (o *objects) close() {
	o.in.Close()
	o.cmd.Wait()
}

// read returns the content of the file or folder that has the given hash. git cat-file answers each hash with a line of
// three fields, "HASH KIND SIZE", and SIZE bytes of content.
func (o *objects) read(hash string) ([]byte, error) {
	if _, err := fmt.Fprintln(o.in, hash); err != nil {
		return nil, err
	}
	header, err := o.out.ReadString('\n')
	if err != nil {
		return nil, err
	}
	var name, kind string
	var size int
	if _, err := fmt.Sscan(header, &name, &kind, &size); err != nil { // such as "HASH missing"
		return nil, fmt.Errorf("git cat-file: %s", strings.TrimSpace(header))
	}

	content := make([]byte, size+1) // git writes a newline after the object
	if _, err := io.ReadFull(o.out, content); err != nil {
		return nil, err
	}
	return content[:size], nil
}

// testsOfTree returns the tests in a folder and below it. The hash is that of the folder.
func (o *objects) testsOfTree(hash string) ([]located, error) {
	if found, ok := o.trees[hash]; ok {
		return found, nil
	}
	rest, err := o.read(hash)
	if err != nil {
		return nil, err
	}

	// An entry is its mode, a space, its name, a zero byte and its hash in binary form.
	var found []located
	hashSize := len(hash) / 2
	for len(rest) > 0 {
		head, tail, ok := strings.Cut(string(rest), "\x00")
		mode, name, spaced := strings.Cut(head, " ")
		if !ok || !spaced || len(tail) < hashSize {
			return nil, fmt.Errorf("tree %s is damaged", hash)
		}
		child := fmt.Sprintf("%x", tail[:hashSize])
		rest = rest[len(head)+1+hashSize:]

		switch mode {
		case "40000":
			below, err := o.testsOfTree(child)
			if err != nil {
				return nil, err
			}
			for _, t := range below {
				found = append(found, located{t.name, path.Join(name, t.folder)})
			}
		case "160000": // another repository
		default:
			names, err := o.testsOfFile(name, child)
			if err != nil {
				return nil, err
			}
			for _, t := range names {
				found = append(found, located{t, "."})
			}
		}
	}

	o.trees[hash] = found
	return found, nil
}

func (o *objects) testsOfFile(file, hash string) ([]string, error) {
	if !strings.HasSuffix(file, "_test.go") {
		return testsIn(file, nil) // without its content: the file has no tests, or is a test script
	}
	if names, ok := o.files[hash]; ok {
		return names, nil
	}
	names, err := testsIn(file, func() ([]byte, error) { return o.read(hash) })
	if err != nil {
		return nil, err
	}
	o.files[hash] = names
	return names, nil
}
