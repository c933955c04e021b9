package heapstest

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum"
)

// parse reads a position that is right.
func parse(t *testing.T, line string) []int {
	t.Helper()
	var p []int
	if line == "0" {
		return p
	}
	for word := range strings.SplitSeq(line, ",") {
		heap, err := strconv.Atoi(word)
		if err != nil {
			t.Fatalf("%s is no position", line)
		}
		p = append(p, heap)
	}
	return p
}

// certified checks a certificate against the oracle.
func certified(t *testing.T, o *Oracle, p []int, verdict string, s enum.Solution) {
	t.Helper()
	var options []string // their classes
	for _, option := range o.Options(p) {
		options = append(options, text(o.class(option)))
	}
	slices.Sort(options)
	options = slices.Compact(options)
	right := s.Verdict == verdict
	switch s.Certificate {
	case "moves":
		right = right && len(options) == 0
	case "winning":
		right = right && slices.Equal(slices.Sorted(slices.Values(s.Names)), o.winning(p))
	case "reaches":
		right = right && len(s.Names) == o.Value(p)
		for value, name := range s.Names {
			right = right && slices.Contains(options, name) && o.Value(parse(t, name)) == value
		}
	case "answers":
		var answered []string
		for _, name := range s.Names {
			option, answer, _ := strings.Cut(name, ">")
			answered = append(answered, option)
			right = right && slices.Contains(o.winning(parse(t, option)), answer)
		}
		slices.Sort(answered)
		right = right && slices.Equal(answered, options)
	default:
		right = false
	}
	if !right {
		t.Errorf("%s is %s: the certificate is %+v", text(p), verdict, s)
	}
}
