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
	"time"

	"enumerate/checkpoints"
	"enumerate/cli/verb"
	"enumerate/data"
	"enumerate/enum"
	"enumerate/estimate"
	"enumerate/pictures"
	"enumerate/pictures/svg"
	"enumerate/results"
)

const databaseTime = 5 * time.Second // for results to be read and proved

// resultsPage is the page of what the finished runs of the database come to, and of the tables
// that the program has with it.
//
//	/results?ruleset=nim           the tables, each run, the curve
//	/results/table.json?ruleset=.. what the verb results prints in that format; .csv too
//	/results/bfile.txt?ruleset=..&column=..
//	/results/shipped/NAME          a file of results that the program has with it
//	/results/curve.svg?ruleset=..
//	/results/classes?ruleset=..&n=..   see classes.go
func (s *site) resultsPage() page {
	return page{Path: "/results", Title: "Numbers", routes: func(t *router) {
		t.get("/results", s.showResults)
		t.get("/results/table.json", s.table)
		t.get("/results/table.csv", s.table)
		t.get("/results/bfile.txt", s.bFile)
		t.get("/results/shipped/{file...}", s.shippedFile)
		t.get("/results/curve.svg", s.curve)
		s.serveClasses(t)
	}}
}

// found is what a database says of a ruleset.
type found struct {
	results.Results
	names   []string // of rulesets that it has runs of
	samples []estimate.Sample
	remarks []string // on what is left out
}

// read reads what the database says of a ruleset.
func (s *site) readDatabase(ctx context.Context, r *enum.Ruleset) (found, error) {
	return compute(ctx, s.Work, databaseTime, func(context.Context) (f found, err error) {
		store, err := checkpoints.OpenReadOnly(s.Database)
		if err != nil {
			return f, err
		}
		defer store.Close()
		var told bytes.Buffer
		remark := verb.Remarks(store, &told)
		if torn := store.Torn(); torn != nil {
			remark(torn.Error())
		}
		defer func() { f.remarks = strings.FieldsFunc(told.String(), func(r rune) bool { return r == '\n' }) }()
		headers, err := store.Headers()
		if err != nil {
			return f, err
		}
		for _, h := range headers {
			f.names = append(f.names, h.Ruleset)
		}
		pools, err := store.Pools(r.Name, remark)
		if err != nil {
			return f, err
		}
		for _, p := range pools {
			f.samples = append(f.samples, verb.SampleOf(p.Size, p.Tally))
		}
		f.Results, err = results.Read(store, r, s.Rulesets, remark)
		return f, err
	})
}

// finished is readDatabase for a download, of which there must be something.
func (s *site) finished(r *http.Request) (found, error) {
	ruleset, err := s.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return found{}, err
	}
	f, err := s.readDatabase(r.Context(), ruleset)
	switch {
	case statusOf(err) == http.StatusUnprocessableEntity:
		return f, faultf(http.StatusNotFound, "%v", err)
	case err != nil:
		return f, err
	case len(f.Rows) == 0:
		return f, faultf(http.StatusNotFound, "%s holds no finished run of %s", s.Database, ruleset.Name)
	}
	return f, nil
}

// table gives the rows in a format of the verb results.
func (s *site) table(w http.ResponseWriter, r *http.Request) error {
	f, err := s.finished(r)
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

// bFile gives the b-file of a column.
func (s *site) bFile(w http.ResponseWriter, r *http.Request) error {
	f, err := s.finished(r)
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

// shippedFile gives a file of results that the program has with it.
func (s *site) shippedFile(w http.ResponseWriter, r *http.Request) error {
	name := r.PathValue("file")
	content, err := readShipped(name)
	if err != nil {
		return faultf(http.StatusNotFound, "there is no file of results %q", name)
	}
	return download(w, path.Base(name), content)
}

// A resultsView is what the template of the page sees.
type resultsView struct {
	Names    []string // of rulesets to choose from
	Settings []string // of the ruleset, whose totals the program has with it
	Ruleset  *enum.Ruleset
	Base     string // its name without settings
	Database string
	Missing  bool   // there is no such file
	Fault    string // why nothing is read from it
	Remarks  []string
	Tables   []tableView // one, or if the database and the program contradict each other one of each
	Columns  []string    // of the database
	Runs     []checkpoints.ExactRun
	Checked  map[uint64]string // what proves each of them
	Files    []titled          // of results that the program has with it
	Disagree error             // in what they contradict each other
	Curve    *drawnCurve       // nil for none
	Sizes    []int             // whose classes are listed
}

// showResults shows the tables of a ruleset.
func (s *site) showResults(w http.ResponseWriter, r *http.Request) error {
	ruleset, err := s.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return err
	}
	sizes, _ := s.listedSizes(r.Context(), ruleset) // under load the page goes without these links
	v := resultsView{Ruleset: ruleset, Database: s.Database, Sizes: sizes}
	f, err := s.readDatabase(r.Context(), ruleset)
	switch {
	case err == errBroken, r.Context().Err() != nil:
		return err
	case errors.Is(err, fs.ErrNotExist):
		v.Missing = true
	case err != nil:
		v.Fault = err.Error()
	}
	for _, o := range s.Rulesets {
		v.Names = append(v.Names, o.Name)
	}
	for _, name := range append(f.names, ruleset.Name) {
		if !slices.Contains(v.Names, name) {
			v.Names = append(v.Names, name)
		}
	}
	v.Base, _, _ = strings.Cut(ruleset.Name, ":")
	for _, file := range must(fs.Glob(data.Results, "results/"+v.Base+"-*.csv")) {
		v.Settings = append(v.Settings, must(data.Read(string(must(fs.ReadFile(data.Results, file))))).Ruleset)
	}
	v.Remarks = f.remarks
	var own data.Table
	if len(f.Rows) > 0 {
		own = f.Table()
		v.Columns = own.Columns
	}
	shipped := data.Totals(ruleset.Name)
	all, disagree := results.Join(shipped, own)
	v.Tables, v.Disagree = []tableView{tableOf(ruleset, all, own, shipped)}, disagree
	if disagree != nil {
		v.Tables = []tableView{tableOf(ruleset, own, own, data.Table{}), tableOf(ruleset, shipped, data.Table{}, shipped)}
		v.Tables[0].Title, v.Tables[1].Title = "In the database", "With the program"
	}
	v.Checked = results.CheckedRuns(s.Rulesets, f.Runs)
	v.Runs = slices.SortedStableFunc(slices.Values(f.Runs), func(a, b checkpoints.ExactRun) int { return cmp.Compare(a.Size, b.Size) })
	v.Files = shippedFiles(ruleset.Name)
	if drawn, err := s.drawCurve(r.Context(), ruleset, f); err == nil {
		v.Curve = &drawn
	}
	return s.show(w, r, http.StatusOK, "results.html", view{Title: "The numbers", Script: "numbers.js", Data: v})
}

// curve draws the share of the first verdict by size, as sample --plot does.
func (s *site) curve(w http.ResponseWriter, r *http.Request) error {
	ruleset, err := s.ruleset(r.Context(), r.Form.Get("ruleset"))
	if err != nil {
		return err
	}
	f, err := s.readDatabase(r.Context(), ruleset)
	if err == errBroken || r.Context().Err() != nil {
		return err // of others there is the part that is shipped
	}
	drawn, err := s.drawCurve(r.Context(), ruleset, f)
	if err != nil {
		return faultf(http.StatusNotFound, "%v", err)
	}
	send(w, "image/svg+xml", drawn.Picture.SVG())
	return nil
}

// A drawnCurve is a curve with its picture and what lies over that.
type drawnCurve struct {
	Verdict   string // whose share it is
	Picture   *svg.Canvas
	Strips    []pictures.Strip
	Published bool // some figures of it were
}

// Box is the view box of the picture.
func (d drawnCurve) Box() string {
	width, height := d.Picture.Size()
	return fmt.Sprintf("0 0 %g %g", width, height)
}

// drawCurve draws the curve of a ruleset. The error says why there is none.
func (s *site) drawCurve(ctx context.Context, ruleset *enum.Ruleset, f found) (d drawnCurve, err error) {
	curve := s.curveOf(ruleset, f)
	return compute(ctx, s.Work, s.Limits.Part, func(ctx context.Context) (d drawnCurve, err error) {
		if len(slices.DeleteFunc(slices.Clone(curve.Exact), func(e estimate.Exact) bool { return e.Proportion < 0.001 || e.Proportion > 0.999 })) < 3 {
			return d, errors.New("hardly any share is between 0 and 1")
		}
		if curve.Expansion, err = results.Expansion(ctx, ruleset); err != nil {
			return d, err
		}
		picture, strips, err := pictures.Curve(curve)
		return drawnCurve{strings.TrimPrefix(curve.Y, "proportion "), picture, strips, curve.Published != nil}, err
	})
}

// curveOf returns the shares that are known: exact ones of the database and, of other sizes, of
// the table that is shipped; sampled and published ones.
func (s *site) curveOf(r *enum.Ruleset, f found) estimate.Curve {
	c := estimate.Curve{Title: "Games of " + r.Name, Exact: f.Exact(), Sampled: f.samples, Published: published(r.Name)}
	for _, s := range sampled(r.Name) {
		if !slices.ContainsFunc(c.Sampled, func(o estimate.Sample) bool { return o.Size == s.Size }) {
			c.Sampled = append(c.Sampled, s)
		}
	}
	space, err := r.Space(r.Sizes.First)
	if err != nil {
		return estimate.Curve{}
	}
	c.Y = "proportion " + space.Verdicts()[0]
	for _, e := range results.Share(data.Totals(r.Name), space.Verdicts()[0]) {
		if !slices.ContainsFunc(c.Exact, func(o estimate.Exact) bool { return o.Size == e.Size }) {
			c.Exact = append(c.Exact, e)
		}
	}
	slices.SortFunc(c.Exact, func(a, b estimate.Exact) int { return cmp.Compare(a.Size, b.Size) })
	return c
}
