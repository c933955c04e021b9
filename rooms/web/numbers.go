//go:build !js

package web

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/internal/svg"
	"enumerate/results"
	"enumerate/results/estimate"
	"enumerate/rooms/pictures"
)

// A numbersPage shows the results of a ruleset: for each size, the numbers of games and classes of each verdict. They
// come from the finished runs in the user's database and from the totals that the program contains (called shipped).
//
//	/numbers?ruleset=nim           the tables, each run, the curve
//	/numbers/table.json?ruleset=.. the table of the database, as the verb results prints it; table.csv too
//	/numbers/bfile.txt?ruleset=..&column=..  a column, in the format of the Encyclopedia of Integer Sequences
//	/numbers/shipped/NAME          a file of results that the program contains
//	/numbers/curve.svg?ruleset=..      the curve: the share of the first verdict at each size; phone.svg: for phones
//	/numbers/classes?ruleset=..&n=..   a list of classes; see classesPage
type numbersPage struct {
	*pageBase
	classes *classesPage
}

func newNumbersPage(c *pageBase, classes *classesPage) *numbersPage { return &numbersPage{c, classes} }

func (p *numbersPage) page() page {
	return page{Path: "/numbers", Title: "Numbers", Routes: func(t *router) {
		t.get("/numbers", p.showTables)
		t.get("/numbers/table.json", p.table)
		t.get("/numbers/table.csv", p.table)
		t.get("/numbers/bfile.txt", p.bFile)
		t.get("/numbers/shipped/{file...}", p.shippedFile)
		t.get("/numbers/curve.svg", p.curve)
		t.get("/numbers/phone.svg", p.curve)
		p.classes.routes(t)
	}}
}

// storedResults are what was read from a database about a ruleset.
type storedResults struct {
	results.Results
	names   []string // the rulesets with runs in the database
	samples []estimate.Sample
	remarks []string // on omitted runs
	fault   error    // why some results are missing
}

// readDatabase reads the results of a ruleset from the database. A fault of the database is returned in the field
// `fault` of the result, not as an error, because the page shows it together with the results that could be read.
// readDatabase returns an error only if the request has ended or the program has a fault.
func (p *numbersPage) readDatabase(ctx context.Context, r *enum.Ruleset) (storedResults, error) {
	f, err := compute(ctx, p.Work, p.Limits.Results, func(context.Context) (storedResults, error) {
		var f storedResults
		if err := f.read(p.Database, r, p.Rulesets); err != nil {
			f.fault = wrong(err)
		}
		return f, nil
	})
	if err == errBroken || ctx.Err() != nil {
		return storedResults{}, err
	}
	if err != nil {
		return storedResults{fault: err}, nil //lint:ignore nilerr the page shows the fault
	}
	return f, nil
}

// read reads everything about a ruleset. After an error, f has what was read before.
func (f *storedResults) read(database string, r *enum.Ruleset, rulesets []*enum.Ruleset) error {
	store, err := checkpoints.OpenReadOnly(database)
	if err != nil {
		return err
	}
	defer store.Close()

	var remarkLines bytes.Buffer
	defer func() {
		f.remarks = strings.FieldsFunc(remarkLines.String(), func(r rune) bool { return r == '\n' })
	}()
	remark := verb.Remarks(store, &remarkLines)
	if torn := store.TornPage(); torn != nil {
		remark(torn.Error())
	}

	headers, err := store.Headers()
	if err != nil {
		return err
	}
	for _, h := range headers {
		f.names = append(f.names, h.Ruleset)
	}

	pools, err := store.Pools(r.Name, remark)
	if err != nil {
		return err
	}
	for _, pool := range pools {
		f.samples = append(f.samples, verb.SampleOf(pool.Size, pool.Tally))
	}
	f.Results, err = results.Read(store, r, rulesets, remark)
	return err
}

// finished reads the finished runs of a request's ruleset, for a file that the user downloads. A file has no place for
// a message that the database has a fault or no such run. So finished returns an error in these cases.
func (p *numbersPage) finished(r *http.Request) (storedResults, error) {
	ruleset, err := p.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return storedResults{}, err
	}
	f, err := p.readDatabase(r.Context(), ruleset)
	switch {
	case err != nil:
		return storedResults{}, err
	case statusOf(f.fault) == http.StatusUnprocessableEntity:
		return storedResults{}, faultf(http.StatusNotFound, "%v", f.fault) // the request is right, but there is no file for it
	case f.fault != nil:
		return storedResults{}, f.fault
	case len(f.Rows) == 0:
		return storedResults{}, faultf(http.StatusNotFound, "%s holds no finished run of %s", p.Database, ruleset.Name)
	}
	return f, nil
}

// table sends the totals of the finished runs as the verb results prints them. The extension of the address, csv or
// json, is the format.
func (p *numbersPage) table(w http.ResponseWriter, r *http.Request) error {
	f, err := p.finished(r)
	if err != nil {
		return err
	}
	var text bytes.Buffer
	_, format, _ := strings.Cut(r.URL.Path, ".")
	if err := f.Write(&text, format); err != nil {
		return err
	}
	return download(w, strings.TrimSuffix(results.BFileName(f.Ruleset.Name, "results"), "txt")+format, text.Bytes())
}

// bFile sends one column of the results as a b-file, the format of the On-Line Encyclopedia of Integer Sequences.
func (p *numbersPage) bFile(w http.ResponseWriter, r *http.Request) error {
	f, err := p.finished(r)
	if err != nil {
		return err
	}
	column := r.Form.Get("column")
	sequence, err := f.Sequence(column)
	if err != nil {
		return wrongf("the column %q: %v", column, err)
	}
	return download(w, results.BFileName(f.Ruleset.Name, column), []byte(sequence.BFile()))
}

func (p *numbersPage) shippedFile(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	content, err := readShipped(name)
	if err != nil {
		return faultf(http.StatusNotFound, "no results file named %q: the page Numbers lists the files", name)
	}
	return download(w, path.Base(name), content)
}

type numbersView struct {
	Rulesets       []*enum.Ruleset // to choose from
	StoredRulesets []string        // names of other rulesets in the database: rulesets with settings
	Settings       []string        // settings of the ruleset with shipped totals
	Ruleset        *enum.Ruleset
	Base           string // the name of the ruleset without settings
	Database       string
	Missing        bool   // the database does not exist
	Fault          string // why nothing is read from the database
	Remarks        []string
	Tables         []tableView // one, or, if the database and the program contradict each other, one of each
	Columns        []string    // of the database
	Runs           []checkpoints.ExactRun
	Checks         map[uint64]string // by run: which checks were made
	Files          []listItem        // shipped files of results
	Disagree       error             // how the database and the program contradict each other; nil if they do not
	Curve          *drawnCurve       // nil for none
	Sizes          []int             // sizes with lists of classes
}

func (p *numbersPage) showTables(w http.ResponseWriter, r *http.Request) error {
	ruleset, err := p.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return err
	}
	v := numbersView{Ruleset: ruleset, Database: p.Database}
	v.Base, _, _ = strings.Cut(ruleset.Name, ":")
	v.Settings = shippedSettings(v.Base)
	v.Files = shippedFiles(ruleset.Name)
	v.Sizes, err = p.classes.sizes(r.Context(), ruleset)
	if err != nil {
		v.Sizes = nil // under load the page has no links to lists of classes
	}

	f, err := p.readDatabase(r.Context(), ruleset)
	if err != nil {
		return err
	}
	switch {
	case errors.Is(f.fault, fs.ErrNotExist):
		v.Missing = true
	case f.fault != nil:
		v.Fault = f.fault.Error()
	}

	v.Rulesets, v.StoredRulesets = p.Rulesets, p.stored(f)
	v.Remarks = f.remarks
	v.Checks = results.CheckedRuns(p.Rulesets, f.Runs)
	v.Runs = slices.SortedStableFunc(slices.Values(f.Runs), func(a, b checkpoints.ExactRun) int { return cmp.Compare(a.Size, b.Size) })
	v.join(f)

	drawn, err := p.drawCurve(r.Context(), ruleset, f)
	if err == nil { // the error says why there is no curve to show
		v.Curve = &drawn
	}
	return p.show(w, r, http.StatusOK, "numbers.html", view{Title: "Numbers", Script: "numbers.js", Data: v})
}

// stored lists the rulesets that only the database has. Each judge, a program of the user that decides games, has a
// ruleset of its own, so there may be many.
func (p *numbersPage) stored(f storedResults) (list []string) {
	for _, name := range f.names {
		ours := slices.ContainsFunc(p.Rulesets, func(r *enum.Ruleset) bool { return r.Name == name })
		if !ours && !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	return list
}

// join fills in the table with the totals of the database and those that the program contains. If a total differs
// between the two, there are two tables.
func (v *numbersView) join(f storedResults) {
	var own data.Table
	if len(f.Rows) > 0 {
		own = f.Table()
		v.Columns = own.Columns
	}
	shipped := data.Totals(v.Ruleset.Name)
	all, disagree := results.Join(shipped, own)
	if disagree == nil {
		v.Tables = []tableView{tableOf(v.Ruleset, all, own, shipped)}
		return
	}
	v.Disagree = disagree
	v.Tables = []tableView{tableOf(v.Ruleset, own, own, data.Table{}), tableOf(v.Ruleset, shipped, data.Table{}, shipped)}
	v.Tables[0].Title, v.Tables[1].Title = "In the database", "With the program"
}

// curve sends a picture of the share of the first verdict at each size, as sample --plot draws it.
func (p *numbersPage) curve(w http.ResponseWriter, r *http.Request) error {
	ruleset, err := p.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return err
	}
	f, err := p.readDatabase(r.Context(), ruleset)
	if err != nil {
		return err
	}
	drawn, err := p.drawCurve(r.Context(), ruleset, f)
	if err != nil {
		return faultf(http.StatusNotFound, "%v", err)
	}
	picture := drawn.Picture
	if path.Base(r.URL.Path) == "phone.svg" {
		picture = drawn.Phone
	}
	send(w, "image/svg+xml", picture.SVG())
	return nil
}

// A drawnCurve is the picture of a curve, with strips that lie over the picture and explain its parts.
type drawnCurve struct {
	Verdict   string // the verdict whose share is drawn
	Picture   *svg.Canvas
	Phone     *svg.Canvas // the picture for a phone
	Strips    []pictures.Strip
	Published bool // the curve has published figures
	Sampled   bool // the curve has samples
}

// Box returns the view box of the picture.
func (d drawnCurve) Box() string {
	width, height := d.Picture.Size()
	return fmt.Sprintf("0 0 %g %g", width, height)
}

// drawCurve draws how the share of the ruleset's first verdict depends on the size of games, for wide screens and for
// phones. If fewer than three sizes have a share that differs visibly from 0 and 1, drawCurve returns an error.
func (p *numbersPage) drawCurve(ctx context.Context, ruleset *enum.Ruleset, f storedResults) (drawnCurve, error) {
	curve := curveOf(ruleset, f)
	return compute(ctx, p.Work, p.Limits.Part, func(ctx context.Context) (drawnCurve, error) {
		isExtreme := func(e estimate.Exact) bool { return e.Proportion < 0.001 || e.Proportion > 0.999 }
		moderate := slices.DeleteFunc(slices.Clone(curve.Exact), isExtreme)
		if len(moderate) < 3 {
			return drawnCurve{}, errors.New("too few sizes for a curve: at three sizes or more, the share of the first verdict must be between 0.1 % and 99.9 %")
		}
		expansion, err := results.Expansion(ctx, ruleset)
		if err != nil {
			return drawnCurve{}, err
		}
		curve.Expansion = expansion
		picture, strips, err := pictures.Curve(curve)
		if err != nil {
			return drawnCurve{}, err
		}
		phone, err := pictures.PhoneCurve(curve)
		if err != nil {
			return drawnCurve{}, err
		}
		return drawnCurve{strings.TrimPrefix(curve.Y, ofVerdict), picture, phone, strips, curve.Published != nil, curve.Samples != nil}, nil
	})
}

// ofVerdict begins the title of the curve's vertical axis; the verdict follows.
const ofVerdict = "games with the verdict "

// curveOf returns the points of the curve: for each size, the share of the ruleset's first verdict, which is exact,
// estimated from random games (sampled), or published by others. The program's own shares stand in for sizes that the
// database lacks.
func curveOf(r *enum.Ruleset, f storedResults) estimate.Curve {
	c := estimate.Curve{Title: "Games of " + r.Name, Exact: f.Exact(), Samples: f.samples, Published: published(r.Name)}
	for _, s := range sampled(r.Name) {
		if !slices.ContainsFunc(c.Samples, func(o estimate.Sample) bool { return o.Size == s.Size }) {
			c.Samples = append(c.Samples, s)
		}
	}

	space, err := r.Space(r.Sizes.First)
	if err != nil {
		return estimate.Curve{}
	}
	c.Y = ofVerdict + space.Verdicts()[0]
	for _, e := range results.Share(data.Totals(r.Name), space.Verdicts()[0]) {
		if !slices.ContainsFunc(c.Exact, func(o estimate.Exact) bool { return o.Size == e.Size }) {
			c.Exact = append(c.Exact, e)
		}
	}
	slices.SortFunc(c.Exact, func(a, b estimate.Exact) int { return cmp.Compare(a.Size, b.Size) })
	return c
}
