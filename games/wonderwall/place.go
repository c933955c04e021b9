package wonderwall

import (
	"context"
	"fmt"
	"io"
	"strings"
	"unicode"
	"unicode/utf8"

	"enumerate/enum"
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
// The error of text that says something else is a [Faults] that holds all that
// is wrong with it. Where two players stand in the same place there is no order.
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

// A placeDraft is places as written, and the faults found in them so far.
type placeDraft struct {
	tableDraft                // for its faults
	number     map[string]int // of a player
	places     []betweenness.Place
	lines      []int          // of the places; 0 for none
	taken      map[string]int // who stands at a place
	first      int            // the player whose place was read first; -1 for none
	shared     []string       // what is wrong with players who stand where others stand
}

// readPlaces reads the places of all players.
func (t Table) readPlaces(r io.Reader) (placeDraft, error) {
	in := newTableReader(r, maxLine)
	d := placeDraft{
		number: make(map[string]int, len(t.Names)),
		places: make([]betweenness.Place, len(t.Names)),
		lines:  make([]int, len(t.Names)),
		taken:  make(map[string]int, len(t.Names)),
		first:  -1,
	}
	for p, name := range t.Names {
		d.number[name] = p
	}
	for {
		err := in.load()
		if err == io.EOF {
			break
		}
		if err != nil {
			return d, err
		}
		if in.long {
			d.faults = append(d.faults, in.tooLong("want a player and coordinates"))
			d.torn = true
		} else {
			t.readPlace(in, &d)
		}
		in.done()
	}
	var missing []string
	for p, line := range d.lines {
		if line == 0 {
			missing = append(missing, t.Names[p])
		}
	}
	// A player with a faulty line has one, and a torn line may be anybody's.
	if len(missing) > 0 && !d.torn {
		d.fault(max(in.line, 1), 1, "no line for %s; want a line for every player", quotedList(missing))
	}
	if len(d.faults) > 0 {
		return d, d.faults
	}
	return d, nil
}

// readPlace reads the place that the line holds, if any.
func (t Table) readPlace(in *tableReader, d *placeDraft) {
	text := strings.TrimRightFunc(uncomment(in.rest), unicode.IsSpace)
	if strings.TrimSpace(text) == "" {
		return
	}
	d.checkUTF8(text, in.line, in.column)
	separator := strings.LastIndexByte(text, ':')
	if bar := strings.IndexByte(text, '|'); bar >= 0 {
		separator = bar
	}
	before, after, found := text, "", separator >= 0
	if found {
		before, after = text[:separator], text[separator+1:]
	}
	name := cutNames(before, in.line, in.column, func(rune) bool { return false })[0]
	column := in.column + utf8.RuneCountInString(before) + 1
	if !found {
		d.torn = true
		d.fault(name.line, name.column, `no ":" behind a name; want a line such as %q`, t.Names[0]+": 0 1")
		return
	}
	p, known := d.number[name.text]
	switch {
	case !known:
		d.torn = true // a missing player's, misspelled
		d.fault(name.line, name.column, "there is no player %.60q; there is: %s", name.text, quotedList(t.Names))
		return
	case d.lines[p] != 0:
		d.fault(name.line, name.column, "player %.60q has a line already, line %d; want one", name.text, d.lines[p])
		return
	}
	d.lines[p] = in.line
	coordinates := nonEmpty(cutNames(after, in.line, column, unicode.IsSpace))
	switch {
	case len(coordinates) == 0:
		d.fault(name.line, column, "no coordinates; want at least one")
		return
	case len(coordinates) > maxDimensions:
		d.fault(name.line, coordinates[maxDimensions].column, "%d coordinates; want at most %d", len(coordinates), maxDimensions)
		return
	}
	place := make(betweenness.Place, len(coordinates))
	for i, c := range coordinates {
		x, err := betweenness.ParseCoordinate(c.text)
		if err != nil {
			d.fault(c.line, c.column, "%v", err)
			return
		}
		place[i] = x
	}
	if d.first < 0 {
		d.first = p
	} else if want := len(d.places[d.first]); len(place) != want {
		d.fault(name.line, coordinates[0].column, "%d %s for player %.60q, but %d for player %.60q in line %d; want the same number for everybody",
			len(place), plural(len(place), "coordinate"), name.text, want, t.Names[d.first], d.lines[d.first])
		return
	}
	d.places[p] = place
	if q, taken := d.taken[place.String()]; taken {
		d.shared = append(d.shared, fmt.Sprintf("%s stands in the same place as %s", enum.Word(name.text), enum.Word(t.Names[q])))
		return
	}
	d.taken[place.String()] = p
}

// quotedList joins names, but not too many of them.
func quotedList(names []string) string {
	const most = 10
	var b strings.Builder
	for i, name := range names {
		if i == most {
			fmt.Fprintf(&b, " and %d more", len(names)-most)
			break
		}
		if i > 0 {
			b.WriteString(", ")
		}
		fmt.Fprintf(&b, "%.60q", name)
	}
	return b.String()
}
