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

// A classList is all classes of a size. Those with the same solution share it.
type classList struct {
	of     string // ruleset and size
	rows   []enum.ClassRow
	facets []facet
	made   chan struct{} // closed when it is there, or err
	err    error
}

// A facet is something that classes are told apart by.
type facet struct {
	Name, Title string
	value       func(*enum.ClassRow) string
	known       []string // values
	of          []uint32 // of each class, which of them it has
}

// A filter is a facet with the choices there are.
type filter struct {
	facet
	Chosen  string // "" for any
	Choices []choice
}

type choice struct {
	Value   string
	Classes int // that have it, among those that the other filters leave
}

// serveClasses answers where classes are listed.
func (s *site) serveClasses(t *router) {
	t.get("/results/classes", s.showClasses)
	t.get("/results/classes.json", s.classesFile)
	t.get("/results/classes.csv", s.classesFile)
}

// A classesView is what the template of a list of classes sees.
type classesView struct {
	Ruleset *enum.Ruleset
	N       int
	Sizes   []int
	Fault   string // why there is no list
	All     int    // classes of the size
	Filters []filter
	Rows    []enum.ClassRow // of this page; of none while they are listed
	Places  []int           // of these on the list, from 0
	Left    int             // that the filters leave
	Games   *big.Int        // labelled ones in them
	Share   float64         // of all games of the size
	Common  []string        // what was not asked for, and all that are left have
	Page    int             // from 1
	Pages   int
	left    []int // the places of what is left, from 0
}

// Link returns where a page of the list is, or all that the filters leave.
func (v classesView) Link(at string, page int) string {
	pairs := []string{"ruleset", v.Ruleset.Name, "n", strconv.Itoa(v.N)}
	for _, f := range v.Filters {
		pairs = append(pairs, f.Name, f.Chosen)
	}
	if page > 1 {
		pairs = append(pairs, "page", strconv.Itoa(page))
	}
	return address(at, pairs...)
}

// listedSizes returns the sizes of a ruleset whose classes are few enough to be listed: of those
// that are walked, up to the first that has too many.
func (s *site) listedSizes(ctx context.Context, r *enum.Ruleset) ([]int, error) {
	if r.Lister == nil {
		return nil, nil
	}
	return compute(ctx, s.Work, readingTime, func(context.Context) (sizes []int, err error) {
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

// classLists are the last few lists, the oldest first.
type classLists struct {
	mu   sync.Mutex
	kept []*classList
}

// classes lists the classes of a size, once: the list of a size is for ever. It is made even if the first who
// asks for it does not wait.
func (s *site) classes(ctx context.Context, r *enum.Ruleset, n int) (*classList, error) {
	list := &classList{of: fmt.Sprint(r.Name, " ", n), made: make(chan struct{})}
	s.lists.mu.Lock()
	s.lists.kept = slices.DeleteFunc(s.lists.kept, func(l *classList) bool { return l.err != nil })
	if at := slices.IndexFunc(s.lists.kept, func(l *classList) bool { return l.of == list.of }); at >= 0 {
		list = s.lists.kept[at]
	} else {
		s.lists.kept = append(s.lists.kept[max(len(s.lists.kept)+1-mostLists, 0):], list)
		go func() {
			_, err := compute(context.WithoutCancel(ctx), s.Work, s.Limits.List, func(ctx context.Context) (any, error) { return nil, list.make(ctx, r, n) })
			s.lists.mu.Lock()
			defer s.lists.mu.Unlock()
			list.err = err
			close(list.made)
		}()
	}
	s.lists.mu.Unlock()
	select {
	case <-list.made:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(s.Limits.Wait):
	}
	select {
	case <-list.made: // in a browser both are, once it has a turn
		return list, list.err
	default:
		return nil, faultf(unknown, "the classes are being listed; try again in a few seconds, as this page does by itself")
	}
}

// make lists the classes.
func (l *classList) make(ctx context.Context, r *enum.Ruleset, n int) error {
	walk, err := r.Method(enum.Walk)
	if err != nil {
		return err
	}
	space, err := walk.Space(n, enum.Means{Workers: 1})
	if err != nil {
		return err
	}
	lister, err := r.Lister(n)
	if err != nil {
		return err
	}
	l.facets = []facet{
		{Name: "verdict", Title: "Verdict", value: func(row *enum.ClassRow) string { return row.Solution.Verdict }},
		{Name: "automorphisms", Title: "Automorphisms", value: func(row *enum.ClassRow) string { return row.Automorphisms }},
		{Name: "proof", Title: "What proves it", value: func(row *enum.ClassRow) string {
			return row.Solution.Certificate + " of " + strconv.Itoa(len(row.Solution.Names))
		}},
	}
	for _, t := range r.Traits {
		l.facets = append(l.facets, facet{Name: t.Name, Title: t.Title, value: func(row *enum.ClassRow) string { return t.Of(row.Game) }})
	}
	places, solutions := make(map[string]uint32), make(map[string]*enum.Solution)
	err = enum.ListRows(ctx, space, lister, enum.Part{}, enum.AnyVerdict, 1, func(row *enum.ClassRow) bool {
		for i := range l.facets {
			f := &l.facets[i]
			value := f.value(row)
			place, known := places[f.Name+value]
			if !known {
				place = uint32(len(f.known))
				places[f.Name+value], f.known = place, append(f.known, value)
			}
			f.of = append(f.of, place)
		}
		own := row.Solution.Verdict + row.Solution.Certificate + strings.Join(row.Solution.Names, " ")
		if solutions[own] == nil {
			solutions[own] = row.Solution
			row.Solution.Names = slices.Clone(row.Solution.Names)
		}
		row.Solution = solutions[own]
		l.rows = append(l.rows, *row)
		return len(l.rows) <= mostClasses && ctx.Err() == nil
	})
	err = cmp.Or(err, ctx.Err())
	if err == nil && len(l.rows) > mostClasses {
		err = wrongf("there are more than %d classes; enumerate classes lists them", mostClasses)
	}
	return err
}

// narrow fills in what a request's filters leave of a list. The error is a fault of a value that no class has.
func (v *classesView) narrow(r *http.Request, list *classList) error {
	counts, chosen := make([][]int, len(list.facets)), make([]int, len(list.facets))
	for i, f := range list.facets {
		counts[i], chosen[i] = make([]int, len(f.known)), slices.Index(f.known, r.Form.Get(f.Name))
		v.Filters = append(v.Filters, filter{facet: f, Chosen: r.Form.Get(f.Name)})
		if v.Filters[i].Chosen != "" && chosen[i] < 0 {
			known := slices.Sorted(slices.Values(f.known))
			return wrongf("%s is %.40q; want one of: %s", f.Name, v.Filters[i].Chosen, strings.Join(known, ", "))
		}
	}
	orbits := make(map[string]int64)
	for c, row := range list.rows {
		fails, at := 0, -1
		for i, f := range v.Filters {
			if f.Chosen != "" && chosen[i] != int(f.of[c]) {
				fails, at = fails+1, i
			}
		}
		for i, f := range v.Filters {
			if fails == 0 || fails == 1 && i == at {
				counts[i][f.of[c]]++
			}
		}
		if fails == 0 {
			v.left = append(v.left, c)
			orbits[row.Orbit]++
		}
	}
	v.All, v.Left, v.Games = len(list.rows), len(v.left), new(big.Int)
	for orbit, times := range orbits {
		games, _ := new(big.Int).SetString(orbit, 10)
		v.Games.Add(v.Games, games.Mul(games, big.NewInt(times)))
	}
	if space, err := v.Ruleset.Space(v.N); err == nil && space.Games() != nil {
		v.Share, _ = new(big.Rat).SetFrac(v.Games, space.Games()).Float64()
	}
	for i := range v.Filters {
		f := &v.Filters[i]
		for k, value := range f.known {
			if counts[i][k] > 0 || value == f.Chosen {
				f.Choices = append(f.Choices, choice{value, counts[i][k]})
			}
		}
		slices.SortStableFunc(f.Choices, func(a, b choice) int { return cmp.Compare(b.Classes, a.Classes) })
		if f.Chosen == "" && len(f.Choices) == 1 {
			v.Common = append(v.Common, f.Title+": "+f.Choices[0].Value)
		}
	}
	return nil
}

// listed returns what a request asks the classes of, and the classes.
func (s *site) listed(r *http.Request) (v classesView, list *classList, err error) {
	ruleset, err := s.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return v, nil, err
	}
	v.Ruleset = ruleset
	sizes, err := s.listedSizes(r.Context(), ruleset)
	if err != nil {
		return v, nil, err
	}
	if len(sizes) == 0 {
		return v, nil, faultf(http.StatusNotFound, "%s lists no classes", ruleset.Name)
	}
	n := sizes[len(sizes)/2] // which is listed at once
	if text := r.Form.Get("n"); text != "" {
		if n, err = strconv.Atoi(text); err != nil || !slices.Contains(sizes, n) {
			v.Sizes, v.Fault = sizes, fmt.Sprintf("there are no lists for n = %.40s", text)
			return v, nil, wrongf("%s; of %s there are those for n from %d to %d, and further by enumerate classes", v.Fault, ruleset.Name, sizes[0], sizes[len(sizes)-1])
		}
	}
	v.N, v.Sizes = n, sizes
	if list, err = s.classes(r.Context(), ruleset, n); err == nil {
		err = v.narrow(r, list)
	}
	return v, list, err
}

// showClasses shows a page of a list.
func (s *site) showClasses(w http.ResponseWriter, r *http.Request) error {
	v, list, err := s.listed(r)
	if err != nil {
		status := statusOf(err)
		if status == unknown {
			w.Header().Set("Refresh", "3") // seconds, until the list is made
			status = http.StatusOK
		}
		if v.Sizes != nil && (v.Fault != "" || status == http.StatusOK) {
			return s.show(w, r, status, "classes.html", view{Title: "Classes", Data: v})
		}
		return err
	}
	v.Page, v.Pages = 1, max((v.Left+classesPage-1)/classesPage, 1)
	if text := r.Form.Get("page"); text != "" {
		if v.Page, err = strconv.Atoi(text); err != nil || v.Page < 1 || v.Page > v.Pages {
			return faultf(http.StatusNotFound, "there is no page %q; there are %d", text, v.Pages)
		}
	}
	v.Places = v.left[(v.Page-1)*classesPage : min(v.Page*classesPage, v.Left)]
	for _, c := range v.Places {
		v.Rows = append(v.Rows, list.rows[c])
	}
	return s.show(w, r, http.StatusOK, "classes.html", view{Title: "Classes", Data: v})
}

// classesFile gives the classes that the filters leave: in JSON as the verb classes prints them, in CSV with
// the values of their facets.
func (s *site) classesFile(w http.ResponseWriter, r *http.Request) error {
	v, list, err := s.listed(r)
	if err != nil {
		return err
	}
	kind := path.Ext(r.URL.Path)
	var text bytes.Buffer
	lines := csv.NewWriter(&text)
	line := []string{"game", "orbit", "certificate"}
	for _, f := range list.facets {
		line = append(line, f.Name)
	}
	if kind == ".csv" {
		_ = lines.Write(line)
	}
	for _, c := range v.left {
		row := list.rows[c]
		if kind == ".json" {
			text.Write(row.Append(text.AvailableBuffer(), "json"))
			continue
		}
		line = append(line[:0], row.Game, row.Orbit, strings.Join(row.Solution.Names, " "))
		for _, f := range list.facets {
			line = append(line, f.known[f.of[c]])
		}
		_ = lines.Write(line)
	}
	lines.Flush()
	return download(w, strings.TrimSuffix(data.FileName(v.Ruleset.Name), ".csv")+fmt.Sprintf("-%d-classes", v.N)+kind, text.Bytes())
}
