package web

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"enumerate/enum/single"
	"enumerate/rooms/simulate"
)

// mostLined is the most players on a line: on a longer one a user would not find a player.
const mostLined = 200

// A lineup is what the page Play shows of a game in which the user puts players on a line. A player is content if its
// wonderwall stands between the player and its ninja.
type lineup struct {
	MoveCount     string // how many moves the user has made
	SolutionShown string // "yes" once a solution was shown
	Order         string // the players by their numbers, from 1, with dots between them
	Players       []want // the players in this order
	Rows          []want // the players in the order of the game
	Wrong         int    // how many players are not content
	Solved        bool
	Hint          *hint
	Request       string // what the user asks for: "hint" or "solution"
	Unknown       string // why there is no hint or solution, in words
	Never         bool   // the game has no solution
}

// longLine is the least number of players with which the page has a form to move a player by typing the number of its
// new place. On a shorter line a few clicks reach any place.
const longLine = 9

// Long reports whether the page has a form that moves a player to a place by its number.
func (l *lineup) Long() bool { return len(l.Players) >= longLine }

// Large reports whether a table of the players, and links whose addresses contain the whole game, would be most of the
// page. Then the page has buttons instead.
func (l *lineup) Large() bool { return len(l.Players) > mostPictured }

// Content returns how many players are content.
func (l *lineup) Content() int { return len(l.Rows) - l.Wrong }

// people replaces the letters of the players of a puzzle by names.
var people = strings.NewReplacer("A", "Ann", "B", "Ben", "C", "Cleo", "D", "Dan", "E", "Eva", "F", "Finn", "G", "Gina", "H", "Hugo",
	"I", "Ida", "J", "Jan", "K", "Kim", "L", "Lea", "M", "Max", "N", "Nora", "O", "Otto")

type player struct {
	Number int
	Name   string
}

// A want is what a player wants: the wonderwall between itself and the ninja.
type want struct {
	Player, Wonderwall, Ninja player
	Right                     bool // the player is content where the players stand now
}

func wantsOf(judge simulate.Judge) (list []want) {
	names := judge.Names()
	named := func(p int) player { return player{p + 1, names[p]} }
	for p, w := range judge.Wants() {
		list = append(list, want{Player: named(p), Wonderwall: named(w.Wonderwall), Ninja: named(w.Ninja)})
	}
	return list
}

// A hint is a move on the way to a solution: a player, and the player before whom it should stand.
type hint struct {
	Player, Beside player
	Link           string
}

type standing struct {
	simulate.Judge
	game  single.Game
	order []int // players, from 0
}

// A linePage shows the players of a game on a line, for the user to put in order.
type linePage struct{ *pageBase }

func newLinePage(c *pageBase) *linePage { return &linePage{c} }

// fill fills in the players in the order that the address has, and which players are content. The form can move a
// player, or ask for a hint or a solution. If this changes the order, `next` is the address of the new order, to which
// the browser is redirected.
func (p *linePage) fill(r *http.Request, v *play, game single.Game) (next string, err error) {
	st := standing{Judge: simulate.NewJudge(game), game: game}
	if len(st.Names()) > mostLined {
		return "", wrongf("%d players are too many for a line, which has at most %d: choose a smaller game", len(st.Names()), mostLined)
	}
	if err := st.read(r.Form.Get("order")); err != nil {
		return "", err
	}
	moved, err := st.move(r.Form.Get("earlier"), r.Form.Get("later"))
	if err != nil {
		return "", err
	}

	made := countOf(r.Form.Get("made"))
	if r.Form.Has("put") {
		err := st.put(r.Form.Get("who"), r.Form.Get("to"))
		if err != nil {
			return "", err
		}
		moved = true
	}

	l := &lineup{Order: dotted(st.order), MoveCount: strconv.Itoa(made), Request: r.Form.Get("ask")}
	if r.Form.Get("shown") == "yes" {
		l.SolutionShown = "yes"
	}
	v.Line = l

	if moved {
		return v.Asking("made", strconv.Itoa(made+1)), nil
	}

	l.judge(st)
	if l.Solved {
		l.Unknown, err = p.confirm(r.Context(), st)
		if err != nil {
			return "", err
		}
		l.Solved = l.Unknown == ""
	}
	return p.help(r.Context(), v, st)
}

// countOf reads the number of moves that the user has made. The count is only for the user, so a wrong one is no error:
// a text that is no number counts as 0, and a number above mostNumber as mostNumber.
func countOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil && !errors.Is(err, strconv.ErrRange) {
		return 0
	}
	return min(max(n, 0), mostNumber)
}

// help answers a user who asks for a hint (a move towards a solution) or for a solution. For a solution, `next` is the
// address of the page that shows the line in the order of the solution. If there is no solution, or none is found in
// time, the method solution notes this in the view.
func (p *linePage) help(ctx context.Context, v *play, st standing) (next string, err error) {
	if v.Line.Request == "" {
		return "", nil
	}
	if v.Line.Request != "hint" && v.Line.Request != "solution" {
		return "", wrongf("ask %.20q: expected hint or solution", v.Line.Request)
	}
	solution, err := p.solution(ctx, v.Line, st)
	if err != nil || solution == nil {
		return "", err
	}
	if v.Line.Request == "solution" {
		return v.address("order", dotted(solution), "shown", "yes"), nil
	}
	v.Line.Hint = st.hint(v, solution)
	return "", nil
}

// read sets the order from a text in the address, such as "2.1.3": the numbers of the players from 1. Without a text it
// is the order in which the game lists the players.
func (st *standing) read(text string) error {
	order, err := numbers(text, "players", mostLined)
	if err != nil {
		return err
	}
	all := make([]int, len(st.Names())) // all players, from 0, in the order of the game
	for p := range all {
		all[p] = p
	}
	if order == nil {
		order = all
	}
	if !slices.Equal(slices.Sorted(slices.Values(order)), all) {
		return wrongf("the order must name each player from 1 to %d once", len(all))
	}
	st.order = order
	return nil
}

// move moves a player by one place: towards the front of the line if `earlier` has its number, or towards the back if
// `later` has it. A player at the end of the line stays there. If both texts are empty, the result is false.
func (st *standing) move(earlier, later string) (moved bool, err error) {
	text, step := earlier, -1
	if text == "" {
		text, step = later, 1
	}
	if text == "" {
		return false, nil
	}
	at, err := st.at(text)
	if err != nil {
		return false, err
	}
	to := at + step
	if 0 <= to && to < len(st.order) {
		st.order[at], st.order[to] = st.order[to], st.order[at]
	}
	return true, nil
}

// put moves a player to a place in the order; the texts are the numbers of both, from 1. The players in between make
// room.
func (st *standing) put(player, place string) error {
	at, err := st.at(player)
	if err != nil {
		return err
	}
	to, err := strconv.Atoi(place)
	if err != nil || to < 1 || to > len(st.order) {
		return wrongf("place %.20q: expected a whole number from 1 to %d", place, len(st.order))
	}
	moved := st.order[at]
	st.order = slices.Insert(slices.Delete(st.order, at, at+1), to-1, moved)
	return nil
}

// at returns the place, from 0, of the player whose number is in a text.
func (st *standing) at(player string) (int, error) {
	number, err := strconv.Atoi(player)
	at := slices.Index(st.order, number-1)
	if err != nil || at < 0 {
		return 0, wrongf("player %.20q: expected a number from 1 to %d", player, len(st.order))
	}
	return at, nil
}

// places returns the place of each player on the line, by the player's number.
func (st standing) places() []simulate.Point {
	places := make([]simulate.Point, len(st.order))
	for i, p := range st.order {
		places[p].X = float64(i)
	}
	return places
}

// judge fills in which players are content in the order st.order.
func (l *lineup) judge(st standing) {
	place := st.places()
	l.Rows = wantsOf(st.Judge)
	for p, w := range st.Wants() {
		// The player is content if both steps, to the wonderwall and on to the ninja, lead in the same direction.
		l.Rows[p].Right = (place[p].X < place[w.Wonderwall].X) == (place[w.Wonderwall].X < place[w.Ninja].X)
		if !l.Rows[p].Right {
			l.Wrong++
		}
	}
	for _, p := range st.order {
		l.Players = append(l.Players, l.Rows[p])
	}
	l.Solved = l.Wrong == 0
}

// countDiscontented returns how many players of a game are not content in the order in which the game lists them.
func countDiscontented(game single.Game) int {
	st := standing{Judge: simulate.NewJudge(game), game: game}
	if st.read("") != nil {
		return 0 // there are more players than a line takes
	}
	var l lineup
	l.judge(st)
	return l.Wrong
}

// confirm checks a second time that the order on the line is a solution, before the page calls it one. The check is the
// ruleset's own, and shares no code with the method judge. If it disagrees, fails or takes too long, confirm returns
// why, in words.
func (p *linePage) confirm(ctx context.Context, st standing) (why string, err error) {
	_, why, err = tried(ctx, p.Work, p.Limits.Part, func(ctx context.Context) ([]string, error) {
		order, err := st.Solution(ctx, simulate.Line, st.places())
		if err == nil && order == nil {
			err = errors.New("the page found a solution, but the ruleset's own check refutes it, which is a fault of the program")
		}
		return order, err
	})
	return why, err
}

// solution has the solver find a solution, and returns the players in its order, from 0. If there is none, or none is
// found in time, it returns nil and sets l.Never or l.Unknown.
func (p *linePage) solution(ctx context.Context, l *lineup, st standing) ([]int, error) {
	answer, why, err := tried(ctx, p.Work, p.Limits.Part, func(ctx context.Context) (single.Answer, error) { return st.game.Solve(ctx, single.How{}) })
	if err != nil {
		return nil, err
	}
	l.Unknown = why
	if why != "" {
		return nil, nil
	}
	solved, ok := answer.(single.Solution)
	if !ok || solved.Proof != "order" { // the verdict is that there is no order
		l.Never = true
		return nil, nil
	}
	var order []int
	for _, name := range solved.Names {
		order = append(order, slices.Index(st.Names(), name))
	}
	return order, nil
}

// hint returns a move that leads towards a solution, which is given as the players in order. At the first place where
// the line and the solution differ, it puts the solution's player in front of the player who stands there now.
func (st *standing) hint(v *play, solution []int) *hint {
	if v.Line.Solved {
		return nil
	}
	for at, player := range solution {
		other := st.order[at]
		if other == player {
			continue
		}
		order := slices.DeleteFunc(slices.Clone(st.order), func(p int) bool { return p == player })
		link := v.Asking("order", dotted(slices.Insert(order, at, player)))
		return &hint{v.Line.Rows[player].Player, v.Line.Rows[other].Player, link}
	}
	return nil
}
