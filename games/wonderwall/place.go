package wonderwall

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"

	"enumerate/enum"
	"enumerate/internal/text"
	"enumerate/solver/betweenness"
)

// maxDimensions bounds the coordinates of a place, and with them the size of the
// numbers in a projection.
const maxDimensions = 1000

// place reads where the players stand, a line for each of them:
//
//	A: 2 3
//	Ann Lee | -0.4 1/3
//
// with as many coordinates for everybody, exact numbers as
// betweenness.ParseCoordinate reads them. A name may hold colons: the last one counts.
// Blank lines do not matter, and comments are those of [ReadTables].
//
// The error of text that says something else joins a [text.Error] for everything that is
// wrong with it. Where two players stand in the same place there is no order.
func (t Table) place(ctx context.Context, r io.Reader) (enum.Placement, error) {
	d, err := t.readPlaces(r)
	if err != nil {
		return enum.Placement{}, err
	}
	places := d.places
	if len(d.shared) > 0 {
		return enum.Placement{Dimensions: len(places[0]), Violations: d.shared}, nil
	}
	misplaced, err := betweenness.CheckPlaces(t.Game, places)
	if err != nil {
		return enum.Placement{}, err
	}
	order, direction, err := betweenness.Project(ctx, places)
	if err != nil {
		return enum.Placement{}, err
	}
	placement := enum.Placement{Dimensions: len(places[0]), Order: t.names(order)}
	for _, x := range direction {
		placement.Direction = append(placement.Direction, x.String())
	}
	for _, m := range misplaced {
		placement.Violations = append(placement.Violations, t.misplaced(m))
	}
	return placement, nil
}

// misplaced says in words why a player is.
func (t Table) misplaced(m betweenness.Misplaced) string {
	c := t.Game[m.Player]
	player, wonderwall, ninja := enum.Word(t.Names[m.Player]), enum.Word(t.Names[c.Wonderwall]), enum.Word(t.Names[c.Ninja])
	if m.InLine {
		return fmt.Sprintf("%s: its wonderwall %s is in line with %[1]s and its ninja %[3]s, but not between them", player, wonderwall, ninja)
	}
	return fmt.Sprintf("%s: its wonderwall %s is not in line with %[1]s and its ninja %[3]s", player, wonderwall, ninja)
}

// A placeDraft is places as written, and the mistakes found in them so far.
type placeDraft struct {
	mistakes
	names  []string       // of the players
	number map[string]int // of a player
	places []betweenness.Place
	lines  []int          // of the places; 0 for none
	taken  map[string]int // who stands at a place
	first  int            // the player whose place was read first; -1 for none
	shared []string       // what is wrong with players who stand where others stand
	torn   bool           // a line may be any player's
}

// readPlaces reads the places of all players.
func (t Table) readPlaces(r io.Reader) (*placeDraft, error) {
	in := text.NewScanner(r)
	d := &placeDraft{
		names:  t.Names,
		number: make(map[string]int, len(t.Names)),
		places: make([]betweenness.Place, len(t.Names)),
		lines:  make([]int, len(t.Names)),
		taken:  make(map[string]int, len(t.Names)),
		first:  -1,
	}
	for p, name := range t.Names {
		d.number[name] = p
	}
	end := 1
	for {
		line, err := in.Line(maxLine)
		if _, long := err.(text.Error); long {
			d.wrong(line, "the line is longer than %d bytes; want a player and coordinates", maxLine)
			d.torn = true
		} else if err == io.EOF {
			break
		} else if err != nil {
			return nil, err
		} else {
			d.place(line)
		}
		end = line.Line
	}
	var missing []string
	for p, line := range d.lines {
		if line == 0 {
			missing = append(missing, t.Names[p])
		}
	}
	if len(missing) > 0 && !d.torn {
		d.wrong(text.Word{Line: end, Column: 1}, "no line for %s; want a line for every player", quotedList(missing))
	}
	return d, d.err()
}

// place reads the place that a line holds, if any.
func (d *placeDraft) place(line text.Word) {
	line.Text = strings.TrimRightFunc(uncomment(line.Text), unicode.IsSpace)
	if line.Text == "" {
		return
	}
	d.checkUTF8(line)
	separator := strings.LastIndexByte(line.Text, ':')
	if bar := strings.IndexByte(line.Text, '|'); bar >= 0 {
		separator = bar
	}
	name := line
	if separator >= 0 {
		name.Text = line.Text[:separator]
	}
	name = name.Trim()
	p, known := d.number[name.Text]
	switch {
	case separator < 0:
		d.torn = true
		d.wrong(name, `no ":" behind a name; want a line such as %q`, d.names[0]+": 0 1")
		return
	case !known:
		d.torn = true // a missing player's, misspelled
		d.wrong(name, "there is no player %.60q; there is: %s", name.Text, quotedList(d.names))
		return
	case d.lines[p] != 0:
		d.wrong(name, "player %.60q has a line already, line %d; want one", name.Text, d.lines[p])
		return
	}
	d.lines[p] = line.Line
	after := line.From(separator + 1)
	coordinates := after.Fields()
	switch {
	case len(coordinates) == 0:
		d.wrong(after, "no coordinates; want at least one")
		return
	case len(coordinates) > maxDimensions:
		d.wrong(coordinates[maxDimensions], "%d coordinates; want at most %d", len(coordinates), maxDimensions)
		return
	}
	place := make(betweenness.Place, len(coordinates))
	for i, c := range coordinates {
		x, err := betweenness.ParseCoordinate(c.Text)
		if err != nil {
			d.wrong(c, "%v", err)
			return
		}
		place[i] = x
	}
	if d.first < 0 {
		d.first = p
	} else if want := len(d.places[d.first]); len(place) != want {
		d.wrong(coordinates[0], "%d %s for player %.60q, but %d for player %.60q in line %d; want the same number for everybody",
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
