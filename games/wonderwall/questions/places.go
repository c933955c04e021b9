package questions

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"

	"enumerate/enum/single"
	"enumerate/games/wonderwall"
	"enumerate/games/wonderwall/named"
	"enumerate/games/wonderwall/questions/draw"
	"enumerate/games/wonderwall/text"
	"enumerate/internal/lists"
	"enumerate/internal/rows"
	words "enumerate/internal/text"
	"enumerate/solver/betweenness/points"
)

// A Placement says whether a game is solved by players at places in space.
type Placement struct {
	Dimensions int
	Violations []string // a sentence for each violated constraint
	// Order has the names of the players in their order along Direction, in which no two players coincide. If the
	// places solve the game, so does this order. It is empty if two players stand in the same place.
	Order []string
	// Direction is a vector with integer coordinates.
	Direction []string
}

// Place reads the places of the players in space from a text (see readPlaces), and returns whether they solve the game:
// each wonderwall must stand on the straight line between its player and the player's ninja.
func Place(ctx context.Context, t wonderwall.Table, r io.Reader) (Placement, error) {
	placing, err := table{t}.placing(ctx, r)
	if err != nil {
		return Placement{}, err
	}
	return Placement{
		Dimensions: len(placing.Places[0]), Violations: placing.Faults,
		Order: t.NamesOf(placing.Order), Direction: lists.Map(placing.Direction, (*big.Int).String),
	}, nil
}

// checkPlaces answers the question whether the players solve the game at the places in how.Input. If not, it returns an
// error of the type single.Wrong together with the answer.
func (t table) checkPlaces(ctx context.Context, how single.How) (single.Answer, error) {
	placement, err := Place(ctx, t.Table, how.Input)
	switch {
	case err != nil:
		return nil, err
	case len(placement.Violations) > 0:
		return placement, single.Wrong{Err: errors.New("the places do not solve the game")}
	}
	return placement, nil
}

// Contents returns, as text, an order of the players if the places solve the game, and otherwise a line for each
// violation.
func (p Placement) Contents() single.Contents {
	return single.Contents{Lines: p.writeLines, Value: p.object}
}

func (p Placement) writeLines(w *bufio.Writer) {
	if len(p.Violations) > 0 {
		fmt.Fprintln(w, strings.Join(p.Violations, "\n"))
		return
	}
	fmt.Fprintf(w, "solved in %s  order along (%s): %s\n",
		rows.Counted(p.Dimensions, "dimension", "dimensions"), strings.Join(p.Direction, ", "), strings.Join(single.Words(p.Order), " "))
}

func (p Placement) object() any {
	return struct {
		Solved     bool     `json:"solved"`
		Dimensions int      `json:"dimensions"`
		Direction  []string `json:"direction,omitempty"`
		Order      []string `json:"order,omitempty"`
		Violations []string `json:"faults,omitempty"`
	}{len(p.Violations) == 0, p.Dimensions, p.Direction, p.Order, p.Violations}
}

// placing reads places of the players in space and checks whether they solve the game. If two players stand in the same
// place, placing reports only this. Otherwise it finds all misplaced players, and an order of the players along some
// direction.
func (t table) placing(ctx context.Context, r io.Reader) (draw.Placing, error) {
	places, shared, err := t.readPlaces(r)
	if err != nil {
		return draw.Placing{}, err
	}
	placing := draw.Placing{Places: places, Faults: shared}
	if len(shared) > 0 {
		return placing, nil
	}
	misplaced, err := points.Check(t.Game, places)
	if err != nil {
		return draw.Placing{}, err
	}
	for _, m := range misplaced {
		placing.MisplacedPlayers = append(placing.MisplacedPlayers, m.Player)
		placing.Faults = append(placing.Faults, t.misplaced(m))
	}
	placing.Order, placing.Direction, err = points.Project(ctx, places)
	return placing, err
}

func (t table) misplaced(m points.Misplaced) string {
	c := t.Game[m.Player]
	player, wonderwall, ninja := single.Word(t.Names[m.Player]), single.Word(t.Names[c.Wonderwall]), single.Word(t.Names[c.Ninja])
	if m.InLine {
		return fmt.Sprintf("%s: its wonderwall %s is in line with %[1]s and its ninja %[3]s, but not between them", player, wonderwall, ninja)
	}
	return fmt.Sprintf("%s: its wonderwall %s is not in line with %[1]s and its ninja %[3]s", player, wonderwall, ninja)
}

// maxDimensions limits the coordinates of a place, and so the size of the numbers in a projection.
const maxDimensions = 1000

const maxLine = 1 << 20 // bytes, without the line end

// readPlaces reads the places of the players, one on each line:
//
//	A: 2 3
//	Ann Lee | -0.4 1/3
//	"Ann Lee": -0.4 1/3
//
// Comments and quotes are as in [text.ReadTables]. Every player has the same number of coordinates, which are exact
// numbers (see points.ParseCoordinate). shared has a sentence for each player whose place was already taken. If the
// text has faults, the error joins a [words.Error] for each of them.
func (t table) readPlaces(r io.Reader) (places []points.Place, shared []string, err error) {
	d := placesDraft{
		names:    t.Names,
		number:   make(map[string]int),
		lines:    make([]int, len(t.Names)),
		places:   make([]points.Place, len(t.Names)),
		playerAt: make(map[string]string),
	}
	for p, name := range t.Names {
		d.number[name] = p
	}

	in := words.NewScanner(r)
	for {
		line, err := in.Line(maxLine)
		if err == io.EOF {
			break
		}

		var wrong words.Error
		switch {
		case err == nil:
			d.line(line)
		case errors.As(err, &wrong):
			d.torn = true
			d.faults.Add(wrong)
		default:
			return nil, nil, err
		}
	}

	var missing []string
	for p, line := range d.lines {
		if line == 0 {
			missing = append(missing, t.Names[p])
		}
	}

	// If a line could not be read, it may be that of any player.
	if len(missing) > 0 && !d.torn {
		d.faults.Errorf(in.End(), "no line for %s; expected a line for every player", text.Quoted(missing))
	}
	return d.places, d.sharedPlaces, d.faults.Err()
}

type placesDraft struct {
	names   []string       // of the players
	number  map[string]int // of each player, by name
	lines   []int          // the number of each player's line, or 0
	faults  words.Faults
	torn    bool // lines may be missing because they could not be read
	notUTF8 bool // there is a fault about text that is not UTF-8

	places       []points.Place
	first        words.Word        // the first player with a place
	dimensions   int               // the number of coordinates of that place
	playerAt     map[string]string // the name of the player at each place
	sharedPlaces []string          // sentences about players in the same place
}

// line reads a line with the name of a player and its coordinates, or notes what is wrong with it.
func (d *placesDraft) line(line words.Word) {
	name, after, separated, open := text.CutName(line)
	if open.Text != "" {
		d.torn = true
		d.faults.Errorf(open, text.OpenQuote)
		return
	}
	if !separated && name.Text == "" {
		return
	}
	d.notUTF8 = d.notUTF8 || text.CheckUTF8(name, &d.faults) || text.CheckUTF8(after, &d.faults)

	p, found := d.number[name.Text]
	if written, ok := text.Unquote(name.Text); !found && ok {
		name.Text = written
		p, found = d.number[name.Text]
	}
	if !found {
		p, found = d.number[text.Normal(name.Text)]
	}

	switch {
	case !separated:
		d.torn = true
		d.faults.Errorf(name, `no ":" after the name; expected a line such as %s: 0 1`, named.Word(d.names[0]))
	case !found:
		d.torn = true // this may be the line of a missing player, misspelled
		right := "choose one of: " + text.Quoted(d.names)
		if near, ok := words.Nearest(name.Text, d.names); ok {
			right = fmt.Sprintf("did you mean %.60q?", near)
		}
		d.faults.Errorf(name, "unknown player %.60q; %s", name.Text, right)
	case d.lines[p] != 0:
		d.faults.Errorf(name, "player %.60q has a second line; the first is line %d", name.Text, d.lines[p])
	default:
		d.lines[p] = line.Line
		d.place(p, name, after)
	}
}

// place reads the coordinates of player p from the text after the name.
func (d *placesDraft) place(p int, name, after words.Word) {
	coordinates := after.Fields()
	switch n := len(coordinates); {
	case n == 0:
		d.faults.Errorf(after, "no coordinates; expected at least one")
		return
	case n > maxDimensions:
		d.faults.Errorf(coordinates[maxDimensions], "%d coordinates; expected at most %s", n, rows.Count(maxDimensions))
		return
	}

	place := make(points.Place, len(coordinates))
	for i, c := range coordinates {
		var err error
		if place[i], err = points.ParseCoordinate(c.Text); err != nil {
			d.faults.Errorf(c, "%v", err)
			return
		}
	}

	if d.dimensions == 0 {
		d.first, d.dimensions = name, len(place)
	} else if len(place) != d.dimensions {
		d.faults.Errorf(coordinates[0], "%s for player %.60q, but %d for player %.60q in line %d; expected the same number for everybody",
			rows.Counted(len(place), "coordinate", "coordinates"), name.Text, d.dimensions, d.first.Text, d.first.Line)
		return
	}

	d.places[p] = place
	if other, stands := d.playerAt[place.String()]; stands {
		d.sharedPlaces = append(d.sharedPlaces, fmt.Sprintf("%s stands in the same place as %s", single.Word(name.Text), single.Word(other)))
		return
	}
	d.playerAt[place.String()] = name.Text
}
