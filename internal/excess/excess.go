// Package excess makes the errors of computations that would take more memory than their limit.
package excess

import "fmt"

// An Error is the error of a computation that would take more memory than its limit.
type Error string

// Memory returns the error of a computation whose tables would take more bytes than the limit. The format and its
// arguments say what would take them.
func Memory(limit uint64, format string, args ...any) error {
	return Error(fmt.Sprintf("%s; the memory limit for tables is %d MiB: raise --memory", fmt.Sprintf(format, args...), limit>>20))
}

func (e Error) Error() string { return string(e) }

// LimitExceeded marks the error for package verb, so that the program ends with the exit code of an exceeded limit.
func (Error) LimitExceeded() {}
