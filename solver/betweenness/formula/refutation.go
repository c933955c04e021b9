package formula

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"enumerate/solver/betweenness"
)

// A Refutation proves that clauses of the propositional form of a game, which it takes few of, cannot
// be satisfied together. It is written for checkers of the format LRAT (Cruz-Filipe, Heule, Hunt,
// Kaufmann and Schneider-Kamp, Efficient certified RAT verification, 2017).
type Refutation struct {
	players int
	axioms  [][]int // of the form, numbered from 1
	lemmas  []lemma // numbered after those; the last one has no literal
}

// A lemma is a clause that follows from those before: if its literals are false, all literals but one of
// each clause that its hints name are false, one clause after the other, and of the last all.
type lemma struct{ literals, hints []int }

// Refute proves that the choices of some players contradict each other; see [betweenness.Refute].
func Refute(ctx context.Context, g betweenness.Game, players []int) (*Refutation, error) {
	if err := checkFormula(len(g)); err != nil {
		return nil, err
	}
	proof, err := betweenness.Refute(ctx, g, players)
	if err != nil {
		return nil, err
	}
	d := deduction{game: g, places: make(map[[3]int]int)}
	for _, l := range proof {
		d.orient(l)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return d.refutation(), nil
}

// A deduction makes lemmas on who stands before whom of those on orientations. A hint is the place of a
// lemma or, negative, what places has of an axiom.
type deduction struct {
	game   betweenness.Game
	axioms [][]int
	places map[[3]int]int // of axioms, from -1 down
	lemmas []lemma        // without hints where there is nothing to prove

	holds map[int]bool // literals, if those of the next lemma are false
	hints []int
}

// use makes the one literal of a clause true that is not false, and reports whether there is none. If
// one is true already, nothing follows.
func (d *deduction) use(hint int, clause []int) (contradiction bool) {
	left := 0
	for _, l := range clause {
		if d.holds[l] {
			return false
		}
		if !d.holds[-l] {
			left = l
		}
	}
	d.hints = append(d.hints, hint)
	d.holds[left] = true
	return left == 0
}

// take is use of an axiom.
func (d *deduction) take(clause ...int) bool {
	var key [3]int
	copy(key[:], clause)
	if d.places[key] == 0 {
		d.axioms = append(d.axioms, clause)
		d.places[key] = -len(d.axioms)
	}
	return d.use(d.places[key], clause)
}

// order returns the literal that stands for an orientation of a player's choice: its wonderwall stands
// before its ninja, or behind it.
func (d *deduction) order(orientation int32) int {
	c := d.game[max(orientation, -orientation)-1]
	if orientation < 0 {
		return orderLiteral(c.Ninja, c.Wonderwall)
	}
	return orderLiteral(c.Wonderwall, c.Ninja)
}

// orient adds a lemma. Two orientations may be one order, or reverse ones: then one of them holds.
func (d *deduction) orient(l betweenness.Lemma) {
	var next lemma
	d.holds, d.hints = make(map[int]bool), nil
	for _, o := range l.Literals {
		if order := d.order(o); !d.holds[-order] {
			d.holds[-order] = true
			next.literals = append(next.literals, order)
		}
	}
	if !slices.ContainsFunc(next.literals, func(l int) bool { return d.holds[l] }) {
		d.follow(l)
		next.hints = d.hints
	}
	d.lemmas = append(d.lemmas, next)
}

// follow uses what a lemma rests on.
func (d *deduction) follow(l betweenness.Lemma) {
	for _, i := range l.Uses {
		if d.lemmas[i].hints != nil && d.use(int(i), d.lemmas[i].literals) {
			return
		}
	}
	// Each player of the cycle stands behind the first one.
	for k, arc := range l.Cycle {
		if d.arc(arc) || k > 0 && d.cycle(l.Cycle[0].From, arc.From, arc.To) {
			return
		}
	}
}

// arc uses an orientation: one player stands before another.
func (d *deduction) arc(arc betweenness.Arc) bool {
	p := int(max(arc.Because, -arc.Because) - 1)
	for _, clause := range chosen(p, d.game[p]) {
		if slices.Contains(clause[:], -d.order(arc.Because)) && slices.Contains(clause[:], orderLiteral(arc.From, arc.To)) {
			return d.take(clause[:]...)
		}
	}
	return false // it is the order itself
}

// cycle uses that x before y before z before x is no order.
func (d *deduction) cycle(x, y, z int) bool {
	three := []int{x, y, z}
	slices.Sort(three)
	clauses := transitive(three[0], three[1], three[2])
	if slices.Contains(clauses[0][:], -orderLiteral(x, y)) {
		return d.take(clauses[0][:]...)
	}
	return d.take(clauses[1][:]...)
}

// refutation returns the lemmas and axioms on which the last lemma rests.
func (d *deduction) refutation() *Refutation {
	needed := map[int]bool{len(d.lemmas) - 1: true} // hints
	for i, l := range slices.Backward(d.lemmas) {
		for _, hint := range l.hints {
			needed[hint] = needed[hint] || needed[i]
		}
	}
	r := &Refutation{players: len(d.game)}
	numbers := make(map[int]int) // of hints
	for i, clause := range d.axioms {
		if needed[-i-1] {
			r.axioms = append(r.axioms, clause)
			numbers[-i-1] = len(r.axioms)
		}
	}
	for i, l := range d.lemmas {
		if needed[i] {
			for k, hint := range l.hints {
				l.hints[k] = numbers[hint]
			}
			r.lemmas = append(r.lemmas, l)
			numbers[i] = len(r.axioms) + len(r.lemmas)
		}
	}
	return r
}

// WriteDIMACS writes the clauses that the refutation takes, with the variables of the propositional
// form; see [WriteDIMACS]. Each is a line of that.
func (r *Refutation) WriteDIMACS(w io.Writer, names []string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "c A game of Ninja Assassin Wonderwall with %d players: clauses of its formula that\n", r.players)
	out.WriteString("c contradict each other.\n")
	variables := make(map[int]bool)
	for _, l := range slices.Concat(r.axioms...) {
		variables[max(l, -l)] = true
	}
	for _, v := range slices.Sorted(maps.Keys(variables)) {
		writeVariable(out, v, names)
	}
	fmt.Fprintf(out, "p cnf %d %d\n", variableCount(r.players), len(r.axioms))
	for _, clause := range r.axioms {
		writeNumbers(out, "", clause, "\n")
	}
	return out.Flush()
}

// WriteLRAT writes the lemmas in the format LRAT.
func (r *Refutation) WriteLRAT(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, l := range r.lemmas {
		writeNumbers(out, strconv.Itoa(len(r.axioms)+1+i)+" ", l.literals, " ")
		writeNumbers(out, "", l.hints, "\n")
	}
	return out.Flush()
}
