package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"enumerate/enum"
	"enumerate/enum/single"
)

// formulaExample is the formula in the form at first: (x or y) and (not x or z) and (not y or not z).
const formulaExample = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n"

// A formulaView is what the page shows about a formula of propositional logic: its game, an order of the players that
// solves the game, and the values of the variables that this order stands for, which make the formula true.
type formulaView struct {
	Text     string // as it was typed
	Fault    string // why it has no game, a sentence
	Remark   string // how the formula was changed before its game was made
	Game     string // its game, as the program prints it
	Players  int
	Link     string // where the game is looked up; "" if the address would be too long
	Solution part
	Answer   string // what the order that solves the game says of the formula, as the program prints it
}

// Values returns the values of the variables in the answer, such as "x1 true".
func (v formulaView) Values() (list []string) {
	_, values, _ := strings.Cut(v.Answer, "\nv ")
	for literal := range strings.FieldsSeq(strings.TrimSuffix(strings.ReplaceAll(values, "\nv", ""), " 0\n")) {
		name, negative := strings.CutPrefix(literal, "-")
		list = append(list, fmt.Sprintf("x%s %t", name, !negative))
	}
	return list
}

// A formulaPage shows that deciding whether games are solvable is as hard as deciding whether formulas of propositional
// logic are satisfiable: it converts a formula to a game that is solvable if and only if the formula is satisfiable.
// The formula is part of the page's address.
type formulaPage struct {
	*pageBase
	games   *gameReader
	answers *answerer
	ruleset *enum.Ruleset
	family  single.Family // its games are made of formulas
}

// newFormulaPage returns the page, or nil if no ruleset has games that are made of formulas.
func newFormulaPage(c *pageBase, games *gameReader, answers *answerer) *formulaPage {
	ruleset, family, found := formulas(c.Rulesets)
	if !found {
		return nil
	}
	return &formulaPage{c, games, answers, ruleset, family}
}

func (p *formulaPage) page() page {
	return page{Path: "/formula", Title: "Formula", Minor: true, Routes: func(t *router) { t.get("/formula", p.showFormula) }}
}

// showFormula shows the page: with an example, or with the formula of the request and its game or its fault.
func (p *formulaPage) showFormula(w http.ResponseWriter, r *http.Request) error {
	v := formulaView{Text: formulaExample}
	if !r.Form.Has("formula") {
		return p.showView(w, r, http.StatusOK, v)
	}
	v.Text = strings.ReplaceAll(r.Form.Get("formula"), "\r\n", "\n")
	err := p.derive(r.Context(), &v)
	if statusOf(err) == http.StatusUnprocessableEntity {
		v.Fault = err.Error()
		return p.showView(w, r, http.StatusUnprocessableEntity, v)
	}
	if err != nil {
		return err
	}
	return p.showView(w, r, http.StatusOK, v)
}

func (p *formulaPage) showView(w http.ResponseWriter, r *http.Request, status int, v formulaView) error {
	return p.show(w, r, status, "formula.html", view{Title: "A formula as a game", Data: v})
}

// derive fills in the game of the formula, its solution, and the values of the variables that the solution stands for.
func (p *formulaPage) derive(ctx context.Context, v *formulaView) error {
	type derived struct {
		single.Derived
		text string // the game, as the program prints it
	}

	made, err := compute(ctx, p.Work, p.Limits.Read, func(context.Context) (derived, error) {
		origin, err := p.family.Origin.Read(strings.NewReader(v.Text))
		if err != nil {
			return derived{}, err
		}
		text, err := formatted(origin.Game, p.family.Formats[0])
		return derived{origin, string(text)}, err
	})
	if err != nil {
		return err
	}

	game, err := p.games.read(ctx, &gameRequest{Ruleset: p.ruleset, Game: made.text})
	if err != nil {
		return err
	}
	v.Remark, v.Players = made.Remark, strings.Count(made.text, "\n")
	if link := address("/lookup", "ruleset", p.ruleset.Name, "game", made.text); len(link) <= mostLink {
		v.Link = link
	}

	solve := slices.IndexFunc(p.ruleset.Questions, func(q single.Question) bool { return q.Name == single.Solve })
	v.Solution = p.answers.part(ctx, p.ruleset.Questions[solve], game)
	v.Game = cut(made.text)

	// Only an order of the players says something about the variables of the formula.
	verdict := v.Solution.Verdict
	if verdict == nil || verdict.Proof != "order" {
		return nil
	}
	v.Answer, err = made.Answer(strings.NewReader(strings.Join(verdict.Names, " ")))
	return err
}

// formulas returns the first ruleset that has a family of games made from formulas, and this family.
func formulas(rulesets []*enum.Ruleset) (*enum.Ruleset, single.Family, bool) {
	for _, r := range rulesets {
		for _, f := range r.Families {
			if f.Origin != nil && f.Origin.Name == "formula" {
				return r, f, true
			}
		}
	}
	return nil, single.Family{}, false
}
