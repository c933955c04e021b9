package web

// In the program for browsers, which answers questions on a copy of the site without a server, these types stand in for
// pages. There are neither stored runs nor documents: the pages that show them are files of the copy.

type (
	resultsPage struct{ classes *classesPage }
	sourcesPage struct{}
	watchPage   struct{}
	phonePage   struct{}
)

func newResultsPage(_ *shared, classes *classesPage) *resultsPage { return &resultsPage{classes} }
func newSourcesPage(*shared) *sourcesPage                         { return &sourcesPage{} }
func newWatchPage(*shared) *watchPage                             { return &watchPage{} }
func newPhonePage(*shared) *phonePage                             { return &phonePage{} }

func (p *resultsPage) page() page {
	return page{Path: "/numbers", Title: "Numbers", Routes: p.classes.routes}
}

func (p *sourcesPage) page() page {
	return page{Path: "/documents", Title: "Documents", Routes: func(*router) {}}
}

func (p *watchPage) page() page                { return page{} }
func (p *phonePage) page() page                { return page{} }
func (p *phonePage) reachedAt(func() []string) {}

// unmarked is for templates that no page has here.
func unmarked(string) string { return "" }
