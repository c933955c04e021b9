// Package shown runs the commands that documents, helps and claims show, and tells what they do.
//
//	for _, c := range shown.In(document) {
//		did, err := lab.Shell(ctx, c.Line)
//		ok := string(did.Printed) == c.Prints
//	}
//
// The files: lab.go (where commands are run), pipe.go (a line that needs no shell).
package shown

import "strings"

// A Command is a line of a document that begins with "$" in an indented block, and what it is said
// to print: what a terminal shows below it.
type Command struct{ Line, Prints string }

// In returns the commands that a document shows, in its order.
func In(document string) (list []Command) {
	within := false // of what a command prints
	for line := range strings.Lines(document) {
		code, indented := strings.CutPrefix(line, "    ")
		command, prompt := strings.CutPrefix(code, "$ ")
		switch {
		case indented && prompt:
			list = append(list, Command{Line: strings.TrimSpace(command)})
			within = true
		case indented && within:
			list[len(list)-1].Prints += code
		default:
			within = false
		}
	}
	return list
}
