package web

// A page is a room of the site.
type page struct {
	Path  string // where it begins, such as "/lookup"
	Title string // in the navigation
	// routes answers what is below the path, with get, post and events.
	routes func()
}

// pages lists the rooms there are, in the order of the navigation; the first is the front page.
func (s *site) pages() []page {
	list := []page{
		s.lookupPage(),
		s.playPage(),
		s.simulatePage(),
		s.resultsPage(),
		s.sourcesPage(),
	}
	if of, family, there := formulas(s.Rulesets); there {
		list = append(list, s.formulaPage(of, family))
	}
	if !s.Alone {
		list = append(list, s.watchPage())
	}
	if s.token != "" {
		list = append(list, s.phonePage())
	}
	return list
}
