package web

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"time"

	"enumerate/enum"
)

const (
	listTime    = 4 * time.Second // for all classes of a size to be listed
	mostClasses = 5000            // of a size that is listed
	classesPage = 100             // rows
)

// A classesView is what the template of a list of classes sees.
type classesView struct {
	Ruleset *enum.Ruleset
	N       int
	Sizes   []int
	All     int         // classes of the size
	Facets  []facet     // to filter by
	Rows    []listedRow // of this page
	Left    int         // that the filter leaves
	JSON    string      // where all that are left are
	Pages   []pageLink
}

// A facet is something that classes are filtered by, with the choices there are.
type facet struct {
	Name, Title string
	Choices     []choice
}

type choice struct {
	Value   string
	Classes int // that have it, among all of the size
	Chosen  bool
}

// A listedRow is a class on the page.
type listedRow struct {
	enum.ClassRow
	Place  int    // among those that the filter leaves, from 1
	Lookup string // where it is looked up; "" if its ruleset reads no games
}

type pageLink struct {
	Number int
	Link   string // "" for this one
}

// listedSizes returns the sizes of a ruleset whose classes are few enough to be listed: of those
// that are walked, up to the first that has too many.
func (s *site) listedSizes(ctx context.Context, r *enum.Ruleset) []int {
	if r.Lister == nil {
		return nil
	}
	sizes, err := compute(ctx, s, readingTime, func(context.Context) ([]int, error) { return sizesToList(r), nil })
	if err != nil {
		return nil
	}
	return sizes
}

func sizesToList(r *enum.Ruleset) (sizes []int) {
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
	return sizes
}

// errMany is the error of a list that is too long.
type errMany struct{ most int }

func (e errMany) Error() string { return fmt.Sprintf("more than %d classes", e.most) }

// classes lists the classes of a size.
func (s *site) classes(ctx context.Context, r *enum.Ruleset, n int) ([]enum.ClassRow, error) {
	return compute(ctx, s, listTime, func(ctx context.Context) (list []enum.ClassRow, err error) {
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
		err = enum.ListRows(ctx, space, lister, enum.Part{}, enum.AnyVerdict, 1, func(row *enum.ClassRow) bool {
			list = append(list, *row)
			return len(list) <= mostClasses
		})
		if err == nil && len(list) > mostClasses {
			err = errMany{mostClasses}
		}
		return list, err
	})
}

// proof says what proves the verdict of a class, by its kind and size: "core of 2".
func proof(row enum.ClassRow) string {
	return fmt.Sprintf("%s of %d", row.Solution.Certificate, len(row.Solution.Names))
}

// facets returns what the classes can be filtered by, and those that a request's filter leaves.
func facets(r *http.Request, all []enum.ClassRow) (list []facet, left []enum.ClassRow) {
	left = all
	for _, f := range []struct {
		name, title string
		of          func(enum.ClassRow) string
	}{
		{"verdict", "Verdict", func(row enum.ClassRow) string { return row.Solution.Verdict }},
		{"automorphisms", "Automorphisms", func(row enum.ClassRow) string { return row.Automorphisms }},
		{"proof", "What proves it", proof},
	} {
		chosen := r.Form.Get(f.name)
		classes := make(map[string]int)
		var values []string
		for _, row := range all {
			value := f.of(row)
			if classes[value]++; classes[value] == 1 {
				values = append(values, value)
			}
		}
		slices.SortFunc(values, inOrder)
		own := facet{Name: f.name, Title: f.title}
		for _, value := range values {
			own.Choices = append(own.Choices, choice{value, classes[value], value == chosen})
		}
		list = append(list, own)
		if chosen != "" {
			left = slices.DeleteFunc(slices.Clone(left), func(row enum.ClassRow) bool { return f.of(row) != chosen })
		}
	}
	return list, left
}

// inOrder puts numbers in order of their size, and words in that of the alphabet.
func inOrder(a, b string) int {
	x, err1 := strconv.ParseUint(a, 10, 64)
	y, err2 := strconv.ParseUint(b, 10, 64)
	if err1 == nil && err2 == nil {
		return int(min(max(int64(x-y), -1), 1))
	}
	return slices.Compare([]byte(a), []byte(b))
}

// listed returns the ruleset and the size that a request asks the classes of, and the classes.
func (s *site) listed(r *http.Request) (ruleset *enum.Ruleset, n int, all []enum.ClassRow, err error) {
	if ruleset, err = s.find(r); err != nil {
		return nil, 0, nil, err
	}
	sizes := s.listedSizes(r.Context(), ruleset)
	if len(sizes) == 0 {
		return nil, 0, nil, faultf(http.StatusNotFound, "%s lists no classes", ruleset.Name)
	}
	n = sizes[len(sizes)-1]
	if text := r.Form.Get("n"); text != "" {
		if n, err = strconv.Atoi(text); err != nil || !ruleset.Walked().Contains(n) {
			return nil, 0, nil, faultf(http.StatusUnprocessableEntity, "n is %q; want a size from %d to %d", text, ruleset.Walked().First, ruleset.Walked().Last)
		}
	}
	if !slices.Contains(sizes, n) {
		return nil, 0, nil, faultf(http.StatusUnprocessableEntity, "n = %d has too many classes for a page; enumerate classes --game %s --n %d lists them", n, ruleset.Name, n)
	}
	all, err = s.classes(r.Context(), ruleset, n)
	return ruleset, n, all, err
}

// showClasses shows a page of a list.
func (s *site) showClasses(w http.ResponseWriter, r *http.Request) error {
	ruleset, n, all, err := s.listed(r)
	if err != nil {
		return refusedList(err)
	}
	v := classesView{Ruleset: ruleset, N: n, Sizes: s.listedSizes(r.Context(), ruleset), All: len(all)}
	var left []enum.ClassRow
	v.Facets, left = facets(r, all)
	v.Left = len(left)
	link := func(at string, page int) string {
		query := url.Values{"ruleset": {ruleset.Name}, "n": {strconv.Itoa(n)}}
		for _, f := range v.Facets {
			if value := r.Form.Get(f.Name); value != "" {
				query.Set(f.Name, value)
			}
		}
		if page > 1 {
			query.Set("page", strconv.Itoa(page))
		}
		return local(at, query.Encode())
	}
	v.JSON = link("/results/classes.json", 0)
	pages := max((len(left)+classesPage-1)/classesPage, 1)
	page := 1
	if text := r.Form.Get("page"); text != "" {
		if page, err = strconv.Atoi(text); err != nil || page < 1 || page > pages {
			return faultf(http.StatusNotFound, "there is no page %q; there are %d", text, pages)
		}
	}
	for p := range pages {
		l := pageLink{Number: p + 1}
		if p+1 != page {
			l.Link = link("/results/classes", p+1)
		}
		v.Pages = append(v.Pages, l)
	}
	first := (page - 1) * classesPage
	for i, row := range left[first:min(first+classesPage, len(left))] {
		listed := listedRow{ClassRow: row, Place: first + i + 1}
		if ruleset.Read != nil {
			listed.Lookup = local("/lookup", url.Values{"ruleset": {ruleset.Name}, "game": {row.Game}}.Encode())
		}
		v.Rows = append(v.Rows, listed)
	}
	return s.show(w, r, http.StatusOK, "classes.html", view{Title: "Classes", Data: v})
}

// refusedList makes a fault of why there is no list.
func refusedList(err error) error {
	if _, many := err.(errMany); many {
		return faultf(http.StatusUnprocessableEntity, "there are %v; enumerate classes lists them", err)
	}
	if _, late := err.(unknown); late {
		return faultf(http.StatusServiceUnavailable, "%v", err)
	}
	return err
}

// classesJSON gives the classes that a filter leaves, as the verb classes prints them.
func (s *site) classesJSON(w http.ResponseWriter, r *http.Request) error {
	_, _, all, err := s.listed(r)
	if err != nil {
		return refusedList(err)
	}
	_, left := facets(r, all)
	var text bytes.Buffer
	for _, row := range left {
		text.Write(row.Append(nil, "json"))
	}
	w.Header().Set("Content-Type", "application/json")
	_, _ = text.WriteTo(w)
	return nil
}
