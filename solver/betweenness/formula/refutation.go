package formula

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strconv"

	"enumerate/internal/lists"
	"enumerate/solver/betweenness"
)

// A Refutation proves that some clauses of a game's propositional form, its axioms, contradict each other. It is
// written for checkers of the format LRAT (Cruz-Filipe, Heule, Hunt, Kaufmann and Schneider-Kamp, Efficient certified
// RAT verification, 2017).
type Refutation struct {
	players int
	axioms  [][]int // clauses of the form, numbered from 1
	lemmas  []lemma // numbered after the axioms; the last one is empty
}

// A lemma is a clause that follows from earlier clauses by unit propagation. To check it, suppose that its literals are
// false, and take the clauses that `hints` lists, one after the other. In each except the last, only one literal is not
// false yet, so it must be true. In the last clause all literals are false, which is a contradiction.
type lemma struct{ literals, hints []int }

// Refute proves that the choices of some players contradict each other. It translates the proof that
// [betweenness.Refute] finds into lemmas. Such a proof is of one of two kinds. By ends: so many players are
// wonderwalls, and stand between two others, that not enough players are left for the two ends of the line. By tables:
// after each choice there is a table of relations "stands before". Every order that is still possible, or its reverse,
// agrees with at least one relation of the table. The last table is empty, so no order is possible. The error is that
// of betweenness.Refute, or an ErrTooLarge.
func Refute(ctx context.Context, g betweenness.Game, players []int) (*Refutation, error) {
	if err := checkFormula(len(g)); err != nil {
		return nil, err
	}
	ends, tables, err := betweenness.Refute(ctx, g, players)
	if err != nil {
		return nil, err
	}
	d := deduction{game: g, places: make(map[[3]int]int)}
	if tables == nil {
		err = d.eliminate(ctx, ends)
	} else {
		err = d.sweep(ctx, tables)
	}
	if err != nil {
		return nil, err
	}
	return d.refutation(), nil
}

// A deduction collects the axioms and lemmas of a refutation. A hint names a clause that the proof of a lemma uses: a
// negative number names an axiom, other numbers an earlier lemma by its index.
type deduction struct {
	game   betweenness.Game
	axioms [][]int
	places map[[3]int]int // the hint of each axiom: -1, -2, ...
	lemmas []lemma

	// The lemma being made:
	holds map[int]bool // the literals that must be true if the literals of the lemma are false
	hints []int
}

// use propagates an earlier clause in the proof of a lemma, and adds the clause's hint (its number) to the lemma. If
// one literal of the clause is open, neither true nor false, and the others are false, use makes it true. If all are
// false, it reports a contradiction. If one is true already, it does nothing. The caller must see to it that no two
// literals are open.
func (d *deduction) use(hint int) (contradiction bool) {
	open := 0
	for _, l := range d.clause(hint) {
		if d.holds[l] {
			return false
		}
		if !d.holds[-l] {
			open = l
		}
	}

	// Without an open literal this sets d.holds[0], which has no effect.
	d.hints = append(d.hints, hint)
	d.holds[open] = true
	return open == 0
}

// clause returns the axiom or lemma that a hint names.
func (d *deduction) clause(hint int) []int {
	if hint < 0 {
		return d.axioms[-hint-1]
	}
	return d.lemmas[hint].literals
}

// take propagates an axiom (a clause of the game's formula), as use does.
func (d *deduction) take(clause []int) bool { return d.use(d.axiom(clause)) }

// axiom returns the hint of an axiom (a clause of the game's formula), and adds the axiom if it is new.
func (d *deduction) axiom(clause []int) int {
	var key [3]int
	copy(key[:], clause)
	if d.places[key] == 0 {
		d.axioms = append(d.axioms, clause)
		d.places[key] = -len(d.axioms)
	}
	return d.places[key]
}

// begin begins a lemma by making its literals false; a contradiction will then prove it.
func (d *deduction) begin(literals []int) {
	d.holds, d.hints = make(map[int]bool), nil
	for _, l := range literals {
		d.holds[-l] = true
	}
}

// orientation returns the literal for an orientation of player p's choice: that the wonderwall stands before the ninja
// or, if `second` is true, after it.
func (d *deduction) orientation(p int, second bool) int {
	c := d.game[p]
	if second {
		return orderLiteral(c.Ninja, c.Wonderwall)
	}
	return orderLiteral(c.Wonderwall, c.Ninja)
}

// follow propagates a clause of player p's choice: if the choice has the given orientation, a literal, then x stands
// before y. It reports whether there is a contradiction.
func (d *deduction) follow(orientation, p, x, y int) bool {
	for _, clause := range chosen(p, d.game[p]) {
		if slices.Contains(clause[:], -orientation) && slices.Contains(clause[:], orderLiteral(x, y)) {
			return d.take(clause[:])
		}
	}
	return false // there is no such clause, because "x before y" is the orientation itself
}

// cycle propagates, as use does, the clause that forbids the cycle x before y before z before x.
func (d *deduction) cycle(x, y, z int) bool {
	three := []int{x, y, z}
	slices.Sort(three)
	clauses := transitive(three[0], three[1], three[2]) // one clause for each direction of the cycle
	if slices.Contains(clauses[0][:], -orderLiteral(x, y)) {
		return d.take(clauses[0][:])
	}
	return d.take(clauses[1][:])
}

// add adds the lemma that was begun last, and returns its index.
func (d *deduction) add(literals []int) int {
	d.lemmas = append(d.lemmas, lemma{literals, d.hints})
	return len(d.lemmas) - 1
}

// reverse completes a refutation whose last lemma has a single literal. It repeats all lemmas with all literals
// negated, which hold because reversing an order negates all literals, and the clauses of a game stay the same. The
// last lemma and its negation give the empty lemma.
func (d *deduction) reverse() {
	count := len(d.lemmas)
	for _, l := range d.lemmas[:count] {
		d.hints = nil
		for _, hint := range l.hints {
			reversed := hint + count // lemma i is repeated as lemma i + count
			if hint < 0 {
				reversed = d.axiom(negated(d.clause(hint)))
			}
			d.hints = append(d.hints, reversed)
		}
		d.add(negated(l.literals))
	}

	d.hints = []int{count - 1, 2*count - 1} // the last lemma and its negation
	d.add(nil)
}

func negated(literals []int) []int { return lists.Map(literals, func(l int) int { return -l }) }

// refutation returns the lemmas and axioms that the last lemma needs, numbered as in LRAT: first the axioms from 1, and
// then the lemmas.
func (d *deduction) refutation() *Refutation {
	// The hints of a lemma name only earlier ones.
	needed := map[int]bool{len(d.lemmas) - 1: true} // by hint
	for i, l := range slices.Backward(d.lemmas) {
		for _, hint := range l.hints {
			needed[hint] = needed[hint] || needed[i]
		}
	}

	r := &Refutation{players: len(d.game)}
	numbers := make(map[int]int) // by hint
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

// WriteDIMACS writes the axioms in the DIMACS format, with comments that explain the variables that occur. Each axiom
// is also a line of the game's formula as [WriteDIMACS] writes it.
func (r *Refutation) WriteDIMACS(w io.Writer, names []string) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "c A game of Ninja Assassin Wonderwall with %d players: clauses of its formula that\n", r.players)
	out.WriteString("c contradict each other.\n")

	variables := make(map[int]bool)
	for _, l := range slices.Concat(r.axioms...) {
		variables[max(l, -l)] = true
	}
	for _, v := range slices.Sorted(maps.Keys(variables)) {
		if err := writeVariable(out, v, names); err != nil {
			return err
		}
	}

	fmt.Fprintf(out, "p cnf %d %d\n", variableCount(r.players), len(r.axioms))
	for _, clause := range r.axioms {
		if err := writeNumbers(out, "", clause, "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}

// WriteLRAT writes the lemmas, for a checker that has read the axioms.
func (r *Refutation) WriteLRAT(w io.Writer) error {
	out := bufio.NewWriter(w)
	for i, l := range r.lemmas {
		if err := writeNumbers(out, strconv.Itoa(len(r.axioms)+1+i)+" ", l.literals, " "); err != nil {
			return err
		}
		if err := writeNumbers(out, "", l.hints, "\n"); err != nil {
			return err
		}
	}
	return out.Flush()
}
