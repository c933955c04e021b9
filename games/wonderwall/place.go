package wonderwall

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"enumerate/enum"
	"enumerate/games/wonderwall/draw"
	"enumerate/internal/text"
	"enumerate/solver/betweenness/points"
)

// maxDimensions bounds the coordinates of a place, and with them the size of the
// numbers in a projection.
const maxDimensions = 1000

// A Placement says of players placed in space whether they solve the game.
type Placement struct {
	Dimensions int
	Violations []string // one sentence for each constraint that fails
	// Order is the order of the players on a line in a direction in which no two
	// of them coincide. It solves the game if their places do.
	Order []string
	// Direction is the coordinates of that direction, integers.
	Direction []string
}

// Place reads where the players stand, a line for each of them:
//
//	A: 2 3
//	Ann Lee | -0.4 1/3
//	"Ann Lee": -0.4 1/3
//
// with as many coordinates for everybody, exact numbers as
// points.ParseCoordinate reads them. A name may hold colons: the last one counts.
// Blank lines do not matter, and comments and quotes are those of [ReadTables].
//
// The error of text that says something else joins a [text.Error] for everything
// that is wrong with it. Where two players stand in the same place there is no order.
func (t Table) Place(ctx context.Context, r io.Reader) (Placement, error) {
	placing, err := t.placing(ctx, r)
	if err != nil {
		return Placement{}, err
	}
	placement := Placement{Dimensions: len(placing.Places[0]), Violations: placing.Faults}
	if placing.Order != nil {
		placement.Order = t.names(placing.Order)
	}
	for _, x := range placing.Direction {
		placement.Direction = append(placement.Direction, x.String())
	}
	return placement, nil
}

// checkPlaces returns the placement that the places in a file are.
func (t Table) checkPlaces(ctx context.Context, how enum.How) (enum.Answer, error) {
	placement, err := t.Place(ctx, how.Input)
	switch {
	case err != nil:
		return nil, err
	case len(placement.Violations) > 0:
		return placement, enum.Wrong{Err: errors.New("the places do not solve the game")}
	}
	return placement, nil
}

// WriteFormat writes the order of players who solve a game, on one line, or a line for each
// violation; or all as one JSON object.
func (p Placement) WriteFormat(w io.Writer, format string) error {
	if format == "json" {
		return json.NewEncoder(w).Encode(struct {
			Solved     bool     `json:"solved"`
			Dimensions int      `json:"dimensions"`
			Direction  []string `json:"direction,omitempty"`
			Order      []string `json:"order,omitempty"`
			Violations []string `json:"faults,omitempty"`
		}{len(p.Violations) == 0, p.Dimensions, p.Direction, p.Order, p.Violations})
	}
	if len(p.Violations) > 0 {
		_, err := fmt.Fprintln(w, strings.Join(p.Violations, "\n"))
		return err
	}
	_, err := fmt.Fprintf(w, "solved in %d %s  order along (%s): %s\n",
		p.Dimensions, plural(p.Dimensions, "dimension"), strings.Join(p.Direction, ", "), strings.Join(enum.Words(p.Order), " "))
	return err
}

// placing is Place for a picture.
func (t Table) placing(ctx context.Context, r io.Reader) (draw.Placing, error) {
	d, err := t.readPlaces(r)
	if err != nil {
		return draw.Placing{}, err
	}
	placing := draw.Placing{Places: d.places, Faults: d.shared}
	if len(d.shared) > 0 {
		return placing, nil
	}
	misplaced, err := points.Check(t.Game, d.places)
	if err != nil {
		return draw.Placing{}, err
	}
	for _, m := range misplaced {
		placing.Misplaced = append(placing.Misplaced, m.Player)
		placing.Faults = append(placing.Faults, t.misplaced(m))
	}
	placing.Order, placing.Direction, err = points.Project(ctx, d.places)
	return placing, err
}

// maxPlaced is the most players whose places are drawn: of more the names do not fit.
const maxPlaced = 60

// drawPlaces draws the game with the players where they stand; see draw.Places. It is an error
// if they cannot be read, or are too many.
func (t Table) drawPlaces(ctx context.Context, how enum.How) (enum.Answer, error) {
	if n := len(t.Game); n > maxPlaced {
		return nil, fmt.Errorf("a drawing of places takes at most %d players, this game has %d", maxPlaced, n)
	}
	placing, err := t.placing(ctx, how.Input)
	if err != nil {
		return nil, err
	}
	return draw.Places(t.Names, t.Game, placing), nil
}

// misplaced says in words why a player is.
func (t Table) misplaced(m points.Misplaced) string {
	c := t.Game[m.Player]
	player, wonderwall, ninja := enum.Word(t.Names[m.Player]), enum.Word(t.Names[c.Wonderwall]), enum.Word(t.Names[c.Ninja])
	if m.InLine {
		return fmt.Sprintf("%s: its wonderwall %s is in line with %[1]s and its ninja %[3]s, but not between them", player, wonderwall, ninja)
	}
	return fmt.Sprintf("%s: its wonderwall %s is not in line with %[1]s and its ninja %[3]s", player, wonderwall, ninja)
}

// A placeDraft is places as written, and what was found wrong with them so far.
type placeDraft struct {
	draft
	names  []string       // of the players
	number map[string]int // of a player
	places []points.Place
	lines  []int          // of the places; 0 for none
	taken  map[string]int // who stands at a place
	first  int            // the player whose place was read first; -1 for none
	shared []string       // what is wrong with players who stand where others stand
}

// readPlaces reads the places of all players.
func (t Table) readPlaces(r io.Reader) (placeDraft, error) {
	d := placeDraft{
		names:  t.Names,
		number: make(map[string]int),
		places: make([]points.Place, len(t.Names)),
		lines:  make([]int, len(t.Names)),
		taken:  make(map[string]int),
		first:  -1,
	}
	for p, name := range t.Names {
		d.number[name] = p
	}
	in := text.NewScanner(r)
	for {
		line, err := in.Line(maxLine)
		if err == io.EOF {
			break
		}
		if err != nil && !d.tear(err) {
			return d, err
		}
		d.line(line)
	}
	var missing []string
	for p, line := range d.lines {
		if line == 0 {
			missing = append(missing, t.Names[p])
		}
	}
	// A player with a faulty line has one, and a torn line may be anybody's.
	if len(missing) > 0 && !d.torn {
		d.fail(in.End(), "no line for %s; want a line for every player", quotedList(missing))
	}
	return d, d.errs.Err()
}

// line reads the place that a line holds, if any.
func (d *placeDraft) line(line text.Word) {
	s, open := quotes(line)
	if s = s.trim(); open.Text != "" {
		d.torn = true
		d.fail(open, openQuote)
		return
	}
	if s.Text == "" {
		return
	}
	d.checkUTF8(s.Word)
	at := strings.IndexByte(s.outside, '|')
	if at < 0 {
		at = strings.LastIndexByte(s.outside, ':')
	}
	found := at >= 0
	name, after := s.Word, text.Word{}
	if found {
		name, after = s.slice(0, at).trim().Word, s.From(at+1)
	}
	p, known := d.number[name.Text]
	if written, ok := unquote(name.Text); !known && ok {
		name.Text = written
		p, known = d.number[name.Text]
	}
	switch {
	case !found:
		d.torn = true
		d.fail(name, `no ":" behind a name; want a line such as %s`, word(d.names[0])+": 0 1")
		return
	case !known:
		d.torn = true // a missing player's, misspelled
		right := "there is: " + quotedList(d.names)
		if near, ok := text.Nearest(name.Text, d.names); ok {
			right = fmt.Sprintf("did you mean %.60q?", near)
		}
		d.fail(name, "there is no player %.60q; %s", name.Text, right)
		return
	case d.lines[p] != 0:
		d.fail(name, "player %.60q has a line already, line %d; want one", name.Text, d.lines[p])
		return
	}
	d.lines[p] = line.Line
	coordinates := after.Fields()
	switch n := len(coordinates); {
	case n == 0:
		d.fail(after, "no coordinates; want at least one")
		return
	case n > maxDimensions:
		d.fail(coordinates[maxDimensions], "%d coordinates; want at most %d", n, maxDimensions)
		return
	}
	place := make(points.Place, len(coordinates))
	for i, c := range coordinates {
		var err error
		if place[i], err = points.ParseCoordinate(c.Text); err != nil {
			d.fail(c, "%v", err)
			return
		}
	}
	if d.first < 0 {
		d.first = p
	} else if want := len(d.places[d.first]); len(place) != want {
		d.fail(coordinates[0], "%d %s for player %.60q, but %d for player %.60q in line %d; want the same number for everybody",
			len(place), plural(len(place), "coordinate"), name.Text, want, d.names[d.first], d.lines[d.first])
		return
	}
	d.places[p] = place
	if q, taken := d.taken[place.String()]; taken {
		d.shared = append(d.shared, fmt.Sprintf("%s stands in the same place as %s", enum.Word(name.Text), enum.Word(d.names[q])))
		return
	}
	d.taken[place.String()] = p
}
