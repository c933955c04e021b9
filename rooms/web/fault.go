package web

import (
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"
	"strings"

	"enumerate/internal/rows"
)

// A fault is the error of an invalid request, with its status. Other errors of a handler are faults of the program.
type fault struct {
	status int
	why    error // shown in one line
}

func (f fault) Error() string { return strings.ReplaceAll(f.why.Error(), "\n", "; ") }
func (f fault) Unwrap() error { return f.why }

func faultf(status int, format string, args ...any) error {
	return fault{status, fmt.Errorf(format, args...)}
}

// wrongf returns the fault of what a user typed.
func wrongf(format string, args ...any) error {
	return wrong(fmt.Errorf(format, args...))
}

// insteadOfFlags replaces advice at the end of messages: instead of a flag of the command line, it names what a user of
// the page can do.
var insteadOfFlags = strings.NewReplacer(
	", delete the hidden rows, or choose with --columns", " or delete the hidden rows",
	", or choose with --columns", `, or look the game up under "Your names", which asks for the columns`,
	"; choose one with --sheet", `; choose the file under "Your names", which asks for the sheet`,
)

// A pageError is an error of the input, in the words of the page.
type pageError struct{ error }

func (e pageError) Error() string { return insteadOfFlags.Replace(e.error.Error()) }
func (e pageError) Unwrap() error { return e.error }

func newPageError(err error) error { return pageError{err} }

// wrong makes an error the fault of what a user typed.
func wrong(why error) error { return fault{http.StatusUnprocessableEntity, why} }

// statusOf returns the status of a fault, 0 of any other error.
func statusOf(err error) int {
	var f fault
	errors.As(err, &f)
	return f.status
}

func formFault(err error) error {
	if errors.As(err, new(*http.MaxBytesError)) {
		return faultf(http.StatusRequestEntityTooLarge, "the request is too large: at most %s bytes are read", rows.Count(mostBody))
	}
	return faultf(http.StatusBadRequest, "the form cannot be read: %v", err)
}

// errBroken is the error of what the program itself did wrong.
var errBroken = errors.New("internal error: see the messages on the terminal")

// remarks takes the faults of the program, a line each. A nil function drops them.
type remarks func(text string)

func (m remarks) add(text string) {
	if m != nil {
		m(text)
	}
}

// guard calls a function and returns its error. If the function panics, guard reports the panic to m and returns
// errBroken, so that a fault in one request does not end the whole server.
func (m remarks) guard(do func() error) (err error) {
	defer func() {
		if fell := recover(); fell != nil {
			m.add(fmt.Sprintf("panic: %v\n%s", fell, debug.Stack()))
			err = errBroken
		}
	}()
	return do()
}
