package web

import (
	"context"
	"net/http"
	"time"

	"enumerate/enum"
)

type limits struct {
	Read    time.Duration // for reading a game, and for setting the parameters of a ruleset
	Results time.Duration // for reading results from a database and checking them
	Request time.Duration // for everything that one request asks for
	Part    time.Duration // for each part of an answer
	Single  time.Duration // for a request for a single answer
	Move    time.Duration // for the value of one move
	Moves   time.Duration // for the values of all moves of a position
	List    time.Duration // for listing all classes of a size, once
	Wait    time.Duration // how long a request waits for such a list
}

const databaseTime = 5 * time.Second // for results to be read and proved

// usualLimits has the limits of time of a new site. Tests set it, so that they do not depend on how fast the machine
// is.
var usualLimits = limits{
	Read: readingTime, Results: databaseTime,
	Request: requestTime, Part: partTime, Single: singleTime,
	Move: moveTime, Moves: movesTime,
	List: listTime, Wait: waitTime,
}

// A pageBase has what all pages use.
type pageBase struct {
	Site
	*layout
	Limits  *limits
	Work    *processors
	Remarks remarks
}

// ruleset returns the ruleset with a name from a request, the default one for "".
func (c *pageBase) ruleset(ctx context.Context, name string) (*enum.Ruleset, error) {
	if name == "" {
		return c.Rulesets[0], nil
	}
	return compute(ctx, c.Work, c.Limits.Read, func(context.Context) (*enum.Ruleset, error) { return enum.Find(c.Rulesets, name) })
}

// A page is a page of the navigation, with the addresses below it.
type page struct {
	Path  string // where it begins, such as "/lookup"
	Title string // in the navigation
	Minor bool   // a link at the bottom of all pages leads to it, instead of the menu
	// Routes registers the handlers of the path and of the addresses below it.
	Routes func(*router)
}

// A site routes requests to its pages, and holds them.
type site struct {
	*pageBase
	*router
	gate      *gate
	front     *frontPage
	lookup    *lookupPage
	play      *playPage
	simulate  *simulatePage
	classes   *classesPage
	numbers   *numbersPage
	documents *documentsPage
	formula   *formulaPage // nil if no ruleset has games that are made of formulas
	runs      *runsPage
	phone     *phonePage
}

// newSite makes a site. Visitors need the token; if it is "", only this machine may see the site.
func newSite(of Site, token string) *site {
	limits := usualLimits
	layout := newLayout(of, &limits)
	common := &pageBase{Site: of, layout: layout, Limits: &limits, Work: newProcessors(of), Remarks: of.Remark}
	games := newGameReader(common)
	generator := newGenerator(common)
	classes := newClassesPage(common)
	answers := newAnswerer(common, classes)
	lookup := newLookupPage(common, games, generator, answers)

	s := &site{
		pageBase:  common,
		router:    newRouter(of, &limits, layout),
		gate:      newGate(of, token, layout),
		front:     newFrontPage(common, games, lookup),
		lookup:    lookup,
		play:      newPlayPage(common, games, generator),
		simulate:  newSimulatePage(common, games, generator),
		classes:   classes,
		numbers:   newNumbersPage(common, classes),
		documents: newDocumentsPage(common),
		formula:   newFormulaPage(common, games, answers),
		runs:      newRunsPage(common),
		phone:     newPhonePage(common),
	}

	pages := s.listPages(token)
	s.navigate(pages)
	for _, p := range pages {
		p.Routes(s.router)
	}
	s.front.routes(s.router)
	s.serveAssets(s.router)
	s.handle("/", func(w http.ResponseWriter, r *http.Request) {
		s.showError(w, r, faultf(http.StatusNotFound, "nothing is at this address"))
	})
	return s
}

// listPages returns the pages of the site. The page Runs, which shows runs in progress, needs a server, so a site
// without one (Alone) lacks it. The phone page, which shows the address for other devices, needs a token for visitors:
// without a token only this machine may see the site.
func (s *site) listPages(token string) []page {
	list := []page{
		s.lookup.page(),
		s.play.page(),
		s.simulate.page(),
		s.numbers.page(),
		s.documents.page(),
	}
	if s.formula != nil {
		list = append(list, s.formula.page())
	}
	if !s.Alone {
		list = append(list, s.runs.page())
	}
	if token != "" {
		list = append(list, s.phone.page())
	}
	return list
}

func (s *site) reachedAt(urls func() []string) { s.phone.reachedAt(urls) }

func (s *site) handler() http.Handler { return s.gate.handler(s.router) }
