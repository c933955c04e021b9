package web

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"fmt"
	"math/big"
	"net/http"
	"path"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"enumerate/data"
	"enumerate/enum"
)

const (
	listTime    = time.Minute     // for all classes of a size to be listed, once
	waitTime    = 4 * time.Second // of a reader for that
	mostClasses = 100_000         // of a size that is listed
	mostLists   = 4               // that are kept
	classesPage = 100             // rows
)

// A classList is all classes of a size.
type classList struct {
	rows   []enum.ClassRow // those with the same solution share it
	facets []values
}

// Values are those of one facet: of each class which of them it has.
type values struct {
	enum.Trait
	known []string
	of    []uint32
}

// classLists are the last few lists, by ruleset and size.
type classLists struct {
	mu   sync.Mutex
	kept map[string]*listing
}

// A listing is a list that is made, or being made.
type listing struct {
	made chan struct{} // closed when it is
	list *classList
	err  error
}

// A classesView is what the template of a list of classes sees.
type classesView struct {
	Ruleset *enum.Ruleset
	N       int
	Sizes   []int
	All     int             // classes of the size
	Facets  []facet         // to filter by
	Rows    []enum.ClassRow // of this page
	First   int             // the place of the first one among those that the filter leaves, from 1
	Left    int             // that the filter leaves
	Games   *big.Int        // labelled ones in them
	Share   float64         // of all games of the size
	Common  []facet         // that were not chosen, and have one value among those that are left
	Page    int             // from 1
	Pages   int
	left    []int // the places of what is left, from 0
}

// Link returns where a page of the list is, or all that the filter leaves.
func (v classesView) Link(at string, page int) string {
	pairs := []string{"ruleset", v.Ruleset.Name, "n", strconv.Itoa(v.N)}
	for _, f := range v.Facets {
		pairs = append(pairs, f.Name, f.Chosen)
	}
	if page > 1 {
		pairs = append(pairs, "page", strconv.Itoa(page))
	}
	return address(at, pairs...)
}

// A facet is something that classes are filtered by, with the choices there are.
type facet struct {
	Name, Title string
	Chosen      string   // "" for any
	Choices     []choice // what most have comes first
}

type choice struct {
	Value   string
	Classes int // that have it, among those that the other filters leave
}

// listedSizes returns the sizes of a ruleset whose classes are few enough to be listed: of those
// that are walked, up to the first that has too many.
func (s *site) listedSizes(ctx context.Context, r *enum.Ruleset) ([]int, error) {
	if r.Lister == nil {
		return nil, nil
	}
	return compute(ctx, s, readingTime, func(context.Context) (sizes []int, err error) {
		for n := r.Walked().First; n <= r.Walked().Last && len(sizes) < 20; n++ {
			space, err := r.Space(n)
			if err != nil {
				break
			}
			if classes := space.Classes(); classes != nil && (!classes.IsInt64() || classes.Int64() > mostClasses) {
				break
			}
			sizes = append(sizes, n)
		}
		return sizes, nil
	})
}

// classes lists the classes of a size, once: the list of a size is for ever. It is made even if the first who
// asks for it does not wait.
func (s *site) classes(ctx context.Context, r *enum.Ruleset, n int) (*classList, error) {
	key := fmt.Sprint(r.Name, " ", n)
	s.lists.mu.Lock()
	l := s.lists.kept[key]
	if l == nil {
		if len(s.lists.kept) >= mostLists || s.lists.kept == nil {
			s.lists.kept = make(map[string]*listing)
		}
		l = &listing{made: make(chan struct{})}
		s.lists.kept[key] = l
		go func() {
			l.list, l.err = compute(context.WithoutCancel(ctx), s, listTime, func(ctx context.Context) (*classList, error) { return listClasses(ctx, r, n) })
			if l.err != nil {
				s.lists.mu.Lock()
				delete(s.lists.kept, key)
				s.lists.mu.Unlock()
			}
			close(l.made)
		}()
	}
	s.lists.mu.Unlock()
	select {
	case <-l.made:
		return l.list, l.err
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(waitTime):
		return nil, faultf(unknown, "the classes are being listed; try again in a few seconds")
	}
}

// listClasses lists them.
func listClasses(ctx context.Context, r *enum.Ruleset, n int) (*classList, error) {
	walk, err := r.Method(enum.Walk)
	if err != nil {
		return nil, err
	}
	space, err := walk.Space(n, enum.Means{Workers: 1})
	if err != nil {
		return nil, err
	}
	lister, err := r.Lister(n)
	if err != nil {
		return nil, err
	}
	list := new(classList)
	kinds := []func(*enum.ClassRow) string{
		func(row *enum.ClassRow) string { return row.Solution.Verdict },
		func(row *enum.ClassRow) string { return row.Automorphisms },
		func(row *enum.ClassRow) string {
			return row.Solution.Certificate + " of " + strconv.Itoa(len(row.Solution.Names))
		},
	}
	list.facets = []values{{Trait: enum.Trait{Name: "verdict", Title: "Verdict"}}, {Trait: enum.Trait{Name: "automorphisms", Title: "Automorphisms"}}, {Trait: enum.Trait{Name: "proof", Title: "What proves it"}}}
	for _, trait := range r.Traits {
		list.facets = append(list.facets, values{Trait: trait})
		kinds = append(kinds, func(row *enum.ClassRow) string { return trait.Of(row.Game) })
	}
	places := make([]map[string]uint32, len(kinds))
	for i := range places {
		places[i] = make(map[string]uint32)
	}
	solutions := make(map[string]*enum.Solution)
	err = enum.ListRows(ctx, space, lister, enum.Part{}, enum.AnyVerdict, 1, func(row *enum.ClassRow) bool {
		for i, kind := range kinds {
			value, f := kind(row), &list.facets[i]
			place, known := places[i][value]
			if !known {
				place = uint32(len(f.known))
				places[i][value], f.known = place, append(f.known, value)
			}
			f.of = append(f.of, place)
		}
		own := row.Solution.Verdict + row.Solution.Certificate + strings.Join(row.Solution.Names, " ")
		if solutions[own] == nil {
			solutions[own] = &enum.Solution{Verdict: row.Solution.Verdict, Certificate: row.Solution.Certificate, Names: slices.Clone(row.Solution.Names)}
		}
		list.rows = append(list.rows, enum.ClassRow{Game: row.Game, Orbit: row.Orbit, Automorphisms: row.Automorphisms, Solution: solutions[own]})
		return len(list.rows) <= mostClasses
	})
	if err == nil && len(list.rows) > mostClasses {
		err = wrongf("there are more than %d classes; enumerate classes lists them", mostClasses)
	}
	return list, err
}

// filter fills in what a request's filter leaves of a list. The choices of each facet are those that the other
// facets leave.
func (v *classesView) filter(r *http.Request, list *classList) {
	const unknown = -2 // a value that no class has
	chosen := make([]int, len(list.facets))
	counts, left := make([][]int, len(list.facets)), make([][]int, len(list.facets))
	for i, f := range list.facets {
		counts[i], left[i] = make([]int, len(f.known)), make([]int, len(f.known))
		chosen[i] = -1
		if value := r.Form.Get(f.Name); value != "" {
			if chosen[i] = slices.Index(f.known, value); chosen[i] < 0 {
				chosen[i] = unknown
			}
		}
	}
	v.Games = new(big.Int)
	for c := range list.rows {
		fails, at := 0, 0
		for i, f := range list.facets {
			if chosen[i] != -1 && chosen[i] != int(f.of[c]) {
				fails, at = fails+1, i
			}
		}
		for i, f := range list.facets {
			switch {
			case fails == 0:
				left[i][f.of[c]]++
				fallthrough
			case fails == 1 && at == i:
				counts[i][f.of[c]]++
			}
		}
		if fails == 0 {
			v.left = append(v.left, c)
		}
	}
	orbits := make(map[string]int64)
	all := new(big.Int)
	for _, c := range v.left {
		orbits[list.rows[c].Orbit]++
	}
	for orbit, times := range orbits {
		games, _ := new(big.Int).SetString(orbit, 10)
		v.Games.Add(v.Games, games.Mul(games, big.NewInt(times)))
	}
	if space, err := v.Ruleset.Space(v.N); err == nil && space.Games() != nil {
		v.Share, _ = new(big.Rat).SetFrac(v.Games, all.Set(space.Games())).Float64()
	}
	for i, f := range list.facets {
		own := facet{Name: f.Name, Title: f.Title, Chosen: r.Form.Get(f.Name)}
		for k, value := range f.known {
			if counts[i][k] > 0 || value == own.Chosen {
				own.Choices = append(own.Choices, choice{value, counts[i][k]})
			}
			if own.Chosen == "" && len(v.left) > 0 && left[i][k] == len(v.left) {
				v.Common = append(v.Common, facet{Title: f.Title, Chosen: value})
			}
		}
		slices.SortStableFunc(own.Choices, func(a, b choice) int { return cmp.Compare(b.Classes, a.Classes) })
		v.Facets = append(v.Facets, own)
	}
	v.Left = len(v.left)
}

// listed returns what a request asks the classes of, and the classes.
func (s *site) listed(r *http.Request) (v classesView, list *classList, err error) {
	ruleset, err := s.find(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return v, nil, err
	}
	sizes, err := s.listedSizes(r.Context(), ruleset)
	if err != nil {
		return v, nil, err
	}
	if len(sizes) == 0 {
		return v, nil, faultf(http.StatusNotFound, "%s lists no classes", ruleset.Name)
	}
	n := sizes[len(sizes)-1]
	if text := r.Form.Get("n"); text != "" {
		if n, err = strconv.Atoi(text); err != nil || !ruleset.Walked().Contains(n) {
			return v, nil, wrongf("n is %q; want a size from %d to %d", text, ruleset.Walked().First, ruleset.Walked().Last)
		}
	}
	if !slices.Contains(sizes, n) {
		return v, nil, wrongf("n = %d has too many classes for a page; enumerate classes --game %s --n %d lists them", n, ruleset.Name, n)
	}
	list, err = s.classes(r.Context(), ruleset, n)
	if err != nil {
		return v, nil, err
	}
	v = classesView{Ruleset: ruleset, N: n, Sizes: sizes, All: len(list.rows)}
	v.filter(r, list)
	return v, list, nil
}

// showClasses shows a page of a list.
func (s *site) showClasses(w http.ResponseWriter, r *http.Request) error {
	v, list, err := s.listed(r)
	if err != nil {
		return err
	}
	v.Page, v.Pages = 1, max((v.Left+classesPage-1)/classesPage, 1)
	if text := r.Form.Get("page"); text != "" {
		if v.Page, err = strconv.Atoi(text); err != nil || v.Page < 1 || v.Page > v.Pages {
			return faultf(http.StatusNotFound, "there is no page %q; there are %d", text, v.Pages)
		}
	}
	before := (v.Page - 1) * classesPage
	v.First = before + 1
	for _, c := range v.left[before:min(before+classesPage, v.Left)] {
		v.Rows = append(v.Rows, list.rows[c])
	}
	return s.show(w, r, http.StatusOK, "classes.html", view{Title: "Classes", Data: v})
}

// classesFile gives the classes that a filter leaves: in JSON as the verb classes prints them, in CSV with
// the values of their facets.
func (s *site) classesFile(w http.ResponseWriter, r *http.Request) error {
	v, list, err := s.listed(r)
	if err != nil {
		return err
	}
	if path.Ext(r.URL.Path) == ".json" {
		var lines []byte
		for _, c := range v.left {
			lines = list.rows[c].Append(lines, "json")
		}
		send(w, "application/json", lines)
		return nil
	}
	var text bytes.Buffer
	lines := csv.NewWriter(&text)
	line := []string{"game", "orbit", "certificate"}
	for _, f := range list.facets {
		line = append(line, f.Name)
	}
	_ = lines.Write(line)
	for _, c := range v.left {
		row := list.rows[c]
		line = append(line[:0], row.Game, row.Orbit, strings.Join(row.Solution.Names, " "))
		for _, f := range list.facets {
			line = append(line, f.known[f.of[c]])
		}
		_ = lines.Write(line)
	}
	lines.Flush()
	return download(w, fmt.Sprintf("%s-%d-classes.csv", strings.TrimSuffix(data.FileName(v.Ruleset.Name), ".csv"), v.N), text.Bytes())
}
