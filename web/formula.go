package web

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"

	"enumerate/enum"
)

// formulaExample is what the form has at first: (x or y) and (not x or z) and (not y or not z).
const formulaExample = "p cnf 3 3\n1 2 0\n-1 3 0\n-2 -3 0\n"

// A formulaView is what the page shows of a formula: its game, an order that solves it, and the assignment that this
// stands for.
type formulaView struct {
	Text    string // as it was typed
	Fault   string // why it has no game, a sentence
	Remark  string // what was done with it first
	Game    string // its game, as the program prints it
	Players int
	Link    string // where the game is looked up; "" if the address would be too long
	Solved  part
	Answer  string // what its order says of the formula, as the program prints it
}

// Values returns which values the variables have by the answer, in words.
func (v formulaView) Values() (list []string) {
	_, values, _ := strings.Cut(v.Answer, "\nv ")
	for literal := range strings.FieldsSeq(strings.TrimSuffix(strings.ReplaceAll(values, "\nv", ""), " 0\n")) {
		name, negative := strings.CutPrefix(literal, "-")
		list = append(list, fmt.Sprintf("x%s %t", name, !negative))
	}
	return list
}

// formulaPage is the page on which a formula becomes a game that is solvable if and only if the formula is satisfiable: why
// it is hard to say whether games are. GET with the formula in the address.
func (s *site) formulaPage(of *enum.Ruleset, family enum.Family) page {
	return page{Path: "/formula", Title: "Formula", routes: func(t *router) {
		t.get("/formula", func(w http.ResponseWriter, r *http.Request) error {
			v, status := formulaView{Text: formulaExample}, http.StatusOK
			if r.Form.Has("formula") {
				v.Text = strings.ReplaceAll(r.Form.Get("formula"), "\r\n", "\n")
				if err := s.derive(r.Context(), &v, of, family); err != nil {
					if status = statusOf(err); status != http.StatusUnprocessableEntity {
						return err
					}
					v.Fault = err.Error()
				}
			}
			return s.show(w, r, status, "formula.html", view{Title: "A formula as a game", Data: v})
		})
	}}
}

// derive fills in what is known of the formula that was typed.
func (s *site) derive(ctx context.Context, v *formulaView, of *enum.Ruleset, family enum.Family) error {
	made, err := compute(ctx, s.Work, readingTime, func(context.Context) (made enum.Derived, err error) {
		if made, err = family.Origin.Read(strings.NewReader(v.Text)); err != nil {
			return made, err
		}
		var game strings.Builder
		err = made.Game.WriteFormat(&game, family.Formats[0])
		v.Game = game.String()
		return made, err
	})
	if err != nil {
		return err
	}
	game, err := s.read(ctx, &lookup{Ruleset: of, Game: v.Game})
	if err != nil {
		return err
	}
	v.Remark, v.Players = made.Remark, strings.Count(v.Game, "\n")
	if link := address("/lookup", "ruleset", of.Name, "game", v.Game); len(link) <= mostLink {
		v.Link = link
	}
	solve := slices.IndexFunc(of.Questions, func(q enum.Question) bool { return q.Name == enum.Solve })
	v.Solved = s.part(ctx, of.Questions[solve], game)
	if verdict := v.Solved.Verdict; verdict != nil && verdict.Certificate == "order" {
		v.Answer, err = made.Answer(strings.NewReader(strings.Join(verdict.Names, " ")))
	}
	v.Game = cut(v.Game)
	return err
}

// formulas returns the ruleset and its family whose games are made of formulas, if there is one.
func formulas(rulesets []*enum.Ruleset) (*enum.Ruleset, enum.Family, bool) {
	for _, r := range rulesets {
		for _, f := range r.Families {
			if f.Origin != nil && f.Origin.Name == "formula" {
				return r, f, true
			}
		}
	}
	return nil, enum.Family{}, false
}
