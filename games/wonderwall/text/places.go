package text

import (
	"fmt"
	"io"
	"strings"

	"enumerate/enum"
	"enumerate/internal/text"
	"enumerate/solver/betweenness/points"
)

// maxDimensions bounds the coordinates of a place, and with them the size of the
// numbers in a projection.
const maxDimensions = 1000

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

// ReadPlaces reads where the players stand, a line for each of them:
//
//	A: 2 3
//	Ann Lee | -0.4 1/3
//	"Ann Lee": -0.4 1/3
//
// with as many coordinates for everybody, exact numbers as
// points.ParseCoordinate reads them. A name may hold colons: the last one counts.
// Blank lines do not matter, and comments and quotes are those of [ReadTables]. Shared says
// who stands where another player stands.
//
// The error of text that says something else joins a [text.Error] for everything
// that is wrong with it.
func (t Table) ReadPlaces(r io.Reader) (places []points.Place, shared []string, err error) {
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
			return nil, nil, err
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
	return d.places, d.shared, d.errs.Err()
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
			len(place), Plural(len(place), "coordinate"), name.Text, want, d.names[d.first], d.lines[d.first])
		return
	}
	d.places[p] = place
	if q, taken := d.taken[place.String()]; taken {
		d.shared = append(d.shared, fmt.Sprintf("%s stands in the same place as %s", enum.Word(name.Text), enum.Word(d.names[q])))
		return
	}
	d.taken[place.String()] = p
}
