package nimbers

import (
	"encoding/json"
	"fmt"
	"io"
	"math/big"
	"strings"

	"enumerate/enum"
)

// Wins are the numbers of sets of arcs of a DAG with which each player wins. It implements
// enum.Answer.
type Wins struct {
	First, Second *big.Int
	Modulus       *big.Int // of both numbers; nil if they are exact
	Arcs          int      // of the DAG
	Method        string   // that found it
}

// WriteFormat writes the first player's number on a line of its own, as the contest wants
// it, or all numbers as a JSON object:
//
//	816
//	{"first":"816","second":"208","arcs":"10","method":"sizes"}
//	{"first":"816","second":"208","modulus":"1000000007","arcs":"10","method":"sizes"}
func (a Wins) WriteFormat(w io.Writer, format string) error {
	var err error
	switch format {
	case "table":
		_, err = fmt.Fprintln(w, a.First)
	case "json":
		_, err = fmt.Fprintf(w, "{%s}\n", a.members())
	default:
		err = noFormat(format)
	}
	return err
}

// members returns the members of the JSON object.
func (a Wins) members() string {
	modulus := ""
	if a.Modulus != nil {
		modulus = fmt.Sprintf(`"modulus":"%v",`, a.Modulus)
	}
	return fmt.Sprintf(`"first":"%v","second":"%v",%s"arcs":"%d","method":%q`, a.First, a.Second, modulus, a.Arcs, a.Method)
}

// An Explanation is an answer together with the DAG's own verdict: who wins with all its
// arcs, one of the sets that the answer counts. It implements enum.Answer.
type Explanation struct {
	Wins
	Whole enum.Solution // the verdict, and the nimbers of all vertices
}

// WriteFormat writes the answer and, on a second line, the verdict with the nimbers; or
// both as one JSON object:
//
//	6
//	first  nimbers: 2 1 0
//	{"first":"6","second":"2","arcs":"3","method":"sizes","verdict":"first","nimbers":["2","1","0"]}
func (e Explanation) WriteFormat(w io.Writer, format string) error {
	if format != "json" {
		if err := e.Wins.WriteFormat(w, format); err != nil {
			return err
		}
		return e.Whole.WriteFormat(w, format)
	}
	whole, err := json.Marshal(e.Whole)
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "{%s,%s\n", e.members(), whole[1:])
	return err
}

func noFormat(format string) error {
	return fmt.Errorf("there is no format %q; there is: %s", format, strings.Join(Ruleset{}.Formats(), ", "))
}
