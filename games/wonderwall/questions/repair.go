package questions

import (
	"bufio"
	"context"
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

// A repairAnswer says which players must choose differently so that a game becomes solvable.
type repairAnswer struct {
	was      table
	repair   repair.Repair
	hopeless bool // no game of this size, 3 players, is solvable
}

// repair finds the fewest changes that make the game solvable. If time runs out, it may return more changes than
// needed.
func (t table) repair(ctx context.Context, _ single.How) (single.Answer, error) {
	found, err := repair.Find(ctx, t.Game)
	hopeless := errors.Is(err, repair.ErrUnrepairable)
	if err != nil && !hopeless {
		return nil, err
	}
	return repairAnswer{was: t, repair: found, hopeless: hopeless}, nil
}

// Contents returns the formats of a repair. As text and as JSON it is one line:
//
//	solvable after 1 change: D: A B (was B A)  order: A B C D
//	{"verdict":"unsolvable","changes":[{"player":"D","choice":["A","B"],"was":["B","A"]}],"least":"1","fewest":true,"order":["A","B","C","D"],"repaired":{...}}
//
// In the format "game" it is the changed game, with the line of text as a comment above it. The verdict in JSON is that
// of the original game, or "unknown" if it was not found in time.
func (r repairAnswer) Contents() single.Contents {
	return single.Contents{
		Lines:  func(w *bufio.Writer) { fmt.Fprintln(w, r.words()) },
		Value:  r.value,
		Others: []single.Format{{Name: single.GameFormat, Write: r.writeGame}},
	}
}

// words returns the answer as a line of text.
func (r repairAnswer) words() string {
	if r.hopeless {
		return "unsolvable, like every game of 3 players"
	}
	order := strings.Join(single.Words(r.was.NamesOf(r.repair.Order)), " ")
	if len(r.repair.ChangedPlayers) == 0 {
		return "solvable  order: " + order
	}
	var changes []string
	for _, p := range r.repair.ChangedPlayers {
		changes = append(changes, fmt.Sprintf("%s: %s (was %s)", single.Word(r.was.Names[p]), r.chosen(r.repair.Game, p), r.chosen(r.was.Game, p)))
	}
	return fmt.Sprintf("solvable after %s%s: %s  order: %s",
		rows.Counted(len(changes), "change", "changes"), r.certainty(), strings.Join(changes, "; "), order)
}

// certainty returns a remark about the number of changes: that it is the best found, if the search for fewer ran out of
// time, or that it is proved to be the smallest. A single change needs no such remark.
func (r repairAnswer) certainty() string {
	switch least := r.repair.AtLeast; {
	case !r.repair.Fewest() && least == 0:
		return ", the best found (perhaps it needs none)"
	case !r.repair.Fewest():
		return fmt.Sprintf(", the best found (it needs at least %d)", least)
	case least > 1:
		return ", the fewest"
	}
	return ""
}

func (r repairAnswer) chosen(g betweenness.Game, p int) string {
	return single.Word(r.was.Names[g[p].Wonderwall]) + " " + single.Word(r.was.Names[g[p].Ninja])
}

func (r repairAnswer) writeGame(w io.Writer) error {
	if _, err := fmt.Fprintln(w, "# "+r.words()); err != nil || r.hopeless {
		return err
	}
	return named.Table{Names: r.was.Names, Game: r.repair.Game}.WriteTable(w)
}

type repairValue struct {
	Verdict      string      `json:"verdict"`
	Changes      []change    `json:"changes"`
	Least        string      `json:"least"`
	Fewest       bool        `json:"fewest"`
	Order        []string    `json:"order"`
	RepairedGame tableObject `json:"repaired"`
}

type change struct {
	Player string   `json:"player"`
	Choice []string `json:"choice"`
	Was    []string `json:"was"`
}

type tableObject named.Table

// MarshalJSON writes the game as an object with a member for each player.
func (t tableObject) MarshalJSON() ([]byte, error) {
	text, err := named.Table(t).Object(",")
	return []byte(text), err
}

// value returns the answer as JSON. If no changes make the game solvable (hopeless), they are null.
func (r repairAnswer) value() any {
	if r.hopeless {
		return single.Object{{Key: "verdict", Value: space.Verdicts()[space.Unsolvable]}, {Key: "changes", Value: nil}}
	}
	verdict := space.Verdicts()[space.Unsolvable]
	switch {
	case len(r.repair.ChangedPlayers) == 0:
		verdict = space.Verdicts()[space.Solvable]
	case r.repair.AtLeast == 0: // it is not proved that any change is needed
		verdict = "unknown"
	}
	chosen := func(g betweenness.Game, p int) []string { return r.was.NamesOf([]int{g[p].Wonderwall, g[p].Ninja}) }
	changes := []change{} // not nil, so that JSON has an empty list and not null
	for _, p := range r.repair.ChangedPlayers {
		changes = append(changes, change{r.was.Names[p], chosen(r.repair.Game, p), chosen(r.was.Game, p)})
	}
	return repairValue{
		Verdict: verdict, Changes: changes, Least: fmt.Sprint(r.repair.AtLeast), Fewest: r.repair.Fewest(), Order: r.was.NamesOf(r.repair.Order),
		RepairedGame: tableObject{Names: r.was.Names, Game: r.repair.Game},
	}
}
