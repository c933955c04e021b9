package single

import (
	"fmt"
	"strings"

	"enumerate/internal/text"
)

// An UnknownError is the error of a name that is not among the possible names.
type UnknownError struct {
	Kind    string   // such as "format"
	Name    string   // the unknown name
	Nearest string   // the name that was probably meant, or ""
	Names   []string // the possible names
}

// Unknown returns an UnknownError.
func Unknown(kind, name string, names []string) error {
	nearest, _ := text.Nearest(name, names)
	return &UnknownError{kind, name, nearest, names}
}

func (e *UnknownError) Error() string {
	separator := "; "
	if e.Nearest != "" {
		separator = " "
	}
	return e.Summary() + separator + "choose one of: " + strings.Join(e.Names, ", ")
}

// Summary returns the error without the list of names.
func (e *UnknownError) Summary() string {
	if e.Nearest == "" {
		return fmt.Sprintf("unknown %s %q", e.Kind, e.Name)
	}
	return fmt.Sprintf("unknown %s %q; did you mean %q?", e.Kind, e.Name, e.Nearest)
}
