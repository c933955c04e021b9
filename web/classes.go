package web

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"net/http"
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
	All     int             // classes of the size
	Facets  []facet         // to filter by
	Rows    []enum.ClassRow // of this page
	First   int             // the place of the first one among those that the filter leaves, from 1
	Left    int             // that the filter leaves
	Page    int             // from 1
	Pages   int
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
	Classes int // that have it, among all of the size
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
			err = wrongf("there are more than %d classes; enumerate classes lists them", mostClasses)
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
		for _, row := range all {
			classes[f.of(row)]++
		}
		own := facet{Name: f.name, Title: f.title, Chosen: chosen}
		for _, value := range slices.Sorted(maps.Keys(classes)) {
			own.Choices = append(own.Choices, choice{value, classes[value]})
		}
		slices.SortStableFunc(own.Choices, func(a, b choice) int { return cmp.Compare(b.Classes, a.Classes) })
		list = append(list, own)
		if chosen != "" {
			left = slices.DeleteFunc(slices.Clone(left), func(row enum.ClassRow) bool { return f.of(row) != chosen })
		}
	}
	return list, left
}

// listed returns what a request asks the classes of, and the classes.
func (s *site) listed(r *http.Request) (v classesView, all []enum.ClassRow, err error) {
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
	all, err = s.classes(r.Context(), ruleset, n)
	return classesView{Ruleset: ruleset, N: n, Sizes: sizes, All: len(all)}, all, err
}

// showClasses shows a page of a list.
func (s *site) showClasses(w http.ResponseWriter, r *http.Request) error {
	v, all, err := s.listed(r)
	if err != nil {
		return err
	}
	v.Page = 1
	var left []enum.ClassRow
	v.Facets, left = facets(r, all)
	v.Left, v.Pages = len(left), max((len(left)+classesPage-1)/classesPage, 1)
	if text := r.Form.Get("page"); text != "" {
		if v.Page, err = strconv.Atoi(text); err != nil || v.Page < 1 || v.Page > v.Pages {
			return faultf(http.StatusNotFound, "there is no page %q; there are %d", text, v.Pages)
		}
	}
	before := (v.Page - 1) * classesPage
	v.Rows, v.First = left[before:min(before+classesPage, len(left))], before+1
	return s.show(w, r, http.StatusOK, "classes.html", view{Title: "Classes", Data: v})
}

// classesJSON gives the classes that a filter leaves, as the verb classes prints them.
func (s *site) classesJSON(w http.ResponseWriter, r *http.Request) error {
	_, all, err := s.listed(r)
	if err != nil {
		return err
	}
	_, left := facets(r, all)
	var lines []byte
	for _, row := range left {
		lines = row.Append(lines, "json")
	}
	send(w, "application/json", lines)
	return nil
}
