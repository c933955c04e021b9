package heaps_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"enumerate/enum/single"
)

// An oracle solves a game by its definition, so that the tests have results that do not depend on this package.
type oracle struct {
	// Options returns the positions to which a move from p leads.
	Options func(p []int) [][]int
	// Set says that a labelled game is a set of different heaps, which is written in ascending order. Otherwise it is a
	// list of heaps in any order.
	Set bool
	// Unordered says that all orders of a list are one class. Otherwise each list is a class of its own.
	Unordered bool

	values map[string]int
}

// Value returns the Grundy value of p, by the definition.
func (o *oracle) Value(p []int) int {
	key := fmt.Sprint(p)
	if value, ok := o.values[key]; ok {
		return value
	}

	seen := make(map[int]bool)
	for _, option := range o.Options(p) {
		seen[o.Value(option)] = true
	}

	value := 0
	for seen[value] {
		value++
	}

	if o.values == nil {
		o.values = make(map[string]int)
	}
	o.values[key] = value
	return value
}

// class returns a list of heaps that is the same for all labelled games of a class.
func (o *oracle) class(p []int) []int {
	p = slices.Clone(p)
	if o.Unordered {
		slices.Sort(p)
	}
	return p
}

func (o *oracle) winning(p []int) []string {
	var list []string
	for _, option := range o.Options(p) {
		if o.Value(option) == 0 {
			list = append(list, text(o.class(option)))
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

func text(p []int) string {
	if len(p) == 0 {
		return "0"
	}
	line := ""
	for i, heap := range p {
		if i > 0 {
			line += ","
		}
		line += fmt.Sprint(heap)
	}
	return line
}

// games calls visit with every labelled game of the given number of heaps, each of at most `largest` sticks.
func (o *oracle) games(heaps, largest int, visit func(p []int)) {
	p := make([]int, 0, heaps)
	var extend func()
	extend = func() {
		if len(p) == heaps {
			visit(slices.Clone(p))
			return
		}
		first := 1
		if o.Set && len(p) > 0 {
			first = p[len(p)-1] + 1
		}
		for heap := first; heap <= largest; heap++ {
			p = append(p, heap)
			extend()
			p = p[:len(p)-1]
		}
	}
	extend()
}

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

// certified fails the test if the proof in s does not prove the verdict of p by the oracle.
func certified(t *testing.T, o *oracle, p []int, verdict string, s single.Solution) {
	t.Helper()
	var options []string // the classes of the options
	for _, option := range o.Options(p) {
		options = append(options, text(o.class(option)))
	}
	slices.Sort(options)
	options = slices.Compact(options)

	right := s.Verdict == verdict
	switch s.Proof {
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
		t.Errorf("%s is %s: the proof is %+v", text(p), verdict, s)
	}
}
