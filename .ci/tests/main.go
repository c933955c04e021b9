// Tests reads the events of go test -json and prints what go test prints without -json. It fails if a pattern matches
// no test, if no test passes, or if other tests are skipped than a list expects.
//
//	go test -json ./... | tests [-v] RUN LIST
//
// A line of the list says that a run of the tests skips a test. It has the name of the run, "always" or "sometimes",
// the package, the test, and the reason after a #. "Sometimes" means that it depends on the machine.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"os"
	"slices"
	"strings"
)

type event struct {
	Action, Package, Test, Output string
}

// A test is a test of a package or, if its name is empty, the package as a whole.
type test struct {
	pkg, name string
}

func (t test) String() string { return t.pkg + " " + t.name }

func main() {
	verbose := flag.Bool("v", false, "print the output of tests that pass")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: go test -json ./... | tests [-v] RUN LIST\nRUN is the name of this run of the tests.\nLIST is a file that lists, for each run, the tests that it is expected to skip.")
		os.Exit(2)
	}
	run := flag.Arg(0)

	expected, err := readList(flag.Arg(1), run)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	report := &report{out: os.Stdout, verbose: *verbose, output: make(map[test][]string), results: make(map[test]string)}
	if err := report.read(os.Stdin); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	faults := report.faults(expected)
	for _, fault := range faults {
		fmt.Fprintf(os.Stderr, "%s: %s\n", run, fault)
	}
	fmt.Printf("%s: %d tests passed, %d skipped\n", run, report.count("pass"), report.count("skip"))
	if len(faults) > 0 {
		os.Exit(1)
	}
}

// readList returns the tests that the run is expected to skip, each with "always" or "sometimes".
func readList(path, run string) (map[test]string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	expected := make(map[test]string)
	for number, line := range strings.Split(string(text), "\n") {
		entry, reason, _ := strings.Cut(line, "#")
		fields := strings.Fields(entry)
		if len(fields) == 0 {
			continue
		}
		if len(fields) != 4 || fields[1] != "always" && fields[1] != "sometimes" || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("%s:%d: expected RUN always|sometimes PACKAGE TEST # REASON", path, number+1)
		}
		if fields[0] == run {
			expected[test{fields[2], fields[3]}] = fields[1]
		}
	}
	return expected, nil
}

type report struct {
	out     io.Writer
	verbose bool
	output  map[test][]string // the output that is not printed yet
	results map[test]string   // "pass", "fail" or "skip"
	empty   []string          // packages where the pattern matches no test
}

// read reads the events of go test -json, one in each line. It prints lines that are not events, such as errors of go
// itself.
func (r *report) read(input io.Reader) error {
	lines := bufio.NewScanner(input)
	lines.Buffer(nil, 1<<26)
	for lines.Scan() {
		var e event
		if !bytes.HasPrefix(lines.Bytes(), []byte("{")) || json.Unmarshal(lines.Bytes(), &e) != nil {
			fmt.Fprintln(r.out, lines.Text())
			continue
		}
		r.add(e)
	}
	return lines.Err()
}

// add adds an event to the report. It prints the output of builds immediately, and that of tests when their package has
// ended, or immediately with -v.
func (r *report) add(e event) {
	t := test{e.Package, e.Test}
	switch e.Action {
	case "build-output":
		fmt.Fprint(r.out, e.Output)
	case "output":
		if strings.Contains(e.Output, "no tests to run") && !slices.Contains(r.empty, e.Package) {
			r.empty = append(r.empty, e.Package)
		}
		if r.verbose {
			fmt.Fprint(r.out, e.Output)
		} else {
			r.output[t] = append(r.output[t], e.Output)
		}
	case "pass", "fail", "skip":
		r.results[t] = e.Action
		if e.Test == "" {
			r.printPackage(t, e.Action)
		}
	}
}

// printPackage prints the result of a package that has ended, as go test does. The action says how: "pass", "fail" or
// "skip". If the package has failed, printPackage also prints the output of the tests that have neither passed nor been
// skipped. Then it forgets the output of the package.
func (r *report) printPackage(pkg test, action string) {
	for _, t := range slices.SortedFunc(maps.Keys(r.output), func(a, b test) int { return strings.Compare(a.name, b.name) }) {
		if t.pkg != pkg.pkg || t == pkg {
			continue
		}
		ended := r.results[t]
		if action == "fail" && ended != "pass" && ended != "skip" {
			fmt.Fprint(r.out, strings.Join(r.output[t], ""))
		}
		delete(r.output, t)
	}
	for _, line := range r.output[pkg] {
		if action == "fail" || line != "PASS\n" {
			fmt.Fprint(r.out, line)
		}
	}
	delete(r.output, pkg)
}

func (r *report) count(action string) int {
	n := 0
	for t, ended := range r.results {
		if t.name != "" && ended == action {
			n++
		}
	}
	return n
}

// faults returns the problems of a run in which all tests may have passed, such as a test that was skipped
// unexpectedly.
func (r *report) faults(expected map[test]string) []string {
	var faults []string
	if r.count("pass") == 0 {
		faults = append(faults, "no test has passed")
	}
	for _, pkg := range r.empty {
		faults = append(faults, "the pattern matches no test of "+pkg)
	}
	for t, ended := range r.results {
		if t.name != "" && ended == "skip" && expected[t] == "" {
			faults = append(faults, "skipped, but not in the list: "+t.String())
		}
	}
	for t, when := range expected {
		if when == "always" && r.results[t] != "skip" {
			faults = append(faults, "in the list, but not skipped: "+t.String())
		}
	}
	slices.Sort(faults)
	return faults
}
