package web

// In a browser there are neither stored runs nor documents: what shows them was written as files.

type monitor struct{}

func (s *site) watchPage() page { return page{} }
func (s *site) phonePage() page { return page{} }
func (s *site) sourcesPage() page {
	return page{Path: "/sources", Title: "Documents", routes: func(*router) {}}
}
func (s *site) resultsPage() page {
	return page{Path: "/results", Title: "Numbers", routes: s.serveClasses}
}

// unmarked is for templates that no page has here.
func unmarked(string) string { return "" }
