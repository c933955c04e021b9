package web

import "slices"

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
		s.watchPage(),
		s.sourcesPage(),
	}
	if of, family, there := formulas(s.Rulesets); there {
		list = slices.Insert(list, 3, s.formulaPage(of, family))
	}
	if s.token != "" {
		list = append(list, s.phonePage())
	}
	if s.Alone {
		list = slices.DeleteFunc(list, func(p page) bool { return p.Path == "/watch" || p.Path == "" })
	}
	return list
}
