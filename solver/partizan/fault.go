package partizan

import "fmt"

// A Fault is what is wrong with a text, and where: the line, and the column in bytes,
// both from 1.
type Fault struct {
	Line, Column int
	Problem      string
}

func (f Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Problem)
}
