package questions

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/enum/single"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/space"
	"enumerate/internal/rows"
	"enumerate/solver/betweenness"
	"enumerate/solver/betweenness/repair"
)

// A repairAnswer is what makes a game solvable. It is an single.Answer in the formats of solutions,
// and as the changed game.
type repairAnswer struct {
	was      table
	found    repair.Repair
	hopeless bool // no changes make it solvable
}

// repair finds the fewest changes that make the game solvable. If time runs out, it may return more.
func (t table) repair(ctx context.Context, _ single.How) (single.Answer, error) {
	found, err := repair.Find(ctx, t.Game)
	hopeless := errors.Is(err, repair.ErrUnrepairable)
	if err != nil && !hopeless {
		return nil, err
	}
	return repairAnswer{t, found, hopeless}, nil
}

// WriteFormat writes the repair on one line:
//
//	solvable after 1 change: D: A B (was B A)  order: A B C D
//	{"verdict":"unsolvable","changes":[{"player":"D","choice":["A","B"],"was":["B","A"]}],"least":"1","fewest":true,"order":["A","B","C","D"],"repaired":{...}}
//
// or, in the format "game", as the changed game with this line as a comment. The verdict is that of the original game,
// or "unknown" if it was not found in time.
func (r repairAnswer) WriteFormat(w io.Writer, format string) error {
	switch format {
	case "table":
		_, err := fmt.Fprintln(w, r.words())
		return err
	case "json":
		return r.writeJSON(w)
	case single.GameFormat:
		return r.writeGame(w)
	}
	return single.Unknown("format", format, append(single.SolutionFormats(), single.GameFormat))
}

// words returns the changes and the order that solves the changed game.
func (r repairAnswer) words() string {
	if r.hopeless {
		return "unsolvable, whatever 3 players choose"
	}
	order := strings.Join(single.Words(r.was.NamesOf(r.found.Order)), " ")
	if len(r.found.Changed) == 0 {
		return "solvable  order: " + order
	}
	var changes []string
	for _, p := range r.found.Changed {
		changes = append(changes, fmt.Sprintf("%s: %s (was %s)", single.Word(r.was.Names[p]), r.chosen(r.found.Game, p), r.chosen(r.was.Game, p)))
	}
	return fmt.Sprintf("solvable after %s%s: %s  order: %s",
		rows.Counted(len(changes), "change", "changes"), r.howSure(), strings.Join(changes, "; "), order)
}

// howSure says whether fewer changes may be enough, or returns "" if the number is proved.
func (r repairAnswer) howSure() string {
	switch least := r.found.AtLeast; {
	case !r.found.Fewest() && least == 0:
		return ", the best found (perhaps it needs none)"
	case !r.found.Fewest():
		return fmt.Sprintf(", the best found (it needs at least %d)", least)
	case least > 1:
		return ", the fewest"
	}
	return ""
}

// chosen returns the two whom a player chose, as words.
func (r repairAnswer) chosen(g betweenness.Game, p int) string {
	return single.Word(r.was.Names[g[p].Wonderwall]) + " " + single.Word(r.was.Names[g[p].Ninja])
}

// writeGame writes the changed game as a table below a comment.
func (r repairAnswer) writeGame(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "# "+r.words()); err != nil || r.hopeless {
		return err
	}
	return named.Table{Names: r.was.Names, Game: r.found.Game}.WriteTable(w)
}

// writeJSON writes the repair as one object.
func (r repairAnswer) writeJSON(w io.Writer) error {
	type change struct {
		Player string   `json:"player"`
		Choice []string `json:"choice"`
		Was    []string `json:"was"`
	}
	object := struct {
		Verdict  string          `json:"verdict"`
		Changes  []change        `json:"changes"` // null if none help
		Least    string          `json:"least,omitempty"`
		Fewest   *bool           `json:"fewest,omitempty"`
		Order    []string        `json:"order,omitempty"`
		Repaired json.RawMessage `json:"repaired,omitempty"`
	}{Verdict: space.Verdicts()[space.Unsolvable]}
	if r.hopeless {
		return json.NewEncoder(w).Encode(object)
	}
	switch {
	case len(r.found.Changed) == 0:
		object.Verdict = space.Verdicts()[space.Solvable]
	case r.found.AtLeast == 0:
		object.Verdict = "unknown"
	}
	chosen := func(g betweenness.Game, p int) []string { return r.was.NamesOf([]int{g[p].Wonderwall, g[p].Ninja}) }
	object.Changes = []change{}
	for _, p := range r.found.Changed {
		object.Changes = append(object.Changes, change{r.was.Names[p], chosen(r.found.Game, p), chosen(r.was.Game, p)})
	}
	object.Least, object.Fewest, object.Order = fmt.Sprint(r.found.AtLeast), new(r.found.Fewest()), r.was.NamesOf(r.found.Order)
	repaired, err := named.Table{Names: r.was.Names, Game: r.found.Game}.Object(",")
	if err != nil {
		return err
	}
	object.Repaired = json.RawMessage(repaired)
	return json.NewEncoder(w).Encode(object)
}
