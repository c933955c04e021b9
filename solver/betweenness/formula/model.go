package formula

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"enumerate/internal/lists"
	"enumerate/internal/text"
	"enumerate/solver/betweenness"
)

// ErrRefuted is the error of an answer that can be read but is wrong.
var ErrRefuted = errors.New("the answer is wrong")

// ReadModel reads a SAT solver's answer to the formula of a valid game, as WriteDIMACS writes it, and returns a
// proof of the game's verdict. It accepts the format of the SAT competitions (cadical, cryptominisat5, kissat,
// ...) and that of minisat's result files:
//
//	c a comment        SAT
//	s SATISFIABLE      1 -2 3 0
//	v 1 -2
//	v 3 0
//
// A model must decide enough pairs of players to leave only one order, and this order must solve the game. An answer
// "unsatisfiable" contains nothing to verify, so the default algorithm finds a core: players whose choices contradict
// each other.
//
// If the answer is wrong, the error wraps ErrRefuted and gives the reason with the players' names. If a model is not an
// order, the reason is a cycle of players, of three unless variables are missing. If the text cannot be read, the error
// has the line and column. ReadModel takes a byte of memory for each variable, and time linear in the length of the
// answer and quadratic in the number of players.
func ReadModel(ctx context.Context, r io.Reader, g betweenness.Game, names []string) (betweenness.Proof, error) {
	if err := checkFormula(len(g)); err != nil {
		return betweenness.Proof{}, err
	}

	m := newModel(len(g), names)
	in := text.NewScanner(r)
	satisfiable, err := m.read(ctx, in)
	if in.Err() != nil {
		err = in.Err()
	}
	if err != nil {
		return betweenness.Proof{}, err
	}
	if !satisfiable {
		return refute(ctx, g, names)
	}

	order, err := m.order()
	if err != nil {
		return betweenness.Proof{}, err
	}
	if unsatisfied := g.Unsatisfied(order); unsatisfied != nil {
		p := unsatisfied[0]
		return betweenness.Proof{}, fmt.Errorf("%w: its order does not solve the game: %s does not stand between %s",
			ErrRefuted, names[g[p].Wonderwall], inWords([]int{p, g[p].Ninja}, names, " and "))
	}
	return betweenness.Proof{Order: order}, nil
}

// refute returns a core for a game that a SAT solver's answer calls unsolvable, unless the default algorithm finds a
// solution.
func refute(ctx context.Context, g betweenness.Game, names []string) (betweenness.Proof, error) {
	c, _, err := betweenness.Algorithms()[0].Solve(ctx, g, betweenness.How{})
	if err != nil {
		return betweenness.Proof{}, err
	}
	if c.Solvable() {
		return betweenness.Proof{}, fmt.Errorf("%w: it says unsatisfiable, but the game has the solution %s", ErrRefuted, inWords(c.Order, names, " "))
	}
	return c, nil
}

func inWords(players []int, names []string, separator string) string {
	word := strconv.Itoa
	if names != nil {
		word = func(p int) string { return names[p] }
	}
	return strings.Join(lists.Map(players, word), separator)
}

// A model has the values of variables: 1 for true, -1 for false, 0 for missing.
type model struct {
	players int
	names   []string // nil for numbers
	says    []int8   // by variable, from 1
}

func newModel(players int, names []string) *model {
	return &model{players: players, names: names, says: make([]int8, variableCount(players)+1)}
}

// before reports whether the model puts player a before player b.
func (m *model) before(a, b int) bool {
	if a == b {
		return false
	}
	l := orderLiteral(a, b)
	if l > 0 {
		return m.says[l] > 0
	}
	return m.says[-l] < 0
}

// statement returns a literal in words, such as "Bob before Cleo".
func (m *model) statement(literal int) string {
	first, second := literalPair(literal)
	return inWords([]int{first, second}, m.names, " before ")
}

// order returns the only order of the players that agrees with the model, or an error if there is none or several. It
// sorts topologically; the order is the only one if the model decides each pair of neighbours in it.
func (m *model) order() ([]int, error) {
	inFront := make([]int, m.players) // by player: the number of players before it that are not in the order
	for b := range m.players {
		for a := range m.players {
			if m.before(a, b) {
				inFront[b]++
			}
		}
	}
	order := make([]int, 0, m.players)

	for p, count := range inFront {
		if count == 0 {
			order = append(order, p)
		}
	}
	for i := 0; i < len(order); i++ {
		for b := range m.players {
			if !m.before(order[i], b) {
				continue
			}
			inFront[b]--
			if inFront[b] == 0 {
				order = append(order, b)
			}
		}
	}

	// If players are left, the model has a cycle. If it does not decide a pair of neighbours, several orders agree with
	// it.
	if len(order) < m.players {
		unplaced := slices.IndexFunc(inFront, func(count int) bool { return count > 0 })
		cycle := m.cycle(unplaced, inFront)
		return nil, fmt.Errorf("%w: it is not an order, because it puts %s; only the relaxed formula allows this: solve the formula with transitivity",
			ErrRefuted, inWords(append(cycle, cycle[0]), m.names, " before "))
	}
	for i := range order[1:] {
		if !m.before(order[i], order[i+1]) {
			return nil, m.incomplete(order[i], order[i+1])
		}
	}
	return order, nil
}

// incomplete returns the error for a model that does not say which of the players a and b stands first.
func (m *model) incomplete(a, b int) error {
	missing := 0
	for _, s := range m.says[1:] {
		if s == 0 {
			missing++
		}
	}
	variable := max(orderLiteral(a, b), orderLiteral(b, a))
	return fmt.Errorf("the answer leaves the order open: %d of %d variables are missing, such as %d, %s",
		missing, len(m.says)-1, variable, m.statement(variable))
}

// cycle returns the players of a cycle, the smallest first: the model puts each before the next, and the last before
// the first. If the model decides all pairs, a longer cycle can always be shortened, so the result has three players.
// `from` is a player that [model.order] could not place, and `inFront` has, for each player, the number of players
// before it that are not placed.
func (m *model) cycle(from int, inFront []int) []int {
	// Before each player that could not be placed there is another such player, so a path that always continues with
	// such a player must return to a player on it.
	var cycle []int
	for p := from; ; {
		if i := slices.Index(cycle, p); i >= 0 {
			cycle = cycle[i:]
			break
		}
		cycle = append(cycle, p)
		for a := range m.players {
			if inFront[a] > 0 && m.before(a, p) {
				p = a
				break
			}
		}
	}
	slices.Reverse(cycle) // so that each player stands before the next

	// Take three consecutive players a, b, c of the cycle. If c stands before a, these three are a cycle; if a stands
	// before c, the cycle does not need b. Otherwise the answer has no value for the variable of a and c.
	for i := 0; i < len(cycle) && len(cycle) > 3; {
		next, second := (i+1)%len(cycle), (i+2)%len(cycle)
		a, b, c := cycle[i], cycle[next], cycle[second]
		switch {
		case m.before(c, a):
			cycle = []int{a, b, c}
		case m.before(a, c):
			cycle = slices.Delete(cycle, next, next+1)
			i = 0
		default:
			i++
		}
	}

	least := slices.Index(cycle, slices.Min(cycle))
	return append(cycle[least:len(cycle):len(cycle)], cycle[:least]...)
}

// read reads a SAT solver's answer: a status line and, if it is satisfiable, the literals that are true, with a final
// 0. They are in lines that begin with v, or in minisat's format in a line without a v.
func (m *model) read(ctx context.Context, in *text.Scanner) (satisfiable bool, err error) {
	known, minisat := false, false // whether the status was read, and whether the format is minisat's
	var model text.Word            // the first word of the model
	ended := false                 // whether the 0 that ends the model was read
	for in.Begin() == nil {
		w, values := in.Word, in.Word.Text == "v"
		switch {
		case strings.HasPrefix(w.Text, "c"):
			in.SkipLine()
			continue
		case values:
			in.Next()
		case known && w.Text == "s":
			return false, w.Errorf("a second status; an answer has one")
		case !known:
			known, minisat = true, w.Text != "s"
			if !minisat {
				in.Next()
			}
			if satisfiable, err = status(in.Word); err != nil {
				return false, err
			}
			in.Next()
		}

		for words := 0; in.Word.Kind == text.Plain; words++ {
			w := in.Word
			switch {
			case words%4096 == 0 && ctx.Err() != nil:
				return false, ctx.Err()
			case !values && !(minisat && satisfiable):
				return false, w.Errorf("found %s; expected a line that starts with c, s or v", w.Quoted())
			case ended:
				return false, w.Errorf("found %s after the 0 that ends the model", w.Quoted())
			case model.Text == "":
				model = w
			}
			if ended, err = m.take(w); err != nil {
				return false, err
			}
			in.Next()
		}
	}

	switch {
	case !known:
		return status(in.Word) // the error for an answer without a status
	case satisfiable && model.Text == "":
		return false, in.Word.Errorf("no model; expected the literals that are true, in lines that start with v")
	case satisfiable && !ended:
		return false, in.Word.Errorf("the model does not end with 0; is it cut off?")
	case !satisfiable && model.Text != "":
		return false, model.Errorf("a model after the status UNSATISFIABLE")
	}
	return satisfiable, nil
}

const wantStatus = "expected s SATISFIABLE or s UNSATISFIABLE, or minisat's SAT or UNSAT"

// status reads a status, in the words of the SAT competitions or of minisat.
func status(w text.Word) (satisfiable bool, err error) {
	switch w.Text {
	case "SATISFIABLE", "SAT":
		return true, nil
	case "UNSATISFIABLE", "UNSAT":
		return false, nil
	case "UNKNOWN", "INDETERMINATE", "INDET":
		return false, w.Errorf("the solver gave up: %s", w.Text)
	case "":
		return false, w.Errorf("no status; %s", wantStatus)
	}
	return false, w.Errorf("%s is not a status; %s", w.Quoted(), wantStatus)
}

// take adds a literal of the answer to the model, or reports that the word is the final 0.
func (m *model) take(w text.Word) (end bool, err error) {
	literal, err := strconv.Atoi(w.Text)
	if err != nil {
		return false, w.Errorf("%s is not a literal; expected a number such as 3 or -3", w.Quoted())
	}
	if literal == 0 {
		return true, nil
	}
	variable := max(literal, -literal)
	if variable < 0 || variable >= len(m.says) {
		return false, w.Errorf("the literal %d; the game of %d players has the variables 1 to %d", literal, m.players, len(m.says)-1)
	}

	says := int8(1)
	if literal < 0 {
		says = -1
	}
	if m.says[variable] == -says {
		return false, w.Errorf("the model has both %d and %d, that is %s and %s", -literal, literal, m.statement(-literal), m.statement(literal))
	}
	m.says[variable] = says
	return false, nil
}
