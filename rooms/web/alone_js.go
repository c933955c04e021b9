package web

// In the program for browsers, which answers questions on a copy of the site without a server, these types stand in for
// pages. There are neither stored runs nor documents: the pages that show them are files of the copy.

type (
	numbersPage   struct{ classes *classesPage }
	documentsPage struct{}
	runsPage      struct{}
	phonePage     struct{}
)

func newNumbersPage(_ *pageBase, classes *classesPage) *numbersPage { return &numbersPage{classes} }
func newDocumentsPage(*pageBase) *documentsPage                     { return &documentsPage{} }
func newRunsPage(*pageBase) *runsPage                               { return &runsPage{} }
func newPhonePage(*pageBase) *phonePage                             { return &phonePage{} }

func (p *numbersPage) page() page {
	return page{Path: "/numbers", Title: "Numbers", Routes: p.classes.routes}
}

func (p *documentsPage) page() page {
	return page{Path: "/documents", Title: "Documents", Routes: func(*router) {}}
}

func (p *runsPage) page() page                 { return page{} }
func (p *phonePage) page() page                { return page{} }
func (p *phonePage) reachedAt(func() []string) {}

// unmarked is for templates that no page has here.
func unmarked(string) string { return "" }
