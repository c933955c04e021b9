package text

import "fmt"

// A Fault is what is wrong with a text. Line and Column count from 1, columns in bytes.
// Message says what is wrong and what would be right, on one line.
type Fault struct {
	Line, Column int
	Message      string
}

// Error returns the place and the message.
func (f Fault) Error() string {
	return fmt.Sprintf("line %d, column %d: %s", f.Line, f.Column, f.Message)
}
