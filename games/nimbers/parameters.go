package nimbers

import (
	"fmt"

	"enumerate/enum"
	"enumerate/games/nimbers/dag"
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

// maxGiven is the most bytes of the word of a DAG given, which is part of the ruleset's
// name.
const maxGiven = 1000

// With returns the ruleset with the parameters set. A DAG may be given as any text that
// dag.Parse reads; the name then has its word.
//
// Where no automorphism exchanges the chips, it means nothing whether they are ordered:
// the group is the same. Then the ruleset is the one with ordered chips. So it is for
// complete DAGs, of which the number of arcs from a vertex tells which vertex it is.
func (r Ruleset) With(values map[string]string) (enum.Ruleset, error) {
	set := Ruleset{labelled: r.labelled}
	switch chips, given := values["chips"]; {
	case !given || chips == chipsOrdered:
	case chips == chipsUnordered:
		set.unordered = true
	default:
		return nil, fmt.Errorf("chips=%.40s; want %s or %s", chips, chipsOrdered, chipsUnordered)
	}
	switch which, given := values["dag"]; {
	case !given || which == dagAll:
	case which == dagComplete:
		set.complete, set.unordered = true, false
	default:
		d, err := dag.Parse(which)
		if err != nil {
			return nil, fmt.Errorf("dag: %w; or %s, or %s", err, dagAll, dagComplete)
		}
		set.given = d.Word()
		if len(set.given) > maxGiven {
			return nil, fmt.Errorf("dag: a DAG whose word has %d bytes; want at most %d, and solve for larger DAGs", len(set.given), maxGiven)
		}
		set.unordered = set.unordered && exchangeable(d)
	}
	return set, nil
}
