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
	"enumerate/enum/kit"
	"enumerate/enum/single"
	"enumerate/internal/rows"
)

const (
	listTime       = time.Minute     // for listing all classes of a size, once
	waitTime       = 4 * time.Second // how long a request waits for the list
	mostClasses    = 100_000         // classes of a size whose list is made
	mostLists      = 4               // lists in memory
	classesPerPage = 100             // rows
)

// A classesPage lists the classes of games of a size. A user can choose filters, which leave only classes with certain
// properties, and can download the remaining classes. The page keeps the last few lists, because making one takes up to
// a minute.
//
//	/numbers/classes?ruleset=..&n=..&verdict=..&page=..   a page of the list; verdict is one of the filters
//	/numbers/classes.json?..   the classes that the filters leave, as a file; classes.csv: the same in CSV
type classesPage struct {
	*pageBase
	mu    sync.Mutex   // protects lists, and the error of each list until it is ready
	lists []*classList // the oldest first
}

func newClassesPage(c *pageBase) *classesPage { return &classesPage{pageBase: c} }

func (p *classesPage) routes(t *router) {
	t.get("/numbers/classes", p.showList)
	t.get("/numbers/classes.json", p.giveFile)
	t.get("/numbers/classes.csv", p.giveFile)
}

type classList struct {
	key    string // ruleset and size
	rows   []single.ClassRow
	facets []facet
	ready  chan struct{} // closed when the list is made, or making it has failed with err
	err    error
}

// A facet is a property by which classes can be filtered, such as the number of automorphisms.
type facet struct {
	Name, Title string
	value       func(*single.ClassRow) string // the value of a class
	values      []string                      // all values that occur
	valueOf     []uint32                      // by class: the index of its value in values
}

type filter struct {
	facet
	Choice  string // "" for any
	Choices []choice
}

type choice struct {
	Value   string
	Classes int // how many of the classes that the other filters leave have this value
}

type classesView struct {
	Ruleset   *enum.Ruleset
	N         int
	Sizes     []int
	Fault     string // why there is no list
	All       int    // classes of the size
	Filters   []filter
	Rows      []single.ClassRow // the classes on this page; nil while the list is being made
	Places    []int             // the places of these classes on the list, from 0
	Matches   int               // how many classes the filters leave
	Games     *big.Int          // the labelled games in the remaining classes
	Share     float64           // these games as a share of all games of the size
	Common    []string          // properties that all remaining classes have, without the chosen ones
	Page      int               // from 1
	Pages     int
	remaining []int // the indexes of the remaining classes
}

// Link returns the address of a page of the list with the chosen filters. The parameter `at` is the path of the list,
// or of a file, which has one page only.
func (v classesView) Link(at string, page int) string {
	pairs := []string{"ruleset", v.Ruleset.Name, "n", strconv.Itoa(v.N)}
	for _, f := range v.Filters {
		pairs = append(pairs, f.Name, f.Choice)
	}
	if page > 1 {
		pairs = append(pairs, "page", strconv.Itoa(page))
	}
	return address(at, pairs...)
}

// sizes returns at most 20 sizes for which the page lists the classes of a ruleset: those that the method walk can go
// through, up to the first one with more than mostClasses classes.
func (p *classesPage) sizes(ctx context.Context, r *enum.Ruleset) ([]int, error) {
	if r.Lister == nil {
		return nil, nil
	}
	return compute(ctx, p.Work, p.Limits.Read, func(context.Context) (sizes []int, err error) {
		for n := r.Walked().First; n <= r.Walked().Last && len(sizes) < 20; n++ {
			space, err := r.Space(n)
			if err != nil {
				break
			}
			classes := space.Classes() // nil if the number is not known
			tooMany := classes != nil && (!classes.IsInt64() || classes.Int64() > mostClasses)
			if tooMany {
				break
			}
			sizes = append(sizes, n)
		}
		return sizes, nil //lint:ignore nilerr a size without a space ends the list
	})
}

// rank returns the place of a class in the list of all classes of its size, as text: "1,024", or why it is not known.
// It returns "" if the classes of this size are not listed.
func (p *classesPage) rank(ctx context.Context, r *enum.Ruleset, form *single.Form) string {
	sizes, err := p.sizes(ctx, r)
	if err != nil || !slices.Contains(sizes, form.Size) {
		return ""
	}
	list, err := p.list(ctx, r, form.Size)
	if err != nil {
		return "not known: " + err.Error()
	}
	at := slices.IndexFunc(list.rows, func(row single.ClassRow) bool { return row.Game == form.Game })
	if at < 0 {
		return ""
	}
	return rows.Count(uint64(1 + at))
}

// list returns the list of the classes of a size. It is made once, and is finished even if the request that asked first
// does not wait. A request waits at most p.Limits.Wait; then the error asks the user to try again.
func (p *classesPage) list(ctx context.Context, r *enum.Ruleset, n int) (*classList, error) {
	list, first := p.keptList(fmt.Sprint(r.Name, " ", n))
	if first {
		go p.make(context.WithoutCancel(ctx), list, r, n)
	}

	select {
	case <-list.ready:
	case <-ctx.Done():
		return nil, ctx.Err()
	case <-time.After(p.Limits.Wait):
	}

	// If the list is ready and the wait is over, the first select may have chosen either. This is common in a browser,
	// where the program has one thread and notices the end of the wait only after the list is made.
	select {
	case <-list.ready:
		return list, list.err
	default:
		return nil, faultf(unknown, "the classes are being listed; try again in a few seconds, as this page does by itself")
	}
}

// keptList returns the list with the given name from memory, or a new, empty list and true: the caller must then fill
// the list, for which other requests wait. At most mostLists lists are kept, and a new one replaces the oldest. A list
// that could not be made is forgotten, so that the next request tries again.
func (p *classesPage) keptList(name string) (list *classList, first bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.lists = slices.DeleteFunc(p.lists, func(l *classList) bool { return l.err != nil })
	at := slices.IndexFunc(p.lists, func(l *classList) bool { return l.key == name })
	if at >= 0 {
		return p.lists[at], false
	}
	list = &classList{key: name, ready: make(chan struct{})}
	p.lists = append(p.lists[max(len(p.lists)+1-mostLists, 0):], list)
	return list, true
}

// make fills a list, within a limit of time, and then wakes the requests that wait for it.
func (p *classesPage) make(ctx context.Context, list *classList, r *enum.Ruleset, n int) {
	_, err := compute(ctx, p.Work, p.Limits.List, func(ctx context.Context) (any, error) { return nil, list.make(ctx, r, n) })
	p.mu.Lock()
	defer p.mu.Unlock()
	list.err = err
	close(list.ready)
}

// make lists the classes of a size with the values of their facets.
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
		{Name: "verdict", Title: "Verdict", value: func(row *single.ClassRow) string { return row.Solution.Verdict }},
		{Name: "automorphisms", Title: "Automorphisms", value: func(row *single.ClassRow) string { return row.Automorphisms }},
		{Name: "proof", Title: "Proof", value: func(row *single.ClassRow) string {
			return row.Solution.Proof + " of " + strconv.Itoa(len(row.Solution.Names))
		}},
	}
	for _, t := range r.Traits {
		l.facets = append(l.facets, facet{Name: t.Name, Title: t.Title, value: func(row *single.ClassRow) string { return t.Of(row.Game) }})
	}

	places := make(map[string]uint32)              // by the name of a facet and a value: the index of the value
	solutions := make(map[string]*single.Solution) // by the text of a solution
	all := enum.Part{}                             // not only some of the shards
	const workers = 1
	err = kit.ListRows(ctx, space, lister, all, enum.AnyVerdict, workers, func(row *single.ClassRow) bool {
		for i := range l.facets {
			f := &l.facets[i]
			value := f.value(row)
			place, found := places[f.Name+value]
			if !found {
				place = uint32(len(f.values))
				places[f.Name+value], f.values = place, append(f.values, value)
			}
			f.valueOf = append(f.valueOf, place)
		}

		// Many classes have equal solutions: sharing them saves memory.
		text := row.Solution.Verdict + row.Solution.Proof + strings.Join(row.Solution.Names, " ")
		if solutions[text] == nil {
			solutions[text] = row.Solution
			row.Solution.Names = slices.Clone(row.Solution.Names)
		}
		row.Solution = solutions[text]
		l.rows = append(l.rows, *row)
		return len(l.rows) <= mostClasses && ctx.Err() == nil
	})

	err = cmp.Or(err, ctx.Err())
	if err == nil && len(l.rows) > mostClasses {
		err = wrongf("this list has more than %s classes: use enumerate classes", rows.Count(mostClasses))
	}
	return err
}

// narrow fills in the classes that the filters of a request leave, the number of their games, and the choices of each
// filter. It returns an error if the request chooses a value that no class has.
func (v *classesView) narrow(r *http.Request, list *classList) error {
	chosen, err := v.choose(r, list)
	if err != nil {
		return err
	}

	// For each filter and each of its values: the number of classes with this value that the other filters leave.
	counts := make([][]int, len(v.Filters))
	for i, f := range v.Filters {
		counts[i] = make([]int, len(f.values))
	}
	bySize := make(map[string]int64) // how many of the classes that all filters leave have an orbit of each size
	for c, row := range list.rows {
		fails, failed := 0, -1 // how many filters exclude the class, and the last of these
		for i, f := range v.Filters {
			if chosen[i] >= 0 && chosen[i] != int(f.valueOf[c]) {
				fails++
				failed = i
			}
		}
		for i, f := range v.Filters {
			othersLeaveIt := fails == 0 || fails == 1 && i == failed
			if othersLeaveIt {
				counts[i][f.valueOf[c]]++
			}
		}
		if fails == 0 {
			v.remaining = append(v.remaining, c)
			bySize[row.Orbit]++
		}
	}

	v.All, v.Matches = len(list.rows), len(v.remaining)
	for i := range v.Filters {
		v.fillChoices(&v.Filters[i], counts[i])
	}
	return v.total(bySize)
}

// choose puts the filters into the view. For each filter, the result has the index of the value that the request
// chooses among the filter's values, or -1.
func (v *classesView) choose(r *http.Request, list *classList) (chosen []int, err error) {
	for _, f := range list.facets {
		value := r.Form.Get(f.Name)
		v.Filters = append(v.Filters, filter{facet: f, Choice: value})
		at := -1
		if value != "" {
			at = slices.Index(f.values, value)
			if at < 0 {
				choices := slices.Sorted(slices.Values(f.values))
				return nil, wrongf("%s %.40q: expected one of %s", f.Name, value, strings.Join(choices, ", "))
			}
		}
		chosen = append(chosen, at)
	}
	return chosen, nil
}

// fillChoices fills in the values that the page offers for a filter, the most classes first. The argument `counts` has,
// for each value in f.values, the number of classes that would be shown with it. A value that would leave no class is
// not offered, unless it is chosen. If only one value is left although none was chosen, it is listed under Common.
func (v *classesView) fillChoices(f *filter, counts []int) {
	for i, value := range f.values {
		if counts[i] > 0 || value == f.Choice {
			f.Choices = append(f.Choices, choice{value, counts[i]})
		}
	}
	slices.SortStableFunc(f.Choices, func(a, b choice) int { return cmp.Compare(b.Classes, a.Classes) })
	if f.Choice == "" && len(f.Choices) == 1 {
		v.Common = append(v.Common, f.Title+": "+f.Choices[0].Value)
	}
}

// total fills in the number of labelled games in the remaining classes, and their share of all games of the size. A
// class has as many games as its orbit has elements; bySize has the number of classes by the size of their orbits, in
// decimal.
func (v *classesView) total(bySize map[string]int64) error {
	v.Games = new(big.Int)
	for size, classes := range bySize {
		games, ok := new(big.Int).SetString(size, 10)
		if !ok {
			return fmt.Errorf("the orbit %q is not a number", size)
		}
		v.Games.Add(v.Games, games.Mul(games, big.NewInt(classes)))
	}
	space, err := v.Ruleset.Space(v.N)
	if err != nil {
		return err
	}
	if space.Games() != nil {
		v.Share, _ = new(big.Rat).SetFrac(v.Games, space.Games()).Float64() // the nearest one
	}
	return nil
}

// readRequest returns a view with the ruleset and the size of a request. If the classes of this size are not listed, it
// returns an error, and the view has the reason and the listed sizes.
func (p *classesPage) readRequest(r *http.Request) (v classesView, err error) {
	v.Ruleset, err = p.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return classesView{}, err
	}
	sizes, err := p.sizes(r.Context(), v.Ruleset)
	if err != nil {
		return classesView{}, err
	}
	if len(sizes) == 0 {
		return classesView{}, faultf(http.StatusNotFound, "%s lists no classes", v.Ruleset.Name)
	}
	v.Sizes = sizes

	text := r.Form.Get("n")
	if text == "" {
		v.N = sizes[len(sizes)/2] // its list is made within a moment
		return v, nil
	}
	n, err := strconv.Atoi(text)
	if err != nil || !slices.Contains(sizes, n) {
		v.Fault = fmt.Sprintf("this page has no list of %s for n = %.40s: expected n from %d to %d", v.Ruleset.Name, text, sizes[0], sizes[len(sizes)-1])
		return v, wrongf("%s; enumerate classes lists more", v.Fault)
	}
	v.N = n
	return v, nil
}

// showList shows a page of a list, without the list if the size has none or the list is still being made.
func (p *classesPage) showList(w http.ResponseWriter, r *http.Request) error {
	v, err := p.readRequest(r)
	if v.Fault != "" {
		return p.showView(w, r, statusOf(err), v)
	}

	var list *classList
	if err == nil {
		list, err = p.list(r.Context(), v.Ruleset, v.N)
	}
	if statusOf(err) == unknown {
		w.Header().Set("Refresh", "3") // seconds, until the list is made
		if v.Sizes != nil {
			return p.showView(w, r, http.StatusOK, v)
		}
	}
	if err != nil {
		return err
	}

	if err := v.narrow(r, list); err != nil {
		return err
	}
	if err := v.turnTo(r.Form.Get("page"), list); err != nil {
		return err
	}
	return p.showView(w, r, http.StatusOK, v)
}

func (p *classesPage) showView(w http.ResponseWriter, r *http.Request, status int, v classesView) error {
	return p.show(w, r, status, "classes.html", view{Title: "Classes", Data: v})
}

// turnTo puts the classes of one page of the list into the view. The text is the page's number as the request has it;
// "" means the first page.
func (v *classesView) turnTo(text string, list *classList) error {
	v.Page, v.Pages = 1, max((v.Matches+classesPerPage-1)/classesPerPage, 1) // rounded up, and at least one page
	if text != "" {
		page, err := strconv.Atoi(text)
		if err != nil || page < 1 || page > v.Pages {
			return faultf(http.StatusNotFound, "page %q: expected a number from 1 to %d", text, v.Pages)
		}
		v.Page = page
	}
	v.Places = v.remaining[(v.Page-1)*classesPerPage : min(v.Page*classesPerPage, v.Matches)]
	for _, place := range v.Places {
		v.Rows = append(v.Rows, list.rows[place])
	}
	return nil
}

// giveFile sends the remaining classes: in JSON as the verb classes prints them, in CSV with the values of their
// facets.
func (p *classesPage) giveFile(w http.ResponseWriter, r *http.Request) error {
	v, err := p.readRequest(r)
	if err != nil {
		return err
	}
	list, err := p.list(r.Context(), v.Ruleset, v.N)
	if err != nil {
		return err
	}
	if err := v.narrow(r, list); err != nil {
		return err
	}

	kind := path.Ext(r.URL.Path)
	name := strings.TrimSuffix(data.FileName(v.Ruleset.Name), ".csv") + fmt.Sprintf("-%d-classes", v.N) + kind
	if kind == ".json" {
		return download(w, name, list.json(v.remaining))
	}
	content, err := list.csv(v.remaining)
	if err != nil {
		return err
	}
	return download(w, name, content)
}

func (l *classList) json(places []int) []byte {
	var text bytes.Buffer
	for _, c := range places {
		text.Write(l.rows[c].AppendJSON(text.AvailableBuffer()))
	}
	return text.Bytes()
}

// csv returns a CSV file of the classes at these places of the list: for each class one of its games, the number of
// games in the class (the orbit), what shows the verdict, such as a solution (the column certificate), and the value of
// each facet.
func (l *classList) csv(places []int) ([]byte, error) {
	line := []string{"game", "orbit", "certificate"}
	for _, f := range l.facets {
		line = append(line, f.Name)
	}
	lines := [][]string{line}
	for _, place := range places {
		row := l.rows[place]
		line := []string{row.Game, row.Orbit, strings.Join(row.Solution.Names, " ")}
		for _, f := range l.facets {
			line = append(line, f.values[f.valueOf[place]])
		}
		lines = append(lines, line)
	}
	var text bytes.Buffer
	err := csv.NewWriter(&text).WriteAll(lines)
	return text.Bytes(), err
}
