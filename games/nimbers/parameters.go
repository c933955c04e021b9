package nimbers

import (
	"fmt"

	"enumerate/enum"
)

// The values of the parameters.
const (
	dagAll         = "all"
	dagComplete    = "complete"
	chipsOrdered   = "ordered"
	chipsUnordered = "unordered"
)

// dag returns the value of the parameter dag.
func (r Ruleset) dag() string {
	switch {
	case r.complete:
		return dagComplete
	case r.given != "":
		return r.given
	}
	return dagAll
}

// Parameters lists the parameters.
func (Ruleset) Parameters() []enum.Parameter {
	return []enum.Parameter{{
		Name:    "dag",
		Values:  "all, complete, or a DAG such as 4.1-3.2-4",
		Default: dagAll,
		Summary: "the games: all labelled DAGs, or all sets of arcs of the complete DAG or of the one given",
	}, {
		Name:    "chips",
		Values:  chipsOrdered + "|" + chipsUnordered,
		Default: chipsOrdered,
		Summary: "whether DAGs that differ by an exchange of the chips count as different",
	}}
}

// With returns the ruleset with the parameters set. A DAG may be given as any text that
// ParseDAG reads; the name then has its word.
func (Ruleset) With(values map[string]string) (enum.Ruleset, error) {
	var r Ruleset
	switch dag, set := values["dag"]; {
	case !set || dag == dagAll:
	case dag == dagComplete:
		r.complete = true
	default:
		d, err := ParseDAG(dag)
		if err != nil {
			return nil, fmt.Errorf("dag: %w; or %s, or %s", err, dagAll, dagComplete)
		}
		r.given = d.Word()
	}
	switch chips, set := values["chips"]; {
	case !set || chips == chipsOrdered:
	case chips == chipsUnordered:
		r.unordered = true
	default:
		return nil, fmt.Errorf("chips=%.40s; want %s or %s", chips, chipsOrdered, chipsUnordered)
	}
	return r, nil
}
